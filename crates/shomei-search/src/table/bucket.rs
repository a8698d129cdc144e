//! Slots of two words, four per cache line, which any number of threads read and write without
//! locks.
//!
//! A slot consists of two atomic words, each read and written separately:
//!
//! ```text
//! bit    0               48  50            64
//! tag    (low key bits   | - | min depth 14) XOR data
//! data   kind, value, work: see `packed.rs`
//! ```
//!
//! A reader can see the tag of one write and the data of another (a *torn* pair). The tag is
//! verified after the XOR with the data (Hyatt and Mann, "A lock-less transposition table
//! implementation", ICGA Journal 25(1), 2002). So a torn pair of writes of two keys verifies only
//! if the two data words agree in their low 48 bits. In that case only the high 16 bits of the
//! data, which are hints, and the depth are mixed. The data word itself is always one that was
//! written as a whole.
//!
//! Two simultaneous writes of one key can also tear. Usually the result looks like an empty slot,
//! and the position gets a second entry: see [`Bucket::find`]. If the torn pair verifies, its value
//! is right, but its depth can be any number. Any assignment of depths leaves an old edge in each
//! cycle, so this costs only time.
//!
//! Relaxed ordering is sufficient, because a slot does not refer to other memory.

#[cfg(loom)]
use loom::sync::atomic::{AtomicU64, Ordering::Relaxed};
#[cfg(not(loom))]
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use shomei_game::Key;

use super::{Packed, packed};

/// Entries in a bucket.
pub(super) const SLOTS: usize = 4;

/// Words in a bucket.
pub(super) const WORDS: usize = 2 * SLOTS;

/// The position of the depth in a tag: above 48 key bits and two spare bits.
const DEPTH_SHIFT: u32 = 50;

/// Mask of the low key bits that a tag contains.
pub(super) const KEY_MASK: u64 = (1 << 48) - 1;

/// A slot for one entry. All zero is empty.
#[cfg_attr(loom, derive(Default))]
#[repr(C)]
struct Slot {
    tag: AtomicU64,
    data: AtomicU64,
}

/// The two words of a slot as read, possibly torn.
#[derive(Clone, Copy)]
struct Words {
    tag: u64,
    data: u64,
}

impl Words {
    /// The entry, if it belongs to `key`.
    #[inline]
    fn of(self, key: Key) -> Option<Packed> {
        if !self.verify(key) {
            return None;
        }
        self.of_verified()
    }

    /// The entry, if the words were verified for its key.
    #[inline]
    fn of_verified(self) -> Option<Packed> {
        let depth = (self.tag ^ self.data) >> DEPTH_SHIFT;
        Packed::from_parts(self.data, depth as u16)
    }

    /// Whether the words match `key`; an empty slot can match a key too.
    #[inline]
    fn verify(self, key: Key) -> bool {
        (self.tag ^ self.data ^ key.0) & KEY_MASK == 0
    }

    /// The entry of any position; its depth is meaningless.
    #[inline]
    fn any(self) -> Option<Packed> {
        Packed::from_parts(self.data, 0)
    }
}

impl Slot {
    #[inline]
    fn read(&self) -> Words {
        Words {
            tag: self.tag.load(Relaxed),
            data: self.data.load(Relaxed),
        }
    }

    fn write(&self, key: Key, entry: Packed) {
        let plain = (key.0 & KEY_MASK) | u64::from(entry.min_depth()) << DEPTH_SHIFT;
        self.tag.store(plain ^ entry.word(), Relaxed);
        self.data.store(entry.word(), Relaxed);
    }

    fn clear(&self) {
        self.data.store(0, Relaxed);
        self.tag.store(0, Relaxed);
    }
}

/// One cache line: four slots. All zero is empty.
#[cfg_attr(loom, derive(Default))]
#[repr(C, align(64))]
pub(super) struct Bucket {
    slots: [Slot; SLOTS],
}

impl Bucket {
    /// The entry of `key`; if there are several, the one with the highest rank.
    #[inline]
    pub(super) fn find(&self, key: Key) -> Option<Packed> {
        let slots = self.slots.each_ref().map(Slot::read);
        // One bit per slot instead of a branch, because the slot of an entry cannot be predicted.
        // Whether the bucket contains the entry is usually predictable.
        let bit = |slot: usize| u32::from(slots[slot].verify(key)) << slot;
        let found = bit(0) | bit(1) | bit(2) | bit(3);
        if found & found.wrapping_sub(1) != 0 {
            return Bucket::best_of(&slots, key);
        }
        if found == 0 {
            return None;
        }
        slots[found.trailing_zeros() as usize & (SLOTS - 1)].of_verified()
    }

