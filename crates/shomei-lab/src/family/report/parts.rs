//! What explains the ratios: meeting lines, memory, and the size of the problem.

use shomei::words::grouped;

use super::whole::column;
use super::{FamilyMeasure, FamilyResults, PositionRuns, mean_cell};
use crate::bootstrap::{Interval, Sample, geometric, rank_correlation};
use crate::report::{Printed, markdown};
use crate::shape::digits;

/// Positions on which two runs need less than this, in the geometric mean of both, say nothing
/// about rules.
const SMALL: f64 = 1_000.0;

/// The ends of the ranges of how often a leaf is counted; the last one is open.
const COUNTS: [f64; 7] = [1.0, 1.05, 1.2, 1.5, 2.0, 3.0, 5.0];

/// The ends of the ranges of how many nodes a position takes; the last one is open.
const SIZES: [f64; 6] = [1.0, 1e2, 1e3, 1e4, 1e5, 1e6];

/// A range of positions with what is found there.
pub(super) struct Bin {
    /// From, and up to.
    pub(super) range: (f64, Option<f64>),
    /// The geometric mean of the places of its positions.
    pub(super) middle: f64,
    pub(super) found: Interval,
}

/// What a run needs on a position, divided by what another one does.
struct PlacedRatio<'a> {
    /// Where it stands among others.
    place: f64,
    ratio: f64,
    board: (&'a str, &'a str),
}

/// Divides ratios by the ends of ranges of their places; a range without any is left out.
fn bins(ratios: &[PlacedRatio<'_>], ends: &[f64]) -> Vec<Bin> {
    let range = |at: usize| {
        let (from, to) = (ends[at], ends.get(at + 1).copied());
        let inside = |place: f64| place >= from && to.is_none_or(|to| place < to);
        let ratios = || ratios.iter().filter(|ratio| inside(ratio.place));
        let places: Vec<f64> = ratios().map(|ratio| ratio.place).collect();
        Some(Bin {
            range: (from, to),
            middle: geometric(&[places.into()])?.mean,
            found: geometric(&[sample(ratios())])?,
        })
    };
    (0..ends.len()).filter_map(range).collect()
}

/// Ratios as a sample.
fn sample<'a>(ratios: impl IntoIterator<Item = &'a PlacedRatio<'a>>) -> Sample {
    let ratios = ratios.into_iter();
    Sample::tied(ratios.map(|ratio| (ratio.board, ratio.ratio)))
}

/// A column of bins, empty where there is none.
fn bin_column(head: &str, bins: &[Bin], ends: &[f64]) -> Printed {
    let cell = |at: usize| {
        let bin = bins.iter().find(|bin| bin.range.0 == ends[at]);
        super::cell(bin.map(|bin| bin.found))
    };
    column(head, 0..ends.len(), cell)
}

