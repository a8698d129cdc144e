//! The messages between the upper tree and the searchers below its leaves.

use shomei_game::Role;
use shomei_search::job::{NodeUpdate, Pair, Suspended};
use shomei_search::{Counters, Knowledge, Number};

/// The changes that a job has made in the upper tree, for the table in which it was searched. The
/// table needs them because other paths can lead to the same positions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct TreeUpdate {
    /// The keys of the positions above the leaf of the job, from the root.
    pub above: Vec<u64>,
    /// The nodes, from the deepest to the root.
    pub nodes: Vec<NodeUpdate>,
}

/// The order to search below a leaf of the upper tree.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct JobOrder {
    /// The number of this job, which its result repeats.
    pub lease: u64,
    /// The moves from the root to the leaf, each as its place in the game's move order.
    pub places: Vec<u16>,
    /// The keys of the positions from the root to the parent of the leaf: a return to one of them
    /// fails.
    pub above: Vec<u64>,
    /// The key of the leaf.
    pub key: u64,
    /// The search ends when the proof number of the leaf reaches this value; [`u32::MAX`] means no
    /// threshold.
    pub pn: u32,
    /// The same for the disproof number.
    pub dn: u32,
    /// The largest number of expansions of the search.
    pub budget: u64,
    /// Expansions below the leaf so far.
    pub work: u64,
    /// Expansions of all jobs so far, because some rules depend on them.
    pub before: u64,
    /// If at least this number of expansions was made below the leaf, the result includes its
    /// children.
    pub opens_at: u64,
    /// The least work of a solved position that the job reports.
    pub reports_solved: u64,
    /// The least work of an unsolved position that the job reports.
    pub reports_unsolved: u64,
}

/// A child of an opened leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct OpenedChild {
    /// The place of the move in the game's move order.
    pub place: u16,
    /// The costs of the move for the side to move and for its opponent.
    pub costs: (i32, i32),
    /// The group of the move ([`shomei_game::MoveHints::group`]); 0 for none.
    pub group: u32,
    /// The knowledge about the position after the move.
    pub knowledge: Knowledge,
}

/// The children of a leaf that was opened.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Opened {
    /// Whether the attacker is to move.
    pub is_attackers: bool,
    /// The children in the game's move order. The list is incomplete if one of them decides the
    /// leaf.
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

/// The result of a job.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Done {
    /// The number of the job.
    pub lease: u64,
    /// The new knowledge about the leaf.
    pub leaf: Knowledge,
    /// Work done, in units of about one expansion ([`Counters::work`]).
    pub work: u64,
    /// Nodes, as a limit on nodes counts them ([`Counters::nodes`]).
    pub nodes: u64,
    /// Number of expansions among these nodes.
    pub expanded: u64,
    /// A position on the path that is already solved on every path, with its index; in this case,
    /// nothing was searched. The index of the leaf is the length of the path.
    pub known: Option<(u16, Knowledge)>,
    /// The place at which the search was suspended, if its budget ended it.
    pub suspended: Option<Suspended>,
    /// The leaf's children, if it was opened.
    pub opened: Option<Opened>,
    /// The reason why nothing could be searched, or why the result is not valid.
    pub failed: Option<String>,
}

impl Done {
    /// The result of a job that could not be done.
    #[must_use]
    pub fn failed(lease: u64, why: impl Into<String>) -> Done {
        Done {
            failed: Some(why.into()),
            ..Done::unsearched(lease, 0)
        }
    }

    /// A result without a search below the leaf with this key.
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

    /// Refuses a result that no search below a path of `plies` plies can have.
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

/// Converts thresholds between the view of the attacker and that of the side with this role.
pub(crate) fn seen_by(role: Role, pair: Pair) -> Pair {
    match role {
        Role::Attacker => pair,
        Role::Defender => pair.swapped(),
    }
}

/// Converts a threshold from plain data.
pub(crate) fn threshold(number: u32) -> Number {
    match number {
        u32::MAX => Number::INFINITE,
        finite => Number::new(finite),
    }
}
