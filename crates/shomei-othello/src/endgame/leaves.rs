//! The solvers of the threads, for the leaves of a search.

use std::cell::RefCell;

use shomei_game::Series;

use super::Solver;
use super::search::CACHED;
use crate::Position;

/// The size of each thread's table: 512 KiB, so that it stays in the cache.
const BITS: u32 = 13;

/// The size of each thread's second table, for large leaves of questions about a score from a root
/// with this number of empty squares: 1, 2 or 8 MiB. These questions are similar, so each reuses
/// many results of the one before: FFO 40 to 49 take 606 million nodes with 8 MiB, 720 without, and
/// 590 with four times as much memory.
///
/// A new series of questions clears the table. 8 MiB took 4% of the time for positions with 18 or 20
/// empty squares, which take the same number of nodes within 0.02% with less.
pub(crate) fn deep_bits(empties: u32) -> u32 {
    match empties {
        0..=19 => 14,
        20 | 21 => 15,
        _ => 17,
    }
}

/// How leaves are decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Leaves {
    /// Whether only portable instructions are used.
    pub(crate) portable: bool,
    /// The series of searches to which they belong, 0 for none. A thread discards the results of
    /// another series, so that node counts do not depend on earlier searches.
    series: u64,
    /// The size of the separate table for large leaves, 0 without one.
    deep: u32,
}

thread_local! {
    /// The solver of a thread, with the leaves for which it was used. Its entries contain whole
    /// positions and valid bounds.
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

    /// The same with a separate table for large leaves, of 2^`bits` lines.
    pub(crate) fn deep(self, bits: u32) -> Leaves {
        Leaves { deep: bits, ..self }
    }

    /// Whether a thread's results for those leaves may be used for these.
    fn goes_on_from(self, of: Leaves) -> bool {
        self.series == of.series && self.portable == of.portable
    }

    /// As [`Solver::decide`], with this thread's results of earlier leaves. The number of entered
    /// positions is added to `nodes`.
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

    /// A solver with an evaluation.
    pub(crate) fn solver(self, bits: u32) -> Solver {
        let solver = Solver::with_table(bits).evaluating();
        if self.portable {
            solver.portable()
        } else {
            solver
        }
    }

    /// Calls `ask` with the solver of this thread, or with one without a table if the table would
    /// not be used.
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
            if self.deep > 0 {
                solver.search.deepen(self.deep);
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

    /// A new series begins without the results of another series; the same series continues, with
    /// or without the table for large leaves.
    #[test]
    fn nothing_of_one_series_is_left_for_another() {
        let of = |series: &Series| Leaves::default().of_series(series);
        let [a, b, c, d] = std::array::from_fn(|_| Series::begin());
        let (small, deep) = (nodes(of(&a)), nodes(of(&b).deep(14)));
        assert_eq!(nodes(of(&c)), small);
        assert_eq!(nodes(of(&d).deep(14)), deep);
        let again = nodes(of(&d));
        assert!(again < deep / 100, "{again} {deep}");
    }
}
