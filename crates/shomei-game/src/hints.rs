//! What a game may say beyond its rules: first numbers, moves, dominance, small positions.
//!
//! Numbers and moves are one-sided hints: a poor one costs time and never makes an answer wrong.
//! [`Game::solve_leaf`], [`Game::dominance_bound`] and [`Game::WINS_BY_OWN_MOVE`] claim truths. A
//! false claim makes a wrong answer. Writing a certificate uncovers most false claims, but no
//! certificate shows that a win is the shortest. The conformance kit holds every claim against
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

    /// The largest number that a search tells from others.
    pub const MAX: u32 = (1 << 26) - 1;

    /// 1 for the side to move, for its opponent the number of its moves: each of them has to be
    /// refuted (`docs/references.md [2]`).
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

/// The numbers that a new leaf starts with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Init {
    /// 1 and 1.
    #[default]
    Unit,
    /// 1 for the side to move, for its opponent the number of moves that have to be refuted
    /// (`docs/references.md [2]`).
    Mobility,
    /// What the game estimates of the position and the move that led to it.
    Eval,
    /// What the game has learnt of positions like this one. A game that has learnt nothing
    /// takes [`Init::Mobility`].
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

/// What a move adds to the numbers of the position it leads to, as its parent
/// sees them (df-pn+; Nagai and Imai). Either may be negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EdgeCost {
    /// Added to the child's number that the mover minimises: `cost_phi`.
    pub phi: i32,
    /// Added to the child's number that the mover accumulates: `cost_delta`.
    pub delta: i32,
}

/// What a game says of a move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MoveHints {
    /// How promising the move looks: moves with a higher rank are tried first. Ranks of moves
    /// in different positions are not compared.
    pub rank: i32,
    /// The class of the move, if it has one: moves that tend to be good together, such as those
    /// with the same origin and destination. The history heuristic tries moves first whose
    /// class was good in other positions. Classes are small numbers; a search keeps a counter
    /// for each.
    pub class: Option<u32>,
    /// The group that the move belongs to, or 0 for none.
    ///
    /// Moves of a position with the same number above 0 are looked at one after another, in the
    /// order of [`Game::moves`]: the next one only when the one before it has failed for the
    /// side to move. So moves that are alike count as one. In shogi, the pieces that can be put
    /// between a king and a piece that attacks it from afar are such a group.
    pub group: u32,
    /// The cost of the move.
    pub cost: EdgeCost,
}

/// How a position was decided whose dominance bound is asked for. `bound` is the bound of a
/// child, and `winner` the side for which the children, and so the position, are won.
#[derive(Clone, Copy, Debug)]
pub enum Decided<'a, M> {
    /// The rules decide it.
    AtEnd,
    /// It is open and no ply is left: it is failed within the plies that were allowed. The
    /// bound is the greatest resource with which the rules alone do not call it won.
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
    /// Never. Searches need not make positions to ask about them.
    None,
    /// When a position is made. It looks a few plies ahead, so certificates have the moves of a
    /// position that it decides, unless plain search decides the position in very few nodes.
    WhenMade,
    /// When a position is made, and again, with more work, when a search visits it.
    WhenVisited,
}

/// Why a leaf solver is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// The position was made. The work must be bounded: no limit is looked at while it runs.
    Made,
    /// A search has chosen to visit the position. The solver may enter about this many positions
    /// and give up where they are not enough, or where the position is better expanded at once.
    ///
    /// A search visits positions first for which [`Game::estimate`] promises little work. So the
    /// best estimate of a position that is decided here is a prediction of these nodes.
    Chosen(u64),
}
