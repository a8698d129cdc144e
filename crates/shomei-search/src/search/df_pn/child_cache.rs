//! A cache of the children of recently expanded nodes, as the game has listed and evaluated them.
//!
//! On the bench positions of Lines of Action, a third of all expansions are repeated visits of
//! nodes, and two of three of these follow within 2,048 expansions. (In ultimate tic-tac-toe: 38 %,
//! half of them within 4,096.) The children of a revisited node depend only on its position, so a
//! cached list can be used while it exists. Node counts do not change.
//!
//! ```text
//! newer half  [ list | list | list |      ]    the game appends to it
//! older half  [ list | list | list | list ]    dropped when the newer half is full
//! index       key -> place of its list
//! ```
//!
//! Lists stay where the game has written them and are read there, so caching a list costs only an
//! index entry. A list is identified by all bits of its node's key.
//!
//! Without the cache, 24 problems of Lines of Action take 1.10 times the instructions, ten of
//! tsume-shogi 1.06 times, and twelve of ultimate tic-tac-toe 1.03 times.
//!
//! Cost: space in the processor's caches. Memory: at most 768 KiB for moves, keys and evaluations,
//! the same again if there are boards, and 128 KiB for the index. A short search uses little.

use std::ops::Range;

use shomei_game::{Children, Key};

/// See the [module text](self).
#[derive(Debug)]
pub(super) struct ChildCache<M> {
    pub(super) halves: [Children<M>; 2],
    /// The number of dropped halves. The newer half is the one with the parity of this number.
    turns: u64,
    /// Per slot a key, and packed into one word the turn, start and length of its list: see
    /// [`ChildCache::note`]. Empty slots are 0.
    index: Vec<[u64; 2]>,
    /// Lists recorded since the index last grew.
    noted: usize,
    /// A list for a child that is evaluated individually.
    single: Children<M>,
}

impl<M> ChildCache<M> {
    /// A half is full when it contains this number of children.
    const FULL: usize = 1 << 14;
    /// At this number of children a half reserves all of its memory, so that it is not copied as it
    /// grows.
    const LONG: usize = 1 << 9;
    const FIRST_INDEX: usize = 1 << 6;
    const LAST_INDEX: usize = 1 << 13;
    /// The width of a start and of a length in bits. Longer lists are not recorded.
    const BITS: u32 = 16;

    pub(super) fn new() -> ChildCache<M> {
        ChildCache {
            halves: [Children::new(), Children::new()],
            turns: 0,
            index: Vec::new(),
            noted: 0,
            single: Children::new(),
        }
    }

    /// The half and the range that contain the children of a node that was expanded before, if they
    /// are still cached.
    #[inline]
    pub(super) fn find(&self, key: Key) -> Option<(usize, Range<usize>)> {
        let [found, word] = *self.index.get(self.slot(key))?;
        let turn = word >> (2 * Self::BITS);
        let count = word as usize & ((1 << Self::BITS) - 1);
        // No list is empty.
        if found != key.0 || count == 0 || turn + 1 < self.turns {
            return None;
        }
        let start = (word >> Self::BITS) as usize & ((1 << Self::BITS) - 1);
        Some((turn as usize & 1, start..start + count))
    }

    /// Lists the children of a node that is not cached; `list` appends them. Returns their half and
    /// range.
    #[inline]
    pub(super) fn list(
        &mut self,
        key: Key,
        list: impl FnOnce(&mut Children<M>),
    ) -> (usize, Range<usize>) {
        if self.halves[self.turns as usize & 1].len() >= Self::FULL {
            self.turns += 1;
            self.halves[self.turns as usize & 1].clear();
        }
        let half = self.turns as usize & 1;
        let start = self.halves[half].len();
        if start >= Self::LONG {
            self.halves[half].reserve(Self::FULL + Self::LONG - start);
        }
        list(&mut self.halves[half]);
        let end = self.halves[half].len();
        if end < 1 << Self::BITS {
            self.note(key, start, end - start);
        }
        (half, start..end)
    }

    /// A list of one child.
    pub(super) fn single(&mut self, mv: M, key: Key) -> &mut Children<M> {
        self.single.clear();
        self.single.push(mv, key);
        &mut self.single
    }

    /// Clears the index.
    pub(super) fn forget(&mut self) {
        self.index.fill([0; 2]);
    }

    fn note(&mut self, key: Key, start: usize, count: usize) {
        if self.noted >= self.index.len() / 2 && self.index.len() < Self::LAST_INDEX {
            // The old entries are dropped, because moving them would take too long.
            let slots = (2 * self.index.len()).max(Self::FIRST_INDEX);
            self.index = vec![[0; 2]; slots];
            self.noted = 0;
        }
        self.noted += 1;
        let slot = self.slot(key);
        let (start, count) = (start as u64, count as u64);
        let word = (self.turns << Self::BITS | start) << Self::BITS | count;
        self.index[slot] = [key.0, word];
    }

    /// The low bits of the key; out of range while the index is empty.
    #[inline]
    fn slot(&self, key: Key) -> usize {
        key.0 as usize & self.index.len().wrapping_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei_game::{Estimate, Evaluation};

    /// Children with the numbers 0 to `node % 7`, with estimates that distinguish them.
    fn list(node: u64) -> impl Fn(&mut Children<u64>) {
        move |out| {
            for mv in 0..=node % 7 {
                let estimate = Estimate {
                    proof: 1 + (node as u32 % 1_000),
                    disproof: 1 + mv as u32,
                };
                out.push_evaluated(mv, Key::of(1_000 * node + mv), Evaluation::open(estimate));
            }
        }
    }

    fn is_of(cache: &ChildCache<u64>, (half, range): (usize, Range<usize>), node: u64) -> bool {
        let mut expected = Children::new();
        list(node)(&mut expected);
        let listed = &cache.halves[half];
        listed.listed()[range] == *expected.listed()
    }

    #[test]
    fn what_is_found_is_what_was_listed() {
        let mut cache = ChildCache::new();
        assert!(cache.find(Key(0)).is_none());
        let mut found = 0;
        for node in 0..60_000u64 {
            let listed = cache.list(Key::of(node), list(node));
            assert!(is_of(&cache, listed, node));
            // A node listed some time ago.
            let before = node.saturating_sub(1 + node % 5_000);
            if let Some(listed) = cache.find(Key::of(before)) {
                assert!(is_of(&cache, listed, before), "{before} at {node}");
                found += 1;
            }
            assert!(cache.find(Key::of(node + 1)).is_none());
        }
        assert!(found > 20_000, "{found}");
        assert!(cache.halves.iter().all(|half| half.len() < (1 << 14) + 7));
        cache.forget();
        assert!((0..60_000).all(|node| cache.find(Key::of(node)).is_none()));
    }

    #[test]
    fn a_list_that_is_too_long_is_not_noted() {
        let mut cache = ChildCache::new();
        let long = |out: &mut Children<u64>| (0..20_000).for_each(|_| list(6)(out));
        assert_eq!(cache.list(Key::of(1), long).1.len(), 140_000);
        assert!(cache.find(Key::of(1)).is_none());
        let listed = cache.list(Key::of(2), list(2));
        assert_eq!(cache.find(Key::of(2)), Some(listed));
    }
}
