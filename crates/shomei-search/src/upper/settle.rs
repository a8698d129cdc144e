//! How what is known of a node is taken over by those above it.

use shomei_game::Role;

use super::SharedTree;
use super::exchange::{LeafLine, LineStep};
use super::node::{ChildPlace, TreeChild, TreeNode};
use crate::Bounds;
use crate::knowledge::NodeUpdate;
use crate::search::outcome::Outcome;

impl<P: Clone, M: Copy> SharedTree<P, M> {
    /// A position of a line is solved, on whatever line.
    pub(super) fn solve(
        &mut self,
        line: &LeafLine,
        index: usize,
        outcome: Outcome,
        all: &mut Vec<NodeUpdate>,
    ) {
        let is_shared = self.index.is_some();
        let child = self.child(line, index);
        let before = child.knowledge.bounds;
        child.knowledge = child.knowledge.after(&outcome);
        child.free = outcome.bounds;
        child.busy = false;
        // One table for all has it already.
        if is_shared && before != outcome.bounds {
            all.push(NodeUpdate {
                index,
                knowledge: child.knowledge,
                before,
            });
        }
        if let Some(id) = child.node.take() {
            self.remove(id);
        }
    }

    /// Takes the numbers of the node with this index over from its children.
    /// Whether anything changed that its parent sees; if its real numbers did,
    /// that is noted.
    pub(super) fn settle(
        &mut self,
        line: &LeafLine,
        index: usize,
        all: &mut Vec<NodeUpdate>,
    ) -> bool {
        let Some(id) = self.child(line, index).node else {
            return false;
        };
        let Some(node) = &self.nodes[id] else {
            return false;
        };
        let role = node.role;
        let rules = self.rules();
        let scan = node.scan(rules, &mut self.pairs, |child| child.knowledge.bounds);
        let bounds = Bounds::from_numbers(role, scan.phi, scan.delta);
        let free = match bounds.is_solved() {
            true => bounds,
            false => node.free(rules, &mut self.pairs),
        };
        let outcome = node.outcome(bounds, index);
        let busy = !node.children.iter().any(TreeChild::is_free);
        let child = self.child(line, index);
        let before = child.knowledge.bounds;
        let was = (before, child.free, child.busy);
        child.knowledge = child.knowledge.after(&outcome);
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

    /// Settles the nodes above this index, from below, until nothing changes.
    pub(super) fn settle_above(
        &mut self,
        line: &LeafLine,
        index: usize,
        all: &mut Vec<NodeUpdate>,
    ) {
        for index in (0..index).rev() {
            if !self.settle(line, index, all) {
                break;
            }
        }
    }

    /// Adds a node below the leaf of a line.
    pub(super) fn add(
        &mut self,
        position: P,
        role: Role,
        children: Vec<TreeChild<M>>,
        line: &LeafLine,
    ) -> usize {
        self.serial += 1;
        self.children += children.len();
        let above = line.steps.last();
        let above = above.map(|&LineStep { node, place, .. }| ChildPlace { node, place });
        let id = self.free.pop().unwrap_or(self.nodes.len());
        if let Some(index) = &mut self.index {
            for (place, child) in children.iter().enumerate() {
                index.add(
                    child.knowledge.position_key(),
                    ChildPlace { node: id, place },
                );
            }
        }
        let node = Some(TreeNode {
            serial: self.serial,
            above,
            position,
            role,
            children,
        });
        if id == self.nodes.len() {
            self.nodes.push(node);
        } else {
            self.nodes[id] = node;
        }
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
                        index.remove(
                            child.knowledge.position_key(),
                            ChildPlace { node: id, place },
                        );
                    }
                }
                ids.extend(node.children.iter().filter_map(|child| child.node));
            }
        }
    }
}
