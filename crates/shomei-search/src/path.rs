//! The line of positions from the root to the node being searched.
//!
//! Purpose: tell quickly whether a position repeats one of the line, and name
//! prefixes of the line by a code, so that a disproof that rests on a
//! repetition can be stored for just those lines that share the prefix it
//! rests on (`docs/references.md [10]`).
//!
//! A position is recognised by its key.

use shomei_game::Key;

use crate::table::PathIndex;

/// The keys of the line, their prefix codes, and an index from key to ply.
#[derive(Debug)]
pub(crate) struct Path {
    keys: Vec<Key>,
    /// `codes[i]` stands for the positions 0 to i in their order.
    codes: Vec<Key>,
    /// Open addressing with linear probing: ply + 1 by key, 0 where empty. At
    /// most a quarter full, so that a look at a foreign key is one load.
    slots: Vec<u32>,
}

impl Path {
    const FIRST_SLOTS: usize = 1 << 10;

    pub(crate) fn new() -> Path {
        Path {
            keys: Vec::new(),
            codes: Vec::new(),
            slots: vec![0; Self::FIRST_SLOTS],
        }
    }

    /// The number of positions on the line.
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(crate) fn push(&mut self, key: Key) {
        if (self.keys.len() + 1) * 4 > self.slots.len() {
            self.grow();
        }
        let code = self.code_with(key);
        self.keys.push(key);
        self.codes.push(code);
        self.insert(key, self.keys.len() as u32);
    }

    /// Removes the last position.
    pub(crate) fn pop(&mut self) {
        let Some(key) = self.keys.pop() else {
            return;
        };
        self.codes.pop();
        // The last key that was inserted is the last of its run of slots, so
        // clearing it leaves every other run whole.
        let ply = self.keys.len() as u32 + 1;
        let mut slot = self.home(key);
        while self.slots[slot] != ply {
            slot = self.next(slot);
        }
        self.slots[slot] = 0;
    }

    pub(crate) fn clear(&mut self) {
        self.keys.clear();
        self.codes.clear();
        self.slots.fill(0);
    }

    /// The ply at which the line passed through the position with this key.
    #[inline]
    pub(crate) fn find(&self, key: Key) -> Option<usize> {
        let mut slot = self.home(key);
        loop {
            match self.slots[slot] {
                0 => return None,
                ply if self.keys[ply as usize - 1] == key => return Some(ply as usize - 1),
                _ => slot = self.next(slot),
            }
        }
    }

    /// The key under which a disproof of the position `key` is stored when it
    /// rests on the positions 0 to `last` of this line.
    #[inline]
    pub(crate) fn twin_key(&self, key: Key, last: PathIndex) -> Key {
        key.mix(self.codes[last.get()])
    }

    /// The code of the positions 0 to `last`, if the line is that long.
    pub(crate) fn prefix_code(&self, last: usize) -> Option<Key> {
        self.codes.get(last).copied()
    }

    /// The code of the whole line.
    pub(crate) fn code(&self) -> Key {
        self.codes.last().copied().unwrap_or(Key(0))
    }

    /// The code of the line with one more position.
    pub(crate) fn code_with(&self, key: Key) -> Key {
        self.code().mix(key)
    }

    #[inline]
    fn home(&self, key: Key) -> usize {
        key.0 as usize & (self.slots.len() - 1)
    }

    #[inline]
    fn next(&self, slot: usize) -> usize {
        (slot + 1) & (self.slots.len() - 1)
    }

    fn insert(&mut self, key: Key, ply: u32) {
        let mut slot = self.home(key);
        while self.slots[slot] != 0 {
            slot = self.next(slot);
        }
        self.slots[slot] = ply;
    }

    fn grow(&mut self) {
        self.slots = vec![0; self.slots.len() * 2];
        for i in 0..self.keys.len() {
            self.insert(self.keys[i], i as u32 + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_is_on_the_line_and_nothing_else() {
        let mut path = Path::new();
        let keys: Vec<Key> = (0..5000).map(Key::of).collect();
        for &key in &keys {
            assert_eq!(path.find(key), None);
            path.push(key);
        }
        for (i, &key) in keys.iter().enumerate() {
            assert_eq!(path.find(key), Some(i));
        }
        for &key in keys.iter().rev() {
            path.pop();
            assert_eq!(path.find(key), None);
        }
        assert_eq!(path.len(), 0);
    }

    #[test]
    fn keys_with_one_home_slot_leave_in_order() {
        let mut path = Path::new();
        let keys: Vec<Key> = (0..20).map(|i| Key(7 + (i << 32))).collect();
        keys.iter().for_each(|&key| path.push(key));
        path.pop();
        assert_eq!(path.find(keys[19]), None);
        assert!((0..19).all(|i| path.find(keys[i]) == Some(i)));
    }

    #[test]
    fn codes_depend_on_the_order_of_the_prefix_only() {
        let twin = |keys: &[u64], last| {
            let mut path = Path::new();
            keys.iter().for_each(|&k| path.push(Key::of(k)));
            path.twin_key(Key::of(99), PathIndex::new(last).unwrap())
        };
        assert_eq!(twin(&[1, 2, 3], 1), twin(&[1, 2, 4], 1));
        assert_ne!(twin(&[1, 2, 3], 2), twin(&[1, 2, 4], 2));
        assert_ne!(twin(&[1, 2], 1), twin(&[2, 1], 1));
    }
}
