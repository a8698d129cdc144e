//! Growth of a table from a small initial size.
//!
//! The system clears memory when it is first written, which for a large table takes longer than a
//! short search. So a growing table uses only its first buckets, and doubles their number when a
//! third of the entries in them is used. With a higher limit, many entries would find their bucket
//! full.
//!
//! Entries are ordered by their keys, so growth moves each entry to a bucket with an equal or
//! larger index. The last buckets move first, so no move overwrites a bucket that has not moved
//! yet. All bits of the keys are known: 48 bits are in the tag, and the index of the bucket gives
//! the others if there are 2^16 buckets or more.
//!
//! Threads that search during a growth miss some entries and lose some. An entry that is stored in
//! a bucket that has already moved is in a wrong place: it is a *stray*. A stray is found by keys
//! that now lead to that bucket and have its low 48 bits, so only these 48 bits are verified. Each
//! further growth removes half of the strays: those whose low bits contradict their bucket.
//!
//! A copy of a table (`raw.rs`) must show its state either before or after a growth. For this
//! purpose, the counter of growths is odd while entries move.

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::fence;
use std::thread;

use shomei_game::Key;

use super::bucket::{KEY_MASK, SLOTS};
use super::{Boards, Packed, Table, TableError};

impl Table {
    /// Initial number of buckets of a growing table: 4 MiB.
    pub(super) const FIRST_BUCKETS: usize = 1 << 16;

    /// A table that uses a small part of its memory at first. A search must [read its
    /// gauge](super::Gauge::read) from time to time, which makes the table grow.
    ///
    /// # Errors
    ///
    /// Those of [`Table::new`].
    pub fn growing(bytes: usize) -> Result<Table, TableError> {
        let mut table = Table::new(bytes)?;
        *table.live.get_mut() = table.buckets().min(Self::FIRST_BUCKETS);
        Ok(table)
    }

    /// A growing table for a game in which positions dominate each other. A quarter of the memory
    /// is used for the position store by board.
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

    /// An empty table of the same kind with `bytes` bytes of memory.
    ///
    /// # Errors
    ///
    /// If the system does not provide the memory.
    pub fn like(&self, bytes: usize) -> Result<Table, TableError> {
        match self.boards {
            Some(_) => Table::with_boards(bytes),
            None => Table::growing(bytes),
        }
    }

    /// Uses more of its memory if a third of the entries in the buckets in use is used.
    pub(crate) fn grow_if_full(&self) {
        let is_full = || self.is_small() && self.fill_of_live() > 1.0 / 3.0;
        if is_full() {
            self.grow_alone(is_full);
        }
    }

    /// Grows enough to store `entries` entries one after another, before a search reads the fill.
    pub fn make_room(&self, entries: usize) {
        let is_small = || self.is_small() && 3 * (entries / SLOTS) > self.live();
        while is_small() && self.grow_alone(is_small) {}
    }

    /// Allows the table and its position store to use all of their memory again after they have
    /// shrunk or were [limited](Table::limit).
    pub fn let_grow(&self) {
        self.most.store(self.buckets(), Relaxed);
        if let Some(boards) = &self.boards {
            boards.let_grow();
        }
    }

    /// The memory that the table may use at present and that is not yet in use, in bytes.
    pub(crate) fn unused(&self) -> usize {
        64 * self.most().saturating_sub(self.live())
    }

    /// Grows until all of the memory is in use.
    pub(super) fn grow_to_end(&self) {
        self.let_grow();
        while self.is_small() {
            if !self.grow_alone(|| self.is_small()) {
                thread::yield_now();
            }
        }
    }

    fn is_small(&self) -> bool {
        self.live() < self.most()
    }

    /// Grows if no other thread is growing or collecting the table and growth is still wanted.
    /// Returns whether no other thread was doing so.
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
            Some(twice) if twice <= self.most() => twice,
            _ => self.most(),
        };
        debug_assert!(from >= 1 << 16);
        let growths = self.growths.load(Relaxed);
        self.growths.store(growths + 1, Relaxed);
        fence(Release);
        for i in (0..from).rev() {
            self.move_bucket(i, from, to, |_| true);
        }
        self.live.store(to, Relaxed);
        self.growths.store(growths + 2, Release);
    }

    /// Moves the entries of bucket `i` that satisfy `kept` from their place among `from` buckets to
    /// their place among `to`.
    pub(super) fn move_bucket(
        &self,
        i: usize,
        from: usize,
        to: usize,
        kept: impl Fn(Packed) -> bool,
    ) {
        let buckets = self.memory.buckets();
        let least = least_key(i, from);
        for (low, entry) in buckets[i].take().into_iter().flatten() {
            let key = first_key(least, low);
            // Strays are dropped.
            if kept(entry) && index_of(key, from) == i {
                buckets[index_of(key, to)].store(key, entry);
            }
        }
    }

    /// Calls `look` until no entry moves during the call, so that its last call sees a consistent
    /// table.
    pub(super) fn at_rest(&self, mut look: impl FnMut()) {
        loop {
            let growths = self.growths.load(Acquire);
            if growths.is_multiple_of(2) {
                look();
                fence(Acquire);
                if self.growths.load(Relaxed) == growths {
                    return;
                }
            }
            thread::yield_now();
        }
    }
}

