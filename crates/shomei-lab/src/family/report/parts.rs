//! The tables that explain the ratios: meeting paths, memory, and the size of the problem.

use shomei::messages::grouped;
use shomei_cli::units::size_text;

use super::{FamilyReport, mean_cell};
use crate::bootstrap::{Interval, Sample, geometric, rank_correlation};
use crate::experiment::Measure;
use crate::meeting::{counts, lines};
use crate::record::Record;
use crate::report::Table;
use crate::set::Set;
use crate::shape::digits;

/// Positions on which the geometric mean of two runs is below this number of nodes are too small to
/// compare rules.
const SMALL: f64 = 1_000.0;

/// The lower ends of the ranges of counts per leaf; the last range is open.
const COUNTS: [f64; 7] = [1.0, 1.05, 1.2, 1.5, 2.0, 3.0, 5.0];

/// The lower ends of the ranges of nodes per position; the last range is open.
const SIZES: [f64; 6] = [1.0, 1e2, 1e3, 1e4, 1e5, 1e6];

/// The ratios on the positions of a range.
pub(super) struct Bin {
    /// The geometric mean of the places of its positions.
    pub(super) middle: f64,
    pub(super) found: Interval,
}

/// The ratio of two runs on a position.
struct PlacedRatio<'a> {
    /// Its place on the scale of the ranges.
    place: f64,
    ratio: f64,
    board: (&'a str, &'a str),
}

/// Sorts ratios into ranges by their places; `None` for an empty range.
fn bins(ratios: &[PlacedRatio<'_>], ends: &[f64]) -> Vec<Option<Bin>> {
    let bin = |at: usize| {
        let (from, to) = (ends[at], ends.get(at + 1));
        let inside = |place: f64| place >= from && to.is_none_or(|&to| place < to);
        let ratios = || ratios.iter().filter(|ratio| inside(ratio.place));
        let places: Vec<f64> = ratios().map(|ratio| ratio.place).collect();
        Some(Bin {
            middle: geometric(&[places.into()])?.mean,
            found: geometric(&[sample(ratios())])?,
        })
    };
    (0..ends.len()).map(bin).collect()
}

/// The ratios as a sample.
fn sample<'a>(ratios: impl IntoIterator<Item = &'a PlacedRatio<'a>>) -> Sample {
    let ratios = ratios.into_iter();
    Sample::tied(ratios.map(|ratio| (ratio.board, ratio.ratio)))
}

/// The text of a bin; empty if there is none.
fn bin_cell(bin: Option<&Bin>) -> String {
    super::cell(bin.map(|bin| bin.found))
}

/// An empty table with a row for each range.
fn of_ranges(head: &str, ends: &[f64]) -> Table<usize> {
    Table::new(head, 0..ends.len(), |&at| range(ends, at))
}

