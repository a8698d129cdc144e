//! The tree of a best-first search: nodes in one allocation, the children of a
//! node side by side, so that a node needs one index for all of them.
//!
//! A block of children that is given back serves the next node with as many
//! children, or fewer when nothing else is left.

use crate::{Bounds, Number};

/// A place in the arena.
pub(super) type NodeId = u32;

/// A node of the tree. What its fields mean depends on whether it is solved:
/// a solved node has no children in memory any more.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    pub(super) bounds: Bounds,
    /// Unsolved: the first of its children. Solved: the least index of the
    /// line that its disproof rests on, `u32::MAX` for none.
    first_or_support: u32,
    /// Children in memory; 0 for a leaf and for a solved node.
    count: u32,
    /// Solved: plies to the end.
    pub(super) length: u16,
    /// The move that leads here.
    pub(super) mv: M,
}

impl<M: Copy> Node<M> {
    pub(super) fn leaf(mv: M, bounds: Bounds, support: u32) -> Node<M> {
        Node {
            bounds,
            first_or_support: support,
            count: 0,
            length: 0,
            mv,
        }
    }

    pub(super) fn children(&self) -> std::ops::Range<usize> {
        if self.count == 0 {
            return 0..0;
        }
        let first = self.first_or_support as usize;
        first..first + self.count as usize
    }

    /// The least index of the line that the disproof of a solved node rests on.
    pub(super) fn support(&self) -> u32 {
        debug_assert!(self.bounds.is_solved());
        self.first_or_support
    }
}

/// The nodes of a tree, at most a given number of them.
#[derive(Debug)]
pub(super) struct Arena<M> {
    nodes: Vec<Node<M>>,
    limit: usize,
    /// Free blocks by their number of nodes.
    free: Vec<Vec<NodeId>>,
    /// Nodes in use.
    live: usize,
    peak: usize,
}

impl<M: Copy> Arena<M> {
    /// An arena for at most `limit` nodes; `None` when memory for them cannot
    /// be reserved.
    pub(super) fn new(limit: usize) -> Option<Arena<M>> {
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
        })
    }

    /// Forgets the tree and begins another with one node.
    pub(super) fn restart(&mut self, root: Node<M>) {
        self.nodes.clear();
        self.free.clear();
        self.nodes.push(root);
        self.live = 1;
        self.peak = 1;
    }

    pub(super) fn node(&self, id: NodeId) -> &Node<M> {
        &self.nodes[id as usize]
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> &mut Node<M> {
        &mut self.nodes[id as usize]
    }

    pub(super) fn children(&self, id: NodeId) -> &[Node<M>] {
        &self.nodes[self.node(id).children()]
    }

    /// The most nodes that were in use at once.
    pub(super) fn peak(&self) -> usize {
        self.peak
    }

    /// The part in use, 0 to 1.
    pub(super) fn fill(&self) -> f64 {
        self.live as f64 / self.limit as f64
    }

    /// Gives `id` these children; `false` when there is no room.
    pub(super) fn adopt(&mut self, id: NodeId, children: &[Node<M>]) -> bool {
        let Some(first) = self.allocate(children.len()) else {
            return false;
        };
        let start = first as usize;
        if start == self.nodes.len() {
            self.nodes.extend_from_slice(children);
        } else {
            self.nodes[start..start + children.len()].copy_from_slice(children);
        }
        let node = self.node_mut(id);
        node.first_or_support = first;
        node.count = children.len() as u32;
        self.live += children.len();
        self.peak = self.peak.max(self.live);
        true
    }

    /// Marks a node as solved and gives its tree back. Returns how many nodes
    /// that were.
    pub(super) fn solve(&mut self, id: NodeId, bounds: Bounds, support: u32, length: u16) -> usize {
        let freed = self.release_children(id);
        let node = self.node_mut(id);
        node.bounds = bounds;
        node.first_or_support = support;
        node.count = 0;
        node.length = length;
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

/// The sum of proof numbers or disproof numbers, and whether it saturated.
pub(super) fn saturating_sum(numbers: impl Iterator<Item = Number>) -> (Number, bool) {
    let mut sum = Number::ZERO;
    let mut saturated = false;
    for number in numbers {
        sum = sum.plus(number);
        saturated |= sum == Number::MAX;
    }
    (sum, saturated && !sum.is_infinite())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leaves(n: usize) -> Vec<Node<u8>> {
        vec![Node::leaf(0, Bounds::UNIT, u32::MAX); n]
    }

    fn arena(limit: usize) -> Arena<u8> {
        let mut arena = Arena::new(limit).unwrap();
        arena.restart(leaves(1)[0]);
        arena
    }

    #[test]
    fn a_solved_subtree_makes_room() {
        let mut arena = arena(7);
        assert!(arena.adopt(0, &leaves(3)));
        assert!(arena.adopt(1, &leaves(3)));
        assert!(!arena.adopt(2, &leaves(3)));
        assert_eq!(arena.solve(1, Bounds::PROVED, u32::MAX, 1), 3);
        assert!(arena.adopt(2, &leaves(2)), "a larger block is split");
        assert!(arena.adopt(3, &leaves(1)));
        assert_eq!(arena.peak(), 7);
        assert_eq!(arena.solve(0, Bounds::PROVED, u32::MAX, 2), 6);
        assert!(arena.node(0).bounds.is_proved());
    }

    #[test]
    fn no_room_leaves_the_tree_as_it_was() {
        let mut arena = arena(2);
        assert!(!arena.adopt(0, &leaves(2)));
        assert!(arena.children(0).is_empty());
        assert!(arena.adopt(0, &leaves(1)));
    }
}
