//! Stores positions under the key of their board, each with its resource.
//!
//! A proof remains valid with more of the attacker's resource, a disproof with less
//! ([`shomei_game::Game::dominance_bound`]). The table finds only exact positions, so this store
//! also keeps solved positions under the key of their board. A new entry replaces the oldest of its
//! bucket. The store accepts only results that are valid on every path.
//!
//! It also keeps the numbers of unsolved positions (`boards/unsolved.rs`).
//!
//! Threads share it in the same way as the table: the word that identifies the board is XORed with
//! a hash of the other word, so that two words of different writes do not verify (`bucket.rs`).
//!
//! Boards are identified by their key: 48 bits are in the slot, and the bucket determines the
//! others if there are 2^16 buckets or more, as in a store for long searches. A slot that a thread
//! writes while another makes the store grow can be in a wrong bucket, where only the 48 bits are
//! verified.

mod unsolved;

use std::sync::atomic::Ordering::{Acquire, Relaxed, Release};
use std::sync::atomic::{AtomicBool, AtomicUsize};
use std::{fmt, io};

use shomei_game::{Key, Resource};

use super::grow::{first_key, least_key};
use super::shrink::buckets_in;
use super::{CacheLines, Memory, index_of};
use crate::Bounds;
use unsolved::Unsolved;

/// A solved board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardValue {
    /// Proved or disproved.
    pub bounds: Bounds,
    /// Plies to the end, at most 16,383.
    pub length: u16,
    /// The dominance bound: a proof is valid with this resource or more, a disproof with this or
    /// less.
    pub bound: Resource,
}

/// The store of solved boards.
///
/// A bucket is two cache lines, one with solved positions and one with unsolved ones. The first
/// line has four slots of two words: the resource, and the packed board bits, result and length. A
/// slot of zeros is empty.
///
/// Like a growing table (`table/grow.rs`), it uses few buckets at first.
pub struct Boards {
    memory: Memory<CacheLines>,
    /// The buckets in use.
    live: AtomicUsize,
    /// The largest number of buckets that it may use: all of them, unless it has shrunk or is
    /// limited.
    most: AtomicUsize,
    /// Slots written since the store was created or last grew or shrank.
    written: AtomicUsize,
    /// Whether some thread is growing or shrinking it.
    growing: AtomicBool,
}

/// Fields of the second word of a slot, in addition to the bits of the board.
const LENGTH: u64 = USED - 1;
const USED: u64 = 1 << 14;
const PROVED: u64 = 1 << 15;
/// The low bits of the board's key begin at this bit; the bucket determines the high ones.
const TAG: u32 = 16;

/// The two words of a slot.
#[derive(Clone, Copy, Default)]
struct BoardSlot {
    resource: u64,
    how: u64,
}

impl BoardSlot {
    fn new(board: Key, decided: BoardValue) -> BoardSlot {
        let BoardValue {
            bounds,
            length,
            bound,
        } = decided;
        let proved = if bounds.is_proved() { PROVED } else { 0 };
        BoardSlot {
            resource: bound.bits(),
            how: board.0 << TAG | u64::from(length).min(LENGTH) | USED | proved,
        }
    }

    #[inline]
    fn is_of(self, board: Key) -> bool {
        (self.how ^ (board.0 << TAG | USED)) & !(PROVED | LENGTH) == 0
    }

    fn is_used(self) -> bool {
        self.how & USED != 0
    }

    #[inline]
    fn is_proved(self) -> bool {
        self.how & PROVED != 0
    }

    /// Whether this slot solves its board with this resource.
    #[inline]
    fn decides(self, resource: Resource) -> bool {
        let bound = Resource::from_bits(self.resource);
        if self.is_proved() {
            resource.covers(bound)
        } else {
            bound.covers(resource)
        }
    }

    fn decided(self) -> BoardValue {
        BoardValue {
            bounds: if self.is_proved() {
                Bounds::PROVED
            } else {
                Bounds::DISPROVED
            },
            length: (self.how & LENGTH) as u16,
            bound: Resource::from_bits(self.resource),
        }
    }
}

impl CacheLines {
    #[inline]
    fn slot(&self, place: usize) -> BoardSlot {
        let resource = self.0[2 * place].load(Relaxed);
        let how = self.0[2 * place + 1].load(Relaxed) ^ hash(resource);
        BoardSlot { resource, how }
    }

    /// `None` if the slot was never written.
    #[inline]
    fn written_slot(&self, place: usize) -> Option<BoardSlot> {
        let slot = self.slot(place);
        (slot.how | slot.resource != 0).then_some(slot)
    }

