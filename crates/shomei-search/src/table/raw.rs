//! The words of a table as they are: how one is copied while others write, and
//! filled again.
//!
//! Every entry stands alone, and one that is copied while it is written fails
//! its verification later, as it does for any reader. So a copy needs no pause, and it
//! changes nothing: the search goes on as if nobody copied. Of a table that has not
//! grown to its size, each entry is copied to where it will lie when it has.
//!
//! Words may come from a file that somebody made by hand. What no search writes is
//! refused ([`BadEntry`]); that an entry says what is *true* cannot be seen. A table is
//! never evidence, only a certificate is.

use std::ops::Range;

use shomei_game::Key;

use super::bucket::{KEY_MASK, SLOTS, WORDS};
use super::grow::{first_key, index_of, least_key};
use super::{Bucket, Packed, Table};

/// Words that are no entry which a search writes: of a kind that there is not, unsolved
/// with the numbers of a solved position, or a key without a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("entry {entry} is none that a search writes")]
pub struct BadEntry {
    /// Which entry of the words, from 0.
    pub entry: usize,
}

impl Table {
    /// Changes whenever the words of an entry mean something else.
    pub const FORMAT: u32 = 1;

    /// The words of one entry: all zero is an empty one.
    pub const ENTRY_WORDS: usize = 2;

    /// Copies the words of the buckets from `first` on, as many as fit `words`
    /// and the table; gives back how many words that are.
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

    /// As the wanted buckets will be when the table has grown to its size.
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
                // Strays stay where they are.
                if pair[1] != 0 && index_of(key, live) == i && wanted.contains(&target) {
                    let from = (target - wanted.start) * WORDS;
                    Bucket::put(&mut words[from..from + WORDS], [pair[0], pair[1]]);
                }
            }
        }
    }

    /// Whether words are entries as a search writes them, or empty ones.
    ///
    /// # Errors
    ///
    /// [`BadEntry`]: the first that is not.
    pub fn check_words(words: &[u64]) -> Result<(), BadEntry> {
        let is_bad = |pair: &[u64]| !Packed::is_word(pair[1]) || pair[1] == 0 && pair[0] != 0;
        match words.chunks_exact(Self::ENTRY_WORDS).position(is_bad) {
            Some(entry) => Err(BadEntry { entry }),
            None => Ok(()),
        }
    }

    /// Writes words that were copied from a table of the same size over the
    /// buckets from `first` on. An entry whose key does not lead to its bucket is left
    /// out, as far as a table of that size can tell.
    ///
    /// # Errors
    ///
    /// [`BadEntry`]: nothing is written then.
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

    /// A copy of the whole table, a part at a time.
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

    /// It copies as if it had grown, and has not.
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
            // As in growing: where a bucket has parts of two some find it full.
            assert!(lost.count() <= 10 * (buckets % 2));
            assert!(copy.count() <= table.count());
        }
    }

    /// While it grows, too, every entry is copied once or not at all.
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
        // Unsolved, with a number of 0; a tag alone; more than its kind has.
        assert!(refused(0, 1) && refused(0, 1 | 1 << 4) && refused(0, 2 | 1 << 23));
        assert!(refused(5, 0) && refused(0, data | 1 << 20));
        assert!(!refused(0, 1 | 1 << 4 | 1 << 30) && !refused(0, 2 | 1 << 4 | 1 << 23));
        // A twin that rests on more than its path.
        assert!(refused(0, 3 | 2 << 20 | 1 << 34) && !refused(0, 3 | 2 << 20 | 2 << 34));
    }
}
