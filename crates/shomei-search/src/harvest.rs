//! What a search sets aside for others while it runs: what it has learnt about positions
//! that took some work.
//!
//! A table knows positions by 64 bits of their keys. Whoever keeps what was solved for longer,
//! or shares it with more machines, wants more bits than that, and these can only be had while
//! the position is there: when the search leaves it.

use std::fmt;
use std::sync::Arc;

use shomei_game::Key;

use crate::table::{Entry, Value};

/// Takes a position, its key, and what is known of it.
type Take<P> = dyn Fn(&P, Key, Entry) + Send + Sync;

/// Asks a search to show what it learns. See the [module text](self).
///
/// Only what holds on every line is shown: proofs, disproofs that rest on no repetition above
/// their position, and numbers of unsolved positions. The same position may be shown again and
/// again, as often as the search leaves it.
///
/// The search waits while it shows a position, so the function must be quick. It may be called
/// by several threads at once.
pub struct Harvest<P> {
    solved: u64,
    unsolved: u64,
    take: Arc<Take<P>>,
}

impl<P> Harvest<P> {
    /// Shows solved positions that took at least so much work ([`Entry::work`]).
    pub fn new(
        least_work: u64,
        take: impl Fn(&P, Key, Entry) + Send + Sync + 'static,
    ) -> Harvest<P> {
        Harvest {
            solved: least_work,
            unsolved: u64::MAX,
            take: Arc::new(take),
        }
    }

    /// Shows unsolved positions, too, that took at least so much work.
    #[must_use]
    pub fn and_unsolved(self, least_work: u64) -> Harvest<P> {
        Harvest {
            unsolved: least_work,
            ..self
        }
    }

    /// The search leaves this position.
    #[inline]
    pub(crate) fn look(&self, position: &P, key: Key, entry: impl FnOnce() -> Option<Entry>) {
        if let Some(entry) = entry() {
            let least = match entry.value {
                Value::Proved { .. } | Value::Disproved { .. } => self.solved,
                Value::Unsolved { .. } => self.unsolved,
                Value::TwinDisproved { .. } => return,
            };
            if entry.work >= least {
                (self.take)(position, key, entry);
            }
        }
    }

    /// Whether something that took so much work may be shown.
    #[inline]
    pub(crate) fn wants(&self, work: u64) -> bool {
        work >= self.solved || work >= self.unsolved
    }
}

impl<P> Clone for Harvest<P> {
    fn clone(&self) -> Harvest<P> {
        Harvest {
            take: Arc::clone(&self.take),
            ..*self
        }
    }
}

impl<P> fmt::Debug for Harvest<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Harvest")
            .field("solved", &self.solved)
            .field("unsolved", &self.unsolved)
            .finish_non_exhaustive()
    }
}
