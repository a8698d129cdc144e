//! The messages between the upper tree and the searchers below its leaves.

use shomei_game::Role;
use shomei_search::job::{NodeUpdate, Pair, Suspended};
use shomei_search::{Counters, Knowledge, Number};

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
    /// The search ends when the proof number of the leaf reaches this; [`u32::MAX`] is no
    /// threshold.
    pub pn: u32,
    /// The same for the disproof number.
    pub dn: u32,
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

impl Opened {
    /// The side to move.
    pub(crate) fn role(&self) -> Role {
        match self.is_attackers {
            true => Role::Attacker,
            false => Role::Defender,
        }
    }
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
    /// Where the search was, if its budget ended it.
    pub suspended: Option<Suspended>,
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
            failed: Some(why.into()),
            ..Done::unsearched(lease, 0)
        }
    }

    /// Nothing was searched below the leaf with this key.
    pub(crate) fn unsearched(lease: u64, key: u64) -> Done {
        Done {
            lease,
            leaf: Knowledge::untouched((key, 0)),
            work: 0,
            nodes: 0,
            expanded: 0,
            known: None,
            suspended: None,
            opened: None,
            failed: None,
        }
    }

    pub(crate) fn counted(mut self, counters: &Counters) -> Done {
        self.work = counters.work();
        self.nodes = counters.nodes();
        self.expanded = counters.expanded;
        self
    }

    /// Refuses what no search of a line of `plies` plies can have brought.
    pub(crate) fn check(&self, plies: usize) -> Result<(), String> {
        let is_possible = self.leaf.path_dependence.is_none_or(|(least, last)| {
            self.leaf.bounds.is_disproved() && least <= last && (least as usize) < plies
        });
        if !is_possible {
            return Err(format!("no search ends with {:?}", self.leaf));
        }
        if let Some((index, known)) = &self.known {
            if usize::from(*index) > plies {
                return Err(format!("position {index} of a line of {plies} plies"));
            }
            if !known.is_solved() {
                return Err("a position that is called known is not solved".into());
            }
        }
        match &self.opened {
            Some(opened) if opened.children.is_empty() => {
                Err("a leaf was opened and has no children".into())
            }
            _ => Ok(()),
        }
    }
}

/// Thresholds of the attacker as the side with this role sees them, and the other way round.
pub(crate) fn seen_by(role: Role, pair: Pair) -> Pair {
    match role {
        Role::Attacker => pair,
        Role::Defender => pair.swapped(),
    }
}

/// A threshold as plain data.
pub(crate) fn threshold(number: u32) -> Number {
    match number {
        u32::MAX => Number::INFINITE,
        finite => Number::new(finite),
    }
}
