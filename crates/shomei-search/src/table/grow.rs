//! A table that begins small.
//!
//! The system clears memory when it is first written, which for a large table
//! takes longer than a short search. So a growing table spreads its entries over
//! its first buckets only, and over twice as many when a third of those is full:
//! later, many find their bucket full.
//!
//! Entries stay in the order of their keys, so each moves to a bucket that is not
//! before its own: the last buckets go first, and nothing is in the way. Their
//! keys are known in full: 48 bits are in the tag, the others are the number of the
//! bucket, as long as that has 16 bits or more and there are a power of two of
//! them. Threads that search meanwhile miss some entries and lose some.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::thread;

use shomei_game::Key;

use super::{Boards, Table, TableError};

impl Table {
    /// Buckets of a growing table at first: 4 MiB.
    const FIRST_BUCKETS: usize = 1 << 16;

    /// A table that uses a small part of its memory at first. Whoever searches with
    /// it must [read it](super::Gauge::read), so that it grows.
    ///
    /// # Errors
    ///
    /// Those of [`Table::new`].
    pub fn growing(bytes: usize) -> Result<Table, TableError> {
        let mut table = Table::new(bytes)?;
        *table.live.get_mut() = table.buckets().min(Self::FIRST_BUCKETS);
        Ok(table)
    }

    /// The same for a game in which positions dominate each other: beside the
    /// table a quarter of the memory is for boards.
    ///
    /// # Errors
    ///
    /// Those of [`Table::new`].
    pub fn with_boards(bytes: usize) -> Result<Table, TableError> {
        let part = bytes / Boards::PART;
        let mut table = Table::growing(bytes - part)?;
        if part >= 128 {
            let boards = Boards::new(part);
            table.boards = Some(boards.map_err(|source| TableError::Map { bytes, source })?);
        }
        Ok(table)
    }

    /// A table of about the same kind in other memory.
    pub(crate) fn like(&self, bytes: usize) -> Result<Table, TableError> {
        match self.boards {
            Some(_) => Table::with_boards(bytes),
            None => Table::growing(bytes),
        }
    }

    /// Uses more of its memory, if a third of the part in use is full.
    pub(super) fn grow_if_full(&self) {
        let is_full = || self.is_small() && self.fill_of_live() > 1.0 / 3.0;
        if is_full() {
            self.grow_alone(is_full);
        }
    }

    /// Uses all of its memory.
    pub(super) fn grow_to_end(&self) {
        self.most.store(self.buckets(), Relaxed);
        while self.is_small() {
            if !self.grow_alone(|| self.is_small()) {
                thread::yield_now();
            }
        }
    }

    fn is_small(&self) -> bool {
        self.live() < self.most.load(Relaxed)
    }

    /// Grows if no other thread grows or collects, and that is still wanted when
    /// none does; whether none did.
    fn grow_alone(&self, is_wanted: impl Fn() -> bool) -> bool {
        let is_alone = !self.collecting.swap(true, Acquire);
        if is_alone {
            if is_wanted() {
                self.grow();
            }
            self.collecting.store(false, Release);
        }
        is_alone
    }

    fn grow(&self) {
        let from = self.live();
        let to = match from.checked_mul(2) {
            Some(twice) if twice <= self.most.load(Relaxed) => twice,
            _ => self.most.load(Relaxed),
        };
        debug_assert!(from.is_power_of_two() && from >= 1 << 16);
        let shift = 64 - from.trailing_zeros();
        let buckets = self.memory.buckets();
        for (i, bucket) in buckets[..from].iter().enumerate().rev() {
            for (low, entry) in bucket.take().into_iter().flatten() {
                // The bits that both have are the same.
                let key = Key((i as u64) << shift | low);
                buckets[index_of(key, to)].store(key, entry);
            }
        }
        self.live.store(to, Relaxed);
    }
}

/// The key as a fraction of so many buckets: any number of buckets will do, and
/// no division is needed.
#[inline]
pub(crate) fn index_of(key: Key, buckets: usize) -> usize {
    ((u128::from(key.0) * buckets as u128) >> 64) as usize
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::super::{Entry, Gauge, Value};
    use super::*;

    fn proved(length: u16) -> Entry {
        Entry {
            value: Value::Proved { length, best: None },
            work: 1,
            min_depth: 3,
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "64 MiB")]
    fn it_grows_and_keeps_what_it_knows() {
        for buckets in [1 << 20, 777_777] {
            let table = Table::growing(64 * buckets).unwrap();
            let mut gauge = Gauge::default();
            assert_eq!(table.live(), Table::FIRST_BUCKETS);
            let count = 1_000_000;
            for i in 0..count {
                table.store(Key::of(i), proved(i as u16));
                if i % 1_000 == 0 {
                    gauge.read(&table);
                }
            }
            assert!(table.live() > Table::FIRST_BUCKETS && !gauge.was_full());
            let known = |i: &u64| table.probe(Key::of(*i)) == Some(proved(*i as u16));
            let kept = (0..count).filter(known).count();
            // Some find their bucket full.
            assert!(kept > 960_000, "{kept} of {buckets} buckets");
            table.grow_to_end();
            assert_eq!(table.live(), buckets);
            let after = (0..count).filter(known).count();
            assert!(after > 950_000 && after <= kept, "{after} of {kept}");
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "48 MiB")]
    fn threads_make_it_grow_once_each_time() {
        let table = Table::growing(64 * 777_777).unwrap();
        thread::scope(|scope| {
            for thread in 0..4 {
                let table = &table;
                scope.spawn(move || {
                    for i in 0..100_000 {
                        table.store(Key::of(4 * i + thread), proved(i as u16));
                        if i % 100 == 0 {
                            table.grow_if_full();
                        }
                    }
                    table.grow_to_end();
                });
            }
        });
        assert_eq!(table.live(), 777_777);
        // What is found is right. Threads that do nothing but write lose much.
        let known = |i: u64| table.probe(Key::of(i));
        let right = |i: u64| known(i).is_none_or(|entry| entry == proved((i / 4) as u16));
        assert!((0..400_000).all(right));
        let kept = (0..400_000).filter(|&i| known(i).is_some()).count();
        assert!(kept > 50_000, "{kept}");
    }

    #[test]
    fn a_small_one_is_whole_at_once() {
        let table = Table::growing(64 * 1_000).unwrap();
        assert_eq!(table.live(), 1_000);
    }
}
