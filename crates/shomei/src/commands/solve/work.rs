//! The work that the answer to a question took.

use crate::solving::Solution;

/// Counters and time of some searches.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    pub(super) generated: u64,
    pub(super) expanded: u64,
    pub(super) evaluated: u64,
    pub(super) leaf_nodes: u64,
    pub(super) table_hits: u64,
    pub(super) seconds: f64,
}

impl Work {
    /// Adds that of a search.
    pub(super) fn add(&mut self, solution: &Solution) {
        let counters = solution.report.counters;
        self.join(Work {
            generated: counters.generated,
            expanded: counters.expanded,
            evaluated: counters.evaluated,
            leaf_nodes: counters.leaf_nodes,
            table_hits: counters.table_hits,
            seconds: solution.seconds,
        });
    }

    /// All nodes.
    pub(super) fn nodes(&self) -> u64 {
        self.expanded + self.leaf_nodes
    }

    /// Adds other work.
    pub(super) fn join(&mut self, other: Work) {
        self.generated += other.generated;
        self.expanded += other.expanded;
        self.evaluated += other.evaluated;
        self.leaf_nodes += other.leaf_nodes;
        self.table_hits += other.table_hits;
        self.seconds += other.seconds;
    }
}
