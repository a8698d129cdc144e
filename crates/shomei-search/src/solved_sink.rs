//! The solved-position sink: a search reports to it, while it runs, what it has found about
//! positions that took some work.
//!
//! A table knows positions by 64 bits of their keys. A store that keeps solved positions for
//! longer, or shares them with more machines, needs more bits than that. These are available
//! only while the position is there: when the search leaves it.

use std::fmt;
use std::sync::Arc;

use crate::{Bounds, Knowledge};

/// Takes a position, and what is known of it.
type Take<P> = dyn Fn(&P, Knowledge) + Send + Sync;

/// Takes what a search reports.
///
/// Only what holds on every path is reported: proofs, disproofs that depend on no repetition above
/// their position, and, if asked for, numbers of unsolved positions. The search reports a position
/// each time it leaves it.
///
/// The search waits while it reports a position, so the function must be quick. It may be called
/// by several threads at once.
pub struct SolvedSink<P> {
    solved: u64,
    unsolved: u64,
    take: Arc<Take<P>>,
}

impl<P> SolvedSink<P> {
    /// Takes solved positions that took at least this work. They come without
    /// [check](Knowledge::check).
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

    /// Takes unsolved positions, too, that took at least this work.
    #[must_use]
    pub fn and_unsolved(self, least_work: u64) -> SolvedSink<P> {
        SolvedSink {
            unsolved: least_work,
            ..self
        }
    }

    /// The search leaves this position.
    #[inline]
    pub(crate) fn report(&self, position: &P, known: Knowledge) {
        (self.take)(position, known);
    }

    /// Whether a position with these numbers that took this work is to be reported.
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
