//! A cache shared by several extractions of one certificate.
//!
//! If other machines fill the holes of a certificate, the certificate is walked through many times.
//! Most of the time goes into plain search, which decides the positions that are left to the
//! checker and always gives the same result. The rest goes into parts of the certificate that have
//! no more holes.
//!
//! Results of plain search reported by another machine are trusted during a survey of the holes,
//! and repeated when a strategy is made.

use std::collections::{HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use shomei_game::{Game, Key, LeafSolver, Status};
use shomei_proof::{Claim, PlainResult, plain_search};

use crate::{Extractor, bytes_of_map};

/// A result of plain search.
#[derive(Clone, Copy, Debug)]
struct Plain {
    /// Whether the position is won, and the number of nodes that plain search needs; `None` if
    /// plain search does not decide it.
    result: Option<(bool, u32)>,
    /// Whether another machine has reported the result.
    is_reported: bool,
}

/// Results of plain search, and parts without holes, for one certificate: one game with one goal.
#[derive(Debug, Default)]
pub struct CertificateCache {
    book: Mutex<Book>,
    /// The largest number of positions in each of the two maps.
    most: usize,
}

#[derive(Debug, Default)]
struct Book {
    plain: HashMap<Key, Plain>,
    /// Positions of a proof that have no hole there and below.
    whole: HashSet<Key>,
    /// Whether a part was skipped since the last call of
    /// [`look_again`](CertificateCache::look_again).
    has_passed: bool,
}

impl CertificateCache {
    /// A cache of at most this number of bytes. Results that do not fit are recomputed.
    #[must_use]
    pub fn within(bytes: usize) -> CertificateCache {
        // While a map grows, both the old one and the new one, twice as large, are in memory.
        let each = bytes_of_map::<Key, Plain>(1) + bytes_of_map::<Key, ()>(1);
        CertificateCache {
            book: Mutex::default(),
            most: bytes / each / 3,
        }
    }

    /// The bytes that it uses.
    pub(crate) fn bytes(&self) -> usize {
        let book = self.book();
        bytes_of_map::<Key, Plain>(book.plain.capacity())
            + bytes_of_map::<Key, ()>(book.whole.capacity())
    }

    /// Records that plain search decides these positions for the claim, each within a number of
    /// nodes, as reported by another machine. Known results do not change.
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

    /// Marks all parts as not whole, so that the next walk goes through all of them. Returns
    /// whether any part was skipped since the last call.
    pub(crate) fn look_again(&self) -> bool {
        let mut book = self.book();
        book.whole.clear();
        std::mem::take(&mut book.has_passed)
    }

    /// Releases the data that only surveys need.
    pub(crate) fn end_walks(&self) {
        self.book().whole = HashSet::new();
    }

    /// Whether the proof of a position has no hole, there and below.
    pub(crate) fn is_whole(&self, key: Key) -> bool {
        let mut book = self.book();
        if book.whole.contains(&key) {
            book.has_passed = true;
            return true;
        }
        // Plain search does not depend on a table.
        let plain = book.plain.get(&key).and_then(|plain| plain.result);
        plain.is_some_and(|(is_won, _)| is_won)
    }

    pub(crate) fn note_whole(&self, key: Key) {
        let mut book = self.book();
        if book.whole.len() < self.most {
            book.whole.insert(key);
        }
    }

    /// Locks the book. A poisoned lock is still usable, because each change is complete by itself.
    fn book(&self) -> MutexGuard<'_, Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<G: Game> Extractor<'_, G> {
    /// The largest number of nodes of plain search that a certificate may use instead of the moves
    /// of a position that the game's leaf solver decides. A solver that looks only a few plies
    /// ahead has small subtrees: writing them out is cheaper than a search without move ordering,
    /// which seldom finds the short way.
    pub(crate) const PLAIN_NODES: u32 = match G::LEAF_SOLVER {
        LeafSolver::WhenMade => 16,
        LeafSolver::None | LeafSolver::WhenVisited => 1_000_000,
    };

    /// The number of nodes within which plain search confirms the status `wanted` that the game's
    /// leaf solver gives; `None` if one of the two does not.
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
        let result = self.decide_plainly(position);
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

    /// Whether plain search wins, and its nodes; `None` if it needs more than the limit.
    pub(crate) fn decide_plainly(&self, position: &G::Position) -> Option<(bool, u32)> {
        // The number of nodes never exceeds the given limit.
        let result = match plain_search(self.game, position, Self::PLAIN_NODES.into()) {
            PlainResult::Won { nodes } => Some((true, nodes as u32)),
            PlainResult::Failed { nodes } => Some((false, nodes as u32)),
            PlainResult::Limit => None,
        };
        let nodes = result.map_or(Self::PLAIN_NODES, |(_, nodes)| nodes);
        self.plain_nodes
            .set(self.plain_nodes.get() + u64::from(nodes));
        result
    }
}
