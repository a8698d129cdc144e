//! Finds positions of the upper tree by their keys: a position that is solved anywhere is solved at
//! all its places.

use std::collections::HashMap;

use shomei_game::Key;

use super::SharedTree;
use super::exchange::{LeafLine, LineStep};
use super::node::ChildPlace;
use crate::knowledge::NodeUpdate;
use crate::search::outcome::Outcome;

/// The places of all children by their keys.
#[derive(Debug, Default)]
pub(super) struct Index(HashMap<Key, Vec<ChildPlace>>);

impl Index {
    pub(super) fn add(&mut self, key: Key, place: ChildPlace) {
        self.0.entry(key).or_default().push(place);
    }

    pub(super) fn remove(&mut self, key: Key, place: ChildPlace) {
        if let Some(places) = self.0.get_mut(&key) {
            places.retain(|&there| there != place);
            if places.is_empty() {
                self.0.remove(&key);
            }
        }
    }

    fn first(&self, key: Key, wanted: impl Fn(ChildPlace) -> bool) -> Option<ChildPlace> {
        let places = self.0.get(&key)?;
        places.iter().copied().find(|&place| wanted(place))
    }
}

impl<P: Clone, M: Copy> SharedTree<P, M> {
    /// A position was solved, on every line: it is solved at all its places in the tree. What
    /// that changed.
    pub(crate) fn solved_elsewhere(&mut self, id: (u64, u64), outcome: Outcome) -> Vec<NodeUpdate> {
        let mut changed = Vec::new();
        let is_root = self.root.knowledge.id() == id;
        if is_root && !self.root.knowledge.bounds.is_solved() {
            let line = LeafLine::of_another_tree(Key(id.0));
            self.solve(&line, 0, outcome, &mut changed);
        }
        while let Some(place) = self.unsolved_place(id) {
            let line = self.line_to(place, Key(id.0));
            self.solve(&line, line.steps.len(), outcome, &mut changed);
            self.settle_above(&line, line.steps.len(), &mut changed);
        }
        changed
    }

    /// Whether a position is in the tree and not solved there.
    pub(crate) fn wants(&self, id: (u64, u64)) -> bool {
        let is_root = self.root.knowledge.id() == id;
        (is_root && !self.root.knowledge.bounds.is_solved()) || self.unsolved_place(id).is_some()
    }

    /// Whether a child is still there and not solved.
    pub(crate) fn is_open(&self, node: usize, serial: u64, place: usize) -> bool {
        let node = self.nodes.get(node).and_then(Option::as_ref);
        let child = node.filter(|node| node.serial == serial);
        let child = child.and_then(|node| node.children.get(place));
        child.is_some_and(|child| !child.knowledge.bounds.is_solved())
    }

    fn unsolved_place(&self, id: (u64, u64)) -> Option<ChildPlace> {
        let index = self.index.as_ref()?;
        index.first(Key(id.0), |ChildPlace { node, place }| {
            let node = self.nodes[node].as_ref();
            let child = node.and_then(|node| node.children.get(place));
            child.is_some_and(|child| {
                child.knowledge.id() == id && !child.knowledge.bounds.is_solved()
            })
        })
    }

    /// The line to a child.
    pub(super) fn line_to(&self, place: ChildPlace, key: Key) -> LeafLine {
        let mut steps = Vec::new();
        let mut next = Some(place);
        while let Some(ChildPlace { node, place }) = next {
            let Some(there) = &self.nodes[node] else {
                break;
            };
            let serial = there.serial;
            steps.push(LineStep {
                node,
                serial,
                place,
            });
            next = there.above;
        }
        steps.reverse();
        LeafLine { steps, key }
    }
}
