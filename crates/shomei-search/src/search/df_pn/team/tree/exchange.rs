//! What goes to and fro between the upper tree and the threads.

use shomei_game::{Key, Role};

use super::node::Child;
use crate::Bounds;
use crate::rule::Pair;
use crate::search::df_pn::PutAside;
use crate::search::outcome::Outcome;

/// A step down a line: a node and one of its children.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    pub(super) node: usize,
    pub(super) serial: u64,
    pub(super) place: usize,
}

/// The line to a leaf.
#[derive(Debug)]
pub(in super::super) struct Line {
    pub(super) steps: Vec<Step>,
    /// Of the leaf.
    pub(super) key: Key,
}

/// A search to be done below a leaf.
#[derive(Debug)]
pub(in super::super) struct Job<P, M> {
    pub(in super::super) line: Line,
    /// The keys of the positions above the leaf.
    pub(in super::super) prefix: Vec<Key>,
    /// The position above the leaf and the move there; the root has none.
    pub(in super::super) parent: Option<(P, M)>,
    pub(in super::super) key: Key,
    /// The thresholds as the side with this role sees them; at the root infinite.
    pub(in super::super) thresholds: Pair,
    pub(in super::super) role_of_thresholds: Option<Role>,
    /// Expansions until it is put aside.
    pub(in super::super) budget: u64,
    /// Expansions that are set aside for it.
    pub(in super::super) reserved: u64,
    /// Expansions below the leaf so far.
    pub(in super::super) work: u64,
    /// Expansions from which on it is to be opened.
    pub(in super::super) opens_at: u64,
}

/// What a job brings back.
#[derive(Debug)]
pub(in super::super) struct Brought<P, M> {
    pub(in super::super) outcome: Outcome,
    /// Expansions.
    pub(in super::super) work: u64,
    /// What the table knows of a position of the line by its index, in place of
    /// a search: it was solved elsewhere, and holds on every line.
    pub(in super::super) known: Option<(usize, Outcome)>,
    /// Where the search stood, if it was put aside.
    pub(in super::super) put_aside: Option<PutAside>,
    /// The leaf as an inner node, where it was worth it.
    pub(in super::super) opened: Option<(P, Role, Vec<Child<M>>)>,
}

/// A node of a line whose numbers have changed, to be stored.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Changed {
    /// Its index on the line.
    pub(in super::super) index: usize,
    pub(in super::super) key: Key,
    pub(in super::super) outcome: Outcome,
    pub(in super::super) before: Bounds,
    pub(in super::super) work: u64,
}
