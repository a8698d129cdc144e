//! The table of proved nodes of `docs/references.md [2]`: 64 bits per entry, replacement *New*.
//!
//! An entry consists of 48 bits of the key and the length of the proof in 16 bits, which the paper
//! uses for the key as well. The length is needed to follow a proof, because it must decrease with
//! each move. The place in the table is determined by the high bits of the key, so with 65,536
//! entries or more all 64 bits are compared.

use shomei_game::Key;

use super::StoreError;
use crate::table::index_of;

/// A fixed number of proved positions.
#[derive(Debug, Default)]
pub(crate) struct ProvedTable {
    /// 0 is an empty entry: the length of a proved interior node is at least 1.
    entries: Vec<u64>,
}

impl ProvedTable {
    const LENGTH_BITS: u32 = 16;

    /// A table of this number of entries; with 0 entries it never contains anything.
    ///
    /// # Errors
    ///
    /// If the memory cannot be allocated.
    pub(crate) fn new(entries: usize) -> Result<ProvedTable, StoreError> {
        let mut table = Vec::new();
        table.try_reserve_exact(entries).map_err(|_| StoreError {
            number: entries,
            what: "entries",
            bytes: size_of::<u64>(),
        })?;
        table.resize(entries, 0);
        Ok(ProvedTable { entries: table })
    }

    /// The memory of the table in bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.entries.len() * size_of::<u64>()
    }

    /// Whether the table has any entries.
    #[inline]
    pub(crate) fn is_used(&self) -> bool {
        !self.entries.is_empty()
    }

    /// Stores a proved interior node and the length of its proof in plies.
    pub(crate) fn store(&mut self, key: Key, length: u16) {
        if self.is_used() {
            let place = self.place(key);
            self.entries[place] = key.0 << Self::LENGTH_BITS | u64::from(length.max(1));
        }
    }

    /// The length of the proof of a position, if the table contains one.
    #[inline]
    pub(crate) fn probe(&self, key: Key) -> Option<u16> {
        if !self.is_used() {
            return None;
        }
        let entry = self.entries[self.place(key)];
        let same = entry >> Self::LENGTH_BITS == key.0 & (u64::MAX >> Self::LENGTH_BITS);
        let length = entry as u16;
        (same && length != 0).then_some(length)
    }

    #[inline]
    fn place(&self, key: Key) -> usize {
        index_of(key, self.entries.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_one_stays() {
        let mut table = ProvedTable::new(1).unwrap();
        assert_eq!(table.probe(Key(0)), None);
        table.store(Key::of(1), 7);
        assert_eq!(table.probe(Key::of(1)), Some(7));
        table.store(Key::of(2), 0);
        assert_eq!(table.probe(Key::of(2)), Some(1));
        assert_eq!(table.probe(Key::of(1)), None);
    }

    #[test]
    fn without_entries_nothing_is_known() {
        let mut table = ProvedTable::new(0).unwrap();
        table.store(Key::of(1), 7);
        assert_eq!(table.probe(Key::of(1)), None);
    }
}
