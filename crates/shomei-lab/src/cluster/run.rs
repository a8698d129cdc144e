//! A problem solved by one thread, and by a cluster in virtual time.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use shomei::{Aim, Answer, Hints};
use shomei_cluster::simulator::{Cluster, simulate};
use shomei_search::Counters;
use shomei_search::registry::Settings;
use shomei_search::search::df_pn;

use super::{ClusterExperiment, ClusterRecord, ClusterRun, GameSet};
use crate::LabError;
use crate::experiment::Run;
use crate::set::Problem;

/// A cluster that does so many times the work of one thread is given up.
const MOST_OVERHEAD: u64 = 8;

/// All that determines the runs of one thread.
pub(super) fn one_thread(experiment: &ClusterExperiment) -> String {
    format!("one thread; memory {}", experiment.memory)
}

impl ClusterRun {
    /// The machines as problems of this game meet them.
    fn cluster(&self, set: &GameSet) -> Cluster {
        let round_trip = match self.milliseconds {
            Some(milliseconds) => milliseconds * set.per_millisecond,
            None => self.cluster.round_trip,
        };
        Cluster {
            round_trip,
            ..self.cluster.clone()
        }
    }

    /// Whether problems are asked for that take one thread so much work.
    pub(super) fn fits(&self, work: u64) -> bool {
        (self.from..=self.to).contains(&work)
    }

    /// All that determines the run on problems of this game.
    pub(super) fn line(&self, set: &GameSet) -> String {
        format!("{:?}; {:?}", self.cluster(set), self.config)
    }
}

/// A run that has found nothing.
pub(super) fn record(set: &GameSet, problem: &Problem, run: String) -> ClusterRecord {
    ClusterRecord {
        game: set.game.name.to_owned(),
        rules: problem.rules.clone(),
        attacker: problem.attacker.clone(),
        position: problem.position.clone(),
        run,
        answer: Answer::Unknown.to_string(),
        time: 0,
        work: 0,
        busy: 0,
        jobs: 0,
        wasted: 0,
        entries_out: 0,
        entries_back: 0,
        budget: 0,
        seconds: 0.0,
    }
}

/// One thread of df-pn; nothing if it was interrupted.
pub(super) fn alone(
    experiment: &ClusterExperiment,
    (set, problem): (&GameSet, &Problem),
    stop: &Arc<AtomicBool>,
) -> Result<Option<ClusterRecord>, LabError> {
    let run = Run::new(&df_pn::INFO, experiment.memory);
    let Some(found) = set.game.measure(problem, &run, stop)? else {
        return Ok(None);
    };
    let counters = Counters {
        expanded: found.expanded,
        leaf_nodes: found.leaf_nodes,
        ..Counters::default()
    };
    let work = counters.work();
    Ok(Some(ClusterRecord {
        answer: found.answer,
        time: work,
        work,
        busy: work,
        seconds: found.seconds,
        ..record(set, problem, one_thread(experiment))
    }))
}

/// A cluster; nothing if it was interrupted.
pub(super) fn together(
    run: &ClusterRun,
    (set, problem): (&GameSet, &Problem),
    base: &ClusterRecord,
    stop: &Arc<AtomicBool>,
) -> Result<Option<ClusterRecord>, LabError> {
    let kind = (set.game.kind)();
    let game = kind.open(&problem.rules, &Hints::default());
    let game = game.map_err(LabError::Cluster)?;
    let position = game.position(&problem.position);
    let position = position.map_err(|error| problem.at.notation("position", &error))?;
    let aim = Aim::win(game.side(&problem.attacker).map_err(LabError::Cluster)?);
    let settings = Settings::default();
    let limit = (Some(base.work.saturating_mul(MOST_OVERHEAD)), stop);
    let began = Instant::now();
    let found = simulate(
        &position,
        aim,
        (&settings, &run.config),
        &run.cluster(set),
        limit,
        &mut |_, _| {},
    )
    .map_err(LabError::Cluster)?;
    if stop.load(std::sync::atomic::Ordering::Relaxed) {
        return Ok(None);
    }
    Ok(Some(ClusterRecord {
        answer: found.answer.to_string(),
        time: found.makespan,
        work: found.figures.work,
        busy: found.traffic.busy,
        jobs: found.figures.jobs,
        wasted: found.figures.wasted,
        entries_out: found.traffic.entries_out,
        entries_back: found.traffic.entries_back,
        budget: found.budget,
        seconds: began.elapsed().as_secs_f64(),
        ..record(set, problem, run.line(set))
    }))
}
