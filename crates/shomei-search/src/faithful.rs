//! Transposition tables as the papers describe them: a number of entries, any
//! number, and a replacement scheme.
//!
//! What it does: remembers values by key. A table of n entries holds n values
//! and not one more, so that an experiment on memory means what it says. The
//! schemes are those of D. Breuker (`docs/references.md [7]`). *TwoBig* and *TwoDeep*
//! differ in what the weight of an entry is: the size of its subtree, or the depth of
//! its search.
//!
//! ```text
//! [ first | second ]   the first keeps the larger weight; what does not get its
//!                      place goes to the second
//! ```
//!
//! Differs from the thesis in: all 64 bits of the key are kept and compared.
//!
//! Memory: [`FaithfulTable::entry_bytes`] an entry, and some two hundredths more. It is taken for
//! 64 entries at a time, when one of them is first written: with n written of N about
//! 1 - e^(-64 n / N) of it. So a small search in a large table is cheap; a large one takes all.
//! One thread; the table of real work is [`crate::table`].

mod proved;

use std::hint::black_box;

use shomei_game::Key;

pub(crate) use proved::ProvedTable;

/// The system did not give the memory for what a search keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no memory for {number} {what} of {bytes} bytes")]
pub struct StoreError {
    /// The number asked for.
    pub number: usize,
    /// What they are: nodes of a tree, or entries of a table.
    pub what: &'static str,
    /// The size of one.
    pub bytes: usize,
}

#[derive(Clone, Copy, Debug)]
struct FaithfulSlot<V> {
    key: Key,
    /// The size of the subtree or the depth of the search.
    weight: u64,
    value: V,
}

/// A table of a fixed number of entries.
#[derive(Debug)]
pub(crate) struct FaithfulTable<V> {
    /// The slots; none of a page is made before one of them is written.
    pages: Vec<Option<Box<Page<V>>>>,
    entries: usize,
    len: usize,
}

/// Slots that are made at once: less than a page of the system, and an even number, so that two that
/// compete are in the same page.
const PAGE: usize = 64;

type Page<V> = [Option<FaithfulSlot<V>>; PAGE];

impl<V: Copy> FaithfulTable<V> {
    /// An empty table.
    ///
    /// # Errors
    ///
    /// When the system would not give the memory now. It is taken later.
    pub(crate) fn new(entries: usize) -> Result<FaithfulTable<V>, StoreError> {
        debug_assert!(entries > 0, "the options ask for one at least");
        let no_memory = |_| StoreError {
            number: entries,
            what: "entries",
            bytes: Self::entry_bytes(),
        };
        // What the system would not give now is refused now, though it is taken later.
        let mut all = Vec::<FaithfulSlot<V>>::new();
        all.try_reserve_exact(entries).map_err(no_memory)?;
        drop(black_box(all));
        let mut pages = Vec::new();
        pages
            .try_reserve_exact(entries.div_ceil(PAGE))
            .map_err(no_memory)?;
        pages.resize_with(entries.div_ceil(PAGE), || None);
        Ok(FaithfulTable {
            pages,
            entries,
            len: 0,
        })
    }

    /// The bytes that one entry takes.
    pub(crate) fn entry_bytes() -> usize {
        size_of::<Option<FaithfulSlot<V>>>()
    }

    /// How many entries it can hold.
    pub(crate) fn capacity(&self) -> usize {
        self.entries
    }

    /// How many entries it holds.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// What was stored under `key`, if it is still there.
    #[inline]
    pub(crate) fn probe(&self, key: Key) -> Option<&V> {
        self.probe_with_weight(key).map(|(value, _)| value)
    }

    /// What was stored under `key`, if it is still there, and the weight that it was stored with.
    #[inline]
    pub(crate) fn probe_with_weight(&self, key: Key) -> Option<(&V, u64)> {
        let (page, slots) = self.places(key);
        let page = self.pages[page].as_ref()?;
        let mut slots = page[slots].iter().flatten();
        slots
            .find(|slot| slot.key == key)
            .map(|slot| (&slot.value, slot.weight))
    }