    fn set_slot(&self, place: usize, slot: BoardSlot) {
        self.0[2 * place].store(slot.resource, Relaxed);
        self.0[2 * place + 1].store(slot.how ^ hash(slot.resource), Relaxed);
    }

    /// Inserts a slot before all others; the slot at `last` is dropped.
    fn push(&self, slot: BoardSlot, last: usize) {
        for place in (1..=last).rev() {
            self.set_slot(place, self.slot(place - 1));
        }
        self.set_slot(0, slot);
    }

    fn clear(&self) {
        self.0.iter().for_each(|word| word.store(0, Relaxed));
    }
}

/// Different resources differ in the high bits of the hash; the hash of zero is zero.
#[inline]
fn hash(resource: u64) -> u64 {
    let product = resource.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    product ^ product.rotate_right(29)
}

impl fmt::Debug for Boards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Boards").finish_non_exhaustive()
    }
}

impl Boards {
    /// A store gets 1/4 of the memory of a search.
    pub(super) const PART: usize = 4;
    /// Slots of solved positions in a bucket.
    const SLOTS: usize = 4;
    /// Initial number of buckets: 8 MiB.
    const FIRST_BUCKETS: usize = 1 << 16;

    /// A store of `bytes` bytes, at least 128.
    pub(super) fn new(bytes: usize) -> io::Result<Boards> {
        let buckets = bytes / size_of::<CacheLines>();
        Ok(Boards {
            memory: Memory::new(buckets)?,
            live: AtomicUsize::new(buckets.min(Self::FIRST_BUCKETS)),
            most: AtomicUsize::new(buckets),
            written: AtomicUsize::new(0),
            growing: AtomicBool::new(false),
        })
    }

    fn grow_if_full(&self) {
        let is_full = || {
            let live = self.live.load(Relaxed);
            live < self.most.load(Relaxed) && self.written.load(Relaxed) >= 2 * live
        };
        if is_full() && !self.growing.swap(true, Acquire) {
            // Another thread may just have made it grow.
            if is_full() {
                self.grow();
            }
            self.growing.store(false, Release);
        }
    }

    /// Spreads the slots over twice as many buckets. It begins with the last bucket, so that no
    /// move overwrites a bucket that has not moved yet.
    fn grow(&self) {
        let from = self.live.load(Relaxed);
        let to = self.most.load(Relaxed).min(2 * from);
        for i in (0..from).rev() {
            let unsolved = self.memory.buckets()[i].unsolved();
            self.move_solved(i, from, to);
            for slot in unsolved.into_iter().rev().filter(|slot| slot.is_used()) {
                let board = slot.about_the_board(least_key(i, from));
                self.memory.buckets()[index_of(board, to)].note(slot);
            }
        }
        self.written.store(0, Relaxed);
        self.live.store(to, Relaxed);
    }

    /// Empties bucket `i` of `from` buckets, and moves its solved slots to their buckets among
    /// `to`. All bits of the keys are known, because there are 2^16 buckets or more. (A slot that
    /// another thread writes at the same time can end up in a wrong bucket: see the module text.)
    fn move_solved(&self, i: usize, from: usize, to: usize) {
        let buckets = self.memory.buckets();
        let line = &buckets[i];
        let slots: [BoardSlot; Self::SLOTS] = std::array::from_fn(|place| line.slot(place));
        line.clear();
        // The newest slot is first in a bucket.
        for slot in slots.into_iter().rev().filter(|slot| slot.is_used()) {
            let board = first_key(least_key(i, from), slot.how >> TAG);
            // Slots in a wrong bucket are dropped.
            if index_of(board, from) == i {
                buckets[index_of(board, to)].push(slot, Self::SLOTS - 1);
            }
        }
    }

    /// Allows the store to use all of its memory again after it has shrunk.
    pub(super) fn let_grow(&self) {
        self.most.store(self.memory.buckets().len(), Relaxed);
    }

    /// Allows growth up to `bytes` bytes, but at most to all of its memory.
    pub(super) fn limit(&self, bytes: usize) {
        let (live, all) = (self.live.load(Relaxed), self.memory.buckets().len());
        let buckets = bytes / size_of::<CacheLines>();
        let most = match buckets >= all {
            true => all,
            false => buckets_in(buckets).clamp(live, all),
        };
        self.most.store(most, Relaxed);
    }

