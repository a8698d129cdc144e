//! Experiments that compare the whole family: every algorithm and rule on several games and on
//! random graphs, with the same positions, memory and counters.
//!
//! Their files say `kind = "family"`. Beside the runs, every position gets a count of how often
//! lines meet below it ([`crate::meeting`]); means have intervals by the bootstrap.
//!
//! Runs are kept in a journal as those of other experiments are, and go on after an interrupt.
//! Limits are nodes, so that all tables but those of times repeat exactly.

mod file;
mod report;
mod study;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use crate::LabError;
use crate::experiment::{Counter, Run};
use crate::game::LabGame;
use crate::meeting::Meeting;
use crate::set::{Problem, Set};
use crate::source::ExperimentText;

/// An experiment with the family.
#[derive(Clone, Debug)]
pub struct FamilyExperiment {
    /// The name, which is also that of the file.
    pub name: String,
    /// What it is about.
    pub title: String,
    /// Where the idea is from.
    pub source: String,
    /// What a reader should know beside the figures.
    pub note: Option<String>,
    /// What is called nodes.
    pub count: Counter,
    /// The expansions of the trees in which meeting lines are counted.
    pub expansions: u64,
    /// The groups of positions, each of which weighs the same in a mean.
    pub groups: Vec<String>,
    /// The positions.
    pub sets: Vec<GroupSet>,
    /// The rows; hints are those of the sets.
    pub runs: Vec<Run>,
    /// The run that all others are divided by.
    pub base: usize,
    /// The lines of the figure of solved positions.
    pub solved: Vec<usize>,
    /// Rules, and the runs that they are divided by, to be held against meeting lines.
    pub rules: Vec<(usize, usize)>,
    /// Runs to be compared by the size of the problem, and what they are divided by.
    pub sizes: (usize, Vec<usize>),
    /// Runs of best-first and depth-first search in less and less memory, by line; the first line
    /// is what others are divided by.
    pub memories: Vec<(String, Vec<usize>)>,
    /// What should hold.
    pub checks: Vec<RatioCheck>,
}

/// Positions of a group.
#[derive(Clone, Debug)]
pub struct GroupSet {
    /// The place of the group.
    pub group: usize,
    /// What experiments ask of the game.
    pub game: LabGame,
    /// What the game is to tell the searches.
    pub hints: String,
    /// The positions.
    pub set: Set,
    /// How each is called in the journal.
    pub keys: Vec<String>,
    /// Whether they are graphs, which are made anew and named by how.
    pub graphs: bool,
}

/// Something that should hold: the geometric mean of the nodes of one run divided by those of
/// another.
#[derive(Clone, Debug)]
pub struct RatioCheck {
    /// In words.
    pub claim: String,
    /// The one.
    pub left: usize,
    /// The other.
    pub right: usize,
    /// In this group only.
    pub group: Option<usize>,
    /// The least that the mean is to be.
    pub at_least: f64,
    /// The most.
    pub at_most: f64,
}

/// A finished run, or a finished count of meeting lines: a line of the journal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FamilyRecord {
    /// The game.
    pub game: String,
    /// The position with all that is asked about it.
    pub position: String,
    /// All that determines the run, on a line.
    pub run: String,
    /// The answer.
    pub answer: String,
    /// The limit that ended it.
    pub stopped_by: Option<String>,
    /// See [`shomei_search::Counters`].
    pub generated: u64,
    /// See [`shomei_search::Counters`].
    pub expanded: u64,
    /// See [`shomei_search::Counters`].
    pub evaluated: u64,
    /// See [`shomei_search::Counters`].
    pub stored: u64,
    /// The time of the search.
    pub seconds: f64,
    /// Of a count of meeting lines, what was counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub meeting: Option<Meeting>,
}

impl FamilyExperiment {
    /// Reads an experiment and its sets.
    ///
    /// # Errors
    ///
    /// With file and line of the first thing that is wrong.
    pub fn load(path: &Path, games: &[LabGame]) -> Result<FamilyExperiment, LabError> {
        file::load(ExperimentText::read(path)?.source(), games)
    }

    /// All that determines the count of meeting lines, on a line.
    pub(crate) fn counting(&self) -> String {
        format!("meeting lines; expansions {}", self.expansions)
    }
}

/// A position of the experiment.
#[derive(Clone, Copy, Debug)]
pub struct FamilyPosition<'a> {
    set: &'a GroupSet,
    problem: &'a Problem,
    key: &'a str,
}

/// What is to be found out about a position: what a run makes of it, or how lines meet.
#[derive(Clone, Debug)]
pub struct FamilyJob<'a> {
    asked: FamilyPosition<'a>,
    /// The run, with the hints of the game.
    run: Option<Run>,
    line: String,
}

impl FamilyJob<'_> {
    fn work(
        &self,
        expansions: u64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<FamilyRecord>, LabError> {
        let FamilyPosition { set, problem, .. } = self.asked;
        let record = FamilyRecord::empty(self.asked, self.line.clone());
        let Some(run) = &self.run else {
            let meeting = set.game.meet(problem, expansions, stop)?;
            return Ok(meeting.map(|meeting| FamilyRecord {
                meeting: Some(meeting),
                ..record
            }));
        };
        let found = set.game.measure(problem, run, stop)?;
        Ok(found.map(|found| FamilyRecord {
            answer: found.answer,
            stopped_by: found.stopped_by,
            generated: found.generated,
            expanded: found.expanded,
            evaluated: found.evaluated,
            stored: found.stored,
            seconds: found.seconds,
            ..record
        }))
    }
}

/// The run of a row on positions of a set.
fn with_hints(run: &Run, set: &GroupSet) -> Run {
    Run {
        hints: set.hints.clone(),
        ..run.clone()
    }
}

impl FamilyRecord {
    /// That of a run of which nothing is known.
    fn empty(asked: FamilyPosition<'_>, line: String) -> FamilyRecord {
        FamilyRecord {
            game: asked.set.game.name.into(),
            position: asked.key.into(),
            run: line,
            answer: "unknown".into(),
            stopped_by: None,
            generated: 0,
            expanded: 0,
            evaluated: 0,
            stored: 0,
            seconds: 0.0,
            meeting: None,
        }
    }

    /// Whether there is an answer.
    fn is_known(&self) -> bool {
        self.answer != "unknown"
    }
}

#[cfg(test)]
mod tests;
