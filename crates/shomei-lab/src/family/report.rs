//! The tables and figures of the family.

mod figures;
mod parts;
mod whole;

use super::Family;
use crate::bootstrap::{Interval, Sample, geometric};
use crate::experiment::Measure;
use crate::record::Record;
use crate::results::Results;
use crate::shape::digits;

/// The results on the positions whose runs are all finished.
pub(crate) struct FamilyReport<'a> {
    results: &'a Results<'a>,
    family: &'a Family,
}

impl<'a> FamilyReport<'a> {
    pub(crate) fn of(results: &'a Results<'a>, family: &'a Family) -> FamilyReport<'a> {
        FamilyReport { results, family }
    }

    /// The tables.
    pub(crate) fn tables(&self) -> String {
        let parts = [
            self.solved(),
            self.ratios(),
            self.on_common_positions(),
            self.meeting_lines(),
            self.memories(),
            self.by_size(),
        ];
        parts.concat()
    }

    fn nodes(&self, run: usize, position: usize) -> f64 {
        self.results.value(run, Measure::Nodes, position).max(1.0)
    }

    /// The ratios of two runs by group.
    fn ratios_of(&self, pair: [usize; 2], of: Measure) -> Vec<Sample> {
        self.results.ratios_of(pair, of, |_| true)
    }

    /// The counts of the tree below a position.
    fn tree(&self, position: usize) -> Option<&'a Record> {
        let row = self.results.experiment.runs.len();
        self.results.record(row, position)
    }

    /// The rows with the memory of the base. Those with less memory have a separate table.
    fn main_runs(&self) -> impl Iterator<Item = usize> {
        let runs = &self.results.experiment.runs;
        let memory = runs[self.family.base].memory;
        (0..runs.len()).filter(move |&run| runs[run].memory == memory)
    }

    fn label(&self, run: usize) -> &'a str {
        self.results.label(run)
    }

    /// The number of solved positions of a run, in a group or in all.
    fn solved_in(&self, run: usize, group: Option<usize>) -> usize {
        let positions = self.in_group(group);
        positions.filter(|&at| self.results.solves(run, at)).count()
    }

    /// The positions of a group, or all positions.
    fn in_group(&self, group: Option<usize>) -> impl Iterator<Item = usize> {
        let positions = &self.results.positions;
        let inside = move |&at: &usize| group.is_none_or(|group| positions[at].set.group == group);
        (0..positions.len()).filter(inside)
    }

    /// The groups with their names.
    fn groups(&self) -> impl Iterator<Item = (usize, &'a str)> {
        let groups: &'a Vec<String> = &self.family.groups;
        groups.iter().map(String::as_str).enumerate()
    }
}

/// With fewer positions there is no interval: the bootstrap cannot reach beyond the observed
/// values.
const FEW: usize = 10;

/// The text of a mean with its interval or its number of positions.
fn cell(found: Option<Interval>) -> String {
    found.map_or(String::new(), |found| {
        let [mean, low, high] = [found.mean, found.low, found.high].map(digits);
        match found.values < FEW {
            true => format!("{mean} ({})", found.values),
            false => format!("{mean} ({low}-{high}; {})", found.values),
        }
    })
}

/// The text of the geometric mean of these samples.
fn mean_cell(groups: &[Sample]) -> String {
    cell(geometric(groups))
}
