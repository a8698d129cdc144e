//! The solvers of the threads, for the leaves of a search.

use std::cell::RefCell;

use shomei_game::Series;

use super::Solver;
use super::search::CACHED;
use crate::Position;

/// The table of each thread: 512 KiB, so that it stays in the cache.
const BITS: u32 = 13;

/// How leaves are decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Leaves {
    /// Without what only some processors have.
    pub(crate) portable: bool,
    /// The series of searches that they belong to, 0 for none: what a thread knows from another
    /// one is forgotten, so that node counts depend on nothing before.
    series: u64,
}

thread_local! {
    /// What a thread keeps of the leaves that it has decided, and whose they
    /// are. Entries hold whole positions, and bounds that are true.
    static KEPT: RefCell<Option<(Leaves, Solver)>> = const { RefCell::new(None) };
}

impl Leaves {
    /// The same for a series of searches.
    pub(crate) fn of_series(self, series: &Series) -> Leaves {
        Leaves {
            series: series.number(),
            ..self
        }
    }

    /// As [`Solver::decide`], with what this thread knows from earlier leaves. The
    /// positions that were entered are added to `nodes`.
    pub(crate) fn decide(
        self,
        position: &Position,
        target: i32,
        most_nodes: u64,
        nodes: &mut u64,
    ) -> Option<bool> {
        self.with_solver(position, |solver| {
            let before = solver.nodes();
            let answer = solver.decide(position, target, most_nodes);
            *nodes += solver.nodes() - before;
            answer
        })
    }

    /// A solver that evaluates.
    pub(crate) fn solver(self, bits: u32) -> Solver {
        let solver = Solver::with_table(bits).evaluating();
        if self.portable {
            solver.portable()
        } else {
            solver
        }
    }

    /// Asks the solver of this thread, or one without a table where that would
    /// not be looked at.
    fn with_solver<T>(self, position: &Position, ask: impl FnOnce(&mut Solver) -> T) -> T {
        if position.empties() < CACHED && !self.portable {
            return ask(&mut Solver::plain());
        }
        KEPT.with_borrow_mut(|kept| {
            match kept {
                Some((of, _)) if *of == self => {}
                Some((of, solver)) if of.portable == self.portable => {
                    *of = self;
                    solver.clear();
                }
                _ => *kept = Some((self, self.solver(BITS))),
            }
            let (_, solver) = kept.get_or_insert_with(|| (self, self.solver(BITS)));
            ask(solver)
        })
    }
}
