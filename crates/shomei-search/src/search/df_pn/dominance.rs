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

    /// The value of a position and the length of its solution, if a stored one
    /// decides it.
    pub(super) fn find(&self, position: Option<(Key, Resource)>) -> Option<(Bounds, u16)> {
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
        Some((slot.bounds, slot.length))
    }

    /// Notes a solved position.
    pub(super) fn insert(
        &mut self,
        position: Option<(Key, Resource)>,
        bounds: Bounds,
        length: u16,
    ) {
        let Some((board, resource)) = position else {
            return;
        };
        if self.find(position).is_some() {
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

    fn held(count: u8) -> Option<(Key, Resource)> {
        Some((Key::of(1), Resource::new([count, 0, 0, 0, 0, 0, 0, 0])))
    }

    #[test]
    fn proofs_hold_with_more_and_disproofs_with_less() {
        let mut store = DominanceStore::new(1 << 12);
        store.insert(held(5), Bounds::PROVED, 9);
        store.insert(held(2), Bounds::DISPROVED, 4);
        assert_eq!(store.find(held(7)), Some((Bounds::PROVED, 9)));
        assert_eq!(store.find(held(5)), Some((Bounds::PROVED, 9)));
        assert_eq!(store.find(held(4)), None);
        assert_eq!(store.find(held(3)), None);
        assert_eq!(store.find(held(0)), Some((Bounds::DISPROVED, 4)));
        store.clear();
        assert_eq!(store.find(held(7)), None);
    }

    #[test]
    fn without_memory_it_knows_nothing() {
        let mut store = DominanceStore::new(0);
        store.insert(held(5), Bounds::PROVED, 9);
        assert_eq!(store.find(held(5)), None);
    }
}
