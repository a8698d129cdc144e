//! The tables and figures of an experiment with the family.

mod figures;
mod parts;
mod whole;

use std::collections::HashMap;

use shomei_game::corpus::Value;

use super::{FamilyExperiment, FamilyPosition, FamilyRecord, with_hints};
use crate::bootstrap::{Interval, Sample, geometric};
use crate::experiment::Counter;
use crate::journal::Identity;
use crate::meeting::Meeting;
use crate::shape::digits;

/// What was found: on the positions on which every run is finished.
pub(super) struct FamilyResults<'a> {
    experiment: &'a FamilyExperiment,
    rows: Vec<PositionRuns<'a>>,
    /// How many positions were asked for.
    asked: usize,
}

/// A position with what was found out about it.
struct PositionRuns<'a> {
    asked: FamilyPosition<'a>,
    meeting: Meeting,
    /// By run.
    runs: Vec<&'a FamilyRecord>,
}

impl<'a> PositionRuns<'a> {
    /// The board that is asked about; there may be several questions about it.
    fn board(&self) -> (&'a str, &'a str) {
        let FamilyPosition { set, problem, key } = self.asked;
        let board = match set.graphs {
            true => key,
            false => &*problem.position,
        };
        (set.game.name, board)
    }
}

/// What can be compared.
#[derive(Clone, Copy)]
enum FamilyMeasure {
    Nodes,
    Expanded,
    Stored,
    Seconds,
}

