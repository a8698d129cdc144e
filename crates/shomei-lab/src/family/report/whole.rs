//! The runs as a whole: solved positions, ratios to one run, how the runs ended.

use shomei::words::grouped;

use super::{FEW, FamilyMeasure, FamilyResults, PositionRuns, mean_cell};
use crate::bootstrap::{RESAMPLES, geometric};
use crate::journal::Identity;
use crate::report::{Printed, markdown, opening};
use crate::shape::digits;

/// Runs, and the positions on which they are added up.
type Ground<'a> = (Vec<usize>, Vec<&'a PositionRuns<'a>>);

/// A column of a table.
pub(super) fn column(
    head: &str,
    rows: impl IntoIterator<Item = usize>,
    cell: impl Fn(usize) -> String,
) -> Printed {
    Printed {
        head: head.into(),
        cells: rows.into_iter().map(cell).collect(),
    }
}

impl FamilyResults<'_> {
    pub(super) fn head(&self, identity: &Identity) -> String {
        let experiment = self.experiment;
        let note = experiment.note.as_deref();
        let about = [&experiment.name, &experiment.title, &experiment.source];
        let mut text = opening(about.map(String::as_str), note);
        text += &format!("- positions: {} of {}\n", self.rows.len(), self.asked);
        if self.rows.len() < self.asked {
            text += "- **not finished**: the figures are those of the positions that are\n";
        }
        for (place, group) in experiment.groups.iter().enumerate() {
            let sets = experiment.sets.iter().filter(|set| set.group == place);
            let files: Vec<&str> = sets.map(|set| &*set.set.file).collect();
            let rows = self.in_group(Some(place)).count();
            text += &format!("- {group}: {rows} positions, {}\n", files.join(", "));
        }
        let base = &experiment.runs[experiment.base];
        let limits = [
            (base.budget.nodes, "expanded nodes"),
            (base.budget.generated, "generated nodes"),
        ];
        let limits = limits.map(|(limit, what)| limit.map(|limit| (grouped(limit), what)));
        let limits: Vec<String> = limits
            .into_iter()
            .flatten()
            .map(|(limit, what)| format!("{limit} {what}, "))
            .collect();
        let memory = bytesize::ByteSize(base.memory as u64).display().iec();
        text += &format!("- limits: {}{memory} of memory\n", limits.concat());
        text += &format!("- nodes: those {}\n", experiment.count.name());
        text += &format!("- {}, begun {}\n", identity.program(), identity.begun);
        text + &format!("- {}\n\n", identity.machines.join("; "))
    }

    pub(super) fn solved(&self) -> String {
        let runs = || self.main_runs();
        let of = |group| self.in_group(group).count();
        let mut columns = vec![column("run", runs(), |run| self.label(run).into())];
        for (place, group) in self.experiment.groups.iter().enumerate() {
            let head = format!("{group} (of {})", of(Some(place)));
            let cell = |run| self.solved_in(run, Some(place)).to_string();
            columns.push(column(&head, runs(), cell));
        }
        let head = format!("all (of {})", of(None));
        columns.push(column(&head, runs(), |run| {
            self.solved_in(run, None).to_string()
        }));
        format!("## Solved\n\n{}\n", markdown(&columns))
    }

    /// Geometric means of ratios to the base, with their intervals.
    pub(super) fn ratios(&self) -> String {
        let base = self.experiment.base;
        let others = || self.main_runs().filter(move |&run| run != base);
        let all = |of| move |run: usize| mean_cell(&self.ratios_of([run, base], of, |_| true));
        let by_group = |of| {
            let mut columns = vec![column("run", others(), |run| self.label(run).into())];
            for (place, group) in self.experiment.groups.iter().enumerate() {
                let ratios = |run| self.ratios_of([run, base], of, |_| true);
                let cell = |run: usize| mean_cell(&ratios(run)[place..=place]);
                columns.push(column(group, others(), cell));
            }
            columns.push(column("all", others(), all(of)));
            markdown(&columns)
        };
        let columns = [
            column("run", others(), |run| self.label(run).into()),
            column("stored", others(), all(FamilyMeasure::Stored)),
            column("seconds", others(), all(FamilyMeasure::Seconds)),
        ];
        let base = self.label(base);
        format!(
            "## Against {base}\n\nNodes divided by those of {base}, position by position: the \
             geometric mean over the positions that both solve, in parentheses its 95 % interval by \
             the bootstrap (percentiles of {}, each group drawn anew by itself, questions about one \
             board drawn together) and how many positions these are; of fewer than {FEW} there is \
             no interval. In the last column each group weighs the same.\n\n{}\n\
             Expanded nodes, which the limit counts, in the same way:\n\n{}\n\
             All groups: most nodes held in memory, and seconds; seconds do not \
             repeat.\n\n{}\n",
            resamples(),
            by_group(FamilyMeasure::Nodes),
            by_group(FamilyMeasure::Expanded),
            markdown(&columns)
        )
    }

    /// Totals where every run of the first figure solves.
    pub(super) fn on_common_ground(&self) -> String {
        let solved = &self.experiment.solved;
        if solved.is_empty() {
            return String::new();
        }
        let rows = || solved.iter().copied();
        let groups = 0..self.experiment.groups.len();
        let grounds: Vec<Ground<'_>> = groups.map(|group| self.ground(group)).collect();
        let mut columns = vec![column("run", rows(), |run| self.label(run).into())];
        for (group, (runs, common)) in self.experiment.groups.iter().zip(&grounds) {
            let cell = |run| {
                let nodes = common
                    .iter()
                    .map(|row| self.value(run, row, FamilyMeasure::Nodes));
                match runs.contains(&run) {
                    true => grouped(nodes.sum::<f64>() as u64),
                    false => String::new(),
                }
            };
            columns.push(column(&format!("{group} ({})", common.len()), rows(), cell));
        }
        format!(
            "## Totals\n\nNodes in all on the positions that all of these solve; how many these are \
             stands in parentheses. A run that solves less than half of a group is left out \
             there.\n\n{}\n",
            markdown(&columns)
        )
    }

    /// The runs that solve half of a group, and the positions that all of them solve.
    fn ground(&self, group: usize) -> Ground<'_> {
        let half = self.in_group(Some(group)).count().div_ceil(2);
        let mut runs = self.experiment.solved.clone();
        runs.retain(|&run| self.solved_in(run, Some(group)) >= half);
        let all = |row: &&PositionRuns<'_>| runs.iter().all(|&run| self.solves(run, row));
        let common = self.in_group(Some(group)).filter(all).collect();
        (runs, common)
    }

    /// How the runs ended.
    pub(super) fn ends(&self) -> String {
        let rows = || 0..self.experiment.runs.len();
        let count = |run: usize, wanted: &dyn Fn(&super::FamilyRecord) -> bool| {
            let records = self.rows.iter().map(|row| row.runs[run]);
            records.filter(|record| wanted(record)).count().to_string()
        };
        let answers = |answer: &'static str| {
            column(answer, rows(), move |run| {
                count(run, &|one| one.answer == answer)
            })
        };
        let stops = |head: &str, stop: &'static str| {
            column(head, rows(), move |run| {
                count(run, &|one| {
                    !one.is_known() && one.stopped_by.as_deref() == Some(stop)
                })
            })
        };
        let sum = |head: &str, of: fn(&super::FamilyRecord) -> f64| {
            column(head, rows(), move |run| {
                let sum: f64 = self.rows.iter().map(|row| of(row.runs[run])).sum();
                grouped(sum.round() as u64)
            })
        };
        let memory = |run: usize| {
            let memory = self.experiment.runs[run].memory as u64;
            bytesize::ByteSize(memory).display().iec().to_string()
        };
        let columns = [
            column("run", rows(), |run| self.label(run).into()),
            column("memory", rows(), memory),
            answers("proved"),
            answers("disproved"),
            stops("limit of nodes", "nodes"),
            stops("of memory", "memory"),
            sum("generated", |one| one.generated as f64),
            sum("expanded", |one| one.expanded as f64),
            sum("seconds", |one| one.seconds),
        ];
        format!(
            "## How the runs ended\n\nUnsolved positions by the limit that was reached; nodes and \
             seconds of all runs, solved or not.\n\n{}\n",
            markdown(&columns)
        )
    }

    pub(super) fn checks(&self) -> String {
        let checks = &self.experiment.checks;
        if checks.is_empty() {
            return String::new();
        }
        let mut text = String::from(
            "## Does it hold?\n\nRatios of nodes, geometric means as above.\n\n\
             | claim | found | holds |\n| --- | --- | --- |\n",
        );
        for check in checks {
            let inside = |row: &PositionRuns<'_>| {
                check.group.is_none_or(|group| row.asked.set.group == group)
            };
            let ratios = self.ratios_of([check.left, check.right], FamilyMeasure::Nodes, inside);
            let (found, holds) = match geometric(&ratios) {
                None => ("no position to tell".into(), "unknown"),
                Some(found) => {
                    let holds = (check.at_least..=check.at_most).contains(&found.mean);
                    let text = format!("{} ({} positions)", digits(found.mean), found.values);
                    (text, if holds { "yes" } else { "**no**" })
                }
            };
            text += &format!("| {} | {found} | {holds} |\n", check.claim);
        }
        text + "\n"
    }
}

/// How often samples are drawn anew, in words.
pub(super) fn resamples() -> String {
    format!("{} resamples", grouped(RESAMPLES as u64))
}
