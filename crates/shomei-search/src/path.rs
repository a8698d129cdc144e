//! The path: the positions from the root to the current node.
//!
//! The path quickly detects whether a position repeats one of its positions. It also identifies
//! each of its prefixes by a code, so that a disproof that depends on a repetition can be stored
//! for exactly those paths that share the prefix on which it depends (`docs/references.md [10]`).
//!
//! A position is identified by its key.

mod dominance;
mod index;

use shomei_game::Key;

use crate::table::PathIndex;

pub(crate) use dominance::PathDominance;
pub(crate) use index::PlyIndex;

/// The keys of the path, their prefix codes, and an index from key to ply.
#[derive(Debug)]
pub(crate) struct Path {
    keys: Vec<Key>,
    /// `codes[i]` identifies the sequence of positions 0 to i.
    codes: Vec<Key>,
    index: PlyIndex,
}

impl Path {
    pub(crate) fn new() -> Path {
        Path {
            keys: Vec::new(),
            codes: Vec::new(),
            index: PlyIndex::new(),
        }
    }

    /// The number of positions on the path.
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    /// The keys of the positions on the path.
    pub(crate) fn keys(&self) -> &[Key] {
        &self.keys
    }

    pub(crate) fn push(&mut self, key: Key) {
        let keys = self.keys.iter().copied();
        self.index.make_room(self.keys.len() + 1, keys.zip(0..));
        let code = self.code_with(key);
        self.keys.push(key);
        self.codes.push(code);
        self.index.insert(key, self.keys.len() - 1);
    }

    /// Removes the last position.
    pub(crate) fn pop(&mut self) {
        let Some(key) = self.keys.pop() else {
            return;
        };
        self.codes.pop();
        self.index.remove_last(key, self.keys.len());
    }

    pub(crate) fn clear(&mut self) {
        self.keys.clear();
        self.codes.clear();
        self.index.clear();
    }

    /// The ply at which the path contains the position with this key.
    #[inline]
    pub(crate) fn find(&self, key: Key) -> Option<usize> {
        let mut plies = self.index.plies(key);
        plies.find(|&ply| self.keys[ply] == key)
    }

    /// The key under which a disproof of the position `key` is stored if it depends on the
    /// positions 0 to `last` of this path.
    #[inline]
    pub(crate) fn twin_key(&self, key: Key, last: PathIndex) -> Key {
        key.mix(self.codes[last.get()])
    }

    /// The code of the positions 0 to `last`, or `None` if the path is shorter.
    pub(crate) fn prefix_code(&self, last: usize) -> Option<Key> {
        self.codes.get(last).copied()
    }

    /// The code of the whole path.
    pub(crate) fn code(&self) -> Key {
        self.codes.last().copied().unwrap_or(Key(0))
    }

    /// The code of the path with one more position.
    pub(crate) fn code_with(&self, key: Key) -> Key {
        self.code().mix(key)
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
