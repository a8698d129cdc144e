//! A cache of second-level trees for nodes that later become most proving.
//!
//! When a second-level search ends, the subtree below each unsolved child of its root is stored
//! here. When the first level chooses that child, its second-level search continues with this
//! subtree. The cache has a fixed limit of nodes; random trees are removed to make room for new
//! ones (`docs/references.md [2]`).

use std::collections::HashMap;

use shomei_game::Key;

use crate::search::best_first::ArenaNode;

/// Trees by the code of the path to their root, because disproofs in them can depend on that path.
#[derive(Debug)]
pub(super) struct TreeCache<M> {
    trees: Vec<(Key, Vec<ArenaNode<M>>)>,
    places: HashMap<Key, usize>,
    nodes: usize,
    limit: usize,
    /// Number of removed trees, the seed of the next random choice.
    draws: u64,
}

impl<M: Copy> TreeCache<M> {
    /// A cache of at most this number of nodes; with 0 it stores nothing.
    pub(super) fn new(limit: usize) -> TreeCache<M> {
        TreeCache {
            trees: Vec::new(),
            places: HashMap::new(),
            nodes: 0,
            limit,
            draws: 0,
        }
    }

    pub(super) fn is_used(&self) -> bool {
        self.limit > 0
    }

    pub(super) fn clear(&mut self) {
        self.trees.clear();
        self.places.clear();
        self.nodes = 0;
        self.draws = 0;
    }

    /// Stores a tree, unless it is larger than the cache.
    pub(super) fn put(&mut self, line: Key, tree: Vec<ArenaNode<M>>) {
        if tree.len() > self.limit || self.places.contains_key(&line) {
            return;
        }
        while self.nodes + tree.len() > self.limit {
            self.draws += 1;
            let draw = Key::of(self.draws).0 % self.trees.len() as u64;
            self.remove(draw as usize);
        }
        self.nodes += tree.len();
        self.places.insert(line, self.trees.len());
        self.trees.push((line, tree));
    }

    /// Removes and returns the tree below the end of this path.
    pub(super) fn take(&mut self, line: Key) -> Option<Vec<ArenaNode<M>>> {
        let place = *self.places.get(&line)?;
        Some(self.remove(place))
    }

    fn remove(&mut self, place: usize) -> Vec<ArenaNode<M>> {
        let (line, tree) = self.trees.swap_remove(place);
        self.places.remove(&line);
        if let Some((moved, _)) = self.trees.get(place) {
            self.places.insert(*moved, place);
        }
        self.nodes -= tree.len();
        tree
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bounds;

    fn tree(size: usize) -> Vec<ArenaNode<u8>> {
        vec![ArenaNode::new(0, Bounds::UNIT); size]
    }

    #[test]
    fn trees_make_room_for_new_ones_and_are_handed_out_once() {
        let mut cache = TreeCache::new(10);
        for i in 0..100 {
            cache.put(Key::of(i), tree(1 + i as usize % 4));
            assert!(cache.nodes <= 10);
            assert_eq!(
                cache.nodes,
                cache.trees.iter().map(|(_, t)| t.len()).sum::<usize>()
            );
        }
        assert_eq!(cache.take(Key::of(99)).map(|tree| tree.len()), Some(4));
        assert!(cache.take(Key::of(99)).is_none());
        let held: Vec<Key> = cache.trees.iter().map(|(line, _)| *line).collect();
        assert!(held.iter().all(|&line| cache.take(line).is_some()));
        assert_eq!(cache.nodes, 0);
        cache.put(Key::of(1), tree(11));
        assert!(cache.trees.is_empty(), "larger than the cache");
    }
}
