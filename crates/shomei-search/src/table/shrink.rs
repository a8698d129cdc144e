//! Returning the memory of a table to the system.
//!
//! After a search, much of a table is no longer needed: the numbers of unsolved positions will not
//! be used again, and the certificate needs memory. So the solved entries are compacted, and the
//! system gets the rest of the memory.
//!
//! Entries stay in the order of their keys, as when a table grows (`grow.rs`): each entry moves to
//! a bucket with an equal or smaller index, so the first buckets move first. If a bucket overflows,
//! the entries with the least work are lost.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use super::{Boards, Bucket, Packed, Table};

/// The minimum number of buckets. The index of a bucket must give the key bits that the slots do
/// not contain.
const LEAST_BUCKETS: usize = 1 << 16;

impl Table {
    /// Shrinks to `bytes` bytes, boards included, if more are in use, but not below the minimum
    /// size. Unsolved entries are dropped. The table does not grow again until [`Table::let_grow`]
    /// is called.
    pub fn shrink(&self, bytes: usize) {
        let part = match &self.boards {
            Some(boards) => {
                boards.shrink(bytes / Boards::PART);
                bytes / Boards::PART
            }
            None => 0,
        };
        let to = buckets_in((bytes - part) / size_of::<Bucket>());
        if to >= self.live() || self.collecting.swap(true, Acquire) {
            return;
        }
        let from = self.live();
        for i in 0..from {
            self.move_bucket(i, from, to, Packed::is_solved);
        }
        self.most.store(to, Relaxed);
        self.live.store(to, Relaxed);
        self.memory.release(to);
        self.collecting.store(false, Release);
    }

    /// Allows growth up to `bytes` bytes, boards included. The limit is at most all of the memory,
    /// and never less than the memory already in use.
    pub fn limit(&self, bytes: usize) {
        let part = self.boards.as_ref().map_or(0, |boards| {
            boards.limit(bytes / Boards::PART);
            boards.bytes_allowed()
        });
        let buckets = bytes.saturating_sub(part) / size_of::<Bucket>();
        self.most
            .store(buckets.clamp(self.live(), self.buckets()), Relaxed);
    }

    /// The number of bytes that may have been written, boards included.
    #[must_use]
    pub fn bytes_in_use(&self) -> usize {
        let boards = self.boards.as_ref().map_or(0, Boards::bytes_in_use);
        self.live() * size_of::<Bucket>() + boards
    }
}

/// The number of buckets of a table that may have at most `buckets`: a power of two, which
/// `Boards::each` needs.
pub(super) fn buckets_in(buckets: usize) -> usize {
    let power = (buckets + 1).next_power_of_two() / 2;
    power.max(LEAST_BUCKETS)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use shomei_game::{Key, Resource};

    use super::super::{BoardValue, Entry, Gauge, Value};
    use super::*;
    use crate::Bounds;

    #[test]
    #[cfg_attr(miri, ignore = "48 MiB")]
    fn it_shrinks_and_keeps_what_is_solved() {
        let table = Table::new(64 * 777_777).unwrap();
        let entry = |i: u64| Entry {
            value: match i % 2 {
                0 => Value::Proved {
                    length: (i % 1_000) as u16,
                    best: None,
                },
                _ => Value::Disproved {
                    length: (i % 1_000) as u16,
                    best: None,
                },
            },
            work: 1,
            min_depth: 3,
        };
        let count = 300_000;
        for i in 0..count {
            table.store(Key::of(i), entry(i));
        }
        table.shrink(9 << 20);
        assert_eq!(table.bytes_in_use(), 8 << 20);
        let known = (0..count).filter(|&i| table.probe(Key::of(i)).is_some());
        let kept = known.count();
        assert!(kept > 280_000, "{kept}");
        let right = |i: u64| {
            table
                .probe(Key::of(i))
                .is_none_or(|found| found == entry(i))
        };
        assert!((0..count).all(right));
        // The table stays small until it is allowed to grow.
        table.shrink(1 << 30);
        table.grow_if_full();
        assert_eq!(table.bytes_in_use(), 8 << 20);
        table.let_grow();
        table.grow_if_full();
        assert_eq!(table.bytes_in_use(), 16 << 20);
        assert!((0..count).all(right));
        let still_known = (0..count).filter(|&i| table.probe(Key::of(i)).is_some());
        assert!(still_known.count() > 280_000);
        // A table that is full up to its limit is collected.
        table.limit(20 << 20);
        let mut gauge = Gauge::default();
        for i in count..2 * count {
            table.store(Key::of(i), entry(i));
            gauge.read(&table);
        }
        assert_eq!(table.bytes_in_use(), 20 << 20);
        for i in 2 * count..6 * count {
            table.store(Key::of(i), entry(i));
            gauge.read(&table);
        }
        assert_eq!(table.bytes_in_use(), 20 << 20);
        assert!(gauge.was_full());
        table.limit(usize::MAX);
        table.grow_to_end();
        let right_or_lost = |i: u64| {
            table
                .probe(Key::of(i))
                .is_none_or(|found| found == entry(i))
        };
        assert!((0..6 * count).all(right_or_lost));
        let kept = (0..6 * count).filter(|&i| table.probe(Key::of(i)).is_some());
        assert!(kept.count() > 600_000);
    }

    /// A search in a table that has shrunk must notice that it loses entries.
    #[test]
    #[cfg_attr(miri, ignore = "48 MiB")]
    fn a_table_that_has_shrunk_can_be_full() {
        let table = Table::new(64 * 777_777).unwrap();
        table.shrink(4 << 20);
        let mut gauge = Gauge::default();
        for i in 0..1_000_000 {
            let entry = Entry {
                value: Value::Proved {
                    length: 1,
                    best: None,
                },
                work: 1,
                min_depth: 1,
            };
            table.store(Key::of(i), entry);
            gauge.read(&table);
        }
        assert!(gauge.was_full() && table.fill() > 0.5, "{}", table.fill());
        assert_eq!(table.bytes_in_use(), 4 << 20);
    }

    /// The boards count: together with the table they stay within the limit.
    #[test]
    #[cfg_attr(miri, ignore = "64 MiB")]
    fn boards_and_entries_stay_within_a_limit() {
        let table = Table::with_boards(256 << 20).unwrap();
        let boards = table.boards().unwrap();
        let fill = |keys: std::ops::Range<u64>| {
            for i in keys {
                let bound = Resource::new([3; 8]);
                let value = BoardValue {
                    bounds: Bounds::PROVED,
                    length: 1,
                    bound,
                };
                boards.insert(Key::of(i), value);
            }
        };
        table.limit(80 << 20);
        table.make_room(10_000_000);
        fill(0..1_000_000);
        assert!(table.bytes_in_use() <= 80 << 20, "{}", table.bytes_in_use());
        assert!(table.bytes_in_use() > 60 << 20, "{}", table.bytes_in_use());
        table.limit(usize::MAX);
        table.make_room(10_000_000);
        fill(1_000_000..3_000_000);
        assert_eq!(table.bytes_in_use(), 256 << 20);
    }
}
