//! What walks through one certificate have found out, for the walks that follow.
//!
//! A certificate whose holes others fill is walked through again and again. Most of the time goes into plain
//! search, which has to decide what is left to the checker, and always says the same. The rest goes into parts
//! of the certificate that lack nothing any more.
//!
//! What others tell of plain search is believed while holes are looked for, and searched once more where
//! a strategy is made.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, PoisonError};

use shomei_game::{Key, Solvable, Status};
use shomei_proof::{PlainResult, plain_search};

use super::bytes_of_map;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    /// Plain search finds it won within so many nodes.
    Won(u32),
    /// Plain search finds it failed within so many nodes.
    Failed(u32),
    /// Somebody says that it does.
    ToldWon(u32),
    /// Somebody says that it does.
    ToldFailed(u32),
    /// Plain search does not decide it.
    Undecided,
}

/// What walks through one certificate have found out. It is about one game with one goal.
#[derive(Debug, Default)]
pub struct Walked {
    book: Mutex<Book>,
    /// So many positions at most, in either part of the book.
    most: usize,
}

#[derive(Debug, Default)]
struct Book {
    found: HashMap<Key, Found>,
    /// Positions of a proof with nothing missing there and below.
    whole: HashSet<Key>,
    /// Whether a part was passed over since it was [looked at again](Walked::look_again).
    has_passed: bool,
}

impl Walked {
    /// In so many bytes at most. What finds no room is found out again.
    #[must_use]
    pub fn within(bytes: usize) -> Walked {
        // A map that grows is there twice for a moment, the new one twice as large.
        let each = bytes_of_map::<Key, Found>(1) + bytes_of_map::<Key, ()>(1);
        Walked {
            book: Mutex::default(),
            most: bytes / each.max(1) / 3,
        }
    }

    /// The memory that it takes.
    pub(super) fn bytes(&self) -> usize {
        self.with(|book| {
            bytes_of_map::<Key, Found>(book.found.capacity())
                + bytes_of_map::<Key, ()>(book.whole.capacity())
        })
    }

    /// Notes that plain search finds these positions won, or failed, within so many nodes, as
    /// somebody says. What is known already stays.
    pub fn learn(&self, is_won: bool, plain: &[(u64, u64)]) {
        let most = self.most;
        self.with(|book| {
            for &(key, nodes) in plain {
                let Ok(nodes) = u32::try_from(nodes) else {
                    continue;
                };
                let told = match is_won {
                    true => Found::ToldWon(nodes),
                    false => Found::ToldFailed(nodes),
                };
                if book.found.len() < most {
                    book.found.entry(Key(key)).or_insert(told);
                }
            }
        });
    }

    /// Forgets that parts were whole, so that the next walk goes through all of them; whether any
    /// was passed over since this was done last.
    pub(super) fn look_again(&self) -> bool {
        self.with(|book| {
            book.whole.clear();
            std::mem::take(&mut book.has_passed)
        })
    }

    /// Forgets what only walks need, and gives its memory back.
    pub(super) fn end_walks(&self) {
        self.with(|book| book.whole = HashSet::new());
    }

    /// Whether nothing is missing for a proof of a position and of all below it.
    pub(super) fn is_whole(&self, key: Key) -> bool {
        self.with(|book| {
            if book.whole.contains(&key) {
                book.has_passed = true;
                return true;
            }
            // These do not go by any table.
            let found = book.found.get(&key);
            matches!(found, Some(Found::Won(_) | Found::ToldWon(_)))
        })
    }

    pub(super) fn note_whole(&self, key: Key) {
        self.with(|book| {
            if book.whole.len() < self.most {
                book.whole.insert(key);
            }
        });
    }

    /// The nodes within which plain search finds what the game's own solver says is decided as
    /// `wanted`; nothing where either does not. `believes`: also where somebody else says so.
    pub(super) fn plain<G: Solvable>(
        &self,
        game: &G,
        (key, position): (Key, &G::Position),
        wanted: Status,
        (most, believes): (u64, bool),
    ) -> Option<u64> {
        let is_won = wanted == Status::Won;
        let fits = |nodes: u32| nodes > 0 && u64::from(nodes) <= most;
        match self.with(|book| book.found.get(&key).copied()) {
            Some(Found::Won(nodes)) => return is_won.then_some(u64::from(nodes)),
            Some(Found::Failed(nodes)) => return (!is_won).then_some(u64::from(nodes)),
            Some(Found::Undecided) => return None,
            Some(Found::ToldWon(nodes)) if believes && fits(nodes) => {
                return is_won.then_some(u64::from(nodes));
            }
            Some(Found::ToldFailed(nodes)) if believes && fits(nodes) => {
                return (!is_won).then_some(u64::from(nodes));
            }
            Some(Found::ToldWon(_) | Found::ToldFailed(_)) | None => {}
        }
        if game.solve_leaf(position, &mut 0) != wanted {
            return None;
        }
        let (found, decided) = match plain_search(game, position, most) {
            PlainResult::Won { nodes } => {
                (u32::try_from(nodes).map(Found::Won), Some((true, nodes)))
            }
            PlainResult::Failed { nodes } => (
                u32::try_from(nodes).map(Found::Failed),
                Some((false, nodes)),
            ),
            PlainResult::Limit => (Ok(Found::Undecided), None),
        };
        if let Ok(found) = found {
            self.with(|book| {
                if book.found.len() < self.most || book.found.contains_key(&key) {
                    book.found.insert(key, found);
                }
            });
        }
        let (found, nodes) = decided?;
        (found == is_won).then_some(nodes)
    }

    fn with<T>(&self, work: impl FnOnce(&mut Book) -> T) -> T {
        // Every change is whole by itself.
        work(&mut self.book.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
