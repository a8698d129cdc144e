//! The raw words of a table: copies them while other threads write, and restores them.
//!
//! Each entry is independent of the others. An entry that is copied while it is written fails its
//! verification later, as for any reader. So copying neither pauses nor changes the search. If the
//! table has not grown to its full size, each entry is copied to its place in the full-size table.
//!
//! The words can come from a file that was edited. Words that no search writes are refused
//! ([`BadEntry`]), but this check cannot detect an entry with a wrong value. Therefore a table is
//! never proof; only a certificate is.

use std::ops::Range;

use shomei_game::Key;

use super::bucket::{KEY_MASK, SLOTS, WORDS};
use super::grow::{first_key, index_of, least_key};
use super::{Bucket, Packed, Table};

/// Words that are not a valid entry: the kind does not exist, an unsolved entry has the numbers of a
/// solved position, or there is a key without a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entry {entry} is none that a search writes")]
pub struct BadEntry {
    /// The index of the entry in the words.
    pub entry: usize,
}

impl Table {
    /// The version of the format. It changes when the meaning of the words changes.
    pub const FORMAT: u32 = 1;

    /// The number of words per entry. An entry with all words zero is empty.
    pub const ENTRY_WORDS: usize = 2;

    /// Copies the words of the buckets from `first` on, limited by the length of `words` and the
    /// size of the table. Returns the number of copied words.
    pub fn copy_words(&self, first: usize, words: &mut [u64]) -> usize {
        let end = self
            .buckets()
            .min(first.saturating_add(words.len() / WORDS));
        let wanted = first.min(end)..end;
        let words = &mut words[..wanted.len() * WORDS];
        self.at_rest(|| match self.live() == self.buckets() {
            true => self.copy_as_it_is(wanted.clone(), words),
            false => self.copy_spread(wanted.clone(), words),
        });
        words.len()
    }

    fn copy_as_it_is(&self, wanted: Range<usize>, words: &mut [u64]) {
        let buckets = self.memory.buckets()[wanted].iter();
        for (bucket, words) in buckets.zip(words.chunks_exact_mut(WORDS)) {
            words.copy_from_slice(&bucket.words());
        }
    }

    /// Copies the wanted buckets in the state that they will have when the table has grown to its
    /// full size.
    fn copy_spread(&self, wanted: Range<usize>, words: &mut [u64]) {
        words.fill(0);
        if wanted.is_empty() {
            return;
        }
        let (live, all) = (self.live(), self.buckets());
        let least = Key(least_key(wanted.start, all));
        let most = match wanted.end == all {
            true => Key(u64::MAX),
            false => Key(least_key(wanted.end, all) - 1),
        };
        for i in index_of(least, live)..=index_of(most, live) {
            let least = least_key(i, live);
            for pair in self.memory.buckets()[i].words().chunks_exact(2) {
                let key = first_key(least, (pair[0] ^ pair[1]) & KEY_MASK);
                let target = index_of(key, all);
                // Strays are not copied.
                if pair[1] != 0 && index_of(key, live) == i && wanted.contains(&target) {
                    let from = (target - wanted.start) * WORDS;
                    Bucket::put(&mut words[from..from + WORDS], [pair[0], pair[1]]);
                }
            }
        }
    }

    /// Checks that each entry of `words` is empty or could have been written by a search.
    ///
    /// # Errors
    ///
    /// [`BadEntry`] with the first entry that fails.
    pub fn check_words(words: &[u64]) -> Result<(), BadEntry> {
        let is_bad = |pair: &[u64]| !Packed::is_word(pair[1]) || pair[1] == 0 && pair[0] != 0;
        match words.chunks_exact(Self::ENTRY_WORDS).position(is_bad) {
            Some(entry) => Err(BadEntry { entry }),
            None => Ok(()),
        }
    }

