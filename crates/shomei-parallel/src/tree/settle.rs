//! How what is known of a node is taken over by those above it.

use shomei_game::{Key, Role};

use shomei_search::job::NodeUpdate;
use shomei_search::{Bounds, Knowledge};

use super::node::{ChildPlace, TreeChild, TreeNode};
use super::{ChildId, UpperTree};

impl UpperTree {
    /// The position at the end of a line is solved, on whatever line.
    pub(super) fn solve_at(
        &mut self,
        line: &[ChildId],
        known: &Knowledge,
        all: &mut Vec<NodeUpdate>,
    ) {
        let is_at_one_table = self.index.is_none();
        let child = self.child(line);
        let before = child.knowledge.bounds;
        child.knowledge.learn(known);
        child.free = known.bounds;
        child.busy = false;
        // One table for all has it already.
        if !is_at_one_table && before != known.bounds {
            all.push(NodeUpdate {
                index: line.len(),
                knowledge: child.knowledge,
                before,
            });
        }
        if let Some(id) = child.node.take() {
            self.remove(id);
        }
    }

    /// Takes the numbers of the node at the end of a line over from its children.
    /// Whether anything changed that its parent sees; if its real numbers did,
    /// that is noted.
    pub(super) fn settle(&mut self, line: &[ChildId], all: &mut Vec<NodeUpdate>) -> bool {
        let (rules, index) = (self.rules(), line.len());
        let Some(id) = self.child(line).node else {
            return false;
        };
        let Some(node) = &self.nodes[id] else {
            return false;
        };
        let scan = node.scan(rules, &mut self.pairs, |child| child.knowledge.bounds);
        let bounds = Bounds::from_numbers(node.role, scan.phi, scan.delta);
        let free = match bounds.is_solved() {
            true => bounds,
            false => node.free(rules, &mut self.pairs),
        };
        let known = node.knowledge(bounds, index);
        let busy = !node.children.iter().any(TreeChild::is_free);
        let child = self.child(line);
        let before = child.knowledge.bounds;
        let was = (before, child.free, child.busy);
        child.knowledge.learn(&known);
        child.free = free;
        child.busy = busy && !bounds.is_solved();
        let moved = was != (bounds, child.free, child.busy);
        let update = NodeUpdate {
            index,
            knowledge: child.knowledge,
            before,
        };
        if bounds.is_solved() {
            child.node = None;
            self.remove(id);
        }
        if bounds != before {
            all.push(update);
        }
        moved
    }

    /// Settles the nodes above the end of a line, from below, until nothing changes.
    pub(super) fn settle_above(&mut self, line: &[ChildId], all: &mut Vec<NodeUpdate>) {
        for index in (0..line.len()).rev() {
            if !self.settle(&line[..index], all) {
                break;
            }
        }
    }

    /// Makes the leaf at the end of a line an inner node.
    pub(super) fn add(&mut self, role: Role, children: Vec<TreeChild>, line: &[ChildId]) -> usize {
        self.serial += 1;
        self.children += children.len();
        let above = line.last();
        let above = above.map(|&ChildId { node, place, .. }| ChildPlace { node, place });
        let id = self.free.pop().unwrap_or(self.nodes.len());
        if let Some(index) = &mut self.index {
            for (place, child) in children.iter().enumerate() {
                index.add(Key(child.knowledge.key), ChildPlace { node: id, place });
            }
        }
        let node = Some(TreeNode {
            serial: self.serial,
            above,
            role,
            children,
        });
        if id == self.nodes.len() {
            self.nodes.push(node);
        } else {
            self.nodes[id] = node;
        }
        self.child(line).node = Some(id);
        id
    }

    pub(super) fn remove(&mut self, id: usize) {
        let mut ids = vec![id];
        while let Some(id) = ids.pop() {
            if let Some(node) = self.nodes[id].take() {
                self.free.push(id);
                self.children -= node.children.len();
                if let Some(index) = &mut self.index {
                    for (place, child) in node.children.iter().enumerate() {
                        index.remove(Key(child.knowledge.key), ChildPlace { node: id, place });
                    }
                }
                ids.extend(node.children.iter().filter_map(|child| child.node));
            }
        }
    }
}