/// A rank correlation with the number of positions; of few it says nothing.
fn rank_cell(ratios: &[PlacedRatio<'_>]) -> String {
    let pairs: Vec<(f64, f64)> = ratios.iter().map(|one| (one.place, one.ratio)).collect();
    let found = rank_correlation(&pairs).filter(|_| pairs.len() >= super::FEW);
    found.map_or(String::new(), |found| {
        format!("{found:.2} ({})", pairs.len())
    })
}

/// A range in words.
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

impl<'a> FamilyResults<'a> {
    /// How often the root's numbers count a leaf, and the ratio of a rule to its base, for each
    /// position that is large enough.
    fn counts_and_ratios(
        &self,
        (run, base): (usize, usize),
        rows: &[&PositionRuns<'a>],
    ) -> Vec<PlacedRatio<'a>> {
        let both = |row: &&&PositionRuns<'a>| {
            let solved = self.solves(run, row) && self.solves(base, row);
            solved && self.middle([run, base], row) >= SMALL
        };
        let ratio = |row: &&PositionRuns<'a>| self.ratio([run, base], row, row.meeting.counts()?);
        rows.iter().filter(both).filter_map(ratio).collect()
    }

    fn ratio(
        &self,
        [run, base]: [usize; 2],
        row: &PositionRuns<'a>,
        place: f64,
    ) -> Option<PlacedRatio<'a>> {
        let [run, base] = [run, base].map(|run| self.value(run, row, FamilyMeasure::Nodes));
        Some(PlacedRatio {
            place,
            ratio: run / base,
            board: row.board(),
        })
    }

    /// The geometric mean of the nodes of two runs on a position.
    fn middle(&self, runs: [usize; 2], row: &PositionRuns<'_>) -> f64 {
        let nodes = runs.map(|run| self.value(run, row, FamilyMeasure::Nodes));
        (nodes[0] * nodes[1]).sqrt()
    }

    /// The ranges of how often a leaf is counted, with the ratio of a rule.
    pub(super) fn count_bins(&self, pair: (usize, usize)) -> Vec<Bin> {
        let rows: Vec<&PositionRuns<'a>> = self.rows.iter().collect();
        bins(&self.counts_and_ratios(pair, &rows), &COUNTS)
    }

    /// How often lines meet, by set, and what that means for the rules.
    pub(super) fn meeting_lines(&self) -> String {
        let experiment = self.experiment;
        let sets = &experiment.sets;
        let rows_of = |set: usize| -> Vec<&PositionRuns<'a>> {
            let rows = self.rows.iter();
            rows.filter(|row| std::ptr::eq(row.asked.set, &sets[set]))
                .collect()
        };
        let shown: Vec<usize> = (0..sets.len())
            .filter(|&set| !rows_of(set).is_empty())
            .collect();
        let all = || shown.iter().copied();
        let mean = |set: usize, of: fn(&PositionRuns<'_>) -> Option<f64>| {
            let values: Vec<f64> = rows_of(set).into_iter().filter_map(of).collect();
            geometric(&[values.into()]).map_or(String::new(), |found| digits(found.mean))
        };
        let mut columns = vec![
            column("set", all(), |set| sets[set].set.file.clone()),
            column("positions", all(), |set| rows_of(set).len().to_string()),
            column("lines a position", all(), |set| {
                mean(set, |row| row.meeting.lines())
            }),
            column("counts a leaf", all(), |set| {
                mean(set, |row| row.meeting.counts())
            }),
        ];
        let mut by_count = vec![column("counts a leaf", 0..COUNTS.len(), |at| {
            range(&COUNTS, at)
        })];
        let pairs = 0..experiment.rules.len();
        let mut ranks = vec![column("rule", pairs.clone(), |at| {
            self.pair(experiment.rules[at])
        })];
        for &pair in &experiment.rules {
            let head = self.pair(pair);
            columns.push(column(&head, all(), |set| {
                mean_cell(&[sample(&self.counts_and_ratios(pair, &rows_of(set)))])
            }));
            by_count.push(bin_column(&head, &self.count_bins(pair), &COUNTS));
        }
        let groups = experiment.groups.iter().enumerate();
        let places = groups.map(|(place, name)| (Some(place), &**name));
        for (group, name) in places.chain([(None, "all")]) {
            let rows: Vec<&PositionRuns<'a>> = self.in_group(group).collect();
            let cell = |at: usize| rank_cell(&self.counts_and_ratios(experiment.rules[at], &rows));
            ranks.push(column(name, pairs.clone(), cell));
        }
        format!(
            "## Meeting lines\n\nCounted in a tree of proof-number search with leaves of 1 and 1, \
             of at most {} expansions a position. Lines a position: nodes made, divided by the \
             different positions among them. Counts a leaf: how often the root's proof and \
             disproof numbers count a leaf. Both are geometric means over positions. Ratios of \
             nodes with their intervals as above, on positions on which both runs together need \
             {} nodes or more in the geometric mean.\n\n{}\n\
             The ratios by how often a leaf is counted, all groups together:\n\n{}\n\
             Spearman's rank correlation of the ratio with how often a leaf is counted, and the \
             number of positions:\n\n{}\n",
            grouped(experiment.expansions),
            grouped(SMALL as u64),
            markdown(&columns),
            markdown(&by_count),
            markdown(&ranks)
        )
    }

    /// A run and what it is divided by, in words.
    pub(super) fn pair(&self, (run, base): (usize, usize)) -> String {
        format!("{} / {}", self.label(run), self.label(base))
    }

    /// The memories of the lines, the largest first.
    pub(super) fn steps(&self) -> Vec<usize> {
        let runs = self.experiment.memories.iter().flat_map(|(_, runs)| runs);
        let mut steps: Vec<usize> = runs.map(|&run| self.experiment.runs[run].memory).collect();
        steps.sort_unstable_by_key(|&bytes| std::cmp::Reverse(bytes));
        steps.dedup();
        steps
    }

    /// The run of a line with so much memory.
    fn with_memory(&self, line: &[usize], memory: usize) -> Option<usize> {
        let mut runs = line.iter().copied();
        runs.find(|&run| self.experiment.runs[run].memory == memory)
    }

    /// Best-first and depth-first search in less and less memory.
    pub(super) fn memories(&self) -> String {
        let lines = &self.experiment.memories;
        let Some((base, base_runs)) = lines.first() else {
            return String::new();
        };
        let steps = self.steps();
        let rows = || 0..steps.len();
        let bytes = |at: usize| {
            let bytes = bytesize::ByteSize(steps[at] as u64);
            bytes.display().iec().to_string()
        };
        let first = || column("memory", rows(), bytes);
        let solved = |line: &[usize], group, at: usize| {
            let run = self.with_memory(line, steps[at]);
            run.map_or(String::new(), |run| self.solved_in(run, group).to_string())
        };
        let mut all = vec![first()];
        for (name, runs) in lines {
            let head = format!("{name}, solved of {}", self.rows.len());
            all.push(column(&head, rows(), |at| solved(runs, None, at)));
        }
        for (name, runs) in &lines[1..] {
            let cell = |at: usize| {
                let run = self.with_memory(runs, steps[at])?;
                let base = self.with_memory(base_runs, steps[at])?;
                Some(mean_cell(&self.ratios_of(
                    [run, base],
                    FamilyMeasure::Nodes,
                    |_| true,
                )))
            };
            let head = format!("{name} / {base}, nodes");
            all.push(column(&head, rows(), |at| cell(at).unwrap_or_default()));
        }
        let mut by_group = vec![first()];
        for (place, group) in self.experiment.groups.iter().enumerate() {
            for (name, runs) in lines {
                let of = self.in_group(Some(place)).count();
                let head = format!("{group} (of {of}), {name}");
                by_group.push(column(&head, rows(), |at| solved(runs, Some(place), at)));
            }
        }
        format!(
            "## Less memory\n\nPositions solved with so much memory for trees and tables together, \
             and the ratio of nodes on those that both solve with the same memory, as above.\n\n{}\n\
             Solved by group:\n\n{}\n",
            markdown(&all),
            markdown(&by_group)
        )
    }

    /// The ranges of sizes, with the ratio of a run, on the positions that it and the base solve.
    pub(super) fn size_bins(&self, run: usize, group: Option<usize>) -> Vec<Bin> {
        let pair = [run, self.experiment.sizes.0];
        let rows = self.in_group(group);
        let both = rows.filter(|row| pair.iter().all(|&run| self.solves(run, row)));
        let ratio = |row: &PositionRuns<'a>| self.ratio(pair, row, self.middle(pair, row));
        bins(&both.filter_map(ratio).collect::<Vec<_>>(), &SIZES)
    }

    /// Runs by the size of the problem.
    pub(super) fn by_size(&self) -> String {
        let (base, runs) = &self.experiment.sizes;
        if runs.is_empty() {
            return String::new();
        }
        let sizes = 0..SIZES.len();
        let mut all = vec![column("nodes", sizes, |at| range(&SIZES, at))];
        for &run in runs {
            let bins = self.size_bins(run, None);
            all.push(bin_column(self.label(run), &bins, &SIZES));
        }
        let groups = 0..self.experiment.groups.len();
        let of_group = |group| -> Vec<Vec<Bin>> {
            let runs = runs.iter();
            runs.map(|&run| self.size_bins(run, Some(group))).collect()
        };
        let found: Vec<Vec<Vec<Bin>>> = groups.map(of_group).collect();
        let bin = |group: usize, at: usize, size: usize| -> Option<&Bin> {
            let mut bins = found[group][at].iter();
            bins.find(|bin| bin.range.0 == SIZES[size])
        };
        // A row for each range of a group in which there are positions for one of the runs.
        let sizes_of = |group| (0..SIZES.len()).map(move |size| (group, size));
        let mut rows: Vec<(usize, usize)> = (0..found.len()).flat_map(sizes_of).collect();
        rows.retain(|&(group, size)| (0..runs.len()).any(|at| bin(group, at, size).is_some()));
        let name = |row: usize| {
            let (group, size) = rows[row];
            format!("{}, {}", self.experiment.groups[group], range(&SIZES, size))
        };
        let mut by_group = vec![column("group, nodes", 0..rows.len(), name)];
        for (at, &run) in runs.iter().enumerate() {
            let cell = |row: usize| {
                let (group, size) = rows[row];
                super::cell(bin(group, at, size).map(|bin| bin.found))
            };
            by_group.push(column(self.label(run), 0..rows.len(), cell));
        }
        format!(
            "## By size\n\nRatios of nodes to {base}, as above, on the positions that the run and \
             {base} solve, by the size of the problem: the geometric mean of the nodes of these two. \
             (By the nodes of one of them, those positions would be large on which that one had bad \
             luck, and the other would look good there.)\n\n{}\n\
             The same by group:\n\n{}\n",
            markdown(&all),
            markdown(&by_group),
            base = self.label(*base),
        )
    }
}
