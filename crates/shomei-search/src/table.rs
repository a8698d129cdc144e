//! The shared transposition table. Its memory is fixed, any number of threads can use it without
//! locks, and losing an entry does no harm.
//!
//! ```text
//! table   [ bucket | bucket | ... ]      64 bytes each, any number of them
//! bucket  [ slot | slot | slot | slot ]  one cache line
//! slot    [ tag 64 | data 64 ]           two atomic words
//! ```
//!
//! A key selects its bucket by `key * buckets >> 64`, that is, by its high bits. The slot verifies
//! the low 48 bits of the key. With 65,536 buckets (4 MiB) or more, two keys of one bucket that
//! agree in 48 bits are equal: all 64 bits are verified, and two positions are confused only if
//! their keys are equal. With `n` buckets, fewer than that, 48 + log2(n) bits are verified. There
//! is one exception: an entry that one thread stores while another makes the table grow can be in a
//! bucket to which its key does not lead, where only 48 bits are verified (`grow.rs`). The
//! certificates protect against the remaining errors.
//!
//! # Guarantees for callers
//!
//! * [`Table::probe`] returns nothing or an entry of that key. Its value was stored by one call of
//!   [`Table::store`]. In a race, the depth, the work and the best move can come from another call;
//!   none of them affects the correctness of an answer.
//! * An entry can vanish at any time. A missing entry carries no information.
//! * A solved entry of a position is never replaced by an unsolved one, and an entry that is valid
//!   on any path is never replaced by one that is valid on a single path. Exception: two threads
//!   that store the same key at once can undo this once.
//!
//! # Files
//!
//! `bucket.rs`: the two-word protocol and replacement. `packed.rs`: the data word. `boards.rs`:
//! positions by board. `work.rs`: work in 8 bits. `collect.rs`: garbage collection. `grow.rs`:
//! growth from a small initial size. `shrink.rs`: returning memory. `raw.rs`: copies. `memory.rs`:
//! the allocation.

mod boards;
mod bucket;
mod collect;
mod entry;
mod gauge;
mod grow;
mod memory;
mod packed;
mod raw;
mod shrink;
mod solved;
mod work;

use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::{error, fmt, io};

use shomei_game::{ErrorText, Key, error_text};

pub use entry::{Entry, PathIndex, Value};
pub use gauge::Gauge;
pub use packed::Packed;
pub use raw::BadEntry;

pub use boards::{BoardValue, Boards};
use bucket::{Bucket, SLOTS};
pub(crate) use grow::index_of;
pub(crate) use memory::{CacheLines, Memory};

/// Why a table cannot be created.
#[derive(Debug)]
#[non_exhaustive]
pub enum TableError {
    /// The requested memory is smaller than one bucket.
    TooSmall,
    /// The system did not provide the memory.
    Map {
        /// The size of the table.
        bytes: usize,
        /// The error of the system.
        source: io::Error,
    },
}

