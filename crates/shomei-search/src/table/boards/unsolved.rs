//! The numbers of unsolved positions by board.
//!
//! A position with more of the attacker's resource is no harder to prove and no easier to refute.
//! So its disproof number is at least that of a position with less, and its proof number is at most
//! that of a position with less. On five long mate problems, the search takes 4.5 million nodes
//! with this rule and 6.2 million without it; on one of 1,525 plies, 21 million and 165 million.
//!
//! ```text
//! bit      0          20         40        64
//! word 1   pn         dn         board
//! ```
//!
//! A bucket keeps its newest four positions. To keep those with the most work takes 5 % more nodes on
//! 106 dense problems with four orders of moves. Before the search had simulations (`simulation.rs`),
//! that took 4 % fewer, and so did eight positions, which were not measured again.
//!
//! The board is represented by 24 bits of its key, just below the 16 highest. A confused board can
//! only make a number too large.

use std::sync::atomic::Ordering::Relaxed;

use shomei_game::{Key, Resource, Role};

use super::CacheLines;
use crate::{Bounds, Number};

/// A slot.
#[derive(Clone, Copy, Default)]
pub(super) struct Unsolved {
    resource: u64,
    numbers: u64,
}

/// The width of a number, and the mask of its bits.
const BITS: u32 = 20;
const NUMBER: u64 = (1 << BITS) - 1;

/// The largest number to which others are raised.
///
/// The entry that raises a child is not a child of that child, so the control of thresholds does
/// not detect a cycle through it: in such a cycle each number increases by one at each visit, and
/// nothing is expanded. At epsilon 0 one long problem got stuck in this way (pn 664,227 after two
/// million expansions); it takes 105,000 expansions with this limit. At the default epsilon the
/// mates and refutations of 105 dense problems take as many nodes as before (21.82 million), and
/// one of 1,525 plies takes 18.8 million instead of 24.7. A limit of 64 costs 2 % on the dense
/// problems; 256 and 4,096 take 28 million for the long one, which shows the size of random
/// variation.
const MOST: u64 = 1024;
/// The lowest bit of the board's key that a slot contains.
const LOWEST: u32 = 24;
const KEY: u64 = (1 << 24) - 1;

impl Unsolved {
    pub(super) fn new(board: Key, resource: Resource, bounds: Bounds) -> Unsolved {
        let number = |role| u64::from(bounds.of(role).get()).min(MOST);
        let numbers = number(Role::Attacker) | number(Role::Defender) << BITS;
        Unsolved {
            resource: resource.bits(),
            numbers: numbers | (board.0 >> LOWEST & KEY) << (2 * BITS),
        }
    }

    pub(super) fn is_used(self) -> bool {
        self.numbers != 0
    }

    #[inline]
    fn is_of(self, board: Key) -> bool {
        self.numbers >> (2 * BITS) == board.0 >> LOWEST & KEY
    }

    /// The high bits of the board's key, completed by the least key of its bucket.
    pub(super) fn about_the_board(self, least: u64) -> Key {
        Key(least | (self.numbers >> (2 * BITS)) << LOWEST)
    }
}

impl CacheLines {
    /// Slots in the second half of a bucket.
    const UNSOLVED: usize = 4;

    #[inline]
    fn unsolved_at(&self, place: usize) -> Unsolved {
        Unsolved {
            resource: self.0[8 + 2 * place].load(Relaxed),
            numbers: self.0[8 + 2 * place + 1].load(Relaxed),
        }
    }

    pub(super) fn unsolved(&self) -> [Unsolved; Self::UNSOLVED] {
        std::array::from_fn(|place| self.unsolved_at(place))
    }

    #[inline]
    pub(super) fn raise(&self, board: Key, resource: Resource, bounds: Bounds) -> Bounds {
        let (mut pn, mut dn) = (bounds.of(Role::Attacker), bounds.of(Role::Defender));
        for place in 0..Self::UNSOLVED {
            let slot = self.unsolved_at(place);
            // The newest slot is first, so no slot follows an empty one. (While several threads
            // write, a slot can follow an empty one; this probe then misses it.)
            if !slot.is_used() {
                break;
            }
            if !slot.is_of(board) {
                continue;
            }
            let other = Resource::from_bits(slot.resource);
            if other.covers(resource) {
                pn = pn.max(Number::new((slot.numbers & NUMBER) as u32));
            }
            if resource.covers(other) {
                dn = dn.max(Number::new((slot.numbers >> BITS & NUMBER) as u32));
            }
        }
        Bounds::from_numbers(Role::Attacker, pn, dn)
    }

    /// Overwrites the slot of the same position, or else inserts the slot before all others and
    /// drops the last one. Returns whether the position had no slot.
    pub(super) fn note(&self, slot: Unsolved) -> bool {
        let slots = self.unsolved();
        let is_same = |other: &Unsolved| {
            other.resource == slot.resource
                && other.is_used()
                && (other.numbers ^ slot.numbers) >> (2 * BITS) == 0
        };
        let place = slots.iter().position(is_same);
        for place in (1..=place.unwrap_or(Self::UNSOLVED - 1)).rev() {
            self.set_unsolved(place, slots[place - 1]);
        }
        self.set_unsolved(0, slot);
        place.is_none()
    }

    fn set_unsolved(&self, place: usize, slot: Unsolved) {
        self.0[8 + 2 * place].store(slot.resource, Relaxed);
        self.0[8 + 2 * place + 1].store(slot.numbers, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(pn: u32, dn: u32) -> Bounds {
        Bounds::from_numbers(Role::Attacker, Number::new(pn), Number::new(dn))
    }

    fn held(count: u8) -> Resource {
        Resource::new([0, count, 0, 0, 0, 0, 0, 0])
    }

    #[test]
    fn more_is_no_harder_and_less_no_easier() {
        let line = CacheLines::default();
        let board = Key::of(1);
        line.note(Unsolved::new(board, held(3), bounds(50, 9)));
        let raised = |count| line.raise(board, held(count), bounds(4, 5));
        assert_eq!(raised(2), bounds(50, 5));
        assert_eq!(raised(3), bounds(50, 9));
        assert_eq!(raised(4), bounds(4, 9));
        let other = line.raise(Key::of(2), held(3), bounds(4, 5));
        assert_eq!(other, bounds(4, 5));
    }

    #[test]
    fn the_newest_numbers_of_a_position_count() {
        let line = CacheLines::default();
        let board = Key::of(1);
        for count in [1, 2, 3, 2] {
            let pn = 10 * u32::from(count);
            line.note(Unsolved::new(board, held(count), bounds(pn, 1)));
        }
        line.note(Unsolved::new(board, held(2), bounds(7, 1)));
        assert_eq!(line.raise(board, held(2), bounds(1, 1)), bounds(30, 1));
        assert_eq!(line.raise(board, held(3), bounds(1, 1)), bounds(30, 1));
        for count in 4..8 {
            assert!(line.note(Unsolved::new(board, held(count), bounds(2, 2))));
        }
        assert_eq!(line.raise(board, held(3), bounds(1, 1)), bounds(2, 1));
    }

    #[test]
    fn large_numbers_are_cut_and_never_solved() {
        let line = CacheLines::default();
        let board = Key::of(1);
        let most = Number::MAX.get();
        line.note(Unsolved::new(board, held(1), bounds(most, most)));
        let raised = line.raise(board, held(1), bounds(1, 1));
        assert_eq!(raised, bounds(MOST as u32, MOST as u32));
    }
}
