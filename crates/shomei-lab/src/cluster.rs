//! Experiments with clusters in virtual time.
//!
//! Their files have `kind = "cluster"`. Each problem is first solved by one thread of df-pn, then
//! by every simulated cluster ([`shomei_cluster::simulator`]). A *speed-up* is the work of the
//! thread divided by the virtual time of the cluster, both in expansions, so it does not depend on
//! the machine that runs the experiment.
//!
//! The simulations run one after another, since each has the tables of a whole cluster in memory.

pub(crate) mod file;
mod report;

pub(crate) use report::ClusterReport;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use shomei::{Aim, Hints};
use shomei_cluster::Config;
use shomei_cluster::simulator::{Cluster, simulate};
use shomei_search::registry::Settings;

use crate::LabError;
use crate::record::{Count, Counts, Record};
use crate::set::{Set, SetProblem};

/// The label of the row with which clusters are compared.
pub(crate) const ONE_THREAD: &str = "one thread";

/// The limit of a cluster's work as a multiple of the work of one thread.
const MOST_OVERHEAD: u64 = 8;

/// A simulated cluster.
#[derive(Clone, Debug)]
pub(crate) struct ClusterRun {
    pub(crate) label: String,
    /// The machines, with the round trip unless it depends on the game.
    pub(crate) cluster: Cluster,
    /// The round trip in milliseconds, which is converted to expansions for each game.
    pub(crate) milliseconds: Option<u64>,
    /// The configuration of the coordinator.
    pub(crate) config: Config,
    /// The minimum work of one thread, in expansions: easier problems are left out.
    pub(crate) from: u64,
    /// The maximum work of one thread, in expansions: harder problems are left out.
    pub(crate) to: u64,
    /// The line of the plot that it belongs to.
    pub(crate) group: Option<String>,
}

impl ClusterRun {
    /// The machines, with the round trip for problems of this set.
    fn on(&self, set: &Set) -> Cluster {
        let round_trip = match self.milliseconds {
            Some(milliseconds) => milliseconds * set.per_millisecond,
            None => self.cluster.round_trip,
        };
        Cluster {
            round_trip,
            ..self.cluster.clone()
        }
    }

    /// The number of threads of all machines.
    fn threads(&self) -> f64 {
        f64::from(self.cluster.machines * self.cluster.threads)
    }

    /// The size of all tables in bytes.
    pub(crate) fn tables(&self) -> usize {
        (self.cluster.machines as usize).saturating_mul(self.cluster.memory)
    }

    /// Whether a problem that takes one thread this work is included.
    pub(crate) fn fits(&self, work: u64) -> bool {
        (self.from..=self.to).contains(&work)
    }

    /// The description of the run on problems of this set. It determines the result.
    pub(crate) fn line(&self, set: &Set) -> String {
        format!("{:?}; {:?}", self.on(set), self.config)
    }

    /// Simulates the cluster on a problem that takes one thread this work, and adds the result to
    /// the record; `None` if it was interrupted.
    pub(crate) fn work(
        &self,
        SetProblem { set, problem }: SetProblem<'_>,
        alone: u64,
        record: Record,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Record>, LabError> {
        let game = set.game.kind().open(&problem.case.rules, &Hints::default());
        let game = game.map_err(LabError::Cluster)?;
        let position = game.position(&problem.case.position);
        let position = position.map_err(|error| problem.case.at.notation("position", &error))?;
        let aim = Aim::win(
            game.side(&problem.case.attacker)
                .map_err(LabError::Cluster)?,
        );
        let began = Instant::now();
        let found = simulate(
            &position,
            aim,
            (&Settings::default(), &self.config),
            &self.on(set),
            (Some(alone.saturating_mul(MOST_OVERHEAD)), stop),
            &mut |_, _| {},
        )
        .map_err(LabError::Cluster)?;
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        Ok(Some(Record {
            answer: found.answer.to_string(),
            counts: Counts::from([
                (Count::Time, found.makespan),
                (Count::Work, found.figures.work),
                (Count::Busy, found.traffic.busy),
                (Count::Jobs, found.figures.jobs),
                (Count::Wasted, found.figures.wasted),
                (Count::EntriesOut, found.traffic.entries_out),
                (Count::EntriesBack, found.traffic.entries_back),
                (Count::Budget, found.budget),
            ]),
            seconds: began.elapsed().as_secs_f64(),
            ..record
        }))
    }
}

/// The record of one thread in virtual time, in which the thread is always busy.
pub(crate) fn of_one_thread(mut found: Record) -> Record {
    let work = found.count(Count::Work);
    found.counts.insert(Count::Time, work);
    found.counts.insert(Count::Busy, work);
    found
}

#[cfg(test)]
mod tests;
