//! The children of nodes that were expanded lately, as the game has listed and evaluated them.
//!
//! A third of all expansions are visits of nodes that were expanded before, on the bench positions
//! of Lines of Action, and two of three of these come within 2,048 expansions. (In ultimate
//! tic-tac-toe 38 %, and half of them within 4,096.) Their children need not be made again: they
//! follow from the position alone, so a list is right as long as it is there. Node counts stay.
//!
//! ```text
//! newer half  [ list | list | list |      ]    the game appends to it
//! older half  [ list | list | list | list ]    dropped when the newer half is full
//! index       key -> place of its list
//! ```
//!
//! Lists stay where the game has put them and are read there, so that keeping them costs nothing
//! but an entry of the index. A list is found by all bits of its node's key.
//!
//! Without the cache 24 questions about Lines of Action take 1.10 times the instructions, ten about
//! tsume-shogi 1.06, and twelve about ultimate tic-tac-toe 1.03.
//!
//! Price: space in the processor's caches. Memory: at most 768 KiB for moves, keys and
//! evaluations, as much again where there are boards, and 128 KiB for the index; little in a
//! short search.

use std::ops::Range;

use shomei_game::{Children, Key};

/// See the [module text](self).
#[derive(Debug)]
pub(super) struct ChildCache<M> {
    pub(super) halves: [Children<M>; 2],
    /// How often a half was dropped. The newer half is the one with the parity of this.
    turns: u64,
    /// Key, then turn, beginning and length of its list: see [`ChildCache::note`]. 0 where empty.
    index: Vec<[u64; 2]>,
    /// Lists noted since the index has grown.
    noted: usize,
    /// A child that is asked about by itself.
    single: Children<M>,
}

impl<M> ChildCache<M> {
    /// Children in a half from which on it is full.
    const FULL: usize = 1 << 14;
    /// Children in a half from which on it gets all its room, so that it is not copied as it grows.
    const LONG: usize = 1 << 9;
    const FIRST_INDEX: usize = 1 << 6;
    const LAST_INDEX: usize = 1 << 13;
    /// The bits of a beginning and of a length: longer lists are not noted.
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

    /// The half with the children of a node that was expanded before, and their places there, if
    /// they are still there.
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

    /// The same, for a node whose children are not cached; `list` appends them.
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

    /// Forgets where the lists are.
    pub(super) fn forget(&mut self) {
        self.index.fill([0; 2]);
    }

    fn note(&mut self, key: Key, start: usize, count: usize) {
        if self.noted >= self.index.len() / 2 && self.index.len() < Self::LAST_INDEX {
            // What it knew is not worth the time to find new places for it.
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

    /// Children whose number is the rest of the node's number by 7, and one more, with estimates
    /// that tell them apart.
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
            // One of some time ago.
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
