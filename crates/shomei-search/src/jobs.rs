//! Jobs for searchers that share no memory with the upper tree: other machines, or a
//! simulation of them.
//!
//! ```text
//! UpperTree::pick   a leaf of the upper tree, as a JobOrder        (the coordinator)
//! Runner::run       plain df-pn below it, in a table of its own   (a machine)
//! UpperTree::end    its numbers, or the leaf's children, as Done  (the coordinator)
//! ```
//!
//! All messages are plain data ([`JobOrder`], [`Done`], [`Knowledge`]); with the feature `serde` it can
//! be written. It fits only among programs of the same version, the same game and the same rules:
//! positions go as the places of moves in the game's order of moves, and the keys of all positions on
//! the line show whether both sides mean the same ([`Done::failed`]).
//!
//! What one worker has found goes into the tables of others ([`store()`]): proofs, and disproofs that
//! hold on every line. A disproof that depends on a repetition stays in its own table: sending those
//! too made 16 machines slower, 9.7 instead of 10.0 times as fast as one thread. Nothing of this is
//! evidence: a wrong answer shows when the certificate is made.

mod runner;
mod settings;
mod store;
mod tree;

use crate::{Counters, Knowledge};

pub use crate::knowledge::NodeUpdate;
pub use crate::upper::SavedTree;
pub use runner::{Runner, table};
pub use store::{correct, store};
pub use tree::{ChildId, Ended, Ticket, UpperTree, Ways};

/// What a job has changed in the upper tree, for the table in which it was searched: the numbers
/// must be the same where other moves lead to these positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TreeUpdate {
    /// The keys of the positions above the leaf of the job, from the root.
    pub above: Vec<u64>,
    /// The nodes, from the deepest to the root.
    pub nodes: Vec<NodeUpdate>,
}

/// A search to be done below a leaf of the upper tree.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JobOrder {
    /// The number of this job; it comes back with what was done.
    pub lease: u64,
    /// The moves from the root to the leaf, each by its place in the game's order of moves.
    pub places: Vec<u16>,
    /// The keys of the positions from the root to the one above the leaf: returning to one of
    /// them fails.
    pub above: Vec<u64>,
    /// The key of the leaf.
    pub key: u64,
    /// The search ends when the number that the side to move wants small reaches this;
    /// [`u32::MAX`] is no threshold.
    pub own: u32,
    /// The same for the other number.
    pub other: u32,
    /// Whether the thresholds are the attacker's view; the leaf's mover may be the other side.
    pub for_attacker: Option<bool>,
    /// The most expansions of the search.
    pub budget: u64,
    /// Expansions below the leaf so far.
    pub work: u64,
    /// Expansions of all jobs so far: some rules change with them.
    pub before: u64,
    /// After this many expansions below it, the leaf comes back with its children.
    pub opens_at: u64,
    /// The least work of a solved position that the job reports.
    pub reports_solved: u64,
    /// The least work of an unsolved position that the job reports.
    pub reports_unsolved: u64,
}

/// A child of a leaf that was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct OpenedChild {
    /// The place of the move in the game's order of moves.
    pub place: u16,
    /// What the move costs the side to move, and its opponent.
    pub costs: (i32, i32),
    /// What is known of the position after it.
    pub knowledge: Knowledge,
}

/// A leaf that was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Opened {
    /// Whether the attacker is to move.
    pub is_attackers: bool,
    /// The children, in the game's order of moves; fewer than all where one decides the leaf.
    pub children: Vec<OpenedChild>,
}

/// What a job brings back.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Done {
    /// The number of the job.
    pub lease: u64,
    /// What is known of the leaf now.
    pub leaf: Knowledge,
    /// Work done, in units of about one expansion ([`Counters::work`]).
    pub work: u64,
    /// Nodes, as a limit on nodes counts them ([`Counters::nodes`]).
    pub nodes: u64,
    /// Of these, expansions.
    pub expanded: u64,
    /// A position of the line, by its index, that was solved elsewhere and on every line; then
    /// nothing was searched. The index of the leaf is the length of the line.
    pub known: Option<(u16, Knowledge)>,
    /// Where the search stood, if its budget ended it: plies below the leaf, and the place of the
    /// leaf's child on that line.
    pub suspended: Option<(u64, u16)>,
    /// The leaf's children, where that was worth it.
    pub opened: Option<Opened>,
    /// Why nothing could be searched, or why what was searched does not count.
    pub failed: Option<String>,
}

impl Done {
    /// A job that could not be done.
    #[must_use]
    pub fn failed(lease: u64, why: impl Into<String>) -> Done {
        Done {
            lease,
            leaf: Knowledge::untouched((0, 0)),
            work: 0,
            nodes: 0,
            expanded: 0,
            known: None,
            suspended: None,
            opened: None,
            failed: Some(why.into()),
        }
    }

    fn counted(mut self, counters: &Counters) -> Done {
        self.work = counters.work();
        self.nodes = counters.nodes();
        self.expanded = counters.expanded;
        self
    }
}
