//! Source detection: finds the children of a node that share work, for the partition rule
//! (`docs/references.md [3], [24]`).
//!
//! ```text
//!        n            delta(n) adds the numbers of b and c. Each depends on its
//!       / \           least child; if both depend on s, the work below s is
//!      b   c          counted twice. A call of `mid` returns the key of the
//!       \ /           child on which its number depends. Siblings that return
//!        s            the same key are merged, and so are siblings with one key.
//! ```
//!
//! A merged child stays merged while its node is on the stack. A small store keeps the partitions
//! of nodes that the search has left, under their keys. Without this store, a revisited node would
//! start from the sum, exceed its threshold at once, and never use its partition: on a chain of six
//! diamonds next to a trap, the search takes 3,450 nodes without the store (the sum takes 3,456)
//! and 68 with it. The store can lose partitions, and it covers only the first 64 children of a
//! node. A wrong partition costs time but cannot make an answer wrong.
//!
//! This method finds diamonds of two plies. Longer diamonds could be found by a parent walk: store
//! with each position the position from which it was first entered; when it is entered from another
//! one, follow these links for some steps, and where they meet the current path, merge the two
//! branches there. We tried this and rejected it. On 38 positions of Lines of Action, where two
//! moves of a side commute but diamonds of two plies are rare, a walk of six steps found one
//! diamond per fifty to sixty-five expansions and made the searches longer: 585 nodes in the
//! geometric mean instead of 455 with epsilon 1/4, and 547 instead of 521 with epsilon 0. Ignoring
//! branches much larger than the shared part did not help (593 and 552). In these games, the part
//! that two branches share is a small part of either, so the number of the larger branch
//! underestimates the work of both.
//!
//! Numbers can decrease when children are merged. This happens at most once per child and frame, so
//! it cannot prevent a search from ending.

use std::ops::Range;

use shomei_game::{Key, Role};

use super::{Count, Rule, Schedule};
use crate::table::index_of;

/// The child that determines the phi of a node.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    /// The role of the side to move at the node.
    pub(crate) role: Role,
    pub(crate) child: Key,
}

/// Source detection for one child on the stack.
#[derive(Clone, Copy, Debug)]
struct ChildSource {
    /// The grandchild that determined the child's number at its last return.
    grandchild: Option<Key>,
    count: Count,
}

/// The sources of the children on the stack, and the partitions of nodes that the search has left.
/// Empty and without memory under other rules.
#[derive(Debug)]
pub(crate) struct Sources {
    /// Parallel to the children on the stack.
    children: Vec<ChildSource>,
    /// Per node, its key and a bit mask of its merged children.
    partitions: Vec<[u64; 2]>,
}

impl Sources {
    /// The store of partitions gets 1/16 of a search's memory.
    const PART: usize = 16;
    const SLOT: usize = size_of::<[u64; 2]>();

    /// The memory for partitions in a search with `bytes` of memory in total.
    pub(crate) fn bytes(schedule: &Schedule, bytes: usize) -> usize {
        match schedule.has(Rule::Partition) {
            true => (bytes / Self::PART).max(Self::SLOT),
            false => 0,
        }
    }

    /// Sources for searches with a table of `bytes` bytes.
    pub(crate) fn new(schedule: &Schedule, bytes: usize) -> Sources {
        let slots = Self::bytes(schedule, bytes) / Self::SLOT;
        Sources {
            children: Vec::new(),
            partitions: vec![[0; 2]; slots],
        }
    }

    /// Whether the rule needs sources.
    pub(crate) fn are_kept(&self) -> bool {
        !self.partitions.is_empty()
    }

    /// Adds unknown children or removes the last ones, so that there are `children` children.
    pub(crate) fn resize(&mut self, children: usize) {
        if self.are_kept() {
            let unknown = ChildSource {
                grandchild: None,
                count: Count::Added,
            };
            self.children.resize(children, unknown);
        }
    }

    /// Forgets the partitions.
    pub(crate) fn clear(&mut self) {
        self.partitions.fill([0; 2]);
    }

    /// How a child enters the sum.
    #[inline]
    pub(crate) fn count(&self, child: usize) -> Count {
        self.children
            .get(child)
            .map_or(Count::Added, |child| child.count)
    }

    /// Restores the partition that the children of `node` had when the search left it. Returns
    /// whether any child is merged.
    pub(crate) fn recall(&mut self, node: Key, children: Range<usize>) -> bool {
        let Some(slot) = self.slot(node) else {
            return false;
        };
        let [key, mask] = self.partitions[slot];
        if key != node.0 || mask == 0 {
            return false;
        }
        for (bit, child) in self.children[children].iter_mut().take(64).enumerate() {
            if mask >> bit & 1 == 1 {
                child.count = Count::Merged;
            }
        }
        true
    }

    /// Stores the partition of `node`, which the search is leaving.
    pub(crate) fn keep(&mut self, node: Key, children: Range<usize>) {
        let mut mask = 0;
        for (bit, child) in self.children[children].iter().take(64).enumerate() {
            mask |= u64::from(child.count == Count::Merged) << bit;
        }
        if let Some(slot) = self.slot(node) {
            self.partitions[slot] = [node.0, mask];
        }
    }

    /// Records that `child` has returned a number which depends on `source`. The child is merged
    /// with all siblings that depend on the same grandchild or have the same key. Returns whether
    /// there are any. `role` is the side to move at the parent. The grandchild enters the parent's
    /// delta only if the opponent moves at `child`.
    pub(crate) fn note(
        &mut self,
        child: usize,
        (source, role): (Source, Role),
        siblings: Range<usize>,
        key_of: impl Fn(usize) -> Key,
    ) -> bool {
        let grandchild = (source.role != role).then_some(source.child);
        self.children[child].grandchild = grandchild;
        let mut merges = false;
        for i in siblings.filter(|&i| i != child) {
            let same = key_of(i) == key_of(child)
                || grandchild.is_some() && self.children[i].grandchild == grandchild;
            if same {
                self.children[i].count = Count::Merged;
                self.children[child].count = Count::Merged;
                merges = true;
            }
        }
        merges
    }

    fn slot(&self, node: Key) -> Option<usize> {
        (self.are_kept()).then(|| index_of(node, self.partitions.len()))
    }
}
