//! The single searches of a session.

use std::io::Write;
use std::sync::Arc;

use shomei_search::table::Table;
use shomei_search::{Limits, Observer};

use super::kept::Beginning;
use super::proving::Both;
use super::{Session, check_shortest};
use crate::any::{Aim, AnyPosition};
use crate::composers::{Composed, CompositionQuery};
use crate::config::SearchConfig;
use crate::error::Error;
use crate::questions::WinLength;
use crate::shelf::Shelved;
use crate::solving::{Solution, Task, WarmStart};

impl Session {
    /// Searches once, from what is kept. A search for the shortest win clears what is kept, since it
    /// needs all of the memory.
    pub(super) fn search(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        length: WinLength,
        watcher: &mut dyn Observer,
        out: Option<&mut dyn Write>,
    ) -> Result<Solution, Error> {
        if length == WinLength::Shortest && aim.least.is_none() {
            return self.run_shortest(position, aim, None, watcher, |position, task, observer| {
                position.solve_shortest(aim.attacker, task, observer, out)
            });
        }
        self.run(position, aim, None, watcher, |position, task, observer| {
            position.solve(aim, task, observer, out)
        })
    }

    /// Searches a problem once, as its composer asks.
    pub(crate) fn search_problem(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        query: &CompositionQuery,
        watcher: &mut dyn Observer,
        out: Option<&mut dyn Write>,
    ) -> Result<(Solution, Composed), Error> {
        let mut composed = Composed::default();
        let depth = query.refutation;
        let search = |position: &AnyPosition, task: &Task, observer: &mut dyn Observer| {
            let found = position.search_problem(aim.attacker, task, query, observer, out)?;
            composed = found.1;
            Ok(found.0)
        };
        let solution = match query.asks_length() {
            true => self.run_shortest(position, aim, depth, watcher, search),
            false => self.run(position, aim, depth, watcher, search),
        }?;
        Ok((solution, composed))
    }

    fn run_shortest(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        refutation: Option<u32>,
        watcher: &mut dyn Observer,
        search: impl FnOnce(&AnyPosition, &Task, &mut dyn Observer) -> Result<Solution, Error>,
    ) -> Result<Solution, Error> {
        check_shortest(self.config.algorithm, self.threads, "shortest")?;
        self.kept.clear();
        let mut solution = self.run(position, aim, refutation, watcher, search)?;
        solution.table = None;
        self.kept.clear();
        Ok(solution)
    }

    fn run(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        refutation: Option<u32>,
        watcher: &mut dyn Observer,
        search: impl FnOnce(&AnyPosition, &Task, &mut dyn Observer) -> Result<Solution, Error>,
    ) -> Result<Solution, Error> {
        let position = self.place(position)?;
        self.look_at_game()?;
        let task = Task {
            refutation,
            ..self.task_for(aim)
        };
        let mut both = Both(&mut *self.observer, watcher);
        let solved = search(&position, &task, &mut both);
        self.look_at_game()?;
        let mut solution = solved?;
        // A table with a disproof that did not close teaches nothing.
        let table = solution.table.take().filter(|_| !solution.corrected);
        self.learn(aim, table);
        Ok(solution)
    }

    /// The task of one question, with the table to continue from, and the memory that others
    /// leave.
    fn task_for(&mut self, aim: Aim) -> Task {
        let Beginning { table, memory } = self.kept.begin(aim, self.config.memory);
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
                shelf: self.shelf.clone().map(|shelf| Shelved::new(shelf, aim)),
                cache: None,
                series: Some(self.series.clone()),
            },
            refutation: None,
        }
    }

    /// Keeps what a question has taught, if the algorithm can go on from it.
    fn learn(&mut self, aim: Aim, table: Option<Arc<Table>>) {
        if let Some(table) = table.filter(|_| self.config.keeps_tables()) {
            self.kept.keep(aim, table);
        }
    }
}
