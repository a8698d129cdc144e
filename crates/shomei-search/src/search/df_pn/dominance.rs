//! Solved positions by board, each with the resource it was solved with.
//!
//! A proof holds with more of the attacker's resource, a disproof with less
//! ([`shomei_game::Dominance`]). So next to the table, which knows exact
//! positions only, a small store keeps solved ones under the key of their
//! board. It serves one searcher and forgets: a new entry replaces the oldest
//! of its bucket. Only what holds on every line goes in.
//!
//! Boards are recognised by their key.

use shomei_game::{Key, Resource};

use crate::Bounds;

/// A solved board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Decided {
    pub(super) bounds: Bounds,
    /// Plies to the end.
    pub(super) length: u16,
    /// The resource with which it is solved; so it is with more, or less.
    pub(super) bound: Resource,
}

/// The store; empty and without memory for games without dominance.
///
/// A bucket is two lines of the cache: five slots of a board, a resource, and how
/// it is solved. Of numbers, so that a new store is memory that nobody has touched;
/// a slot of zeros is empty.
#[derive(Debug)]
pub(super) struct DominanceStore {
    buckets: Vec<Bucket>,
}

type Bucket = [u64; 16];

/// The words of a slot.
const SLOT: usize = 3;
/// The words of all slots of a bucket.
const SLOTS: usize = 5 * SLOT;

/// How a board is solved, in a word: the length, and these.
const USED: u64 = 1 << 16;
const PROVED: u64 = 1 << 17;

impl DominanceStore {
    /// Its part of the memory of a search.
    pub(super) const PART: usize = 8;

    /// A store of so many bytes.
    pub(super) fn new(bytes: usize) -> DominanceStore {
        let buckets = bytes / size_of::<Bucket>();
        DominanceStore {
            buckets: vec![[0; 16]; buckets],
        }
    }

    pub(super) fn clear(&mut self) {
        self.buckets.fill([0; 16]);
    }

    /// Has the bucket of a board fetched from memory: looks at several boards
    /// wait for it together.
    #[inline]
    pub(super) fn touch(&self, position: Option<(Key, Resource)>) {
        if let Some((board, _)) = position
            && let Some(index) = self.index(board)
        {
            std::hint::black_box(self.buckets[index][0]);
        }
    }

    /// What decides a position, if a stored one does.
    #[inline]
    pub(super) fn find(&self, position: Option<(Key, Resource)>) -> Option<Decided> {
        let (board, resource) = position?;
        let bucket = self.buckets.get(self.index(board)?)?;
        bucket[..SLOTS].chunks_exact(SLOT).find_map(|slot| {
            let (stored, how) = (slot[1], slot[2]);
            if slot[0] != board.0 || how & USED == 0 {
                return None;
            }
            let bound = Resource::from_bits(stored);
            let decides = if how & PROVED != 0 {
                resource.covers(bound)
            } else {
                bound.covers(resource)
            };
            let bounds = match how & PROVED {
                0 => Bounds::DISPROVED,
                _ => Bounds::PROVED,
            };
            let length = how as u16;
            decides.then_some(Decided {
                bounds,
                length,
                bound,
            })
        })
    }

    /// Notes a board that is solved with this resource. What says less of the
    /// same board makes room, else the oldest slot.
    pub(super) fn insert(&mut self, board: Key, decided: Decided) {
        let Decided {
            bounds,
            length,
            bound,
        } = decided;
        if self.find(Some((board, bound))).is_some() {
            return;
        }
        let is_proved = bounds.is_proved();
        let Some(bucket) = self.index(board).and_then(|i| self.buckets.get_mut(i)) else {
            return;
        };
        let says_less = |slot: &[u64]| {
            let other = Resource::from_bits(slot[1]);
            slot[0] == board.0
                && slot[2] & USED != 0
                && (slot[2] & PROVED != 0) == is_proved
                && if is_proved {
                    other.covers(bound)
                } else {
                    bound.covers(other)
                }
        };
        let slots = bucket[..SLOTS].chunks_exact(SLOT);
        let last = slots.len() - 1;
        let place = slots.clone().position(says_less).unwrap_or(last);
        bucket[..(place + 1) * SLOT].rotate_right(SLOT);
        let how = u64::from(length) | USED | if is_proved { PROVED } else { 0 };
        bucket[..SLOT].copy_from_slice(&[board.0, bound.bits(), how]);
    }

    /// The bucket of a board; none where there is no store.
    fn index(&self, board: Key) -> Option<usize> {
        let product = u128::from(board.0) * self.buckets.len() as u128;
        (!self.buckets.is_empty()).then_some((product >> 64) as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decided(bounds: Bounds, length: u16, count: u8) -> Decided {
        Decided {
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
        let mut store = DominanceStore::new(1 << 12);
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
    fn without_memory_it_knows_nothing() {
        let mut store = DominanceStore::new(0);
        store.insert(Key::of(1), decided(Bounds::PROVED, 9, 5));
        assert_eq!(store.find(held(5)), None);
    }
}
