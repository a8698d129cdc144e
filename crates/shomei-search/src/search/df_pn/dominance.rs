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

#[derive(Clone, Copy, Debug)]
struct Slot {
    board: Key,
    resource: Resource,
    bounds: Bounds,
    length: u16,
}

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
#[derive(Debug)]
pub(super) struct DominanceStore {
    buckets: Vec<[Option<Slot>; Self::WAYS]>,
}

impl DominanceStore {
    /// Its part of the memory of a search.
    pub(super) const PART: usize = 8;

    const WAYS: usize = 4;

    /// A store of so many bytes.
    pub(super) fn new(bytes: usize) -> DominanceStore {
        let buckets = bytes / size_of::<[Option<Slot>; Self::WAYS]>();
        DominanceStore {
            buckets: vec![[None; Self::WAYS]; buckets],
        }
    }

    pub(super) fn clear(&mut self) {
        self.buckets.fill([None; Self::WAYS]);
    }

    /// What decides a position, if a stored one does.
    pub(super) fn find(&self, position: Option<(Key, Resource)>) -> Option<Decided> {
        let (board, resource) = position?;
        let bucket = self.buckets.get(self.index(board)?)?;
        let decides = |slot: &&Slot| {
            slot.board == board
                && if slot.bounds.is_proved() {
                    resource.covers(slot.resource)
                } else {
                    slot.resource.covers(resource)
                }
        };
        let slot = bucket.iter().flatten().find(decides)?;
        Some(Decided {
            bounds: slot.bounds,
            length: slot.length,
            bound: slot.resource,
        })
    }

    /// Notes a board that is solved with this resource.
    pub(super) fn insert(&mut self, board: Key, decided: Decided) {
        let Decided {
            bounds,
            length,
            bound: resource,
        } = decided;
        if self.find(Some((board, resource))).is_some() {
            return;
        }
        if let Some(index) = self.index(board)
            && let Some(bucket) = self.buckets.get_mut(index)
        {
            bucket.rotate_right(1);
            bucket[0] = Some(Slot {
                board,
                resource,
                bounds,
                length,
            });
        }
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
