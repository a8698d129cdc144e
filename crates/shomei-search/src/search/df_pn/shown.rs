//! What the game has shown of the children of nodes that were expanded lately.
//!
//! A third of all expansions are visits of nodes that were expanded before, on the bench positions
//! of Lines of Action, and two of three of these come within 2,048 expansions. (In ultimate
//! tic-tac-toe 38 %, and half of them within 4,096.) Their children need not be made again: previews
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
//! Price: the place among the caches of a processor. Memory: at most 512 KiB for previews of 16
//! bytes, half of that for estimates where they are asked for, and 128 KiB for the index; little in a
//! short search.

use std::ops::Range;

use shomei_game::Key;

use crate::search::evaluate::Children;

/// See the [module text](self).
#[derive(Debug)]
pub(super) struct Shown<M> {
    halves: [Children<M>; 2],
    /// How often a half was dropped. The newer half is the one with the parity of this.
    turns: u64,
    /// Key, then turn, beginning and length of its list: see [`Shown::word`]. 0 where empty.
    index: Vec<[u64; 2]>,
    /// Lists noted since the index has grown.
    noted: usize,
}

/// Where a list lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct List {
    pub(super) half: usize,
    pub(super) range: Range<usize>,
}

impl<M> Shown<M> {
    /// Previews in a half from which on it is full.
    const FULL: usize = 1 << 14;
    const FIRST_INDEX: usize = 1 << 6;
    const LAST_INDEX: usize = 1 << 13;
    /// What a beginning may be, and a length: longer lists are not noted.
    const BITS: u32 = 16;

    pub(super) fn new() -> Shown<M> {
        Shown {
            halves: [Children::new(), Children::new()],
            turns: 0,
            index: Vec::new(),
            noted: 0,
        }
    }

    /// The children of this node, if they are still there.
    #[inline]
    pub(super) fn find(&self, key: Key) -> Option<List> {
        let [found, word] = *self.index.get(self.slot(key))?;
        let turn = word >> (2 * Self::BITS);
        let count = word as usize & ((1 << Self::BITS) - 1);
        // No list is empty.
        if found != key.0 || count == 0 || turn + 1 < self.turns {
            return None;
        }
        let start = (word >> Self::BITS) as usize & ((1 << Self::BITS) - 1);
        Some(List {
            half: turn as usize & 1,
            range: start..start + count,
        })
    }

    /// The children of a node, which `show` appends.
    pub(super) fn list(&mut self, key: Key, show: impl FnOnce(&mut Children<M>)) -> List {
        if self.halves[self.turns as usize & 1].previews.len() >= Self::FULL {
            self.turns += 1;
            self.halves[self.turns as usize & 1].clear();
        }
        let half = self.turns as usize & 1;
        let start = self.halves[half].previews.len();
        show(&mut self.halves[half]);
        let end = self.halves[half].previews.len();
        if end < 1 << Self::BITS {
            self.note(key, start, end - start);
        }
        List {
            half,
            range: start..end,
        }
    }

    /// Forgets where the lists are.
    pub(super) fn clear(&mut self) {
        self.index.fill([0; 2]);
    }

    /// Out of it, for the time that its lists are read; [to be put back](Shown::put_back).
    pub(super) fn take(&mut self, half: usize) -> Children<M> {
        std::mem::replace(&mut self.halves[half], Children::new())
    }

    pub(super) fn put_back(&mut self, half: usize, lists: Children<M>) {
        self.halves[half] = lists;
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

    /// Of the low bits, and of no slot if there is none.
    #[inline]
    fn slot(&self, key: Key) -> usize {
        key.0 as usize & self.index.len().wrapping_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei_game::{Estimate, Preview, Role, Status};

    /// As many children as the node's number has rests by 7, and one, with estimates that tell
    /// them apart.
    fn show(node: u64) -> impl Fn(&mut Children<u64>) {
        move |out| {
            let moves = 0..=node % 7;
            out.previews.extend(moves.clone().map(|mv| Preview {
                mv,
                key: Key::of(1_000 * node + mv),
                status: Status::Open,
                role: Role::Attacker,
                moves: 1,
            }));
            out.estimates.extend(moves.map(|mv| Estimate {
                proof: 1 + (node as u32 % 1_000),
                disproof: 1 + mv as u32,
            }));
        }
    }

    fn is_of(shown: &mut Shown<u64>, list: &List, node: u64) -> bool {
        let lists = shown.take(list.half);
        let mut expected = Children::new();
        show(node)(&mut expected);
        let found = &lists.previews[list.range.clone()];
        let is_same =
            found == expected.previews && lists.estimates[list.range.clone()] == expected.estimates;
        shown.put_back(list.half, lists);
        is_same
    }

    #[test]
    fn what_is_found_is_what_was_shown() {
        let mut shown = Shown::new();
        assert_eq!(shown.find(Key(0)), None);
        let mut found = 0;
        for node in 0..60_000u64 {
            let list = shown.list(Key::of(node), show(node));
            assert!(is_of(&mut shown, &list, node));
            // One of some time ago.
            let before = node.saturating_sub(1 + node % 5_000);
            if let Some(list) = shown.find(Key::of(before)) {
                assert!(is_of(&mut shown, &list, before), "{before} at {node}");
                found += 1;
            }
            assert_eq!(shown.find(Key::of(node + 1)), None);
        }
        assert!(found > 20_000, "{found}");
        assert!(
            shown
                .halves
                .iter()
                .all(|half| half.previews.len() < (1 << 14) + 7)
        );
        shown.clear();
        assert!((0..60_000).all(|node| shown.find(Key::of(node)).is_none()));
    }

    #[test]
    fn a_list_that_is_too_long_is_not_noted() {
        let mut shown = Shown::new();
        let long = |out: &mut Children<u64>| (0..20_000).for_each(|_| show(6)(out));
        let list = shown.list(Key::of(1), long);
        assert_eq!(list.range.len(), 140_000);
        assert_eq!(shown.find(Key::of(1)), None);
        let list = shown.list(Key::of(2), show(2));
        assert_eq!(shown.find(Key::of(2)), Some(list));
    }
}
