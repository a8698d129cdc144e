//! The solved-position sink: a search reports to it, while it runs, what it has found about
//! positions that took some work.
//!
//! A table knows positions by 64 bits of their keys. A store that keeps solved positions for
//! longer, or shares them with more machines, needs more bits than that. These are available
//! only while the position is there: when the search leaves it.

use std::fmt;
use std::sync::Arc;

use shomei_game::{Board, Key};

use crate::table::{Entry, Value};

/// Takes a position, its key, what is known of it, and its board.
type Take<P> = dyn Fn(&P, Key, Entry, Option<Board>) + Send + Sync;

/// Takes what a search reports.
///
/// Only what holds on every line is reported: proofs, disproofs that depend on no repetition above
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
    /// Takes solved positions that took at least this work ([`Entry::work`]), each with its key and,
    /// where positions dominate each other ([`shomei_game::Game::dominance_bound`]), the key of its
    /// board and a resource: a solved one is solved so with more of that, or less; an unsolved one
    /// has it.
    pub fn new(
        least_work: u64,
        take: impl Fn(&P, Key, Entry, Option<Board>) + Send + Sync + 'static,
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
    pub(crate) fn report(
        &self,
        position: &P,
        key: Key,
        entry: impl FnOnce() -> Option<Entry>,
        board: impl FnOnce() -> Option<Board>,
    ) {
        if let Some(entry) = entry() {
            let least = match entry.value {
                Value::Proved { .. } | Value::Disproved { .. } => self.solved,
                Value::Unsolved { .. } => self.unsolved,
                Value::TwinDisproved { .. } => return,
            };
            if entry.work >= least {
                (self.take)(position, key, entry, board());
            }
        }
    }

    /// Whether something that took this work may be reported.
    #[inline]
    pub(crate) fn wants(&self, work: u64) -> bool {
        work >= self.solved || work >= self.unsolved
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
