//! Propagates the knowledge about a node to the nodes above it.

use shomei_game::{Key, Role};
use shomei_search::job::NodeUpdate;
use shomei_search::{Bounds, Knowledge};

use super::node::{TreeChild, TreeNode};
use super::{ChildId, UpperTree};

impl UpperTree {
    /// Solves the position at the end of a path, whatever path solved it, and settles all nodes
    /// above it.
    pub(super) fn solve_at(
        &mut self,
        line: &[ChildId],
        known: &Knowledge,
        all: &mut Vec<NodeUpdate>,
    ) {
        let noted = all.len();
        self.learn(line, known, (known.bounds, false), all);
        if self.index.is_none() {
            // The shared table already contains it.
            all.truncate(noted);
        }
        self.settle_above(line, all);
    }

    /// Updates the numbers of the node at the end of a path from its children. Returns whether
    /// anything changed that its parent uses.
    pub(super) fn settle(&mut self, line: &[ChildId], all: &mut Vec<NodeUpdate>) -> bool {
        let rules = self.rules();
        let id = self.child(line).node;
        let Some(node) = id.and_then(|id| self.nodes.get(&id)) else {
            return false;
        };
        let (scan, _) = node.scan(rules, |child| child.knowledge.bounds);
        let bounds = Bounds::from_numbers(node.role, scan.phi, scan.delta);
        let free = match bounds.is_solved() {
            true => bounds,
            false => node.free(rules),
        };
        let known = node.knowledge(bounds, line.len());
        let busy = !bounds.is_solved() && !node.has_free();
        self.learn(line, &known, (free, busy), all)
    }

    /// Updates the knowledge about the child at the end of a path, its free numbers, and whether it
    /// is busy. Returns whether any of these changed. A change of the real numbers is added to
    /// `all`.
    fn learn(
        &mut self,
        line: &[ChildId],
        known: &Knowledge,
        (free, busy): (Bounds, bool),
        all: &mut Vec<NodeUpdate>,
    ) -> bool {
        let child = self.child(line);
        let before = child.knowledge.bounds;
        let was = (before, child.free, child.busy);
        child.knowledge.learn(known);
        (child.free, child.busy) = (free, busy);
        if before != known.bounds {
            all.push(NodeUpdate {
                index: line.len(),
                knowledge: child.knowledge,
                before,
            });
        }
        if known.bounds.is_solved() {
            self.remove_below(line);
        }
        was != (known.bounds, free, busy)
    }

    /// Settles the nodes above the end of a path, from the lowest, until nothing changes.
    pub(super) fn settle_above(&mut self, line: &[ChildId], all: &mut Vec<NodeUpdate>) {
        for index in (0..line.len()).rev() {
            if !self.settle(&line[..index], all) {
                break;
            }
        }
    }

    /// Converts the leaf at the end of a path into an inner node.
    pub(super) fn add(&mut self, role: Role, children: Vec<TreeChild>, line: &[ChildId]) -> u64 {
        let node = self.next;
        self.next += 1;
        self.children += children.len();
        if let Some(index) = &mut self.index {
            for (place, child) in children.iter().enumerate() {
                index.add(Key(child.knowledge.key), ChildId { node, place });
            }
        }
        self.child(line).node = Some(node);
        let above = line.last().copied();
        let new = TreeNode {
            above,
            role,
            children,
        };
        self.nodes.insert(node, new);
        node
    }

    /// Converts the node at the end of a path into a leaf: removes all nodes below.
    fn remove_below(&mut self, line: &[ChildId]) {
        let mut next: Vec<u64> = self.child(line).node.take().into_iter().collect();
        while let Some(node) = next.pop() {
            let Some(TreeNode { children, .. }) = self.nodes.remove(&node) else {
                continue;
            };
            self.children -= children.len();
            if let Some(index) = &mut self.index {
                for (place, child) in children.iter().enumerate() {
                    index.remove(Key(child.knowledge.key), ChildId { node, place });
                }
            }
            next.extend(children.iter().filter_map(|child| child.node));
        }
    }
}
