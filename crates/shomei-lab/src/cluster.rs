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
mod recorded;
mod report;
mod run;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::{Deserialize, Serialize};
use shomei::Kinds;
use shomei::files::Guard;
use shomei_cluster::Config;
use shomei_cluster::simulator::Cluster;

use crate::LabError;
use crate::data::{ROWS, RUNS};
use crate::game::LabGame;
use crate::journal::{Identity, Journal};
use crate::reproduce::Reproduced;
use crate::set::{Problem, Set};

pub use recorded::{compare_clusters, write_cluster_page};

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

/// What is to be done.
#[derive(Clone, Debug)]
pub struct ClusterRequest {
    /// The experiment.
    pub experiment: ClusterExperiment,
    /// The first so many positions of each set; all if `None`.
    pub positions: Option<usize>,
    /// The results folder.
    pub out: PathBuf,
    /// What may be replaced in it.
    pub guard: Guard,
}

/// Whether the text of an experiment is one with clusters.
#[must_use]
pub fn is_one(text: &str) -> bool {
    kind_of(text).as_deref() == Some("cluster")
}

/// The kind that the text of an experiment says above its first table; ordinary ones say none.
pub(crate) fn kind_of(text: &str) -> Option<String> {
    let kind = |line: &str| {
        line.split_once('=')
            .map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()))
    };
    let lines = text.lines().take_while(|line| !line.starts_with('['));
    let mut pairs = lines.filter_map(kind);
    let (_, value) = pairs.find(|(key, _)| key == "kind")?;
    value.split('"').nth(1).map(str::to_owned)
}

impl ClusterExperiment {
    /// Reads an experiment and its sets.
    ///
    /// # Errors
    ///
    /// With file and line of the first thing that is wrong.
    pub fn load(path: &Path, games: &[LabGame]) -> Result<ClusterExperiment, LabError> {
        file::load(path, games)
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

/// Runs what is not finished yet, and writes the tables and the plot when everything is. `watch` is
/// told of every run that is finished, and how many are.
///
/// # Errors
///
/// When the folder belongs to something else, or something fails on the way; what is finished is
/// kept.
pub fn reproduce(
    request: &ClusterRequest,
    kinds: &Kinds,
    stop: &Arc<AtomicBool>,
    watch: &mut dyn FnMut(&ClusterRecord, usize),
) -> Result<Reproduced, LabError> {
    let experiment = &request.experiment;
    if let Some(options) = &experiment.gone_options {
        let message = format!(
            "its clusters were recorded with options that are gone: {options}. To run it with today's \
             options, delete gone-options and the rows of these options"
        );
        return Err(LabError::Cluster(shomei::Error::usage(message)));
    }
    let mut journal: Journal<ClusterRecord> = Journal::open(
        &request.out,
        Identity::of_clusters(experiment),
        &request.guard,
    )?;
    let problems = data::asked(experiment, request.positions);
    let mut of = problems.len();
    let mut unfinished = 0;
    for &(set, problem) in &problems {
        let line = run::one_thread(experiment);
        let base = match found(journal.records(), problem, set, &line) {
            Some(base) => base.clone(),
            None => match run::alone(experiment, (set, problem), stop)? {
                Some(base) => {
                    watch(&base, journal.records().len() + 1);
                    journal.append(base.clone())?;
                    base
                }
                None => {
                    unfinished += 1;
                    continue;
                }
            },
        };
        for run in experiment.runs.iter().filter(|run| run.fits(base.work)) {
            of += 1;
            if found(journal.records(), problem, set, &run.line(set)).is_some() {
                continue;
            }
            match run::together(run, (set, problem), &base, (kinds, stop))? {
                Some(record) => {
                    watch(&record, journal.records().len() + 1);
                    journal.append(record)?;
                }
                None => unfinished += 1,
            }
        }
        if stop.load(Ordering::Relaxed) && unfinished == 0 {
            unfinished = 1;
        }
    }
    let results = report::ClusterResults::of(experiment, &problems, journal.records());
    let table = results.table(journal.identity());
    if unfinished == 0 {
        journal.write("table.md", table.as_bytes())?;
        journal.write(ROWS, &data::rows_csv(experiment)?)?;
        let runs = data::runs_csv(experiment, journal.records())?;
        journal.write(RUNS, &runs)?;
        if let Some(svg) = results.draw() {
            journal.write("plot.svg", svg.as_bytes())?;
        }
    }
    Ok(Reproduced {
        contradictions: results.contradictions(),
        table,
        unfinished,
        of,
    })
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
