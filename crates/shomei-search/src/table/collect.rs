//! SmallTreeGC: removes the entries with the least work.
//!
//! A. Kishimoto, M. Müller, "Df-pn in Go: an application to the one-eye
//! problem", Advances in Computer Games 10, 2003, after A. Nagai's SmallTreeGC.
//! When the table is nearly full, the collection removes the entries with the smallest searched
//! subtrees: these are numerous and cheap to recompute.
//!
//! Differences from the paper: the fill is estimated from a sample, because all threads would have
//! to write a counter; the threshold is computed from a sample of the table; one thread clears
//! while others search, without a barrier. This is safe because an entry can vanish at any time.

use std::sync::atomic::Ordering::{Acquire, Release};

use super::bucket::SLOTS;
use super::{Packed, Table};

/// Collect when more than this fraction of the entries is in use.
const FULL: f64 = 0.9;

/// A collection removes at least this percentage of the entries.
const FREED_PERCENT: usize = 30;

/// The number of buckets that are sampled to estimate the fill: 4,096 entries, so that the error is
/// below 1.5 % of the table in 99 of 100 cases.
const FILL_SAMPLE: usize = 1_024;

/// The histogram of work samples one bucket in `SAMPLE_STEP`, but at least `MIN_SAMPLE` buckets.
const SAMPLE_STEP: usize = 64;
const MIN_SAMPLE: usize = 1_024;

/// The entries that a collection clears.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Threshold {
    /// Clears entries whose work code is smaller (`work.rs`).
    code: u8,
    /// Of the entries with an equal code, clears those whose key's low byte is at most this value.
    /// So if most entries have the same work, only a part of them is cleared.
    last: u8,
}

impl Threshold {
    /// Whether to clear an entry with this work and key.
    #[inline]
    fn clears(self, code: u8, key: u64) -> bool {
        code < self.code || (code == self.code && key as u8 <= self.last)
    }
}

impl Table {
    /// The estimated fraction in use of the entries that the table may use at present, 0 to 1. After
    /// [`Table::shrink`] or [`Table::limit`] these are fewer than [`Table::entries`]. The same 1,024
    /// buckets are sampled each time; the result is exact for tables with at most 1,024 buckets.
    ///
    /// Reads about 1,024 cache lines: call it only every few thousand nodes.
    #[must_use]
    pub fn fill(&self) -> f64 {
        self.fill_of_live() * self.live() as f64 / self.most() as f64
    }

    /// The fraction of used entries within the buckets in use.
    pub(super) fn fill_of_live(&self) -> f64 {
        let step = (self.live() / FILL_SAMPLE).max(1);
        let (mut used, mut seen) = (0, 0);
        // Keys are well mixed, so regular steps are as good as random ones.
        for bucket in self.live_buckets().iter().step_by(step) {
            used += bucket.entries().count();
            seen += SLOTS;
        }
        used as f64 / seen as f64
    }

    /// The number of entries in use, estimated as by [`Table::fill`].
    #[must_use]
    pub fn used(&self) -> u64 {
        (self.fill_of_live() * (SLOTS * self.live()) as f64).round() as u64
    }

    /// The exact number of entries in use. Reads the whole table.
    #[must_use]
    pub fn count(&self) -> u64 {
        let buckets = self.live_buckets().iter();
        buckets.map(|bucket| bucket.entries().count() as u64).sum()
    }

    /// Whether more than 90 % of the entries that the table may use at present are in use.
    ///
    /// A table that is never collected also works: each store then replaces the entry with the
    /// least work of its bucket.
    #[must_use]
    pub fn needs_collection(&self) -> bool {
        self.fill() > FULL
    }

    /// The threshold that clears 30 % of the entries, estimated from 1/64 of the buckets, but at
    /// least 1,024.
    fn threshold(&self) -> Threshold {
        let step = (self.live() / MIN_SAMPLE).clamp(1, SAMPLE_STEP);
        let mut histogram = [0_usize; 256];
        for bucket in self.live_buckets().iter().step_by(step) {
            for entry in bucket.entries() {
                histogram[usize::from(entry.work_code())] += 1;
            }
        }
        let total: usize = histogram.iter().sum();
        let mut wanted = (total * FREED_PERCENT).div_ceil(100);
        for (code, &entries) in (0..=u8::MAX).zip(&histogram) {
            if wanted <= entries {
                let last = (wanted * 256).div_ceil(entries.max(1)).saturating_sub(1);
                let last = last.min(usize::from(u8::MAX)) as u8;
                return Threshold { code, last };
            }
            wanted -= entries;
        }
        let last = u8::MAX;
        Threshold { code: last, last }
    }

