//! Transposition tables as the papers describe them: a given number of entries and a replacement
//! scheme.
//!
//! The table stores values by key. A table of n entries contains at most n values, so that
//! experiments on memory are exact. The schemes are those of D. Breuker (`docs/references.md [7]`).
//! *TwoBig* and *TwoDeep* differ in the weight of an entry: the size of its subtree, or the depth
//! of its search.
//!
//! ```text
//! [ first | second ]   the first slot keeps the entry with the larger weight;
//!                      the other entry goes to the second slot
//! ```
//!
//! Difference from the thesis: all 64 bits of the key are stored and compared.
//!
//! Memory: [`FaithfulTable::entry_bytes`] per entry, plus about two percent. It is allocated for 64
//! entries at a time, when one of them is first written: after n writes in a table of N entries,
//! about 1 - e^(-64 n / N) of the memory is allocated. So a small search in a large table is cheap;
//! a large one uses all of the memory. The table supports one thread; [`crate::table`] is the table
//! for real work.

mod proved;

use std::error::Error;
use std::fmt;
use std::hint::black_box;

use shomei_game::{ErrorText, Key, error_text};

use crate::table::index_of;
pub(crate) use proved::ProvedTable;

/// The system did not provide the memory for the nodes or entries of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StoreError {
    /// The requested number.
    pub number: usize,
    /// The kind of items: nodes of a tree, or entries of a table.
    pub what: &'static str,
    /// The size of one item in bytes.
    pub bytes: usize,
}

impl StoreError {
    /// The text, which catalogues translate.
    pub(crate) fn text(&self) -> ErrorText {
        error_text!(
            "no-memory-for-nodes",
            "there is no memory for {number} {what} of {bytes} bytes",
            number = self.number,
            what = self.what,
            bytes = self.bytes
        )
    }
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl Error for StoreError {}

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
    /// The slots; a page is allocated when one of its slots is first written.
    pages: Vec<Option<Box<Page<V>>>>,
    entries: usize,
    len: usize,
}

/// Number of slots that are allocated at once: less than a page of the system, and even, so that
/// both slots of a pair are in the same page.
const PAGE: usize = 64;

type Page<V> = [Option<FaithfulSlot<V>>; PAGE];

impl<V: Copy> FaithfulTable<V> {
    /// An empty table.
    ///
    /// # Errors
    ///
    /// If the system cannot provide the memory now. The memory itself is allocated later.
    pub(crate) fn new(entries: usize) -> Result<FaithfulTable<V>, StoreError> {
        debug_assert!(entries > 0, "the options ask for one at least");
        let no_memory = |_| StoreError {
            number: entries,
            what: "entries",
            bytes: Self::entry_bytes(),
        };
        // Allocates and frees the memory once, so that a lack of memory is reported now.
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

    /// The bytes of one entry.
    pub(crate) fn entry_bytes() -> usize {
        size_of::<Option<FaithfulSlot<V>>>()
    }

    /// The capacity in entries.
    pub(crate) fn capacity(&self) -> usize {
        self.entries
    }

    /// The number of entries.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// The value stored under `key`, if it is still present.
    #[inline]
    pub(crate) fn probe(&self, key: Key) -> Option<&V> {
        self.probe_with_weight(key).map(|(value, _)| value)
    }

    /// The value stored under `key`, if it is still present, and the weight with which it was
    /// stored.
    #[inline]
    pub(crate) fn probe_with_weight(&self, key: Key) -> Option<(&V, u64)> {
        let (page, slots) = self.places(key);
        let page = self.pages[page].as_ref()?;
        let mut slots = page[slots].iter().flatten();
        slots
            .find(|slot| slot.key == key)
            .map(|slot| (&slot.value, slot.weight))
    }

    /// Stores `value`; `weight` is the size of the subtree (*TwoBig*) or the depth of the search
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
                    // An older value of the same position in the second slot is overwritten. If the
                    // first slot is empty, the second one is too.
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

    /// The page and its slots in which a position may be stored. If the number of entries is odd,
    /// the last pair is a single slot.
    #[inline]
    fn places(&self, key: Key) -> (usize, std::ops::Range<usize>) {
        let pairs = self.entries.div_ceil(2);
        let start = 2 * index_of(key, pairs);
        let slots = 2.min(self.entries - start);
        (start / PAGE, start % PAGE..start % PAGE + slots)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Keys that all map to the first pair of slots.
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
    fn a_position_has_one_slot_only() {
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