    /// The case of several matches: two threads have stored the same key at once, or empty slots
    /// match the key too.
    #[cold]
    fn best_of(slots: &[Words; SLOTS], key: Key) -> Option<Packed> {
        let mut best = Words { tag: 0, data: 0 };
        for &words in slots {
            let better = packed::rank(words.data) > packed::rank(best.data);
            if words.verify(key) && better {
                best = words;
            }
        }
        best.of(key)
    }

    /// Writes an entry over the one with the same key, else into an empty slot, else over the least
    /// valuable entry. Returns whether the slot was empty.
    pub(super) fn store(&self, key: Key, new: Packed) -> bool {
        let mut same: Option<(&Slot, Packed)> = None;
        let mut victim = (&self.slots[0], u32::MAX);
        for slot in &self.slots {
            let words = slot.read();
            if let Some(entry) = words.of(key) {
                same = Some(match same {
                    None => (slot, entry),
                    Some(other) => keep_better(other, (slot, entry)),
                });
            }
            let price = words.any().map_or(0, price);
            if price < victim.1 {
                victim = (slot, price);
            }
        }
        match same {
            Some((_, old)) if old.outlives(new) => false,
            Some((slot, old)) => {
                slot.write(key, new.with_min_depth_of(old));
                false
            }
            None => {
                victim.0.write(key, new);
                victim.1 == 0
            }
        }
    }

    /// Empties the slots that contain `key` (one slot, unless two threads stored it at once).
    /// Returns whether there was any.
    pub(super) fn remove(&self, key: Key) -> bool {
        let mut found = false;
        for slot in &self.slots {
            if slot.read().of(key).is_some() {
                slot.clear();
                found = true;
            }
        }
        found
    }

    /// Empties all slots and returns their contents, each with the low bits of its key.
    pub(super) fn take(&self) -> [Option<(u64, Packed)>; SLOTS] {
        self.slots.each_ref().map(|slot| {
            let words = slot.read();
            slot.clear();
            let low = (words.tag ^ words.data) & KEY_MASK;
            words.of(Key(low)).map(|entry| (low, entry))
        })
    }

    /// The entries of all keys, without their depths.
    pub(super) fn entries(&self) -> impl Iterator<Item = Packed> {
        self.slots.iter().filter_map(|slot| slot.read().any())
    }

    /// The entries, each with the low bits of its key.
    pub(super) fn keyed(&self) -> impl Iterator<Item = (u64, Packed)> {
        let keyed = |words: Words| Some((words.tag ^ words.data, words.any()?));
        self.slots.iter().filter_map(move |slot| keyed(slot.read()))
    }

    /// Empties the slots whose entry and low key bits satisfy the condition, and returns their
    /// number.
    pub(super) fn clear_if(&self, condition: impl Fn(Packed, u64) -> bool) -> usize {
        let mut cleared = 0;
        for slot in &self.slots {
            let words = slot.read();
            let key = words.tag ^ words.data;
            if words.any().is_some_and(|entry| condition(entry, key)) {
                slot.clear();
                cleared += 1;
            }
        }
        cleared
    }

    /// Empties all slots.
    pub(super) fn clear(&self) {
        self.slots.iter().for_each(Slot::clear);
    }

    /// The words of all slots; those of empty ones are zero.
    pub(super) fn words(&self) -> [u64; WORDS] {
        let mut words = [0; WORDS];
        for (slot, pair) in self.slots.iter().zip(words.chunks_exact_mut(2)) {
            let Words { tag, data } = slot.read();
            if data != 0 {
                pair.copy_from_slice(&[tag, data]);
            }
        }
        words
    }

    /// Writes a slot's two words into the words of a bucket: into an empty slot, else over a less
    /// valuable one. Works like [`Bucket::store`], but for words in which each key occurs only
    /// once.
    pub(super) fn put(words: &mut [u64], new: [u64; 2]) {
        let price_of = |data| Packed::from_parts(data, 0).map_or(0, price);
        let slots = words.chunks_exact_mut(2);
        if let Some(least) = slots.min_by_key(|slot| price_of(slot[1]))
            && price_of(least[1]) < price_of(new[1])
        {
            least.copy_from_slice(&new);
        }
    }

