//! Optional knowledge of a game beyond its rules: initial numbers, hints about moves, dominance,
//! small positions.
//!
//! Numbers and hints about moves are one-sided: a poor one costs time but never makes an answer
//! wrong. [`Game::solve_leaf`], [`Game::dominance_bound`] and [`Game::WINS_BY_OWN_MOVE`] claim
//! truths. A false claim makes a wrong answer. Writing a certificate uncovers most false claims,
//! but no certificate shows that a win is the shortest. The conformance kit checks every claim on
//! small graphs.

use std::fmt;
use std::str::FromStr;

use crate::{Game, Resource, Role};

/// Initial proof and disproof numbers of a leaf.
///
/// `proof` estimates the work to prove the position, `disproof` the work to
/// disprove it, both at least 1 and in the same unit (a leaf is 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Estimate {
    /// Initial proof number, at least 1.
    pub proof: u32,
    /// Initial disproof number, at least 1.
    pub disproof: u32,
}

impl Estimate {
    /// 1 and 1: nothing is known.
    pub const UNIT: Estimate = Estimate {
        proof: 1,
        disproof: 1,
    };

    /// The largest number that a search distinguishes.
    pub const MAX: u32 = (1 << 26) - 1;

    /// 1 for the side to move; for its opponent the number of moves of the side to move, since each
    /// of them has to be refuted (`docs/references.md [2]`).
    #[inline]
    #[must_use]
    pub fn of_mobility(role: Role, moves: u32) -> Estimate {
        match role {
            Role::Attacker => Estimate {
                proof: 1,
                disproof: moves,
            },
            Role::Defender => Estimate {
                proof: moves,
                disproof: 1,
            },
        }
    }
}

/// The initialisation of a new leaf.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Init {
    /// 1 and 1.
    #[default]
    Unit,
    /// 1 for the side to move; for its opponent the number of moves that have to be refuted
    /// (`docs/references.md [2]`).
    Mobility,
    /// The game's estimate for the position and the move that led to it.
    Eval,
    /// An estimate learned from similar positions. A game without one uses [`Init::Mobility`].
    Learned,
}

impl fmt::Display for Init {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Init::Unit => "unit",
            Init::Mobility => "mobility",
            Init::Eval => "eval",
            Init::Learned => "learned",
        })
    }
}

impl FromStr for Init {
    type Err = ();

    fn from_str(text: &str) -> Result<Init, ()> {
        match text {
            "unit" => Ok(Init::Unit),
            "mobility" => Ok(Init::Mobility),
            "eval" => Ok(Init::Eval),
            "learned" => Ok(Init::Learned),
            _ => Err(()),
        }
    }
}

/// The cost that a move adds to the numbers of the position it leads to, as its parent sees them
/// (df-pn+; Nagai and Imai). Either may be negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EdgeCost {
    /// Added to the child's number that the mover minimises: `cost_phi`.
    pub phi: i32,
    /// Added to the child's number that the mover accumulates: `cost_delta`.
    pub delta: i32,
}

/// The hints of a game for a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveHints {
    /// The rank of the move: moves with a higher rank are tried first. Ranks of moves in different
    /// positions are not compared.
    pub rank: i32,
    /// The class of the move, if it has one: moves that tend to be good together, such as those
    /// with the same origin and destination. The history heuristic first tries moves whose class
    /// was good in other positions. Classes are small numbers; a search keeps a counter for each.
    pub class: Option<u32>,
    /// The group that the move belongs to, or 0 for none.
    ///
    /// Moves of a position with the same group above 0 are searched one after another, in the order
    /// of [`Game::moves`]: the next one only after the one before it has failed for the side to
    /// move. So similar moves count as one. In shogi, all drops that interpose a piece between the
    /// king and a checking slider are such a group.
    pub group: u32,
    /// The same for searches that split groups: a smaller group, or 0 for none. Such a search can
    /// begin with the groups above and change to these.
    pub part_of_group: u32,
    /// The cost of the move.
    pub cost: EdgeCost,
}

/// How a position was decided whose dominance bound is needed. `bound` is the bound of a child, and
/// `winner` the side for which the children, and so the position, are won.
#[derive(Clone, Copy, Debug)]
pub enum Decided<'a, M> {
    /// The rules decide it.
    AtEnd,
    /// It is open and no ply is left: it fails within the allowed plies. The bound is the greatest
    /// resource with which the rules alone do not make it won.
    OutOfPlies,
    /// One move decides it. For the attacker the bound is the least resource with which the
    /// move wins on this board, for the defender the greatest with which the move refutes it.
    ByOne {
        /// The side that has decided it.
        winner: Role,
        /// The move.
        mv: M,
        /// The bound of the child.
        bound: Resource,
    },
    /// All moves together decide it. For the attacker the bound is the least resource with which
    /// every answer of the defender still loses; for the defender it is the greatest with which
    /// every move of the attacker still fails. With more of the resource the attacker may have
    /// moves that are not among these, so the bound must stay below the resource that allows
    /// the first of them.
    ByAll {
        /// The side that has decided it.
        winner: Role,
        /// Each move with the bound of its child.
        bounds: &'a [(M, Resource)],
    },
}

/// The resource of a position, with all counters 0 where nothing dominates.
pub fn own_resource<G: Game + ?Sized>(game: &G, position: &G::Position) -> Resource {
    game.resource(position)
        .map_or(Resource::default(), |(_, resource)| resource)
}

/// When the leaf solver of a game may decide a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeafSolver {
    /// Never. Searches need not construct positions to call the solver.
    None,
    /// When a position is created. The solver looks a few plies ahead, so certificates contain the
    /// moves of a position that it decides, unless plain search decides the position in very few
    /// nodes.
    WhenMade,
    /// When a position is created, and again, with a larger budget, when a search visits it.
    WhenVisited,
}

/// Why a leaf solver is called for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// The position was created. The work must be bounded: no limit is checked while the solver
    /// runs.
    Made,
    /// A search has chosen to visit the position. The solver may enter about this many positions.
    /// It gives up if they do not suffice, or if expanding the position at once is better.
    ///
    /// A search first visits positions for which [`Game::estimate`] promises little work. So the
    /// best estimate for a position that is decided here is a prediction of the solver's nodes.
    Chosen(u64),
}
