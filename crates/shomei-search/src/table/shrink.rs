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
        let boards = self.boards.as_ref().map_or(0, Boards::bytes_in_use);
        let buckets = bytes.saturating_sub(boards) / size_of::<Bucket>();
        let most = match buckets >= self.buckets() {
            true => self.buckets(),
            false => buckets_in(buckets).min(self.buckets()),
        };
        self.most.store(most.max(self.live()), Relaxed);
    }

    /// The number of bytes that may have been written, boards included.
    #[must_use]
    pub fn bytes_in_use(&self) -> usize {
        let boards = self.boards.as_ref().map_or(0, Boards::bytes_in_use);
        self.live() * size_of::<Bucket>() + boards
    }
}

/// The number of buckets of a table that may have at most `buckets`: a power of two, so that all
/// bits of a key are known.
pub(super) fn buckets_in(buckets: usize) -> usize {
    let power = (buckets + 1).next_power_of_two() / 2;
    power.max(LEAST_BUCKETS)
}

#[cfg(all(test, not(loom)))]
mod tests {
    use shomei_game::Key;

    use super::super::{Entry, Value};
    use super::*;

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
    }
}
