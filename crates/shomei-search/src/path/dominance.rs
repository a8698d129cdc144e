//! The boards of a path, each with the attacker's resource at that point.
//!
//! A path that returns to a board without more of the resource has made no progress: by dominance,
//! if the attacker can win from the later position, it can win from the earlier one in as few
//! plies. So a shortest win never passes there. The search treats the position as failed, like a
//! repetition and for the same paths.
//!
//! Positions with unknown resource (on the path above the node at which a search begins) are
//! omitted, which cannot make an answer wrong.

use shomei_game::{Key, Resource};

use super::PlyIndex;

/// See the [module text](self).
#[derive(Debug)]
pub(crate) struct PathDominance {
    /// By ply; `None` where it is unknown.
    boards: Vec<Option<(Key, Resource)>>,
    index: PlyIndex,
}

impl PathDominance {
    pub(crate) fn new() -> PathDominance {
        PathDominance {
            boards: Vec::new(),
            index: PlyIndex::new(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.boards.clear();
        self.index.clear();
    }

    /// Adds the position of the next ply.
    pub(crate) fn push(&mut self, position: Option<(Key, Resource)>) {
        let boards = self.boards.iter().zip(0..);
        let boards = boards.filter_map(|(position, ply)| Some((position.as_ref()?.0, ply)));
        self.index.make_room(self.boards.len() + 1, boards);
        if let Some((board, _)) = position {
            self.index.insert(board, self.boards.len());
        }
        self.boards.push(position);
    }

    /// Removes the last position.
    pub(crate) fn pop(&mut self) {
        if let Some(Some((board, _))) = self.boards.pop() {
            self.index.remove_last(board, self.boards.len());
        }
    }

    /// The last ply at which the path contains this board with at least this resource.
    #[inline]
    pub(crate) fn find(&self, board: Key, resource: Resource) -> Option<usize> {
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

    fn board(board: u64, count: u8) -> (Key, Resource) {
        (Key::of(board), Resource::new([count, 0, 0, 0, 0, 0, 0, 0]))
    }

    #[test]
    fn as_much_as_before_or_less_is_found_and_more_is_not() {
        let mut line = PathDominance::new();
        let find = |line: &PathDominance, board, count| {
            let (board, resource) = super::tests::board(board, count);
            line.find(board, resource)
        };
        line.push(Some(board(1, 3)));
        line.push(None);
        line.push(Some(board(2, 0)));
        line.push(Some(board(1, 5)));
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
        let mut line = PathDominance::new();
        for ply in 0..3_000 {
            line.push(Some(board(ply % 1_000, 9)));
        }
        let (key, resource) = board(7, 0);
        assert_eq!(line.find(key, resource), Some(2_007));
        (0..3_000).for_each(|_| line.pop());
        assert!(line.index.is_empty());
    }
}