    /// The number of bytes to which it may grow.
    pub(super) fn bytes_allowed(&self) -> usize {
        self.most.load(Relaxed) * size_of::<CacheLines>()
    }

    /// Shrinks to `bytes` bytes, if it uses more, and drops the unsolved positions.
    pub(super) fn shrink(&self, bytes: usize) {
        let to = buckets_in(bytes / size_of::<CacheLines>());
        let from = self.live.load(Relaxed);
        if to >= from || self.growing.swap(true, Acquire) {
            return;
        }
        for i in 0..from {
            self.move_solved(i, from, to);
        }
        self.most.store(to, Relaxed);
        self.written.store(0, Relaxed);
        self.live.store(to, Relaxed);
        self.memory.release(to);
        self.growing.store(false, Release);
    }

    /// The number of bytes that may have been written.
    pub(super) fn bytes_in_use(&self) -> usize {
        self.live.load(Relaxed) * size_of::<CacheLines>()
    }

    pub(super) fn clear(&self) {
        let lines = &self.memory.buckets()[..self.live.load(Relaxed)];
        lines.iter().for_each(CacheLines::clear);
    }

    /// Prefetches the bucket of a board, so that the memory accesses for several boards overlap.
    #[inline]
    pub(crate) fn prefetch(&self, position: Option<(Key, Resource)>) {
        if let Some((board, _)) = position {
            self.memory.prefetch(self.index(board));
        }
    }

    /// Raises the numbers of an unsolved position by those of other positions with its board: with
    /// more of the resource the position is no harder to prove, and with less no harder to refute.
    #[inline]
    pub(crate) fn raise(&self, position: Option<(Key, Resource)>, bounds: Bounds) -> Bounds {
        match position {
            Some((board, resource)) => self.line(board).raise(board, resource, bounds),
            None => bounds,
        }
    }

    /// Stores the numbers of an unsolved position.
    pub(crate) fn note(&self, board: Key, resource: Resource, bounds: Bounds) {
        if self
            .line(board)
            .note(Unsolved::new(board, resource, bounds))
        {
            self.written.fetch_add(1, Relaxed);
            self.grow_if_full();
        }
    }

    /// The stored result that solves a position, if there is one.
    #[inline]
    pub fn find(&self, position: Option<(Key, Resource)>) -> Option<BoardValue> {
        let (board, resource) = position?;
        let line = self.line(board);
        // The newest slot is first, so no slot follows an empty one. (While several threads write,
        // a slot can follow an empty one; this probe then misses it.)
        let slots = (0..Self::SLOTS).map_while(|place| line.written_slot(place));
        let mut of_board = slots.filter(|slot| slot.is_of(board));
        let found = of_board.find(|slot| slot.decides(resource));
        found.map(BoardSlot::decided)
    }

    /// Stores the result of a board with its dominance bound. The new slot replaces a weaker result
    /// for the same board, or else the oldest slot.
    pub fn insert(&self, board: Key, decided: BoardValue) {
        if self.find(Some((board, decided.bound))).is_some() {
            return;
        }
        let line = self.line(board);
        let new = BoardSlot::new(board, decided);
        let says_less = |slot: BoardSlot| {
            slot.is_of(board)
                && slot.is_proved() == new.is_proved()
                && new.decides(Resource::from_bits(slot.resource))
        };
        let place = (0..Self::SLOTS).find(|&place| says_less(line.slot(place)));
        line.push(new, place.unwrap_or(Self::SLOTS - 1));
        self.written.fetch_add(1, Relaxed);
        self.grow_if_full();
    }

    /// Visits all solved positions, each with the key of its board.
    pub fn each(&self, mut visit: impl FnMut(Key, BoardValue)) {
        let live = self.live.load(Relaxed);
        // With fewer buckets, some bits of the board keys are unknown.
        if live < Self::FIRST_BUCKETS || !live.is_power_of_two() {
            return;
        }
        for (i, line) in self.memory.buckets()[..live].iter().enumerate() {
            let slots = (0..Self::SLOTS).map(|place| line.slot(place));
            for slot in slots.filter(|slot| slot.is_used()) {
                let board = first_key(least_key(i, live), slot.how >> TAG);
                // A key that does not lead here was mixed from two writes.
                if index_of(board, live) == i {
                    visit(board, slot.decided());
                }
            }
        }
    }

    #[inline]
    fn line(&self, board: Key) -> &CacheLines {
        &self.memory.buckets()[self.index(board)]
    }

