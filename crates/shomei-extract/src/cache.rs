//! What extractions of one certificate share.
//!
//! A certificate whose holes are filled elsewhere is walked through again and again. Most of the time
//! goes into plain search, which decides what is left to the checker and always gives the same
//! result. The rest goes into parts of the certificate in which nothing is missing any more.
//!
//! Results of plain search that another machine reports are believed while holes are looked for, and
//! searched once more where a strategy is made.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use shomei_game::{Game, Key, LeafSolver, Status};
use shomei_proof::{Claim, PlainResult, plain_search};

use crate::{Extractor, bytes_of_map};

/// A result of plain search.
#[derive(Clone, Copy, Debug)]
struct Plain {
    /// Whether the position is won, and the nodes that this takes; nothing where plain search does
    /// not decide it.
    result: Option<(bool, u32)>,
    /// Whether another machine reports it.
    is_reported: bool,
}

/// Results of plain search and parts without holes, of one certificate: one game with one goal.
#[derive(Debug, Default)]
pub struct CertificateCache {
    book: Mutex<Book>,
    /// The most positions in either part of the book.
    most: usize,
}

#[derive(Debug, Default)]
struct Book {
    plain: HashMap<Key, Plain>,
    /// Positions of a proof with nothing missing there and below.
    whole: HashSet<Key>,
    /// Whether a part was passed over since it was [looked at again](CertificateCache::look_again).
    has_passed: bool,
}

impl CertificateCache {
    /// A cache of at most this number of bytes. What finds no room is found out again.
    #[must_use]
    pub fn within(bytes: usize) -> CertificateCache {
        // While a map grows both the old and the new one exist, the new one twice as large.
        let each = bytes_of_map::<Key, Plain>(1) + bytes_of_map::<Key, ()>(1);
        CertificateCache {
            book: Mutex::default(),
            most: bytes / each / 3,
        }
    }

    /// The memory that it takes.
    pub(crate) fn bytes(&self) -> usize {
        let book = self.book();
        bytes_of_map::<Key, Plain>(book.plain.capacity())
            + bytes_of_map::<Key, ()>(book.whole.capacity())
    }

    /// Notes that plain search finds these positions decided for the claim, each within a number of
    /// nodes, as another machine reports. What is known already stays.
    pub fn learn(&self, claim: Claim, plain: &[(u64, u64)]) {
        let mut book = self.book();
        for &(key, nodes) in plain {
            if let Ok(nodes) = u32::try_from(nodes)
                && book.plain.len() < self.most
            {
                book.plain.entry(Key(key)).or_insert(Plain {
                    result: Some((claim == Claim::Proved, nodes)),
                    is_reported: true,
                });
            }
        }
    }

    /// Forgets that parts were whole, so that the next walk goes through all of them; whether any
    /// was passed over since this was done last.
    pub(crate) fn look_again(&self) -> bool {
        let mut book = self.book();
        book.whole.clear();
        std::mem::take(&mut book.has_passed)
    }

    /// Forgets what only walks need, and gives its memory back.
    pub(crate) fn end_walks(&self) {
        self.book().whole = HashSet::new();
    }

    /// Whether nothing is missing for a proof of a position and of all below it.
    pub(crate) fn is_whole(&self, key: Key) -> bool {
        let mut book = self.book();
        if book.whole.contains(&key) {
            book.has_passed = true;
            return true;
        }
        // Plain search does not go by any table.
        let plain = book.plain.get(&key).and_then(|plain| plain.result);
        plain.is_some_and(|(is_won, _)| is_won)
    }

    pub(crate) fn note_whole(&self, key: Key) {
        let mut book = self.book();
        if book.whole.len() < self.most {
            book.whole.insert(key);
        }
    }

    /// The book; every change is whole by itself.
    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<G: Game> Extractor<'_, G> {
    /// The most nodes of plain search that a certificate may have in place of the moves of a
    /// position that the game's own solver decides. A solver that looks a few plies ahead has
    /// small subtrees. To write them out is cheaper than a search without any order, which
    /// seldom finds the short way.
    pub(crate) const PLAIN_NODES: u32 = match G::LEAF_SOLVER {
        LeafSolver::WhenMade => 16,
        LeafSolver::None | LeafSolver::WhenVisited => 1_000_000,
    };

    /// The nodes within which plain search finds what the game's own solver calls decided as
    /// `wanted`; nothing where one of the two does not.
    pub(crate) fn plain(&self, key: Key, position: &G::Position, wanted: Status) -> Option<u32> {
        let counts = |plain: &Plain| {
            let fits = |(_, nodes)| (1..=Self::PLAIN_NODES).contains(&nodes);
            !plain.is_reported || self.surveys() && plain.result.is_some_and(fits)
        };
        let known = self.cache.book().plain.get(&key).copied().filter(counts);
        let result = match known {
            Some(plain) => plain.result,
            None if self.leaf(position) != wanted => return None,
            None => self.search_plain(key, position),
        };
        let (is_won, nodes) = result?;
        (is_won == (wanted == Status::Won)).then_some(nodes)
    }

    fn search_plain(&self, key: Key, position: &G::Position) -> Option<(bool, u32)> {
        // It takes no more nodes than it is given.
        let result = match plain_search(self.game, position, Self::PLAIN_NODES.into()) {
            PlainResult::Won { nodes } => Some((true, nodes as u32)),
            PlainResult::Failed { nodes } => Some((false, nodes as u32)),
            PlainResult::Limit => None,
        };
        let mut book = self.cache.book();
        if book.plain.len() < self.cache.most || book.plain.contains_key(&key) {
            let plain = Plain {
                result,
                is_reported: false,
            };
            book.plain.insert(key, plain);
        }
        result
    }
}
