//! The single searches of a session.

use std::io::Write;
use std::sync::Arc;

use shomei_search::table::Table;
use shomei_search::{Limits, Observer, Silent, Stop};

use super::tables::Beginning;
use super::{Session, check_shortest};
use crate::any::{Aim, AnyPosition};
use crate::composers::{Composition, CompositionQuery};
use crate::config::SearchConfig;
use crate::error::Error;
use crate::position_store::StoreForAim;
use crate::questions::{Budget, WinLength};
use crate::solving::{ShortestOutputs, Solution, Task, WarmStart};

impl Session {
    /// Searches once, from the kept tables. A search for the shortest win drops the tables, because
    /// it needs the whole memory.
    pub(super) fn search(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        length: WinLength,
        budget: &Budget,
        observer: &mut dyn Observer,
        out: ShortestOutputs<'_>,
    ) -> Result<Solution, Error> {
        let mut left = self.config.limits.clone();
        if self.continues(length) {
            left = left.less(&budget.spent);
        }
        let mut solution = if length == WinLength::Shortest && aim.least.is_none() {
            self.run_shortest(position, aim, None, observer, |position, task, observer| {
                let mut task = task.clone();
                task.config.limits.nodes = least(left.nodes, budget.nodes);
                let query = CompositionQuery::from(length);
                let found = position.search_problem(aim.attacker, &task, &query, observer, out)?;
                Ok(found.0)
            })
        } else {
            self.run(position, aim, None, observer, |position, task, observer| {
                let mut task = task.clone();
                if task.config.keeps_tables() {
                    task.config.limits = task.config.limits.less(&budget.spent);
                }
                task.budget = budget.nodes;
                position.solve(aim, &task, observer, out.answer)
            })
        }?;
        if length == WinLength::Shortest {
            left = left.but_the_end();
        }
        let report = &mut solution.report;
        if budget.nodes.is_some()
            && report.stopped_by == Some(Stop::Nodes)
            && !is_used_up(&left.less(&report.counters))
        {
            report.stopped_by = None;
        }
        Ok(solution)
    }

    /// Like [`Session::search`], for any win and without a budget.
    pub(super) fn search_to_end(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        out: Option<&mut dyn Write>,
    ) -> Result<Solution, Error> {
        let budget = Budget::default();
        let out = ShortestOutputs {
            answer: out,
            no_shorter: None,
        };
        self.search(position, aim, WinLength::Any, &budget, &mut Silent, out)
    }

    /// Whether a search of this kind continues from the table of the search before it.
    pub(super) fn continues(&self, length: WinLength) -> bool {
        length == WinLength::Any && self.config.keeps_tables()
    }

    /// Searches a problem once and answers the questions of a composer.
    pub(crate) fn search_problem(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        query: &CompositionQuery,
        observer: &mut dyn Observer,
        out: ShortestOutputs<'_>,
    ) -> Result<(Solution, Composition), Error> {
        let mut composition = Composition::default();
        let depth = query.refutation;
        let search = |position: &AnyPosition, task: &Task, observer: &mut dyn Observer| {
            let found = position.search_problem(aim.attacker, task, query, observer, out)?;
            composition = found.1;
            Ok(found.0)
        };
        let solution = match query.asks_length() {
            true => self.run_shortest(position, aim, depth, observer, search),
            false => self.run(position, aim, depth, observer, search),
        }?;
        Ok((solution, composition))
    }

    /// The task of a workbench, with the whole memory.
    pub(crate) fn task_of_workbench(&mut self, aim: Aim) -> Result<Task, Error> {
        check_shortest(self.config.algorithm, self.threads, "workbench")?;
        self.tables.clear();
        self.check_game()?;
        Ok(self.task_for(aim))
    }

    fn run_shortest(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        refutation: Option<u32>,
        observer: &mut dyn Observer,
        search: impl FnOnce(&AnyPosition, &Task, &mut dyn Observer) -> Result<Solution, Error>,
    ) -> Result<Solution, Error> {
        check_shortest(self.config.algorithm, self.threads, "shortest")?;
        self.tables.clear();
        let mut solution = self.run(position, aim, refutation, observer, search)?;
        solution.table = None;
        self.tables.clear();
        Ok(solution)
    }

    fn run(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        refutation: Option<u32>,
        observer: &mut dyn Observer,
        search: impl FnOnce(&AnyPosition, &Task, &mut dyn Observer) -> Result<Solution, Error>,
    ) -> Result<Solution, Error> {
        let position = self.place(position)?;
        self.check_game()?;
        let task = Task {
            refutation,
            ..self.task_for(aim)
        };
        let solved = search(&position, &task, observer);
        self.check_game()?;
        let mut solution = solved?;
        // A table with a disproof that did not close is not kept.
        let table = solution.table.take().filter(|_| !solution.corrected);
        self.learn(aim, table);
        Ok(solution)
    }

    /// The task of one question, with the table to continue from, and the memory that the other
    /// tables leave.
    fn task_for(&mut self, aim: Aim) -> Task {
        let Beginning { table, memory } = self.tables.begin(aim, self.config.memory);
        Task {
            config: SearchConfig {
                memory,
                limits: Limits {
                    stop: Some(self.stopper.flag()),
                    ..self.config.limits.started()
                },
                ..self.config.clone()
            },
            start: WarmStart {
                table,
                store: self.store.clone().map(|store| StoreForAim::new(store, aim)),
                cache: None,
                series: Some(self.series.clone()),
            },
            refutation: None,
            budget: None,
        }
    }

    /// Keeps the table of a question, if the algorithm can continue from it.
    fn learn(&mut self, aim: Aim, table: Option<Arc<Table>>) {
        if let Some(table) = table.filter(|_| self.config.keeps_tables()) {
            self.tables.keep(aim, table);
        }
    }
}

/// The smaller of two limits.
fn least(one: Option<u64>, other: Option<u64>) -> Option<u64> {
    [one, other].into_iter().flatten().min()
}

/// Whether a limit on work is used up.
fn is_used_up(left: &Limits) -> bool {
    let all = [left.nodes, left.generated, left.evaluated];
    all.contains(&Some(0))
}
