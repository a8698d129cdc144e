//! What walks through one certificate have found out, for the walks that follow.
//!
//! A certificate whose holes others fill is walked through again and again. Most of the time goes into plain
//! search, which has to decide what is left to the checker, and always says the same. The rest goes into parts
//! of the certificate that lack nothing any more.

use std::collections::HashMap;
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
    /// Plain search does not decide it.
    Undecided,
    /// Nothing was missing here and below.
    Whole,
}

/// What walks through one certificate have found out. It is about one game with one goal.
#[derive(Debug, Default)]
pub struct Walked {
    book: Mutex<Book>,
    /// So many positions at most.
    most: usize,
}

#[derive(Debug, Default)]
struct Book {
    found: HashMap<Key, Found>,
    /// Whether a part was passed over since it was [looked at again](Walked::look_again).
    has_passed: bool,
}

impl Walked {
    /// In so many bytes at most. What finds no room is found out again.
    #[must_use]
    pub fn within(bytes: usize) -> Walked {
        // A map that grows is there twice for a moment, and has room to spare.
        let each = bytes_of_map::<Key, Found>(1).max(1);
        Walked {
            book: Mutex::default(),
            most: bytes / each / 2,
        }
    }

    /// The memory that it takes.
    pub(super) fn bytes(&self) -> usize {
        self.with(|book| bytes_of_map::<Key, Found>(book.found.capacity()))
    }

    /// Notes that plain search finds these positions won, or failed, within so many nodes.
    pub fn learn(&self, is_won: bool, plain: &[(u64, u64)]) {
        for &(key, nodes) in plain {
            if let Some(found) = Walked::decided(is_won, nodes) {
                self.note(Key(key), found);
            }
        }
    }

    /// Forgets that parts were whole, so that the next walk goes through all of them; whether any
    /// was passed over since this was done last.
    pub(super) fn look_again(&self) -> bool {
        self.with(|book| {
            book.found.retain(|_, found| *found != Found::Whole);
            std::mem::take(&mut book.has_passed)
        })
    }

    /// Whether nothing is missing for a proof of a position and of all below it.
    pub(super) fn is_whole(&self, key: Key) -> bool {
        self.with(|book| match book.found.get(&key) {
            Some(Found::Whole) => {
                book.has_passed = true;
                true
            }
            // This does not go by any table.
            Some(Found::Won(_)) => true,
            Some(Found::Failed(_) | Found::Undecided) | None => false,
        })
    }

    pub(super) fn note_whole(&self, key: Key) {
        self.note(key, Found::Whole);
    }

    /// The nodes within which plain search finds what the game's own solver says is decided as
    /// `wanted`; nothing where either does not.
    pub(super) fn plain<G: Solvable>(
        &self,
        game: &G,
        (key, position): (Key, &G::Position),
        wanted: Status,
        most: u64,
    ) -> Option<u64> {
        let is_won = wanted == Status::Won;
        match self.with(|book| book.found.get(&key).copied()) {
            Some(Found::Won(nodes)) => return is_won.then_some(u64::from(nodes)),
            Some(Found::Failed(nodes)) => return (!is_won).then_some(u64::from(nodes)),
            Some(Found::Undecided) => return None,
            Some(Found::Whole) | None => {}
        }
        if game.solve_leaf(position, &mut 0) != wanted {
            return None;
        }
        let decided = match plain_search(game, position, most) {
            PlainResult::Won { nodes } => Some((true, nodes)),
            PlainResult::Failed { nodes } => Some((false, nodes)),
            PlainResult::Limit => None,
        };
        let found = match decided {
            Some((is_won, nodes)) => Walked::decided(is_won, nodes),
            None => Some(Found::Undecided),
        };
        if let Some(found) = found {
            self.note(key, found);
        }
        let (found, nodes) = decided?;
        (found == is_won).then_some(nodes)
    }

    /// What is kept of it; more nodes than that are too many to be worth it.
    fn decided(is_won: bool, nodes: u64) -> Option<Found> {
        let nodes = u32::try_from(nodes).ok()?;
        Some(match is_won {
            true => Found::Won(nodes),
            false => Found::Failed(nodes),
        })
    }

    fn note(&self, key: Key, what: Found) {
        self.with(|book| {
            if book.found.len() < self.most {
                book.found.insert(key, what);
            }
        });
    }

    fn with<T>(&self, work: impl FnOnce(&mut Book) -> T) -> T {
        // Every change is whole by itself.
        work(&mut self.book.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