/// Maps the key to a bucket as a fraction: works for any number of buckets, without a division.
#[inline]
#[cfg(target_pointer_width = "64")]
pub(crate) fn index_of(key: Key, buckets: usize) -> usize {
    ((u128::from(key.0) * buckets as u128) >> 64) as usize
}

/// The same number from two multiplications of 64 bits: WebAssembly has no wider ones.
#[inline]
#[cfg(not(target_pointer_width = "64"))]
pub(crate) fn index_of(key: Key, buckets: usize) -> usize {
    let (high, low, buckets) = (key.0 >> 32, key.0 & 0xffff_ffff, buckets as u64);
    ((high * buckets + (low * buckets >> 32)) >> 32) as usize
}

/// The least key that maps to this bucket.
pub(super) fn least_key(bucket: usize, buckets: usize) -> u64 {
    ((bucket as u128) << 64).div_ceil(buckets as u128) as u64
}

/// The first key from `least` on with these low 48 bits. With 2^16 buckets or more, it is the only
/// key that can map to the bucket whose least key is `least`.
pub(super) fn first_key(least: u64, low: u64) -> Key {
    let key = least & !KEY_MASK | low;
    Key(match key < least {
        true => key.wrapping_add(KEY_MASK + 1),
        false => key,
    })
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::super::{Entry, Gauge, Value};
    use super::*;

    #[test]
    fn keys_are_known_again() {
        for buckets in [1 << 16, 1 << 20, 777_777, 786_432, 6_291_456] {
            for i in 0..10_000 {
                let key = Key::of(i);
                let bucket = index_of(key, buckets);
                assert_eq!(first_key(least_key(bucket, buckets), key.0 & KEY_MASK), key);
            }
        }
    }

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
            // Some entries find their bucket full.
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
        // All entries found are correct. Threads that only write lose many entries.
        let known = |i: u64| table.probe(Key::of(i));
        let right = |i: u64| known(i).is_none_or(|entry| entry == proved((i / 4) as u16));
        assert!((0..400_000).all(right));
        let kept = (0..400_000).filter(|&i| known(i).is_some()).count();
        assert!(kept > 50_000, "{kept}");
    }

    #[test]
    fn bucket_and_low_bits_give_the_key() {
        for buckets in [1 << 16, 65_537, 100_003, 1 << 20, 777_777] {
            for key in (0..10_000).map(Key::of).chain([Key(0), Key(u64::MAX)]) {
                let bucket = index_of(key, buckets);
                let least = least_key(bucket, buckets);
                assert_eq!(index_of(Key(least), buckets), bucket);
                assert_eq!(first_key(least, key.0 & KEY_MASK), key, "{buckets}");
            }
        }
    }

    /// An entry stored while the table grows can be in a wrong bucket, where it is found by 48
    /// bits. About half of these entries are removed when the table grows again.
    #[test]
    #[cfg_attr(miri, ignore = "16 MiB")]
    fn strays_are_never_found_under_their_keys_and_go_in_time() {
        let table = Table::growing(64 << 18).unwrap();
        table.grow();
        let keys: Vec<Key> = (0..100).map(Key::of).collect();
        for &key in &keys {
            // A thread does this if it read the number of buckets before the growth.
            let wrong = index_of(key, Table::FIRST_BUCKETS);
            let packed = super::super::Packed::new(proved(1));
            table.memory.buckets()[wrong].store(key, packed);
        }
        let found = |key: &&Key| table.probe(**key).is_some();
        assert_eq!((keys.iter().filter(found).count(), table.count()), (0, 100));
        table.grow();
        assert_eq!(keys.iter().filter(found).count(), 0);
        assert!((20..80).contains(&table.count()), "{}", table.count());
    }

    #[test]
    fn a_small_one_is_whole_at_once() {
        let table = Table::growing(64 * 1_000).unwrap();
        assert_eq!(table.live(), 1_000);
    }
}
