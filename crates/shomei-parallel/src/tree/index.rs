//! Finds positions of the upper tree by their keys: a position that is solved anywhere is solved at
//! all its places.

use std::collections::HashMap;

use shomei_game::Key;

use shomei_search::Knowledge;

use super::node::ChildPlace;
use super::{ChildId, UpperTree, solved};

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

impl UpperTree {
    /// A position was solved elsewhere: it is solved at all its places in the tree. The positions
    /// of the tree that are solved by that, and on every line; nothing if it is not in the tree.
    pub fn solve(&mut self, known: &Knowledge) -> Vec<Knowledge> {
        let mut changed = Vec::new();
        if !known.is_solved() {
            return Vec::new();
        }
        let root = &self.root.knowledge;
        if root.id() == known.id() && !root.bounds.is_solved() {
            self.solve_at(&[], known, &mut changed);
        }
        while let Some(place) = self.unsolved_place(known.id()) {
            let line = self.line_to(place);
            self.solve_at(&line, known, &mut changed);
            self.settle_above(&line, &mut changed);
        }
        solved(&changed)
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
    pub(super) fn line_to(&self, place: ChildPlace) -> Vec<ChildId> {
        let mut line = Vec::new();
        let mut next = Some(place);
        while let Some(ChildPlace { node, place }) = next {
            let Some(there) = &self.nodes[node] else {
                break;
            };
            line.push(there.child_id(node, place));
            next = there.above;
        }
        line.reverse();
        line
    }
}
