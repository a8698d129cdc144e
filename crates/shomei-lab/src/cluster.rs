//! Experiments with clusters in virtual time: how fast machines would be that are not there.
//!
//! Their files say `kind = "cluster"`. Each problem is first solved by one thread of df-pn, then by
//! every simulated cluster ([`shomei_cluster::simulator`]); a *speed-up* is the work of that thread
//! over the virtual time of the cluster, both in expansions. So nothing depends on the machine
//! that runs the experiment.
//!
//! Runs are kept in a journal as those of other experiments are, and go on after an interrupt.
//! They run one after another: each has the tables of a whole cluster in memory.

mod data;
mod file;
mod report;
mod run;
mod study;

use std::path::Path;

use serde::{Deserialize, Serialize};
use shomei_cluster::Config;
use shomei_cluster::simulator::Cluster;

use crate::LabError;
use crate::game::LabGame;
use crate::set::{Problem, Set};
use crate::source::ExperimentText;

/// An experiment with clusters.
#[derive(Clone, Debug)]
pub struct ClusterExperiment {
    /// The name, which is also that of the file.
    pub name: String,
    /// What it is about.
    pub title: String,
    /// Where the idea is from.
    pub source: String,
    /// What a reader should know beside the figures.
    pub note: Option<String>,
    /// Options of the recorded clusters that the program no longer has. Recorded runs of clusters
    /// are then kept, and not compared with what this program makes.
    pub gone_options: Option<String>,
    /// The bytes of the one thread's table.
    pub memory: usize,
    /// The problems, by game.
    pub sets: Vec<GameSet>,
    /// The clusters.
    pub runs: Vec<ClusterRun>,
    /// What should hold.
    pub checks: Vec<SpeedUpCheck>,
}

/// The problems of a game.
#[derive(Clone, Debug)]
pub struct GameSet {
    /// What experiments ask of the game.
    pub game: LabGame,
    /// The problems.
    pub set: Set,
    /// Expansions of one thread in a millisecond, as they were measured.
    pub per_millisecond: u64,
}

/// A simulated cluster.
#[derive(Clone, Debug)]
pub struct ClusterRun {
    /// What it is called.
    pub label: String,
    /// The machines, and the round trip where that does not depend on the game.
    pub cluster: Cluster,
    /// The round trip in milliseconds, of which each game makes expansions.
    pub milliseconds: Option<u64>,
    /// How the coordinator shares the work.
    pub config: Config,
    /// Only problems for which one thread needs at least so many expansions.
    pub from: u64,
    /// Only problems for which it needs at most so many.
    pub to: u64,
    /// The line of the plot that it belongs to.
    pub group: Option<String>,
}

/// Something that should hold: the geometric mean of a run's speed-ups is so large.
#[derive(Clone, Debug)]
pub struct SpeedUpCheck {
    /// In words.
    pub claim: String,
    /// The run.
    pub run: usize,
    /// The least speed-up.
    pub at_least: f64,
    /// On so many problems at least.
    pub problems: usize,
}

/// A problem solved by one thread, or by a cluster in virtual time.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ClusterRecord {
    /// The game.
    pub game: String,
    /// The rules.
    pub rules: String,
    /// Who must win.
    pub attacker: String,
    /// The position.
    pub position: String,
    /// All that determines the run, on a line.
    pub run: String,
    /// The answer.
    pub answer: String,
    /// The virtual time; of one thread its work.
    pub time: u64,
    /// Work of all threads, in units of about one expansion.
    pub work: u64,
    /// The time in which threads were searching, all together.
    pub busy: u64,
    /// Jobs.
    pub jobs: u64,
    /// Work at leaves that were solved or gone when it came back.
    pub wasted: u64,
    /// Entries that went to machines.
    pub entries_out: u64,
    /// Entries that came from machines.
    pub entries_back: u64,
    /// The least expansions of a job at the end.
    pub budget: u64,
    /// Seconds that it took here.
    pub seconds: f64,
}

impl ClusterExperiment {
    /// Reads an experiment and its sets.
    ///
    /// # Errors
    ///
    /// With file and line of the first thing that is wrong.
    pub fn load(path: &Path, games: &[LabGame]) -> Result<ClusterExperiment, LabError> {
        file::load(ExperimentText::read(path)?.source(), games)
    }

    /// All that determines its runs: a line for that of one thread, and for each cluster and game.
    pub(crate) fn lines(&self) -> Vec<String> {
        let mut lines = vec![run::one_thread(self)];
        for run in &self.runs {
            let ClusterRun { from, to, .. } = run;
            lines.extend(self.sets.iter().map(|set| {
                let game = set.game.name;
                format!("{game}, {from} to {to} expansions: {}", run.line(set))
            }));
        }
        lines
    }
}

/// The finished run of a problem.
fn found<'r>(
    records: &'r [ClusterRecord],
    problem: &Problem,
    set: &GameSet,
    line: &str,
) -> Option<&'r ClusterRecord> {
    records.iter().find(|record| {
        record.run == line
            && record.game == set.game.name
            && record.position == problem.position
            && record.attacker == problem.attacker
            && record.rules == problem.rules
    })
}

#[cfg(test)]
mod tests;
