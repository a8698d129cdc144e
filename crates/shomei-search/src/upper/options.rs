//! The rules of an upper tree, and the length of its jobs.

use crate::rule::{Epsilon, Schedule};

/// See the [module text](self).
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) schedule: Schedule,
    pub(crate) epsilon: Epsilon,
    /// Expansions of a job.
    pub(crate) share: u64,
    /// A leaf is opened when this many eighths of a job's expansions were spent below it.
    pub(crate) opens_at: u64,
    /// The most children of all nodes together; then jobs grow instead of the tree.
    pub(crate) most_children: usize,
    /// Whether nodes are found by their keys.
    pub(crate) has_index: bool,
}
