//! Positions by board, each with its resource.
//!
//! A proof holds with more of the attacker's resource, a disproof with less
//! ([`shomei_game::Game::dominance_bound`]). So next to the table, which knows exact
//! positions only, a store keeps solved ones under the key of their board. It
//! forgets: a new entry replaces the oldest of its bucket. Only what holds on every
//! line goes in.
//!
//! Beside them it keeps the numbers of unsolved ones (`boards/unsolved.rs`).
//!
//! Threads share it as they share the table: the word that names the board is
//! XORed with a hash of the other one, so that two words of different writes do
//! not pass (`bucket.rs`).
//!
//! Boards are recognised by their key: 48 bits in the slot, the others by the
//! bucket, of which a store for long searches has 2^16 or more. What a thread writes
//! while another makes the store grow may lie in a wrong bucket: there the 48 bits
//! alone are verified.

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
    /// The resource with which it is solved; so it is with more, or less.
    pub bound: Resource,
}

/// The store of solved boards.
///
/// A bucket is two lines of the cache, one of solved positions and one of others.
/// In the first there are four slots of two words: a resource, and of which board it
/// is and how that is solved. A slot of zeros is empty.
///
/// Like a growing table (`table/grow.rs`) it uses few buckets at first.
pub struct Boards {
    memory: Memory<CacheLines>,
    /// The buckets in use.
    live: AtomicUsize,
    /// The most that it may use: all, unless it has shrunk.
    most: AtomicUsize,
    /// Slots written since the store was made or has grown.
    written: AtomicUsize,
    /// Whether some thread makes it grow.
    growing: AtomicBool,
}

/// The second word of a slot, beside the length and the board.
const LENGTH: u64 = USED - 1;
const USED: u64 = 1 << 14;
const PROVED: u64 = 1 << 15;
/// The low bits of the board's key are above these; the high ones give the bucket.
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

    /// Whether it decides its board with this resource.
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

    /// None where nothing was written.
    #[inline]
    fn written_slot(&self, place: usize) -> Option<BoardSlot> {
        let slot = self.slot(place);
        (slot.how | slot.resource != 0).then_some(slot)
    }

    fn set_slot(&self, place: usize, slot: BoardSlot) {
        self.0[2 * place].store(slot.resource, Relaxed);
        self.0[2 * place + 1].store(slot.how ^ hash(slot.resource), Relaxed);
    }

    /// Puts a slot before all others; the one at `last` goes.
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

/// Different in the high bits for different resources; nothing for none.
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
    /// Its part of the memory of a search.
    pub(super) const PART: usize = 4;
    /// Slots of a bucket.
    const SLOTS: usize = 4;
    /// Buckets at first: 8 MiB.
    const FIRST_BUCKETS: usize = 1 << 16;

    /// A store of this number of bytes, at least 128.
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
            // Another thread may have made it grow just before.
            if is_full() {
                self.grow();
            }
            self.growing.store(false, Release);
        }
    }

    /// Spreads the slots over twice as many buckets, the last buckets first: nothing is in the way.
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

    /// Empties a bucket, and moves what it has of solved boards to where they are when not `from`
    /// but `to` buckets are in use. All bits of their keys are known: there are 2^16 buckets or
    /// more. (What another thread writes meanwhile may lie in a wrong bucket: see the module text.)
    fn move_solved(&self, i: usize, from: usize, to: usize) {
        let buckets = self.memory.buckets();
        let line = &buckets[i];
        let slots: [BoardSlot; Self::SLOTS] = std::array::from_fn(|place| line.slot(place));
        line.clear();
        // The newest comes first.
        for slot in slots.into_iter().rev().filter(|slot| slot.is_used()) {
            let board = first_key(least_key(i, from), slot.how >> TAG);
            // What lies in a wrong bucket goes.
            if index_of(board, from) == i {
                buckets[index_of(board, to)].push(slot, Self::SLOTS - 1);
            }
        }
    }

    /// Lets it use all of its memory again, if it has shrunk.
    pub(super) fn let_grow(&self) {
        self.most.store(self.memory.buckets().len(), Relaxed);
    }

    /// Shrinks to this number of bytes, if more are in use, and forgets what is unsolved.
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

    /// The memory that may have been written.
    pub(super) fn bytes_in_use(&self) -> usize {
        self.live.load(Relaxed) * size_of::<CacheLines>()
    }

    pub(super) fn clear(&self) {
        let lines = &self.memory.buckets()[..self.live.load(Relaxed)];
        lines.iter().for_each(CacheLines::clear);
    }

    /// Has the bucket of a board fetched from memory: looks at several boards
    /// wait for it together.
    #[inline]
    pub(crate) fn prefetch(&self, position: Option<(Key, Resource)>) {
        if let Some((board, _)) = position {
            self.memory.prefetch(self.index(board));
        }
    }

    /// The numbers of an unsolved position, raised to those of others with its board:
    /// with more of the resource a mate is no harder, with less a refutation is not.
    #[inline]
    pub(crate) fn raise(&self, position: Option<(Key, Resource)>, bounds: Bounds) -> Bounds {
        match position {
            Some((board, resource)) => self.line(board).raise(board, resource, bounds),
            None => bounds,
        }
    }

    /// Notes the numbers of an unsolved position.
    pub(crate) fn note(&self, board: Key, resource: Resource, bounds: Bounds) {
        if self
            .line(board)
            .note(Unsolved::new(board, resource, bounds))
        {
            self.written.fetch_add(1, Relaxed);
            self.grow_if_full();
        }
    }

    /// What decides a position, if a stored one does.
    #[inline]
    pub fn find(&self, position: Option<(Key, Resource)>) -> Option<BoardValue> {
        let (board, resource) = position?;
        let line = self.line(board);
        // The newest comes first: nothing is after an empty slot. (Where threads write at
        // once something may, and is missed.)
        let slots = (0..Self::SLOTS).map_while(|place| line.written_slot(place));
        let mut of_board = slots.filter(|slot| slot.is_of(board));
        let found = of_board.find(|slot| slot.decides(resource));
        found.map(BoardSlot::decided)
    }

    /// Notes a board that is solved with this resource. What says less of the
    /// same board makes room, else the oldest slot.
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

    /// All that is solved, each with its board.
    pub fn each(&self, mut visit: impl FnMut(Key, BoardValue)) {
        let live = self.live.load(Relaxed);
        // Where there are fewer buckets not all bits of a board are known.
        if live < Self::FIRST_BUCKETS || !live.is_power_of_two() {
            return;
        }
        for (i, line) in self.memory.buckets()[..live].iter().enumerate() {
            let slots = (0..Self::SLOTS).map(|place| line.slot(place));
            for slot in slots.filter(|slot| slot.is_used()) {
                let board = first_key(least_key(i, live), slot.how >> TAG);
                visit(board, slot.decided());
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
        // As much as fits stays when it shrinks.
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

    /// Looks at a board end at the first empty slot.
    #[test]
    #[cfg_attr(miri, ignore = "48 MiB")]
    fn nothing_stands_behind_an_empty_slot() {
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
            // Some boards often, with more and less of the resource.
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