/// The text of a rank correlation with the number of positions; without the correlation for few.
fn rank_cell(ratios: &[PlacedRatio<'_>]) -> String {
    let pairs: Vec<(f64, f64)> = ratios.iter().map(|one| (one.place, one.ratio)).collect();
    let found = rank_correlation(&pairs).filter(|_| pairs.len() >= super::FEW);
    found.map_or(String::new(), |found| {
        format!("{found:.2} ({})", pairs.len())
    })
}

/// The text of a range.
fn range(ends: &[f64], at: usize) -> String {
    let number = |number: f64| match number >= 100.0 {
        true => grouped(number as u64),
        false => format!("{number}"),
    };
    match ends.get(at + 1) {
        Some(&to) => format!("{} to {}", number(ends[at]), number(to)),
        None => format!("from {}", number(ends[at])),
    }
}

impl<'a> FamilyReport<'a> {
    /// The counts per leaf and the ratio of a rule to its base, for each position that is large
    /// enough.
    fn counts_and_ratios(
        &self,
        pair: [usize; 2],
        positions: impl IntoIterator<Item = usize>,
    ) -> Vec<PlacedRatio<'a>> {
        let solves = |at| pair.iter().all(|&run| self.results.solves(run, at));
        let positions = positions.into_iter();
        let large = positions.filter(|&at| solves(at) && self.middle(pair, at) >= SMALL);
        large
            .filter_map(|at| Some(self.ratio(pair, at, counts(self.tree(at)?)?)))
            .collect()
    }

    fn ratio(&self, pair: [usize; 2], position: usize, place: f64) -> PlacedRatio<'a> {
        PlacedRatio {
            place,
            ratio: self.results.ratio_at(pair, Measure::Nodes, position),
            board: self.results.board(position),
        }
    }

    /// The geometric mean of the nodes of two runs on a position.
    fn middle(&self, runs: [usize; 2], position: usize) -> f64 {
        let nodes = runs.map(|run| self.nodes(run, position));
        (nodes[0] * nodes[1]).sqrt()
    }

    /// The ratio of a rule in the ranges of counts per leaf.
    pub(super) fn count_bins(&self, pair: [usize; 2]) -> Vec<Option<Bin>> {
        bins(&self.counts_and_ratios(pair, self.in_group(None)), &COUNTS)
    }

    /// The tables of meeting paths by set, and of their effect on the rules.
    pub(super) fn meeting_lines(&self) -> String {
        let rules = &self.family.rules;
        let of_set = |set: &Set| -> Vec<usize> {
            let positions = self.in_group(None);
            let is_of = |&at: &usize| std::ptr::eq(self.results.positions[at].set, set);
            positions.filter(is_of).collect()
        };
        let sets = self.results.experiment.sets.iter();
        let sets: Vec<(&Set, Vec<usize>)> = sets
            .map(|set| (set, of_set(set)))
            .filter(|(_, positions)| !positions.is_empty())
            .collect();
        let mean = |positions: &[usize], of: fn(&Record) -> Option<f64>| {
            let trees = positions.iter().filter_map(|&at| self.tree(at));
            let values: Vec<f64> = trees.filter_map(of).collect();
            geometric(&[values.into()]).map_or(String::new(), |found| digits(found.mean))
        };
        let mut by_set = Table::new("set", sets, |(set, _)| set.file.clone());
        by_set.column("positions", |(_, all)| all.len().to_string());
        by_set.column("lines per position", |(_, all)| mean(all, lines));
        by_set.column("counts per leaf", |(_, all)| mean(all, counts));
        let mut by_count = of_ranges("counts per leaf", &COUNTS);
        let mut ranks = Table::new("rule", rules, |&&pair| self.pair(pair));
        for &pair in rules {
            by_set.column(self.pair(pair), |(_, all)| {
                mean_cell(&[sample(&self.counts_and_ratios(pair, all.iter().copied()))])
            });
            let bins = self.count_bins(pair);
            by_count.column(self.pair(pair), |&at| bin_cell(bins[at].as_ref()));
        }
        let groups = self.groups().map(|(place, name)| (Some(place), name));
        for (group, name) in groups.chain([(None, "all")]) {
            ranks.column(name, |&&pair| {
                rank_cell(&self.counts_and_ratios(pair, self.in_group(group)))
            });
        }
        format!(
            "## Meeting lines\n\nCounted in a tree of proof-number search with leaves of 1 and 1, \
             with at most {} expansions per position. Lines per position: nodes made, divided by the \
             different positions among them. Counts per leaf: how often the root's proof and \
             disproof numbers count a leaf. Both are geometric means over positions. Ratios of \
             nodes with their intervals as above, on positions on which both runs together need \
             {} nodes or more in the geometric mean.\n\n{}\n\
             The ratios by counts per leaf, all groups together:\n\n{}\n\
             Spearman's rank correlation of the ratio with the counts per leaf, and the \
             number of positions:\n\n{}\n",
            grouped(self.family.expansions),
            grouped(SMALL as u64),
            by_set.numbers(),
            by_count.numbers(),
            ranks.numbers()
        )
    }

    /// The labels of a run and its base.
    fn pair(&self, [run, base]: [usize; 2]) -> String {
        format!("{} / {}", self.label(run), self.label(base))
    }

    /// The memory sizes of the lines in descending order.
    fn steps(&self) -> Vec<usize> {
        let runs = self.family.memories.iter().flat_map(|(_, runs)| runs);
        let memory = |&run: &usize| self.results.experiment.runs[run].memory;
        let mut steps: Vec<usize> = runs.map(memory).collect();
        steps.sort_unstable_by_key(|&bytes| std::cmp::Reverse(bytes));
        steps.dedup();
        steps
    }

    /// The run of a line with this memory.
    fn with_memory(&self, line: &[usize], memory: usize) -> Option<usize> {
        let mut runs = line.iter().copied();
        runs.find(|&run| self.results.experiment.runs[run].memory == memory)
    }

    /// The tables of best-first and depth-first search with decreasing memory.
    pub(super) fn memories(&self) -> String {
        let lines = &self.family.memories;
        let Some((base, base_runs)) = lines.first() else {
            return String::new();
        };
        let steps = self.steps();
        let of_steps = || Table::new("memory", &steps, |&&memory| size_text(memory as u64));
        let solved = |line: &[usize], group, memory: usize| {
            let run = self.with_memory(line, memory);
            run.map_or(String::new(), |run| self.solved_in(run, group).to_string())
        };
        let mut all = of_steps();
        for (name, runs) in lines {
            let head = format!("{name}, solved of {}", self.results.positions.len());
            all.column(head, |&&memory| solved(runs, None, memory));
        }
        for (name, runs) in &lines[1..] {
            let cell = |memory: usize| {
                let run = self.with_memory(runs, memory)?;
                let pair = [run, self.with_memory(base_runs, memory)?];
                Some(mean_cell(&self.ratios_of(pair, Measure::Nodes)))
            };
            let head = format!("{name} / {base}, nodes");
            all.column(head, |&&memory| cell(memory).unwrap_or_default());
        }
        let mut by_group = of_steps();
        for (place, group) in self.groups() {
            let (place, of) = (Some(place), self.in_group(Some(place)).count());
            for (name, runs) in lines {
                let head = format!("{group} (of {of}), {name}");
                by_group.column(head, |&&memory| solved(runs, place, memory));
            }
        }
        format!(
            "## Less memory\n\nPositions solved with this memory for trees and tables together, \
             and the ratio of nodes on those that both solve with the same memory, as above.\n\n{}\n\
             Solved by group:\n\n{}\n",
            all.numbers(),
            by_group.numbers()
        )
    }

    /// The ratio of a run in the ranges of sizes, on the positions that the run and the base solve.
    pub(super) fn size_bins(&self, run: usize, group: Option<usize>) -> Vec<Option<Bin>> {
        let pair = [run, self.family.sizes.0];
        let mut both = self.results.common(&pair);
        both.retain(|at| self.in_group(group).any(|inside| inside == *at));
        let ratio = |&at: &usize| self.ratio(pair, at, self.middle(pair, at));
        bins(&both.iter().map(ratio).collect::<Vec<_>>(), &SIZES)
    }

    /// The tables of runs by the size of the problem.
    pub(super) fn by_size(&self) -> String {
        let (base, runs) = &self.family.sizes;
        if runs.is_empty() {
            return String::new();
        }
        let mut all = of_ranges("nodes", &SIZES);
        for &run in runs {
            let bins = self.size_bins(run, None);
            all.column(self.label(run), |&at| bin_cell(bins[at].as_ref()));
        }
        // A row for each range of a group with positions for at least one run.
        let mut rows: Vec<(String, Vec<String>)> = Vec::new();
        for (group, name) in self.groups() {
            let bins = |&run| self.size_bins(run, Some(group));
            let bins: Vec<Vec<Option<Bin>>> = runs.iter().map(bins).collect();
            for size in 0..SIZES.len() {
                let cells = bins.iter().map(|bins| bin_cell(bins[size].as_ref()));
                let cells: Vec<String> = cells.collect();
                if cells.iter().any(|cell| !cell.is_empty()) {
                    rows.push((format!("{name}, {}", range(&SIZES, size)), cells));
                }
            }
        }
        let mut by_group = Table::new("group, nodes", rows, |(name, _)| name.clone());
        for (at, &run) in runs.iter().enumerate() {
            by_group.column(self.label(run), |(_, cells)| cells[at].clone());
        }
        format!(
            "## By size\n\nRatios of nodes to {base}, as above, on the positions that the run and \
             {base} solve, by the size of the problem: the geometric mean of the nodes of these two. \
             (If the nodes of one run determined the size, large positions would be those on which \
             that run is slow by chance.)\n\n{}\n\
             The same by group:\n\n{}\n",
            all.numbers(),
            by_group.numbers(),
            base = self.label(*base),
        )
    }
}