    /// Overwrites the buckets from `first` on with words that were copied from a table of the same
    /// size. Drops an entry whose key does not lead to its bucket, if the table is large enough to
    /// detect this.
    ///
    /// # Errors
    ///
    /// [`BadEntry`]: in this case nothing is written.
    pub fn set_words(&self, first: usize, words: &[u64]) -> Result<(), BadEntry> {
        Self::check_words(words)?;
        self.grow_to_end();
        let all = self.buckets();
        let buckets = self.memory.buckets().iter().enumerate().skip(first);
        for ((i, bucket), words) in buckets.zip(words.chunks_exact(WORDS)) {
            let mut own = [0; WORDS];
            own.copy_from_slice(words);
            if all >= Self::FIRST_BUCKETS {
                let least = least_key(i, all);
                for slot in 0..SLOTS {
                    let low = (own[2 * slot] ^ own[2 * slot + 1]) & KEY_MASK;
                    if index_of(first_key(least, low), all) != i {
                        own[2 * slot..2 * slot + 2].fill(0);
                    }
                }
            }
            bucket.set_words(&own);
        }
        Ok(())
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::super::{Entry, Value};
    use super::*;

    #[test]
    fn a_copy_knows_what_the_table_knew() {
        let table = Table::new(64 * 10).unwrap();
        let proved = |length| Entry {
            value: Value::Proved { length, best: None },
            work: 1,
            min_depth: 3,
        };
        (0..40).for_each(|i| table.store(Key::of(i), proved(i as u16)));
        let copy = Table::new(64 * 10).unwrap();
        let mut words = [0; 4 * WORDS];
        let mut sizes = Vec::new();
        for first in [0, 4, 8, 12] {
            let copied = table.copy_words(first, &mut words);
            copy.set_words(first, &words[..copied]).unwrap();
            sizes.push(copied / WORDS);
        }
        assert_eq!(sizes, [4, 4, 2, 0]);
        let known = (0..40).filter(|&i| table.probe(Key::of(i)).is_some());
        assert!(known.count() > 20);
        assert!((0..40).all(|i| copy.probe(Key::of(i)) == table.probe(Key::of(i))));
    }

    fn proved(length: u16) -> Entry {
        Entry {
            value: Value::Proved { length, best: None },
            work: 1,
            min_depth: 3,
        }
    }

    /// Copies the whole table in parts.
    fn copied(table: &Table) -> Table {
        let copy = Table::new(table.bytes()).expect("small");
        let mut words = vec![0; 1_000 * WORDS];
        let mut first = 0;
        while first < table.buckets() {
            let copied = table.copy_words(first, &mut words);
            copy.set_words(first, &words[..copied]).expect("copied");
            first += copied / WORDS;
        }
        copy
    }

    /// The copy has the layout of the full-size table, but the table itself does not grow.
    #[test]
    #[cfg_attr(miri, ignore = "48 MiB")]
    fn a_table_that_grows_is_copied_without_growing() {
        for buckets in [1 << 18, 300_001] {
            let table = Table::growing(64 * buckets).unwrap();
            let live = table.live();
            (0..100_000).for_each(|i| table.store(Key::of(i), proved(i as u16)));
            let copy = copied(&table);
            assert!(table.live() == live && copy.live() == buckets);
            let lost = (0..100_000).filter(|&i| copy.probe(Key::of(i)) != table.probe(Key::of(i)));
            // As in a growth, entries of a bucket that receives parts of two buckets can find it
            // full.
            assert!(lost.count() <= 10 * (buckets % 2));
            assert!(copy.count() <= table.count());
        }
    }

    /// Every entry is copied at most once, even while the table grows.
    #[test]
    #[cfg_attr(miri, ignore = "48 MiB")]
    fn a_copy_waits_for_a_growth() {
        let table = Table::growing(64 * 300_001).unwrap();
        (0..100_000).for_each(|i| table.store(Key::of(i), proved(i as u16)));
        std::thread::scope(|scope| {
            let copies = scope.spawn(|| (0..4).map(|_| copied(&table)).collect::<Vec<_>>());
            table.grow_to_end();
            for copy in copies.join().unwrap() {
                let known =
                    (0..100_000).filter(|&i| copy.probe(Key::of(i)) == Some(proved(i as u16)));
                assert!(known.count() as u64 >= table.count() - 100);
                assert!(copy.count() <= 100_000);
            }
        });
    }

    #[test]
    fn what_no_search_writes_is_refused() {
        let table = Table::new(64 * 10).unwrap();
        (0..10).for_each(|i| table.store(Key::of(i), proved(i as u16)));
        let mut words = [0; 10 * WORDS];
        table.copy_words(0, &mut words);
        let used: Vec<usize> = (0..10 * SLOTS).filter(|i| words[2 * i + 1] != 0).collect();
        let (entry, data) = (used[3], words[2 * used[3] + 1]);
        let refused = |tag: u64, data: u64| {
            let mut bad = words;
            bad[2 * entry..2 * entry + 2].copy_from_slice(&[tag, data]);
            let copy = Table::new(64 * 10).unwrap();
            let result = copy.set_words(0, &bad);
            assert_eq!(result.is_err(), copy.count() == 0);
            assert!(result.is_ok() || result == Err(BadEntry { entry }));
            result.is_err()
        };
        assert!(!refused(0, data), "{data:x}");
        for kind in 6..16 {
            assert!(refused(0, data & !15 | kind), "kind {kind}");
        }
        // Unsolved with a number of 0; a tag without data; bits that the kind does not use.
        assert!(refused(0, 1) && refused(0, 1 | 1 << 4) && refused(0, 2 | 1 << 23));
        assert!(refused(5, 0) && refused(0, data | 1 << 20));
        assert!(!refused(0, 1 | 1 << 4 | 1 << 30) && !refused(0, 2 | 1 << 4 | 1 << 23));
        // A twin whose `r` is larger than its `m`.
        assert!(refused(0, 3 | 2 << 20 | 1 << 34) && !refused(0, 3 | 2 << 20 | 2 << 34));
    }
}
