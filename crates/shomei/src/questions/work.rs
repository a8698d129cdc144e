//! The work that the answer to a question took.

use crate::solving::Solution;

/// Counters and time of some searches.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Work {
    /// Children generated, the unit of the papers on Lines of Action.
    pub generated: u64,
    /// Nodes expanded.
    pub expanded: u64,
    /// Leaves evaluated.
    pub evaluated: u64,
    /// Nodes of the game's own endgame searches; the JSON has them if there are any.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "is_zero"))]
    pub leaf_nodes: u64,
    /// Positions found in the table.
    pub table_hits: u64,
    /// Time of the searches in seconds, without lines and certificates.
    pub seconds: f64,
}

#[cfg(feature = "serde")]
#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde passes a reference"
)]
fn is_zero(count: &u64) -> bool {
    *count == 0
}

impl Work {
    /// Adds the work of a search.
    pub(crate) fn add(&mut self, solution: &Solution) {
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

    /// All nodes: expanded nodes, and nodes of endgame searches.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.expanded + self.leaf_nodes
    }

    /// Adds other work.
    pub fn join(&mut self, other: Work) {
        self.generated += other.generated;
        self.expanded += other.expanded;
        self.evaluated += other.evaluated;
        self.leaf_nodes += other.leaf_nodes;
        self.table_hits += other.table_hits;
        self.seconds += other.seconds;
    }
}
