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

use crate::path::PlyIndex;

/// See the [module text](self).
#[derive(Debug)]
pub(super) struct Held {
    /// By ply; `None` where it is not known.
    boards: Vec<Option<(Key, Resource)>>,
    index: PlyIndex,
}

impl Held {
    pub(super) fn new() -> Held {
        Held {
            boards: Vec::new(),
            index: PlyIndex::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.boards.clear();
        self.index.clear();
    }

    /// Adds the position of the next ply.
    pub(super) fn push(&mut self, position: Option<(Key, Resource)>) {
        if !self.index.has_room(self.boards.len() + 1) {
            self.index.grow();
            for (ply, position) in self.boards.iter().enumerate() {
                if let Some((board, _)) = *position {
                    self.index.insert(board, ply);
                }
            }
        }
        if let Some((board, _)) = position {
            self.index.insert(board, self.boards.len());
        }
        self.boards.push(position);
    }

    /// Removes the last position.
    pub(super) fn pop(&mut self) {
        if let Some(Some((board, _))) = self.boards.pop() {
            self.index.remove_last(board, self.boards.len());
        }
    }

    /// The last ply at which the line passed through the board with as much or more.
    #[inline]
    pub(super) fn find(&self, board: Key, resource: Resource) -> Option<usize> {
        let plies = self.index.plies(board);
        let as_much = plies.filter(|&ply| {
            self.boards[ply].is_some_and(|(other, had)| other == board && had.covers(resource))
        });
        as_much.last()
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
        assert!(line.index.is_empty());
    }
}
