//! The boards of the line, each with the resource that the attacker had there.
//!
//! A line that comes back to a board with no more of the resource has gained nothing:
//! if the attacker can win from there it can win from the first of the two positions,
//! by domination, and in as few plies; so a shortest win never comes by. For the
//! search the position has failed then, like a repetition, and for the same lines.
//!
//! Positions whose resource is not known (the line above the node at which a search
//! begins) are left out, which makes no answer wrong.

use shomei_game::{Key, Resource};

/// See the [module text](self).
#[derive(Debug)]
pub(super) struct Held {
    /// By ply; `None` where it is not known.
    boards: Vec<Option<(Key, Resource)>>,
    /// Open addressing with linear probing: ply + 1 by board, 0 where empty. At most
    /// a quarter full. Of equal boards the deeper comes behind.
    slots: Vec<u32>,
}

impl Held {
    const FIRST_SLOTS: usize = 1 << 10;

    pub(super) fn new() -> Held {
        Held {
            boards: Vec::new(),
            slots: vec![0; Self::FIRST_SLOTS],
        }
    }

    pub(super) fn clear(&mut self) {
        self.boards.clear();
        self.slots.fill(0);
    }

    /// Adds the position of the next ply.
    pub(super) fn push(&mut self, position: Option<(Key, Resource)>) {
        if (self.boards.len() + 1) * 4 > self.slots.len() {
            self.slots = vec![0; self.slots.len() * 2];
            for ply in 0..self.boards.len() {
                self.insert(ply);
            }
        }
        self.boards.push(position);
        self.insert(self.boards.len() - 1);
    }

    /// Removes the last position.
    pub(super) fn pop(&mut self) {
        let Some(Some((board, _))) = self.boards.pop() else {
            return;
        };
        // The last that was inserted is the last of its run of slots, so clearing
        // it leaves every other run whole.
        let ply = self.boards.len() as u32 + 1;
        let mut slot = self.home(board);
        while self.slots[slot] != ply {
            slot = self.next(slot);
        }
        self.slots[slot] = 0;
    }

    /// The last ply at which the line passed through the board with as much or more.
    #[inline]
    pub(super) fn find(&self, board: Key, resource: Resource) -> Option<usize> {
        let mut slot = self.home(board);
        let mut found = None;
        while self.slots[slot] != 0 {
            let ply = self.slots[slot] as usize - 1;
            if let Some((other, had)) = self.boards[ply]
                && other == board
                && had.covers(resource)
            {
                found = Some(ply);
            }
            slot = self.next(slot);
        }
        found
    }

    #[inline]
    fn home(&self, board: Key) -> usize {
        board.0 as usize & (self.slots.len() - 1)
    }

    #[inline]
    fn next(&self, slot: usize) -> usize {
        (slot + 1) & (self.slots.len() - 1)
    }

    fn insert(&mut self, ply: usize) {
        let Some((board, _)) = self.boards[ply] else {
            return;
        };
        let mut slot = self.home(board);
        while self.slots[slot] != 0 {
            slot = self.next(slot);
        }
        self.slots[slot] = ply as u32 + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held(board: u64, count: u8) -> (Key, Resource) {
        (Key::of(board), Resource::new([count, 0, 0, 0, 0, 0, 0, 0]))
    }

    #[test]
    fn as_much_as_before_or_less_is_found_and_more_is_not() {
        let mut line = Held::new();
        let find = |line: &Held, board, count| {
            let (board, resource) = held(board, count);
            line.find(board, resource)
        };
        line.push(Some(held(1, 3)));
        line.push(None);
        line.push(Some(held(2, 0)));
        line.push(Some(held(1, 5)));
        assert_eq!(find(&line, 1, 2), Some(3), "the deeper one");
        assert_eq!(find(&line, 1, 5), Some(3));
        assert_eq!(find(&line, 1, 6), None);
        assert_eq!(find(&line, 2, 1), None);
        line.pop();
        assert_eq!(find(&line, 1, 3), Some(0));
        assert_eq!(find(&line, 1, 4), None);
        assert_eq!(find(&line, 2, 0), Some(2));
        line.clear();
        assert_eq!(find(&line, 1, 0), None);
    }

    #[test]
    fn it_grows_and_comes_back_to_nothing() {
        let mut line = Held::new();
        for ply in 0..3_000 {
            line.push(Some(held(ply % 1_000, 9)));
        }
        let (board, resource) = held(7, 0);
        assert_eq!(line.find(board, resource), Some(2_007));
        (0..3_000).for_each(|_| line.pop());
        assert!(line.slots.iter().all(|&slot| slot == 0));
    }
}
