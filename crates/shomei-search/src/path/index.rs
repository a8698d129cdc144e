//! An index from keys to the plies of a path: a hash table that supports removal of the newest
//! element only.

use shomei_game::Key;

/// Plies by key; a key can have several plies.
///
/// Open addressing with linear probing. At most a quarter of the slots is in use, so that a lookup
/// of an absent key is one load.
#[derive(Debug)]
pub(crate) struct PlyIndex {
    /// Ply + 1, or 0 if the slot is empty.
    slots: Vec<u32>,
}

impl PlyIndex {
    const FIRST_SLOTS: usize = 1 << 10;

    pub(crate) fn new() -> PlyIndex {
        PlyIndex {
            slots: vec![0; Self::FIRST_SLOTS],
        }
    }

    pub(crate) fn clear(&mut self) {
        self.slots.fill(0);
    }

    /// Makes room for `plies` plies; `all` lists the present ones.
    #[inline]
    pub(crate) fn make_room(&mut self, plies: usize, all: impl Iterator<Item = (Key, usize)>) {
        if plies * 4 > self.slots.len() {
            self.slots = vec![0; self.slots.len() * 2];
            all.for_each(|(key, ply)| self.insert(key, ply));
        }
    }

    pub(crate) fn insert(&mut self, key: Key, ply: usize) {
        let mut slot = self.home(key);
        while self.slots[slot] != 0 {
            slot = self.next(slot);
        }
        self.slots[slot] = ply as u32 + 1;
    }

    /// Removes the ply that was inserted last, under its key.
    pub(crate) fn remove_last(&mut self, key: Key, ply: usize) {
        // The ply is the last of its run of slots, so clearing its slot does not break any other
        // run.
        let mut slot = self.home(key);
        while self.slots[slot] != ply as u32 + 1 {
            slot = self.next(slot);
        }
        self.slots[slot] = 0;
    }

    /// All plies of this key in increasing order, possibly mixed with plies of other keys.
    #[inline]
    pub(crate) fn plies(&self, key: Key) -> impl Iterator<Item = usize> + '_ {
        let mut slot = self.home(key);
        std::iter::from_fn(move || {
            let ply = self.slots[slot].checked_sub(1)?;
            slot = self.next(slot);
            Some(ply as usize)
        })
    }

    #[inline]
    fn home(&self, key: Key) -> usize {
        key.0 as usize & (self.slots.len() - 1)
    }

    #[inline]
    fn next(&self, slot: usize) -> usize {
        (slot + 1) & (self.slots.len() - 1)
    }

    /// Whether the index is empty.
    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        self.slots.iter().all(|&slot| slot == 0)
    }
}
