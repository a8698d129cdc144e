//! A table that gives memory back.
//!
//! After a search much of a table is of no more use: the numbers of unsolved positions
//! will never be asked for again, while a certificate needs room of its own. So the
//! solved entries move closer together, and the system gets the rest of the memory.
//!
//! Entries stay in the order of their keys, as when a table grows (`grow.rs`): each moves
//! to a bucket that is not behind its own, so the first buckets go first. Where a bucket
//! does not hold them all, those with the least work are lost.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};

use super::{Boards, Bucket, Packed, Table};

/// No fewer buckets: their numbers tell what the slots do not know of a key.
const LEAST_BUCKETS: usize = 1 << 16;

impl Table {
    /// Shrinks to this number of bytes, boards included, if more are in use; a little more where
    /// that would be less than the least. What is unsolved is forgotten, and the table
    /// does not grow again, unless jobs let it.
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

    /// Lets it grow to this number of bytes, boards included, and no further: to all of its memory
    /// at most, and never to less than it uses already.
    pub fn limit(&self, bytes: usize) {
        let boards = self.boards.as_ref().map_or(0, Boards::bytes_in_use);
        let buckets = bytes.saturating_sub(boards) / size_of::<Bucket>();
        let most = match buckets >= self.buckets() {
            true => self.buckets(),
            false => buckets_in(buckets).min(self.buckets()),
        };
        self.most.store(most.max(self.live()), Relaxed);
    }

    /// The memory that may have been written, boards included, in bytes.
    #[must_use]
    pub fn bytes_in_use(&self) -> usize {
        let boards = self.boards.as_ref().map_or(0, Boards::bytes_in_use);
        self.live() * size_of::<Bucket>() + boards
    }
}

/// The buckets of a table that may have this number: a power of two, so that all bits of a key
/// are known.
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
        // It stays small, until it is let grow.
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