impl TableError {
    /// The text, which catalogues translate.
    pub(crate) fn text(&self) -> ErrorText {
        match self {
            TableError::TooSmall => error_text!(
                "memory-below-a-bucket",
                "memory below one bucket (64 bytes)"
            ),
            TableError::Map { bytes, .. } => error_text!(
                "no-memory-for-table",
                "there is no memory for a table of {bytes} bytes; choose a smaller one",
                bytes = bytes
            ),
        }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl error::Error for TableError {
    fn source(&self) -> Option<&(dyn error::Error + 'static)> {
        match self {
            TableError::TooSmall => None,
            TableError::Map { source, .. } => Some(source),
        }
    }
}

/// A transposition table that any number of threads read and write at once.
///
/// ```
/// use shomei_game::{ErrorText, Key, error_text};
/// use shomei_search::table::{Entry, Table, Value};
///
/// let table = Table::new(1 << 20)?;
/// let proved = Entry {
///     value: Value::Proved { length: 5, best: Some(2) },
///     work: 12,
///     min_depth: 4,
/// };
/// table.store(Key::of(1), proved);
/// assert_eq!(table.probe(Key::of(1)), Some(proved));
/// assert_eq!(table.probe(Key::of(2)), None);
/// # Ok::<(), shomei_search::table::TableError>(())
/// ```
pub struct Table {
    memory: Memory<Bucket>,
    /// The buckets in use: all of them, unless the table is still growing or has shrunk.
    live: AtomicUsize,
    /// Number of started plus finished growths; odd while the table grows.
    growths: AtomicUsize,
    /// The largest number of buckets that the table may use: all of them, unless it has shrunk or is
    /// limited.
    most: AtomicUsize,
    /// Whether some thread is collecting, growing or shrinking the table.
    collecting: AtomicBool,
    /// For games in which positions dominate each other.
    boards: Option<Boards>,
}

impl Table {
    /// An empty table in at most `bytes` of memory: `bytes / 64` buckets.
    ///
    /// The system provides each page when it is first written.
    ///
    /// # Errors
    ///
    /// [`TableError::TooSmall`] below 64 bytes; [`TableError::Map`] if the system refuses the
    /// memory.
    pub fn new(bytes: usize) -> Result<Table, TableError> {
        let buckets = bytes / size_of_bucket();
        if buckets == 0 {
            return Err(TableError::TooSmall);
        }
        let memory = Memory::new(buckets).map_err(|source| TableError::Map { bytes, source })?;
        Ok(Table {
            live: AtomicUsize::new(buckets),
            most: AtomicUsize::new(buckets),
            memory,
            growths: AtomicUsize::new(0),
            collecting: AtomicBool::new(false),
            boards: None,
        })
    }

    /// The entry of a position, decoded.
    #[inline]
    #[must_use]
    pub fn probe(&self, key: Key) -> Option<Entry> {
        self.probe_packed(key).map(Packed::entry)
    }

    /// The entry of a position in packed form, for hot loops that decode only the fields they need.
    #[inline]
    pub(crate) fn probe_packed(&self, key: Key) -> Option<Packed> {
        self.bucket(key).find(key)
    }

    /// Prefetches the memory of a position's entry. Prefetch all children, then probe them.
    #[inline]
    pub fn prefetch(&self, key: Key) {
        self.memory.prefetch(self.index(key));
    }

    /// Writes an entry.
    ///
    /// * If the position has an entry, the new entry replaces it and gets the smaller of both
    ///   depths. But a solved entry stays if the new one is unsolved, and an entry that is proved
    ///   or disproved on any path stays if the new one is a twin.
    /// * Otherwise the entry takes an empty slot of the bucket.
    /// * Otherwise it replaces the entry with the least work; among equal ones, an unsolved entry.
    ///   In this case the new entry is always written.
    pub fn store(&self, key: Key, entry: Entry) {
        self.store_counted(key, entry);
    }

    /// Writes an entry as [`Table::store`] does, and returns whether the number of entries in the
    /// table grew by one. The result can be wrong while other threads write.
    pub fn store_counted(&self, key: Key, entry: Entry) -> bool {
        self.bucket(key).store(key, Packed::new(entry))
    }

    /// Removes the entry of a position, and returns whether there was one. If another thread stores
    /// at the same time, its entry can survive, or an entry in the same bucket can be lost.
    pub fn remove(&self, key: Key) -> bool {
        self.bucket(key).remove(key)
    }

    /// Removes all entries. Entries that other threads store at the same time can survive.
    pub fn clear(&self) {
        self.live_buckets().iter().for_each(Bucket::clear);
        self.boards.iter().for_each(Boards::clear);
    }

    /// The number of buckets, at least 1.
    #[inline]
    #[must_use]
    pub fn buckets(&self) -> usize {
        self.memory.buckets().len()
    }

    /// The capacity in entries.
    #[must_use]
    pub fn entries(&self) -> usize {
        SLOTS * self.buckets()
    }

    /// The position store by board, if the table has one.
    #[inline]
    pub fn boards(&self) -> Option<&Boards> {
        self.boards.as_ref()
    }

    /// The memory of the table, in bytes: a multiple of 64.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_bucket() * self.buckets()
    }

    #[inline]
    fn bucket(&self, key: Key) -> &Bucket {
        &self.memory.buckets()[self.index(key)]
    }

    #[inline]
    fn index(&self, key: Key) -> usize {
        index_of(key, self.live())
    }

    /// The number of buckets in use.
    #[inline]
    fn live(&self) -> usize {
        self.live.load(Relaxed)
    }

    /// The number of buckets that the table may use at present.
    fn most(&self) -> usize {
        self.most.load(Relaxed)
    }

    /// The buckets in use.
    fn live_buckets(&self) -> &[Bucket] {
        &self.memory.buckets()[..self.live()]
    }
}

/// The size of a bucket. Under the model checker the atomics are larger, so `size_of` is not used.
const fn size_of_bucket() -> usize {
    64
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("buckets", &self.buckets())
            .finish_non_exhaustive()
    }
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    fn proved(length: u16) -> Entry {
        Entry {
            value: Value::Proved { length, best: None },
            work: 1,
            min_depth: 0,
        }
    }

    #[test]
    fn sizes_are_whole_buckets() {
        assert!(matches!(Table::new(0), Err(TableError::TooSmall)));
        let error = Table::new(63).unwrap_err();
        assert_eq!(error.to_string(), "memory below one bucket (64 bytes)");
        for (bytes, buckets) in [(64, 1), (127, 1), (128, 2), (1_000, 15)] {
            let table = Table::new(bytes).unwrap();
            assert_eq!(table.buckets(), buckets);
            assert_eq!(
                (table.entries(), table.bytes()),
                (4 * buckets, 64 * buckets)
            );
        }
        let error = Table::new(usize::MAX).unwrap_err();
        assert!(matches!(error, TableError::Map { .. }), "{error:?}");
    }

    #[test]
    fn every_bucket_is_used_and_none_beyond() {
        // Miri's bookkeeping grows with the table at each call.
        let sizes: &[usize] = if cfg!(miri) {
            &[1, 2, 5]
        } else {
            &[1, 2, 3, 5, 64, 1_000]
        };
        for &buckets in sizes {
            let table = Table::new(64 * buckets).unwrap();
            assert_eq!(table.index(Key(0)), 0);
            assert_eq!(table.index(Key(u64::MAX)), buckets - 1);
            let mut seen = vec![false; buckets];
            (0..20 * buckets as u64).for_each(|i| seen[table.index(Key::of(i))] = true);
            assert!(seen.iter().all(|&seen| seen), "{buckets}");
        }
    }

    #[test]
    #[cfg_attr(miri, ignore = "4 MiB")]
    fn from_65536_buckets_on_all_key_bits_count() {
        for buckets in [65_536, 65_537, 100_003] {
            let table = Table::new(64 * buckets).unwrap();
            let key = Key::of(5);
            table.store(key, proved(1));
            for bit in 0..64 {
                assert_eq!(table.probe(Key(key.0 ^ 1 << bit)), None, "bit {bit}");
            }
        }
    }

    #[test]
    fn clear_forgets_everything() {
        let table = Table::new(640).unwrap();
        (0..30).for_each(|i| table.store(Key::of(i), proved(2)));
        assert!(table.fill() > 0.5);
        table.clear();
        assert!(table.fill() == 0.0);
        assert!((0..30).all(|i| table.probe(Key::of(i)).is_none()));
    }

    #[test]
    fn threads_may_share_it() {
        fn shared<T: Send + Sync>() {}
        shared::<Table>();
    }
}
