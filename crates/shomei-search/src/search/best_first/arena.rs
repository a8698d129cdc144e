//! The tree of a best-first search: nodes in one allocation, with the children of a node side by
//! side, so that a node needs one index for all of them.
//!
//! A released block of children is reused for the next node with the same number of children, or
//! for a smaller number if no other space is left.

use super::SolvedSubtree;
use crate::Bounds;
use crate::search::outcome::{Outcome, PathDependence};

/// The index of a node in the arena.
pub(crate) type NodeId = u32;

/// A node of the tree. The meaning of its fields depends on whether it is solved: a solved node has
/// no children in memory.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ArenaNode<M> {
    pub(crate) bounds: Bounds,
    /// Unsolved: the first of its children. Solved: the least path index on which its disproof
    /// depends, `u32::MAX` for none.
    first_or_dependence: u32,
    /// Number of children in memory; 0 for a leaf and for a solved node.
    count: u32,
    /// Solved: plies to the end of the game.
    pub(crate) length: u16,
    /// The move that leads here.
    pub(crate) mv: M,
}

impl<M: Copy> ArenaNode<M> {
    /// A leaf without path dependence.
    #[inline]
    pub(crate) fn new(mv: M, bounds: Bounds) -> ArenaNode<M> {
        ArenaNode {
            bounds,
            first_or_dependence: PathDependence::NONE.least,
            count: 0,
            length: 0,
            mv,
        }
    }

    /// The node as a leaf of another tree.
    pub(crate) fn without_children(&self) -> ArenaNode<M> {
        if self.bounds.is_solved() {
            ArenaNode { count: 0, ..*self }
        } else {
            ArenaNode::new(self.mv, self.bounds)
        }
    }

    pub(crate) fn children(&self) -> std::ops::Range<usize> {
        if self.count == 0 {
            return 0..0;
        }
        let first = self.first_or_dependence as usize;
        first..first + self.count as usize
    }

    /// Marks the node as solved and detaches its children.
    pub(crate) fn solve(&mut self, outcome: &Outcome) {
        self.bounds = outcome.bounds;
        self.first_or_dependence = outcome.path_dependence.least;
        self.count = 0;
        self.length = outcome.length;
    }

    /// The least path index on which the disproof of a solved node depends.
    pub(crate) fn path_dependence(&self) -> u32 {
        debug_assert!(self.bounds.is_solved());
        self.first_or_dependence
    }
}

/// The nodes of a tree, at most a given number of them.
#[derive(Debug)]
pub(crate) struct Arena<M> {
    nodes: Vec<ArenaNode<M>>,
    limit: usize,
    /// Free blocks by their number of nodes.
    free: Vec<Vec<NodeId>>,
    /// Nodes in use.
    live: usize,
    peak: usize,
    solved: SolvedSubtree,
}

impl<M: Copy> Arena<M> {
    /// An arena for at most `limit` nodes; `None` if the memory cannot be reserved.
    pub(crate) fn new(limit: usize, solved: SolvedSubtree) -> Option<Arena<M>> {
        // Node numbers are 32 bits wide.
        let limit = limit.min(u32::MAX as usize - 1);
        let mut nodes = Vec::new();
        nodes.try_reserve_exact(limit).ok()?;
        Some(Arena {
            nodes,
            limit,
            free: Vec::new(),
            live: 0,
            peak: 0,
            solved,
        })
    }

    /// Clears the tree and begins another one with a single node.
    pub(crate) fn restart(&mut self, root: ArenaNode<M>) {
        self.nodes.clear();
        self.free.clear();
        self.nodes.push(root);
        self.live = 1;
        self.peak = 1;
    }

    pub(crate) fn node(&self, id: NodeId) -> &ArenaNode<M> {
        &self.nodes[id as usize]
    }

    pub(crate) fn node_mut(&mut self, id: NodeId) -> &mut ArenaNode<M> {
        &mut self.nodes[id as usize]
    }

    pub(crate) fn children(&self, id: NodeId) -> &[ArenaNode<M>] {
        &self.nodes[self.node(id).children()]
    }

    /// The nodes in use.
    pub(crate) fn live(&self) -> usize {
        self.live
    }

    /// The largest number of nodes in use at any time.
    pub(crate) fn peak(&self) -> usize {
        self.peak
    }

    /// The fraction in use, 0 to 1.
    pub(crate) fn fill(&self) -> f64 {
        self.live as f64 / self.limit as f64
    }

    /// The tree below a node, beginning with the node: the argument of [`Arena::load`].
    pub(crate) fn copy_of(&self, id: NodeId) -> Vec<ArenaNode<M>> {
        let mut copy = vec![*self.node(id)];
        let mut next = 0;
        while next < copy.len() {
            let children = copy[next].children();
            if !children.is_empty() {
                copy[next].first_or_dependence = copy.len() as NodeId;
                copy.extend_from_slice(&self.nodes[children]);
            }
            next += 1;
        }
        copy
    }

