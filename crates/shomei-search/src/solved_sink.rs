//! The solved-position sink: a running search reports to it the positions that took some work.
//!
//! A table identifies positions by 64 bits of their keys. A store that keeps solved positions
//! longer, or shares them among machines, needs more bits. These bits can only be computed while
//! the search is at the position, which ends when the search leaves it.

use std::fmt;
use std::sync::Arc;

use crate::{Bounds, Knowledge};

/// Receives a position and the knowledge about it.
type Take<P> = dyn Fn(&P, Knowledge) + Send + Sync;

/// Receives the positions that a search reports.
///
/// The search reports only results that are valid on every path: proofs, disproofs that depend on
/// no repetition above their position, and, if requested, the numbers of unsolved positions. It
/// reports a position each time it leaves the position.
///
/// The search waits for the function, so the function must be quick. Several threads can call it at
/// once.
pub struct SolvedSink<P> {
    solved: u64,
    unsolved: u64,
    take: Arc<Take<P>>,
}

impl<P> SolvedSink<P> {
    /// Receives solved positions that took at least this work. Their [check](Knowledge::check) is
    /// 0.
    pub fn new(
        least_work: u64,
        take: impl Fn(&P, Knowledge) + Send + Sync + 'static,
    ) -> SolvedSink<P> {
        SolvedSink {
            solved: least_work,
            unsolved: u64::MAX,
            take: Arc::new(take),
        }
    }

    /// Also receives unsolved positions that took at least this work.
    #[must_use]
    pub fn and_unsolved(self, least_work: u64) -> SolvedSink<P> {
        SolvedSink {
            unsolved: least_work,
            ..self
        }
    }

    /// Reports a position that the search leaves.
    #[inline]
    pub(crate) fn report(&self, position: &P, known: Knowledge) {
        (self.take)(position, known);
    }

    /// Whether to report a position with these numbers that took this work.
    #[inline]
    pub(crate) fn wants(&self, bounds: Bounds, work: u64) -> bool {
        let least = match bounds.is_solved() {
            true => self.solved,
            false => self.unsolved,
        };
        work >= least
    }
}

impl<P> Clone for SolvedSink<P> {
    fn clone(&self) -> SolvedSink<P> {
        SolvedSink {
            take: Arc::clone(&self.take),
            ..*self
        }
    }
}

impl<P> fmt::Debug for SolvedSink<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolvedSink")
            .field("solved", &self.solved)
            .field("unsolved", &self.unsolved)
            .finish_non_exhaustive()
    }
}