impl<'a> FamilyResults<'a> {
    pub(super) fn of(
        experiment: &'a FamilyExperiment,
        asked: &[FamilyPosition<'a>],
        records: &'a [FamilyRecord],
    ) -> FamilyResults<'a> {
        let id = |one: &'a FamilyRecord| (&*one.game, &*one.position, &*one.run);
        let known: HashMap<_, &FamilyRecord> = records.iter().map(|one| (id(one), one)).collect();
        let row = |&asked: &FamilyPosition<'a>| {
            let found = |line: &str| known.get(&(asked.set.game.name, asked.key, line)).copied();
            let runs = experiment.runs.iter();
            Some(PositionRuns {
                asked,
                meeting: found(&experiment.counting())?.meeting?,
                runs: runs
                    .map(|run| found(&with_hints(run, asked.set).line()))
                    .collect::<Option<_>>()?,
            })
        };
        FamilyResults {
            experiment,
            rows: asked.iter().filter_map(row).collect(),
            asked: asked.len(),
        }
    }

    /// What it is about, and the tables.
    pub(super) fn parts(&self, identity: &Identity) -> [String; 2] {
        let parts = [
            self.solved(),
            self.ratios(),
            self.on_common_ground(),
            self.meeting_lines(),
            self.memories(),
            self.by_size(),
            self.ends(),
            self.checks(),
        ];
        let mut text = parts.concat() + "## Contradictions\n\n";
        match &self.contradictions()[..] {
            [] => text += "None: no two runs and no set contradict each other.\n",
            some => text += &format!("- {}\n", some.join("\n- ")),
        }
        [self.head(identity), text]
    }

    /// Whether a run has an answer, and not one that the set knows to be wrong.
    fn solves(&self, run: usize, row: &PositionRuns<'_>) -> bool {
        let answer = &*row.runs[run].answer;
        match row.asked.problem.value {
            Value::Proved => answer == "proved",
            Value::Disproved => answer == "disproved",
            Value::Unknown => answer != "unknown",
        }
    }

    fn value(&self, run: usize, row: &PositionRuns<'_>, of: FamilyMeasure) -> f64 {
        let record = row.runs[run];
        let (value, least) = match of {
            FamilyMeasure::Nodes => (self.nodes(record) as f64, 1.0),
            FamilyMeasure::Expanded => (record.expanded as f64, 1.0),
            FamilyMeasure::Stored => (record.stored as f64, 1.0),
            FamilyMeasure::Seconds => (record.seconds, 1e-6),
        };
        value.max(least)
    }

    fn nodes(&self, record: &FamilyRecord) -> u64 {
        match self.experiment.count {
            Counter::Generated => record.generated,
            Counter::Expanded | Counter::All => record.expanded,
            Counter::Evaluated => record.evaluated,
        }
    }

    /// What one run needs divided by what the other does, on those positions that both solve and
    /// that are asked for, by group.
    fn ratios_of(
        &self,
        [run, base]: [usize; 2],
        of: FamilyMeasure,
        wanted: impl Fn(&PositionRuns<'_>) -> bool,
    ) -> Vec<Sample> {
        let ratios = |group| {
            let rows = self.in_group(Some(group)).filter(|row| wanted(row));
            let both = rows.filter(|row| self.solves(run, row) && self.solves(base, row));
            let ratio = |row: &PositionRuns<'a>| {
                (
                    row.board(),
                    self.value(run, row, of) / self.value(base, row, of),
                )
            };
            Sample::tied(both.map(ratio))
        };
        (0..self.experiment.groups.len()).map(ratios).collect()
    }

    /// The rows with the memory of the base: those with less stand in a table of their own.
    fn main_runs(&self) -> impl Iterator<Item = usize> {
        let runs = &self.experiment.runs;
        let memory = runs[self.experiment.base].memory;
        (0..runs.len()).filter(move |&run| runs[run].memory == memory)
    }

    fn label(&self, run: usize) -> &str {
        &self.experiment.runs[run].label
    }

    /// How many positions of a group, or of all, a run solves.
    fn solved_in(&self, run: usize, group: Option<usize>) -> usize {
        let rows = self.in_group(group);
        rows.filter(|row| self.solves(run, row)).count()
    }

    fn in_group(&self, group: Option<usize>) -> impl Iterator<Item = &PositionRuns<'a>> {
        let inside =
            move |row: &&PositionRuns<'_>| group.is_none_or(|group| row.asked.set.group == group);
        self.rows.iter().filter(inside)
    }

    /// What cannot be true.
    pub(super) fn contradictions(&self) -> Vec<String> {
        let mut all = Vec::new();
        for row in &self.rows {
            let says = |answer: &str| {
                let runs = row.runs.iter().position(|record| record.answer == answer);
                runs.map(|run| self.label(run))
            };
            let at = format!("{} ({})", row.asked.problem.at, row.asked.problem.name);
            match (row.asked.problem.value, says("proved"), says("disproved")) {
                (Value::Proved, _, Some(wrong)) => {
                    all.push(format!("{at}: the set says proved, {wrong} disproved"));
                }
                (Value::Disproved, Some(wrong), _) => {
                    all.push(format!("{at}: the set says disproved, {wrong} proved"));
                }
                (Value::Unknown, Some(one), Some(other)) => {
                    all.push(format!("{at}: {one} says proved, {other} disproved"));
                }
                _ => {}
            }
        }
        all
    }

    /// The positions of which everything is finished, with how lines meet below them and their
    /// runs.
    pub(super) fn rows(
        &self,
    ) -> impl Iterator<Item = (FamilyPosition<'a>, Meeting, &[&'a FamilyRecord])> {
        let rows = self.rows.iter();
        rows.map(|row| (row.asked, row.meeting, &*row.runs))
    }

    /// The group of a position.
    pub(super) fn group(&self, asked: FamilyPosition<'_>) -> &str {
        &self.experiment.groups[asked.set.group]
    }

    pub(super) fn experiment(&self) -> &FamilyExperiment {
        self.experiment
    }
}

/// Of fewer positions an interval by the bootstrap says nothing: it cannot reach beyond the values
/// that are there.
const FEW: usize = 10;

/// A mean with its interval and the number of positions behind it.
fn cell(found: Option<Interval>) -> String {
    found.map_or(String::new(), |found| {
        let [mean, low, high] = [found.mean, found.low, found.high].map(digits);
        match found.values < FEW {
            true => format!("{mean} ({})", found.values),
            false => format!("{mean} ({low}-{high}; {})", found.values),
        }
    })
}

/// The cell of the geometric mean of these.
fn mean_cell(groups: &[Sample]) -> String {
    cell(geometric(groups))
}