    /// Loads a copied tree, which must fit.
    pub(crate) fn load(&mut self, tree: &[ArenaNode<M>]) {
        debug_assert!(tree.len() <= self.limit);
        self.nodes.clear();
        self.free.clear();
        self.nodes.extend_from_slice(tree);
        self.live = tree.len();
        self.peak = tree.len();
    }

    /// Gives `id` these children; returns `false` if there is no room.
    pub(crate) fn adopt(
        &mut self,
        id: NodeId,
        children: impl ExactSizeIterator<Item = ArenaNode<M>>,
    ) -> bool {
        let count = children.len();
        let Some(first) = self.allocate(count) else {
            return false;
        };
        let start = first as usize;
        if start == self.nodes.len() {
            self.nodes.extend(children);
        } else {
            let places = &mut self.nodes[start..start + count];
            places
                .iter_mut()
                .zip(children)
                .for_each(|(place, child)| *place = child);
        }
        let node = self.node_mut(id);
        node.first_or_dependence = first;
        node.count = count as u32;
        self.live += count;
        self.peak = self.peak.max(self.live);
        true
    }

    /// Marks a node as solved and releases its subtree, unless solved subtrees are kept. Returns
    /// the number of released nodes.
    pub(crate) fn solve(&mut self, id: NodeId, outcome: &Outcome) -> usize {
        let freed = match self.solved {
            SolvedSubtree::Deleted => self.release_children(id),
            SolvedSubtree::Kept => 0,
        };
        self.node_mut(id).solve(outcome);
        freed
    }

    fn release_children(&mut self, id: NodeId) -> usize {
        let mut freed = 0;
        let mut pending = vec![id];
        while let Some(id) = pending.pop() {
            let block = self.node(id).children();
            if block.is_empty() {
                continue;
            }
            freed += block.len();
            pending.extend(block.clone().map(|child| child as NodeId));
            self.give_back(block.start as NodeId, block.len());
        }
        self.live -= freed;
        freed
    }

    fn give_back(&mut self, first: NodeId, len: usize) {
        if self.free.len() <= len {
            self.free.resize(len + 1, Vec::new());
        }
        self.free[len].push(first);
    }

    fn allocate(&mut self, len: usize) -> Option<NodeId> {
        if let Some(first) = self.free.get_mut(len).and_then(Vec::pop) {
            return Some(first);
        }
        if self.nodes.len() + len <= self.limit {
            return Some(self.nodes.len() as NodeId);
        }
        let larger = (len + 1..self.free.len()).find(|&size| !self.free[size].is_empty())?;
        let first = self.free[larger].pop()?;
        self.give_back(first + len as NodeId, larger - len);
        Some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves(n: usize) -> impl ExactSizeIterator<Item = ArenaNode<u8>> {
        (0..n).map(|_| ArenaNode::new(0, Bounds::UNIT))
    }

    fn arena(limit: usize, solved: SolvedSubtree) -> Arena<u8> {
        let mut arena = Arena::new(limit, solved).unwrap();
        arena.restart(ArenaNode::new(0, Bounds::UNIT));
        arena
    }

    const PROVED: Outcome = Outcome::plain(Bounds::PROVED);

    #[test]
    fn a_solved_subtree_makes_room() {
        let mut arena = arena(7, SolvedSubtree::Deleted);
        assert!(arena.adopt(0, leaves(3)));
        assert!(arena.adopt(1, leaves(3)));
        assert!(!arena.adopt(2, leaves(3)));
        assert_eq!(arena.solve(1, &PROVED), 3);
        assert!(arena.adopt(2, leaves(2)), "a larger block is split");
        assert!(arena.adopt(3, leaves(1)));
        assert_eq!(arena.peak(), 7);
        assert_eq!(arena.solve(0, &PROVED), 6);
        assert!(arena.node(0).bounds.is_proved());
        assert_eq!(arena.live(), 1);
    }

    #[test]
    fn a_kept_subtree_takes_its_room() {
        let mut arena = arena(7, SolvedSubtree::Kept);
        assert!(arena.adopt(0, leaves(3)));
        assert!(arena.adopt(1, leaves(3)));
        assert_eq!(arena.solve(1, &PROVED), 0);
        assert!(!arena.adopt(2, leaves(3)));
        assert_eq!(arena.live(), 7);
    }

    #[test]
    fn no_room_leaves_the_tree_as_it_was() {
        let mut arena = arena(2, SolvedSubtree::Deleted);
        assert!(!arena.adopt(0, leaves(2)));
        assert!(arena.children(0).is_empty());
        assert!(arena.adopt(0, leaves(1)));
    }
}
