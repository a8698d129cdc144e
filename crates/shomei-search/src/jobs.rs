//! Jobs for searchers that share no memory with the upper tree: other machines, or a
//! simulation of them.
//!
//! ```text
//! UpperTree::pick   a leaf of the upper tree, as an Order        (who holds the tree)
//! Runner::run       plain df-pn below it, in a table of its own   (a worker)
//! UpperTree::end    its numbers, or the leaf's children, as Done  (who holds the tree)
//! ```
//!
//! Everything that goes to and fro is plain data ([`Order`], [`Done`], [`Known`]); with the
//! feature `serde` it can be written. It fits only among programs of the same version, the same game
//! and the same rules: positions go as the places of moves in the game's order of moves, and the keys
//! of all positions on the way show whether both sides mean the same ([`Done::failed`]).
//!
//! What a worker has learnt, others can be told ([`learn`]). Proofs and disproofs
//! that hold on every line are told to all; a disproof that rests on a repetition is told with the
//! code of the beginning that lines must share for it ([`Says::DisprovedOnLine`]). Nothing that is told is evidence: a wrong answer shows when the certificate
//! is made, as always.

mod kept;
mod learn;
mod runner;
mod told;
mod tree;

use crate::Counters;

pub use kept::Kept;
pub use learn::{correct, learn};
pub use runner::{Runner, table};
pub use told::{Says, Told};
pub use tree::{ChildId, Choice, Ended, Ticket, UpperTree, Ways};

/// A node of the upper tree whose numbers a job has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SettledNode {
    /// Its index on the line of the job.
    pub index: u16,
    /// Its key.
    pub key: u64,
    /// What is known of it now.
    pub told: Told,
    /// Its proof and its disproof number before.
    pub before: (u32, u32),
    /// Expansions below it so far.
    pub work: u64,
}

/// What a job has changed in the upper tree, for the table that it was searched in: positions
/// that are met there by other moves shall have these numbers, too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Settled {
    /// The keys of the positions above the leaf of the job, from the root.
    pub above: Vec<u64>,
    /// The nodes, from the deepest to the root.
    pub nodes: Vec<SettledNode>,
}

/// A search to be done below a leaf of the upper tree.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Order {
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
    /// The search ends after so many expansions.
    pub budget: u64,
    /// Expansions below the leaf so far.
    pub work: u64,
    /// Expansions of all jobs so far: some rules change with them.
    pub before: u64,
    /// From so many expansions on, the leaf comes back with its children.
    pub opens_at: u64,
    /// What is solved by so much work is told to others.
    pub tells_solved: u64,
    /// What is not solved after so much work is told to whoever takes the leaf over.
    pub tells_unsolved: u64,
    /// What is disproved on some lines only, by so much work, is told to whoever searches below
    /// the beginning of such a line.
    pub tells_on_line: u64,
}

/// A child of a leaf that was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct OpenedChild {
    /// The place of the move in the game's order of moves.
    pub place: u16,
    /// The key of the position after it.
    pub key: u64,
    /// Further bits of that position.
    pub check: u64,
    /// What the move costs the side to move, and its opponent.
    pub costs: (i32, i32),
    /// What is known of it.
    pub told: Told,
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
    pub told: Told,
    /// Work done, in units of about one expansion ([`Counters::work`]).
    pub work: u64,
    /// Nodes, as a limit on nodes counts them ([`Counters::nodes`]).
    pub nodes: u64,
    /// Of these, expansions.
    pub expanded: u64,
    /// A position of the line, by its index, that was solved elsewhere and on every line; then
    /// nothing was searched. The index of the leaf is the length of the line.
    pub known: Option<(u16, Told)>,
    /// Where the search stood, if its budget ended it: plies below the leaf, and the place of the
    /// leaf's child on that line.
    pub put_aside: Option<(u64, u16)>,
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
            told: Told::UNTOUCHED,
            work: 0,
            nodes: 0,
            expanded: 0,
            known: None,
            put_aside: None,
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

/// What is known of a position, for whoever meets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Known {
    /// The key of the position.
    pub key: u64,
    /// Further bits of the position; 0 where nobody asks for them. Of a disproof that holds on some
    /// lines, the code of their common beginning.
    pub check: u64,
    /// What is known.
    pub says: Says,
    /// Expansions that it took.
    pub work: u64,
    /// In games in which positions dominate each other the key of the board, and a resource as
    /// one word: what is solved is solved so with more of that, or less; what is not has it.
    pub board: Option<(u64, u64)>,
}
