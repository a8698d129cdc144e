//! An index of the upper tree by key: when a position is solved anywhere, it is solved at all its
//! places.

use std::collections::HashMap;
use std::iter;

use shomei_game::Key;
use shomei_search::Knowledge;

use super::{ChildId, UpperTree, solved};

/// The places of all children by their keys.
#[derive(Debug, Default)]
pub(super) struct Index(HashMap<Key, Vec<ChildId>>);

impl Index {
    pub(super) fn add(&mut self, key: Key, child: ChildId) {
        self.0.entry(key).or_default().push(child);
    }

    pub(super) fn remove(&mut self, key: Key, child: ChildId) {
        if let Some(places) = self.0.get_mut(&key) {
            places.retain(|&there| there != child);
            if places.is_empty() {
                self.0.remove(&key);
            }
        }
    }
}

impl UpperTree {
    /// Solves a position at all its places in the tree, with knowledge from elsewhere. Returns the
    /// positions of the tree that this solves on every path; none if the position is not in the
    /// tree.
    pub fn solve(&mut self, known: &Knowledge) -> Vec<Knowledge> {
        let mut changed = Vec::new();
        if !known.is_solved() {
            return Vec::new();
        }
        let root = &self.root.knowledge;
        if root.id() == known.id() && !root.bounds.is_solved() {
            self.solve_at(&[], known, &mut changed);
        }
        while let Some(child) = self.unsolved_child(known.id()) {
            let line = self.line_to(child);
            self.solve_at(&line, known, &mut changed);
        }
        solved(&changed)
    }

    fn unsolved_child(&self, id: (u64, u64)) -> Option<ChildId> {
        let mut children = self.index.as_ref()?.0.get(&Key(id.0))?.iter().copied();
        children.find(|&child| {
            let child = self.get(child).map(|child| child.knowledge);
            child.is_some_and(|known| known.id() == id && !known.bounds.is_solved())
        })
    }

    /// The path to a child.
    pub(super) fn line_to(&self, child: ChildId) -> Vec<ChildId> {
        let above = |child: &ChildId| self.nodes.get(&child.node)?.above;
        let mut line: Vec<ChildId> = iter::successors(Some(child), above).collect();
        line.reverse();
        line
    }
}
