//! From keys to the plies of a line: a hash table from which only the newest leaves.

use shomei_game::Key;

/// Plies by key, several of a key allowed.
///
/// Open addressing with linear probing; at most a quarter full, so that a look for a
/// foreign key is one load.
#[derive(Debug)]
pub(crate) struct PlyIndex {
    /// Ply + 1, 0 where empty.
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

    /// Makes room for this number of plies; `all` are those that are there.
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

    /// Removes the ply that was inserted last, under this key.
    pub(crate) fn remove_last(&mut self, key: Key, ply: usize) {
        // It is the last of its run of slots, so clearing it leaves every other run
        // whole.
        let mut slot = self.home(key);
        while self.slots[slot] != ply as u32 + 1 {
            slot = self.next(slot);
        }
        self.slots[slot] = 0;
    }

    /// All plies of this key in their order, and perhaps some of others.
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

    /// Whether nothing is in it.
    #[cfg(test)]
    pub(crate) fn is_empty(&self) -> bool {
        self.slots.iter().all(|&slot| slot == 0)
    }
}
