//! The tables of all runs: solved positions, and ratios to one run.

use shomei::messages::grouped;

use super::{FEW, FamilyReport, mean_cell};
use crate::bootstrap::RESAMPLES;
use crate::experiment::Measure;
use crate::record::Count;
use crate::report::{Table, limits};

impl FamilyReport<'_> {
    /// The lines about positions and limits.
    pub(crate) fn about(&self) -> Vec<String> {
        let experiment = self.results.experiment;
        let (done, asked) = (self.results.positions.len(), self.results.asked);
        let mut lines = vec![format!("positions: {done} of {asked}")];
        if done < asked {
            let message = "**not finished**: the figures are those of the positions that are";
            lines.push(message.into());
        }
        for (place, group) in self.groups() {
            let sets = experiment.sets.iter().filter(|set| set.group == place);
            let files: Vec<&str> = sets.map(|set| &*set.file).collect();
            let positions = self.in_group(Some(place)).count();
            lines.push(format!(
                "{group}: {positions} positions, {}",
                files.join(", ")
            ));
        }
        let base = &experiment.runs[self.family.base];
        lines.push(format!("limits: {}", limits(&[base])));
        lines.push(format!("nodes: those {}", base.count.name()));
        lines
    }

    pub(super) fn solved(&self) -> String {
        let of = |group| self.in_group(group).count();
        let mut table = self.of_runs(self.main_runs());
        for (place, group) in self.groups() {
            table.column(format!("{group} (of {})", of(Some(place))), |&run| {
                self.solved_in(run, Some(place)).to_string()
            });
        }
        table.column(format!("all (of {})", of(None)), |&run| {
            self.solved_in(run, None).to_string()
        });
        format!("## Solved\n\n{}\n", table.numbers())
    }

    /// An empty table with a row for each of these runs.
    fn of_runs(&self, runs: impl IntoIterator<Item = usize>) -> Table<usize> {
        Table::new("run", runs, |&run| self.label(run).into())
    }

    /// The tables of geometric means of ratios to the base, with their intervals.
    pub(super) fn ratios(&self) -> String {
        let base = self.family.base;
        let others = || self.of_runs(self.main_runs().filter(|&run| run != base));
        let all = |of| move |&run: &usize| mean_cell(&self.ratios_of([run, base], of));
        let by_group = |of| {
            let mut table = others();
            for (place, group) in self.groups() {
                table.column(group, |&run| {
                    mean_cell(&self.ratios_of([run, base], of)[place..=place])
                });
            }
            table.column("all", all(of));
            table.numbers()
        };
        let mut table = others();
        table.column("stored", all(Measure::Count(Count::Stored)));
        table.column("seconds", all(Measure::Seconds));
        let base = self.label(base);
        format!(
            "## Against {base}\n\nNodes divided by those of {base}, position by position: the \
             geometric mean over the positions that both solve, in parentheses its 95 % interval by \
             the bootstrap (percentiles of {} resamples; each group is redrawn separately, and \
             questions about one board are drawn together) and the number of positions. With \
             fewer than {FEW} positions there is no interval. In the last column all groups have \
                          equal weights.\n\n{}\n\
             Expanded nodes, which the limit counts, in the same way:\n\n{}\n\
             All groups: the peak number of nodes in memory, and seconds; seconds do not \
             repeat.\n\n{}\n",
            grouped(RESAMPLES as u64),
            by_group(Measure::Nodes),
            by_group(Measure::EXPANDED),
            table.numbers()
        )
    }

    /// The totals on the positions that all runs of the first figure solve.
    pub(super) fn on_common_positions(&self) -> String {
        let solved = &self.family.solved;
        if solved.is_empty() {
            return String::new();
        }
        let mut table = self.of_runs(solved.iter().copied());
        for (group, name) in self.groups() {
            let (runs, common) = self.common_in_group(group);
            table.column(format!("{name} ({})", common.len()), |run| {
                let nodes = common.iter().map(|&at| self.nodes(*run, at));
                match runs.contains(run) {
                    true => grouped(nodes.sum::<f64>() as u64),
                    false => String::new(),
                }
            });
        }
        format!(
            "## Totals\n\nThe sum of nodes on the positions that all of these runs solve; the number \
             of positions is in parentheses. A run that solves less than half of a group is left \
             out of it.\n\n{}\n",
            table.numbers()
        )
    }

    /// The runs that solve at least half of a group, and the positions that all of them solve.
    fn common_in_group(&self, group: usize) -> (Vec<usize>, Vec<usize>) {
        let half = self.in_group(Some(group)).count().div_ceil(2);
        let mut runs = self.family.solved.clone();
        runs.retain(|&run| self.solved_in(run, Some(group)) >= half);
        let mut common = self.results.common(&runs);
        common.retain(|&at| self.results.positions[at].set.group == group);
        (runs, common)
    }
}