    /// Remembers `value`; `weight` is the size of the subtree (*TwoBig*) or the depth of the search
    /// (*TwoDeep*).
    pub(crate) fn store(&mut self, key: Key, value: V, weight: u64) {
        let (page, slots) = self.places(key);
        let page = self.pages[page].get_or_insert_with(|| Box::new([None; PAGE]));
        let slots = &mut page[slots];
        let new = Some(FaithfulSlot { key, weight, value });
        let has_key =
            |slot: &Option<FaithfulSlot<V>>| slot.as_ref().is_some_and(|slot| slot.key == key);
        let before = slots.iter().flatten().count();
        match slots {
            [first, second] if !has_key(first) => {
                if first.as_ref().is_none_or(|old| weight >= old.weight) {
                    // With an older value of this position in the second place
                    // that one goes; the second is empty while the first is.
                    *second = *first;
                    *first = new;
                } else {
                    *second = new;
                }
            }
            [first, ..] => *first = new,
            [] => {}
        }
        let after = slots.iter().flatten().count();
        self.len = self.len + after - before;
    }

    /// The page and the slots of it where a position may be. With an odd number of entries
    /// the last pair is a single one.
    #[inline]
    fn places(&self, key: Key) -> (usize, std::ops::Range<usize>) {
        let pairs = self.entries.div_ceil(2);
        let start = 2 * ((u128::from(key.0) * pairs as u128) >> 64) as usize;
        let slots = 2.min(self.entries - start);
        (start / PAGE, start % PAGE..start % PAGE + slots)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys that all belong to the first group.
    fn key(i: u64) -> Key {
        Key(i)
    }

    #[test]
    fn two_big_keeps_the_larger_and_the_last() {
        let mut table = FaithfulTable::new(2).unwrap();
        table.store(key(1), 'a', 5);
        table.store(key(2), 'b', 3);
        table.store(key(3), 'c', 2);
        assert_eq!(
            table.probe_with_weight(key(1)),
            Some((&'a', 5)),
            "the largest stays"
        );
        assert_eq!(table.probe(key(2)), None, "the smaller, older one goes");
        assert_eq!(table.probe(key(3)), Some(&'c'));
        table.store(key(4), 'd', 5);
        assert_eq!(table.probe(key(4)), Some(&'d'), "as large, but newer");
        assert_eq!(table.probe(key(1)), Some(&'a'), "moved to the second place");
        assert_eq!(table.len(), 2);
    }

    #[test]
    fn a_position_stands_in_one_place_only() {
        let mut table = FaithfulTable::new(2).unwrap();
        table.store(key(1), 'a', 5);
        table.store(key(2), 'b', 1);
        table.store(key(2), 'c', 9);
        assert_eq!(table.probe(key(2)), Some(&'c'));
        assert_eq!(table.probe(key(1)), Some(&'a'));
        table.store(key(2), 'd', 0);
        assert_eq!(table.probe(key(2)), Some(&'d'));
        assert_eq!(table.probe(key(1)), Some(&'a'));
        assert_eq!(table.len(), 2);
    }

    #[test]
    fn memory_is_taken_as_entries_are_written() {
        let mut table = FaithfulTable::new(100 * PAGE).unwrap();
        let pages = |table: &FaithfulTable<u64>| table.pages.iter().flatten().count();
        assert_eq!(pages(&table), 0);
        assert_eq!(table.probe(Key::of(1)), None);
        assert_eq!(pages(&table), 0);
        table.store(Key::of(1), 1, 1);
        table.store(Key::of(1), 2, 1);
        assert_eq!((pages(&table), table.probe(Key::of(1))), (1, Some(&2)));
        (0..10_000).for_each(|i| table.store(Key::of(i), i, 1));
        assert_eq!(pages(&table), 100);
    }

    #[test]
    fn any_number_of_entries_and_no_more() {
        for entries in (1..20).chain(PAGE - 1..PAGE + 2) {
            let mut table = FaithfulTable::new(entries).unwrap();
            for i in 0..1000 {
                table.store(Key::of(i), i, i % 7);
                assert_eq!(table.probe(Key::of(i)), Some(&i));
            }
            let held = (0..1000).filter(|&i| table.probe(Key::of(i)).is_some());
            assert_eq!(held.count(), entries);
            assert_eq!(table.len(), entries);
        }
        let (number, bytes) = (usize::MAX / 64, FaithfulTable::<u8>::entry_bytes());
        let error = FaithfulTable::<u8>::new(number).unwrap_err();
        assert_eq!((error.number, error.bytes), (number, bytes));
    }
}