    /// Overwrites all slots with these words.
    pub(super) fn set_words(&self, words: &[u64]) {
        for (slot, pair) in self.slots.iter().zip(words.chunks_exact(2)) {
            slot.tag.store(pair[0], Relaxed);
            slot.data.store(pair[1], Relaxed);
        }
    }
}

/// The value of an entry: mainly its work. Of two entries with equal work, the solved one is more
/// valuable. An empty slot has the value 0.
fn price(entry: Packed) -> u32 {
    1 + 2 * u32::from(entry.work_code()) + u32::from(entry.is_solved())
}

/// Chooses the better one of two entries of one key (two threads stored it at once), and gives it
/// the smaller depth. The other slot is emptied; otherwise it would stay in use until it is the
/// least valuable.
fn keep_better<'a>(a: (&'a Slot, Packed), b: (&'a Slot, Packed)) -> (&'a Slot, Packed) {
    let (better, worse) = if a.1.rank() < b.1.rank() {
        (b, a)
    } else {
        (a, b)
    };
    worse.0.clear();
    (better.0, better.1.with_min_depth_of(worse.1))
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::super::{Entry, Value};
    use super::*;
    use crate::{Bounds, Number};

    fn bucket() -> Bucket {
        Bucket {
            slots: std::array::from_fn(|_| Slot {
                tag: AtomicU64::new(0),
                data: AtomicU64::new(0),
            }),
        }
    }

    fn unsolved(work: u64) -> Packed {
        let pn = Number::new(work as u32 + 1);
        Packed::new(Entry {
            value: Value::Unsolved {
                bounds: Bounds::unsolved(pn, Number::ONE),
                twin: None,
            },
            work,
            min_depth: 4,
        })
    }

    fn proved(work: u64) -> Packed {
        Packed::new(Entry {
            value: Value::Proved {
                length: 3,
                best: None,
            },
            work,
            min_depth: 2,
        })
    }

    #[test]
    fn a_bucket_is_a_cache_line() {
        assert_eq!((size_of::<Bucket>(), align_of::<Bucket>()), (64, 64));
    }

    #[test]
    fn an_empty_slot_matches_no_key() {
        assert_eq!(bucket().find(Key(0)), None);
        assert_eq!(bucket().find(Key(1 << 60)), None);
    }

    #[test]
    fn the_least_work_goes_first_and_unsolved_before_solved() {
        let bucket = bucket();
        let keys: Vec<Key> = (0..8).map(Key::of).collect();
        for (key, entry) in keys
            .iter()
            .zip([unsolved(9), proved(5), unsolved(5), unsolved(7)])
        {
            bucket.store(*key, entry);
        }
        // A new entry is always written, whatever its work.
        bucket.store(keys[4], unsolved(12));
        assert_eq!(bucket.find(keys[2]), None);
        bucket.store(keys[5], unsolved(0));
        assert_eq!(bucket.find(keys[1]), None);
        bucket.store(keys[6], unsolved(14));
        assert_eq!(bucket.find(keys[5]), None);
        for (key, work) in [(0, 9), (3, 7), (4, 12), (6, 14)] {
            assert_eq!(bucket.find(keys[key]).map(Packed::work), Some(work));
        }
    }

    #[test]
    fn of_two_entries_the_solved_one_is_found_and_kept() {
        for [first, second] in [[0, 1], [1, 0], [2, 3]] {
            let bucket = bucket();
            let key = Key::of(1);
            bucket.slots[first].write(key, unsolved(20));
            bucket.slots[second].write(key, proved(1));
            assert_eq!(bucket.find(key), Some(proved(1)));
            bucket.store(key, unsolved(30));
            assert_eq!(bucket.find(key), Some(proved(1)));
            assert_eq!(bucket.entries().count(), 1);
        }
    }

    #[test]
    fn torn_pairs_of_two_keys_do_not_match() {
        let (a, b) = (Key::of(1), Key::of(2));
        let (mixed, whole) = (bucket(), bucket());
        for (left, right) in [(unsolved(1), unsolved(2)), (unsolved(3), proved(3))] {
            whole.slots[0].write(a, left);
            whole.slots[1].write(b, right);
            let (a_words, b_words) = (whole.slots[0].read(), whole.slots[1].read());
            for (tag, data) in [(a_words.tag, b_words.data), (b_words.tag, a_words.data)] {
                mixed.slots[0].tag.store(tag, Relaxed);
                mixed.slots[0].data.store(data, Relaxed);
                assert_eq!(mixed.find(a), None);
                assert_eq!(mixed.find(b), None);
            }
        }
    }
}

