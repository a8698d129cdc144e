//! The solvers of the threads, for the leaves of a search.

use std::cell::RefCell;

use shomei_game::Series;

use super::Solver;
use super::search::CACHED;
use crate::Position;

/// The table of each thread: 512 KiB, so that it stays in the cache.
const BITS: u32 = 13;

/// The further table of each thread for large leaves of questions about a score: 8 MiB.
/// These questions are alike, so that one finds much of what the next one needs: FFO 40 to 49
/// take 606 million nodes with it, 720 without; with four times as much memory 590.
const DEEP_BITS: u32 = 17;

/// How leaves are decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Leaves {
    /// Without what only some processors have.
    pub(crate) portable: bool,
    /// The series of searches that they belong to, 0 for none: what a thread knows from another
    /// one is forgotten, so that node counts depend on nothing before.
    series: u64,
    /// Whether large ones have a table of their own.
    deep: bool,
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

    /// The same with a table of its own for large leaves.
    pub(crate) fn deep(self) -> Leaves {
        Leaves { deep: true, ..self }
    }

    /// Whether what a thread knows of those leaves may be used for these.
    fn goes_on_from(self, of: Leaves) -> bool {
        self.series == of.series && self.portable == of.portable
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
                Some((of, _)) if self.goes_on_from(*of) => {}
                Some((of, solver)) if of.portable == self.portable => {
                    *of = self;
                    solver.clear();
                }
                _ => *kept = Some((self, self.solver(BITS))),
            }
            let (_, solver) = kept.get_or_insert_with(|| (self, self.solver(BITS)));
            if self.deep {
                solver.search.deepen(DEEP_BITS);
            }
            ask(solver)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::tests::random_position;

    /// The nodes of two questions about each of some positions.
    fn nodes(leaves: Leaves) -> u64 {
        let mut nodes = 0;
        for seed in 0..20 {
            let position = random_position(seed, 13);
            if !position.is_over() {
                for target in [4, 6] {
                    leaves.decide(&position, target, u64::MAX, &mut nodes);
                }
            }
        }
        nodes
    }

    /// Whatever a thread has kept of large leaves for one series, another one begins anew; the
    /// same one goes on, with the table for large leaves or without.
    #[test]
    fn nothing_of_one_series_is_left_for_another() {
        let of = |series: &Series| Leaves::default().of_series(series);
        let [a, b, c, d] = std::array::from_fn(|_| Series::begin());
        let (small, deep) = (nodes(of(&a)), nodes(of(&b).deep()));
        assert_eq!(nodes(of(&c)), small);
        assert_eq!(nodes(of(&d).deep()), deep);
        let again = nodes(of(&d));
        assert!(again < deep / 100, "{again} {deep}");
    }
}