    /// Collects the table if it is full and no other thread is collecting it. If the table was
    /// full, returns the number of cleared entries.
    pub fn collect_if_full(&self) -> Option<usize> {
        if !self.needs_collection() {
            return None;
        }
        let mut cleared = 0;
        if !self.collecting.swap(true, Acquire) {
            // Another thread may have ended its collection just before.
            if self.needs_collection() {
                cleared = self.collect();
            }
            self.collecting.store(false, Release);
        }
        Some(cleared)
    }

    /// Clears the entries with the least work and returns their number. Other threads can search at
    /// the same time.
    pub fn collect(&self) -> usize {
        let threshold = self.threshold();
        let clears = |entry: Packed, key| threshold.clears(entry.work_code(), key);
        let buckets = self.live_buckets().iter();
        buckets.map(|bucket| bucket.clear_if(clears)).sum()
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use shomei_game::{Key, KeyStream};

    use super::super::{Entry, Value, work};
    use super::*;
    use crate::Bounds;

    const BUCKETS: usize = if cfg!(miri) { 12 } else { 3_001 };

    fn entry(work: u64) -> Entry {
        Entry {
            value: Value::Unsolved {
                bounds: Bounds::UNIT,
                twin: None,
            },
            work,
            min_depth: 1,
        }
    }

    /// A table with its keys and their work, which is below 1,000.
    fn filled(buckets: usize) -> (Table, Vec<(Key, u64)>) {
        let table = Table::new(64 * buckets).expect("small");
        let mut stream = KeyStream::new(7);
        let mut works = Vec::new();
        for _ in 0..12 * buckets {
            let (key, work) = (stream.next_key(), stream.next_key().0 % 1_000);
            table.store(key, entry(work));
            works.push((key, Packed::new(entry(work)).work()));
        }
        (table, works)
    }

    #[test]
    fn fill_is_the_part_in_use() {
        let table = Table::new(64 * 10).unwrap();
        assert!(table.fill() == 0.0 && !table.needs_collection());
        assert_eq!(table.collect(), 0);
        table.store(Key::of(1), entry(1));
        assert!((table.fill() - 1.0 / 40.0).abs() < 1e-9);
        let (table, _) = filled(BUCKETS);
        assert!(table.needs_collection(), "{}", table.fill());
    }

    #[test]
    fn a_collection_clears_the_small_trees() {
        for buckets in [1, 7, BUCKETS] {
            let (table, works) = filled(buckets);
            works.iter().for_each(|&(key, work)| {
                assert!(table.probe(key).is_none_or(|entry| entry.work == work));
            });
            let before = works.iter().filter(|&&(key, _)| table.probe(key).is_some());
            let before = before.count();
            let largest_cleared = work::decode(table.threshold().code);
            let known = |table: &Table, least: u64| -> Vec<Key> {
                let worth = works.iter().filter(|&&(_, work)| work >= least);
                let keys = worth.map(|&(key, _)| key);
                keys.filter(|&key| table.probe(key).is_some()).collect()
            };
            let kept = known(&table, largest_cleared + 1);
            let cleared = table.collect();
            assert_eq!(known(&table, 0).len(), before - cleared);
            // All entries with the most work stay.
            assert!(kept.iter().all(|&key| table.probe(key).is_some()));
            let lost = works.iter().filter(|&&(key, _)| table.probe(key).is_none());
            assert!(lost.count() >= cleared);
            // With few entries, the work is not spread evenly.
            let slack = if buckets < BUCKETS || cfg!(miri) {
                before / 2
            } else {
                before / 50
            };
            let wanted = before * 3 / 10;
            assert!(cleared.abs_diff(wanted) <= slack, "{cleared} of {before}");
            assert!(cleared > 0 && !table.needs_collection());
        }
    }

    /// Most entries of a search have the same, small work.
    #[test]
    fn of_equal_works_only_a_part_goes() {
        let table = Table::new(64 * BUCKETS).unwrap();
        let mut stream = KeyStream::new(3);
        (0..12 * BUCKETS).for_each(|_| table.store(stream.next_key(), entry(1)));
        let (before, all) = (table.used(), table.count());
        let cleared = table.collect_if_full().unwrap();
        assert_eq!(table.count() + cleared as u64, all);
        let left = table.used() as f64 / before as f64;
        let slack = if cfg!(miri) { 0.2 } else { 0.03 };
        assert!((left - 0.7).abs() < slack, "{left}");
        assert_eq!(table.collect_if_full(), None);
    }
}
