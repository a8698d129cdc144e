//! The line from the root of a tree to the node at work.
//!
//! After each expansion the search climbs some way, and mostly comes down by the same children
//! again. So what lies beyond the end of the line is kept until another child takes its place:
//! on Lines of Action half of the moves need not be played again. Without this, ten positions of Lines
//! of Action take 1.17 times the instructions, four of ultimate tic-tac-toe 1.06, and four of
//! tsume-shogi 1.02 (`pn`).
//!
//! A node that is kept is the one it was, although trees are given back and places used again. Its
//! parent is on the line, so it has not been solved since, and gets its children once only.

use super::NodeId;

/// Nodes of the line and, after them, those of an earlier one that follow its last.
#[derive(Debug)]
pub(super) struct TreePath<P> {
    nodes: Vec<(NodeId, P)>,
    /// The number of nodes of the line.
    len: usize,
}

impl<P> TreePath<P> {
    /// A line without a node: [`TreePath::begin`] makes it one.
    pub(super) fn new() -> TreePath<P> {
        TreePath {
            nodes: Vec::new(),
            len: 0,
        }
    }

    /// Begins with a root. Nothing of other lines is kept.
    pub(super) fn begin(&mut self, root: NodeId, position: P) {
        self.nodes.clear();
        self.nodes.push((root, position));
        self.len = 1;
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// The position of the root.
    pub(super) fn root(&self) -> &P {
        &self.nodes[0].1
    }

    /// The last node and its position.
    #[inline]
    pub(super) fn last(&self) -> (NodeId, &P) {
        let (id, position) = &self.nodes[self.len - 1];
        (*id, position)
    }

    /// Goes to a child of the last node; `play` makes its position of the last one.
    #[inline]
    pub(super) fn push(&mut self, child: NodeId, play: impl FnOnce(&P) -> P) -> &P {
        let is_kept = self.nodes.get(self.len).is_some_and(|node| node.0 == child);
        if !is_kept {
            let position = play(self.last().1);
            self.nodes.truncate(self.len);
            self.nodes.push((child, position));
        }
        self.len += 1;
        self.last().1
    }

    /// Goes back to the parent of the last node, which is not the root.
    #[inline]
    pub(super) fn pop(&mut self) {
        self.len -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_another_child_is_played() {
        let mut line = TreePath::new();
        let mut played = Vec::new();
        line.begin(0, String::from("r"));
        let mut go = |line: &mut TreePath<String>, child| {
            line.push(child, |parent| {
                played.push(child);
                format!("{parent}{child}")
            })
            .clone()
        };
        assert_eq!(
            (go(&mut line, 3), go(&mut line, 5)),
            ("r3".into(), "r35".into())
        );
        line.pop();
        line.pop();
        assert_eq!(
            (go(&mut line, 3), go(&mut line, 5)),
            ("r3".into(), "r35".into())
        );
        line.pop();
        assert_eq!(go(&mut line, 6), "r36");
        line.pop();
        line.pop();
        assert_eq!((line.len(), line.last()), (1, (0, &"r".into())));
        // What followed another child is not kept.
        assert_eq!(
            (go(&mut line, 4), go(&mut line, 6)),
            ("r4".into(), "r46".into())
        );
        assert_eq!(played, [3, 5, 6, 4, 6]);
    }
}