    #[inline]
    fn index(&self, board: Key) -> usize {
        index_of(board, self.live.load(Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Number;

    fn decided(bounds: Bounds, length: u16, count: u8) -> BoardValue {
        BoardValue {
            bounds,
            length,
            bound: Resource::new([count, 0, 0, 0, 0, 0, 0, 0]),
        }
    }

    fn held(count: u8) -> Option<(Key, Resource)> {
        Some((Key::of(1), Resource::new([count, 0, 0, 0, 0, 0, 0, 0])))
    }

    #[test]
    fn proofs_hold_with_more_and_disproofs_with_less() {
        let store = Boards::new(1 << 12).unwrap();
        store.insert(Key::of(1), decided(Bounds::PROVED, 9, 5));
        store.insert(Key::of(1), decided(Bounds::DISPROVED, 4, 2));
        assert_eq!(store.find(held(7)), Some(decided(Bounds::PROVED, 9, 5)));
        assert_eq!(store.find(held(5)), Some(decided(Bounds::PROVED, 9, 5)));
        assert_eq!(store.find(held(4)), None);
        assert_eq!(store.find(held(3)), None);
        assert_eq!(store.find(held(0)), Some(decided(Bounds::DISPROVED, 4, 2)));
        store.clear();
        assert_eq!(store.find(held(7)), None);
    }

    #[test]
    #[cfg_attr(miri, ignore = "64 MiB")]
    fn it_grows_and_keeps_what_it_knows() {
        let store = Boards::new(128 * 1_000_000).unwrap();
        let board = |i: u32| (Key::of(u64::from(i)), Resource::new([(i % 18) as u8; 8]));
        let count = 1_200_000;
        for i in 0..count {
            let (key, bound) = board(i);
            let length = (i % 1_000) as u16;
            store.insert(
                key,
                BoardValue {
                    bounds: Bounds::PROVED,
                    length,
                    bound,
                },
            );
        }
        assert!(store.live.load(Relaxed) > Boards::FIRST_BUCKETS);
        let known =
            |&i: &u32| store.find(Some(board(i))).map(|d| d.length) == Some((i % 1_000) as u16);
        let kept = (0..count).filter(known).count();
        assert!(kept > 1_000_000, "{kept}");
        // When the store shrinks, it keeps as much as fits.
        store.shrink(64 << 20);
        assert_eq!(store.bytes_in_use(), 64 << 20);
        let after = (0..count).filter(known).count();
        assert!(after > 950_000 && after <= kept, "{after} of {kept}");
        store.shrink(16 << 20);
        let wrong = |i: u32| {
            let found = store.find(Some(board(i)));
            found.is_some_and(|d| d.length != (i % 1_000) as u16)
        };
        assert!(!(0..count).any(wrong));
        let least = (0..count).filter(known).count();
        assert!(least > 400_000, "{least}");
    }

    /// A search for a board ends at the first empty slot.
    #[test]
    #[cfg_attr(miri, ignore = "48 MiB")]
    fn no_slot_follows_an_empty_one() {
        let store = Boards::new(128 * 400_000).unwrap();
        let check = |when: &str| {
            let mut full = 0;
            for line in store.memory.buckets() {
                let solved = (0..Boards::SLOTS).map(|place| line.slot(place).is_used());
                let solved: Vec<bool> = solved.collect();
                let unsolved = line.unsolved().map(Unsolved::is_used);
                assert!(solved.is_sorted_by(|a, b| a >= b), "{when}: {solved:?}");
                assert!(unsolved.is_sorted_by(|a, b| a >= b), "{when}: {unsolved:?}");
                full += solved.iter().filter(|&&is_used| is_used).count();
            }
            full
        };
        let unit = |i: u64| Bounds::unsolved(Number::ONE, Number::new(1 + i as u32 % 9));
        for i in 0..200_000 {
            // The same boards occur often, with more and less of the resource.
            let board = Key::of(i % 90_000);
            let bound = Resource::new([(i % 7) as u8; 8]);
            let bounds = match i % 2 {
                0 => Bounds::PROVED,
                _ => Bounds::DISPROVED,
            };
            let length = 3;
            store.insert(
                board,
                BoardValue {
                    bounds,
                    length,
                    bound,
                },
            );
            store.note(Key::of(i % 70_000), bound, unit(i));
        }
        assert!(store.live.load(Relaxed) > Boards::FIRST_BUCKETS);
        let before = check("grown");
        store.shrink(4 << 20);
        let after = check("shrunk");
        assert!(after > 50_000 && after < before, "{after} of {before}");
        store.clear();
        assert_eq!(check("cleared"), 0);
    }
}
