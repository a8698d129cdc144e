//! What a search sets aside for others while it runs: what it has learnt about positions
//! that took some work.
//!
//! A table knows positions by 64 bits of their keys. Whoever keeps what was solved for longer,
//! or shares it with more machines, wants more bits than that, and these can only be had while
//! the position is there: when the search leaves it.

use std::fmt;
use std::sync::Arc;

use shomei_game::{Key, Resource};

use crate::Bounds;
use crate::table::{Entry, PathIndex, Value};

/// The key of a position's board, and how far what is known of it goes.
pub(crate) type Board = (Key, Resource);

/// Takes a position, its key, what is known of it, and its board.
type Take<P> = dyn Fn(&P, Key, Entry, Option<Board>) + Send + Sync;

/// A disproof that holds on the lines with a common beginning.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OnLine {
    pub(crate) key: Key,
    /// The numbers of the position before.
    pub(crate) before: Bounds,
    /// The least and the largest index of the line that it rests on.
    pub(crate) rests_on: (PathIndex, PathIndex),
    /// The code of the line up to the largest one.
    pub(crate) line: Key,
    pub(crate) length: u16,
    pub(crate) best: Option<u8>,
    pub(crate) work: u64,
}

/// Takes such a disproof.
type TakeOnLine = dyn Fn(OnLine) + Send + Sync;

/// Asks a search to show what it learns.
///
/// Only what holds on every line is shown, unless more is asked for: proofs, disproofs that rest on
/// no repetition above their position, and numbers of unsolved positions. The same position may be shown again and
/// again, as often as the search leaves it.
///
/// The search waits while it shows a position, so the function must be quick. It may be called
/// by several threads at once.
pub struct Harvest<P> {
    solved: u64,
    unsolved: u64,
    take: Arc<Take<P>>,
    /// From how much work on disproofs are shown that hold on some lines, and to whom.
    on_lines: Option<(u64, Arc<TakeOnLine>)>,
}

impl<P> Harvest<P> {
    /// Shows solved positions that took at least so much work ([`Entry::work`]).
    pub fn new(
        least_work: u64,
        take: impl Fn(&P, Key, Entry) + Send + Sync + 'static,
    ) -> Harvest<P> {
        Harvest::with_boards(least_work, move |position, key, entry, _| {
            take(position, key, entry);
        })
    }

    /// The same, each with the key of its board and a resource, where positions dominate each
    /// other ([`shomei_game::Game::dominance_bound`]): a solved one is solved so with more of that, or less;
    /// an unsolved one has it.
    pub(crate) fn with_boards(
        least_work: u64,
        take: impl Fn(&P, Key, Entry, Option<Board>) + Send + Sync + 'static,
    ) -> Harvest<P> {
        Harvest {
            solved: least_work,
            unsolved: u64::MAX,
            take: Arc::new(take),
            on_lines: None,
        }
    }

    /// Shows disproofs, too, that hold on the lines with a common beginning, from so much work on.
    #[must_use]
    pub(crate) fn and_on_lines(
        self,
        least_work: u64,
        take: impl Fn(OnLine) + Send + Sync + 'static,
    ) -> Harvest<P> {
        Harvest {
            on_lines: Some((least_work, Arc::new(take))),
            ..self
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
    pub(crate) fn look(
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

    /// The search leaves a position that is disproved on some lines.
    #[inline]
    pub(crate) fn look_on_line(&self, on_line: impl FnOnce() -> Option<OnLine>) {
        if let Some((least, take)) = &self.on_lines
            && let Some(on_line) = on_line()
            && on_line.work >= *least
        {
            take(on_line);
        }
    }

    /// Whether something that took so much work may be shown.
    #[inline]
    pub(crate) fn wants(&self, work: u64) -> bool {
        let on_lines = self.on_lines.as_ref();
        let on_line = on_lines.is_some_and(|(least, _)| work >= *least);
        work >= self.solved || work >= self.unsolved || on_line
    }
}

impl<P> Clone for Harvest<P> {
    fn clone(&self) -> Harvest<P> {
        Harvest {
            take: Arc::clone(&self.take),
            on_lines: self.on_lines.clone(),
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
