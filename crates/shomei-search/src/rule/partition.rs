//! Source detection: which children of a node share work, for the partition
//! rule (`docs/references.md [3], [24]`).
//!
//! ```text
//!        n            delta(n) adds the numbers of b and c. Each rests on its
//!       / \           least child; where both rest on s, the work below s is
//!      b   c          counted twice. A call of `mid` hands back the key of the
//!       \ /           child its number rests on, and siblings that hand back
//!        s            the same one are merged, as are those with one key.
//! ```
//!
//! A merged child stays merged while its node is on the stack, and beyond: a
//! small store keeps the partitions of nodes that were left, under their keys.
//! Without it a node that is visited again would start from the sum, pass its
//! threshold at once, and never get to use what it knew: on a chain of six diamonds
//! beside a trap 3,450 nodes, which is the sum's 3,456, and 68 with it. The
//! store forgets, and knows the first 64 children of a node only. A wrong
//! partition costs time, never truth.
//!
//! This sees diamonds of two plies. Longer ones could be found by a parent
//! walk: keep with each position the one it was first entered from; when it is
//! entered from another, follow those links for some steps, and where they meet
//! the current line merge the two branches there. It was tried and left out. On
//! 38 positions of Lines of Action, where two moves of a side commute but
//! diamonds of two plies hardly exist, a walk of six steps found a diamond for
//! one expansion in fifty to sixty-five and made the searches longer: 585 nodes in
//! the geometric mean in place of 455 with epsilon 1/4, 547 in place of 521 with
//! 0; no better when branches much larger than what they share were left
//! alone (593 and 552). What two branches share there is a small part of either,
//! so that the larger of them says too little.
//!
//! Numbers can fall when children are merged. That happens at most once a
//! child and frame, so it cannot keep a search from ending.

use std::ops::Range;

use shomei_game::{Key, Role};

use super::{Count, Rule, Schedule};

/// The child from which a node takes its phi.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source {
    /// The mover's.
    pub(crate) role: Role,
    pub(crate) child: Key,
}

/// What is known of one child on the stack.
#[derive(Clone, Copy, Debug)]
struct ChildSource {
    /// The grandchild that its number rested on when it returned.
    grandchild: Option<Key>,
    count: Count,
}

/// The sources of the children on the stack, and the partitions of nodes that
/// were left. Empty and without memory under other rules.
#[derive(Debug)]
pub(crate) struct Sources {
    /// At the same places as the children.
    children: Vec<ChildSource>,
    /// Node and merged children, a bit each.
    partitions: Vec<[u64; 2]>,
}

impl Sources {
    /// The part of a search's memory that holds partitions.
    const PART: usize = 16;
    const SLOT: usize = size_of::<[u64; 2]>();

    /// The memory for partitions in a search that has `bytes` in all.
    pub(crate) fn bytes(schedule: &Schedule, bytes: usize) -> usize {
        match schedule.has(Rule::Partition) {
            true => (bytes / Self::PART).max(Self::SLOT),
            false => 0,
        }
    }

    /// Sources for searches with a table of this number of bytes.
    pub(crate) fn new(schedule: &Schedule, bytes: usize) -> Sources {
        let slots = Self::bytes(schedule, bytes) / Self::SLOT;
        Sources {
            children: Vec::new(),
            partitions: vec![[0; 2]; slots],
        }
    }

    /// Whether the rule asks for sources.
    pub(crate) fn are_kept(&self) -> bool {
        !self.partitions.is_empty()
    }

    /// Adds unknown children, or drops the last ones, until there is this number of children.
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

    /// Gives the children of `node` the partition they had when it was left.
    /// Whether it merges any.
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

    /// Keeps the partition of `node`, which is being left.
    pub(crate) fn keep(&mut self, node: Key, children: Range<usize>) {
        let mut mask = 0;
        for (bit, child) in self.children[children].iter().take(64).enumerate() {
            mask |= u64::from(child.count == Count::Merged) << bit;
        }
        if let Some(slot) = self.slot(node) {
            self.partitions[slot] = [node.0, mask];
        }
    }

    /// `child` of a node whose mover has `role` has returned a number that rests on `source`:
    /// merges it with the siblings that rest on the same child of theirs. Returns whether there
    /// are any. Only the child that the mover of `child` chooses enters the node's delta: none,
    /// if the same side moves.
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
        let product = u128::from(node.0) * self.partitions.len() as u128;
        self.are_kept().then_some((product >> 64) as usize)
    }
}
