//! The table of proved nodes of `docs/references.md [2]`: 64 bits an entry,
//! replacement *New*.
//!
//! An entry is 48 bits of the key and, in the 16 that the paper leaves to the
//! key as well, the length of the proof: whoever follows a proof needs to know
//! that it gets shorter. The place in the table is taken from the high bits of
//! the key, so with 65,536 entries or more all 64 bits are compared.

use shomei_game::Key;

use super::StoreError;

/// Positions that were proved, as many as there are entries.
#[derive(Debug, Default)]
pub(crate) struct ProvedTable {
    /// 0 is empty: the length of a proved interior node is at least 1.
    entries: Vec<u64>,
}

impl ProvedTable {
    const LENGTH_BITS: u32 = 16;

    /// A table of this number of entries; with none it never knows anything.
    ///
    /// # Errors
    ///
    /// When the memory cannot be had.
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

    /// Whether it can hold anything.
    #[inline]
    pub(crate) fn is_used(&self) -> bool {
        !self.entries.is_empty()
    }

    /// Notes a proved interior node and the length of its proof in plies.
    pub(crate) fn store(&mut self, key: Key, length: u16) {
        if self.is_used() {
            let place = self.place(key);
            self.entries[place] = key.0 << Self::LENGTH_BITS | u64::from(length.max(1));
        }
    }

    /// The length of the proof of a position, if it is known as proved.
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
        ((u128::from(key.0) * self.entries.len() as u128) >> 64) as usize
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