/// Checks every order of the loads and stores of two words that the memory model allows:
///
/// ```sh
/// RUSTFLAGS="--cfg loom" cargo test -p shomei-search --release --lib table::bucket
/// ```
#[cfg(all(test, loom))]
mod loom_tests {
    use loom::sync::Arc;
    use loom::thread;

    use super::super::{Entry, PathIndex, Value};
    use super::*;
    use crate::{Bounds, Number};

    const KEYS: [Key; 2] = [Key::of(1), Key::of(2)];

    /// The entry that is stored under a key, in two versions.
    fn entry(key: usize, version: u16) -> Packed {
        let at = 10 * key as u16 + version;
        let value = match version {
            0 => Value::Unsolved {
                bounds: Bounds::unsolved(Number::new(3 + u32::from(at)), Number::new(7)),
                twin: PathIndex::new(usize::from(at)),
            },
            _ => Value::Proved {
                length: at,
                best: Some(at as u8),
            },
        };
        Packed::new(Entry {
            value,
            work: u64::from(at),
            min_depth: at,
        })
    }

    /// Two writers store two keys in one slot: a reader sees nothing or a complete entry of the
    /// requested key.
    #[test]
    fn a_slot_never_mixes_keys() {
        loom::model(|| {
            let slot = Arc::new(Slot::default());
            let writers = [0, 1].map(|key| {
                let slot = Arc::clone(&slot);
                thread::spawn(move || slot.write(KEYS[key], entry(key, key as u16)))
            });
            for _ in 0..2 {
                let words = slot.read();
                for key in [0, 1] {
                    let found = words.of(KEYS[key]);
                    assert!(found.is_none() || found == Some(entry(key, key as u16)));
                }
            }
            for writer in writers {
                writer.join().unwrap();
            }
        });
    }

    /// The same with one writer that writes both keys and one that clears the slot.
    #[test]
    fn clearing_never_makes_an_entry() {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = Some(2);
        model.check(|| {
            let slot = Arc::new(Slot::default());
            let writer = {
                let slot = Arc::clone(&slot);
                thread::spawn(move || {
                    slot.write(KEYS[0], entry(0, 0));
                    slot.write(KEYS[1], entry(1, 1));
                })
            };
            let clearer = {
                let slot = Arc::clone(&slot);
                thread::spawn(move || slot.clear())
            };
            let words = slot.read();
            for key in [0, 1] {
                let found = words.of(KEYS[key]);
                assert!(found.is_none() || found == Some(entry(key, key as u16)));
            }
            writer.join().unwrap();
            clearer.join().unwrap();
        });
    }

    /// One key is removed while another is stored in the same slot: a reader sees nothing or the
    /// complete entry of the requested key.
    #[test]
    fn removing_a_key_never_makes_an_entry_of_another() {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = Some(2);
        model.check(|| {
            let bucket = Arc::new(Bucket::default());
            bucket.slots[0].write(KEYS[0], entry(0, 0));
            let writer = {
                let bucket = Arc::clone(&bucket);
                thread::spawn(move || bucket.slots[0].write(KEYS[1], entry(1, 1)))
            };
            let remover = {
                let bucket = Arc::clone(&bucket);
                thread::spawn(move || bucket.remove(KEYS[0]))
            };
            for key in [0, 1] {
                let found = bucket.find(KEYS[key]);
                assert!(found.is_none() || found == Some(entry(key, key as u16)));
            }
            writer.join().unwrap();
            remover.join().unwrap();
        });
    }

    /// Two versions of one key are written at once: a reader sees nothing or the value of one
    /// version, and the bucket finally contains one of them.
    #[test]
    fn a_bucket_never_mixes_versions() {
        let mut model = loom::model::Builder::new();
        model.preemption_bound = Some(2);
        model.check(|| {
            let bucket = Arc::new(Bucket::default());
            let other = {
                let bucket = Arc::clone(&bucket);
                thread::spawn(move || bucket.store(KEYS[0], entry(0, 1)))
            };
            bucket.store(KEYS[0], entry(0, 0));
            let check = |found: Option<Packed>| {
                found.is_none_or(|found| [0, 1].iter().any(|&v| found.word() == entry(0, v).word()))
            };
            assert!(check(bucket.find(KEYS[0])));
            other.join().unwrap();
            assert!(check(bucket.find(KEYS[0])));
        });
    }
}
