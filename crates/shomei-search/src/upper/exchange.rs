//! What the upper tree and the searches below its leaves exchange.

use shomei_game::{Key, Role};

use super::node::TreeChild;
use crate::rule::Pair;
use crate::search::df_pn::Suspended;
use crate::search::outcome::Outcome;

/// A step down a line: a node and one of its children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LineStep {
    pub(super) node: usize,
    pub(super) serial: u64,
    pub(super) place: usize,
}

/// The line to a leaf.
#[derive(Clone, Debug)]
pub(crate) struct LeafLine {
    pub(super) steps: Vec<LineStep>,
    /// Of the leaf.
    pub(super) key: Key,
}

impl LeafLine {
    /// A line whose tree is elsewhere.
    pub(crate) fn of_another_tree(key: Key) -> LeafLine {
        LeafLine {
            steps: Vec::new(),
            key,
        }
    }

    /// Its steps: the slot of a node, the node's serial number, the place of a child.
    pub(crate) fn steps(&self) -> impl ExactSizeIterator<Item = (usize, u64, usize)> + '_ {
        let step = |step: &LineStep| (step.node, step.serial, step.place);
        self.steps.iter().map(step)
    }
}

/// A search to be done below a leaf.
#[derive(Debug)]
pub(crate) struct Job<P, M> {
    pub(crate) line: LeafLine,
    /// The keys of the positions above the leaf.
    pub(crate) prefix: Vec<Key>,
    /// The position above the leaf and the move there; the root has none.
    pub(crate) parent: Option<(P, M)>,
    pub(crate) key: Key,
    /// The thresholds as the side with this role sees them; at the root infinite.
    pub(crate) thresholds: Pair,
    pub(crate) role_of_thresholds: Option<Role>,
    /// Expansions until it is suspended.
    pub(crate) budget: u64,
    /// Expansions that are set aside for it.
    pub(crate) reserved: u64,
    /// Expansions below the leaf so far.
    pub(crate) work: u64,
    /// Expansions of all jobs so far.
    pub(crate) before: u64,
    /// Expansions from which on it is to be opened.
    pub(crate) opens_at: u64,
}

/// What a job brings back.
#[derive(Debug)]
pub(crate) struct JobOutcome<P, M> {
    pub(crate) outcome: Outcome,
    /// Expansions.
    pub(crate) work: u64,
    /// What the table knows of a position of the line by its index, in place of
    /// a search: it was solved elsewhere, and holds on every line.
    pub(crate) known: Option<(usize, Outcome)>,
    /// The place of the search, if it was suspended.
    pub(crate) suspended: Option<Suspended>,
    /// The leaf as an inner node, where it was worth it.
    pub(crate) opened: Option<(P, Role, Vec<TreeChild<M>>)>,
}
