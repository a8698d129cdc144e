//! Hints a game may give a search. Every method has a default that means
//! "nothing known", so a game without hints writes `impl Heuristic for G {}`.
//!
//! Most hints are one-sided: a poor one costs time and never makes an answer wrong. Only
//! [`LeafSolver`], [`Dominance`] and
//! [`Game::WINS_BY_OWN_MOVE`](crate::Game::WINS_BY_OWN_MOVE) claim truths. A false claim
//! makes a wrong answer. Writing a certificate uncovers most false claims, but no certificate
//! shows that a win is the shortest. The conformance kit holds every claim against small
//! graphs.

use crate::{Game, Key, Preview, Resource, Role, Series, Status, Tuning};

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

/// Initial numbers of leaves and costs of edges.
pub trait Heuristic: Game {
    /// The numbers an open position starts with.
    fn estimate(&self, _position: &Self::Position) -> Estimate {
        Estimate::UNIT
    }

    /// The numbers that an open position starts with when this move has led to it.
    fn estimate_after(
        &self,
        _before: &Self::Position,
        _mv: Self::Move,
        position: &Self::Position,
    ) -> Estimate {
        self.estimate(position)
    }

    /// The status of the position that a move leads to, and where it is open, what
    /// [`estimate_after`](Heuristic::estimate_after) says of it; otherwise that may be anything.
    ///
    /// The two are asked for together because the position has to be made for either. The status is
    /// that of the rules, [`Game::status`], without what a leaf solver decides; a search believes it.
    /// The default plays the move.
    fn estimate_move(&self, before: &Self::Position, mv: Self::Move) -> (Status, Estimate) {
        let position = self.play(before, mv);
        match self.status(&position) {
            Status::Open => (Status::Open, self.estimate_after(before, mv, &position)),
            over => (over, Estimate::UNIT),
        }
    }

    /// Whether [`estimate_children`](Heuristic::estimate_children) is quicker than to play every
    /// move and to ask for its estimate.
    const ESTIMATES_TOGETHER: bool = false;

    /// Appends what [`Game::preview`] does and, of every child in the same order, its estimate;
    /// where the game is over, that may be anything.
    ///
    /// Children of one position have much in common, as in [`Game::preview`]. df-pn, pn, pn2 and
    /// the best-first part of pds-pn ask for it; other searches play the moves that they try.
    fn estimate_children(
        &self,
        position: &Self::Position,
        previews: &mut Vec<Preview<Self::Move>>,
        estimates: &mut Vec<Estimate>,
    ) {
        let start = previews.len();
        self.preview(position, previews);
        estimates.extend(previews[start..].iter().map(|child| match child.status {
            Status::Open => {
                let after = self.play(position, child.mv);
                self.estimate_after(position, child.mv, &after)
            }
            Status::Won | Status::Failed => Estimate::UNIT,
        }));
    }

    /// Whether [`meet`](Heuristic::meet) tells more than a preview.
    const LEARNS: bool = false;

    /// The status of the position that a move leads to, and where it is open, the numbers that
    /// it starts with by what the game has learnt of positions like it.
    ///
    /// Status and numbers are asked for together because the position has to be made for
    /// either. The default has learnt nothing: 1 for the side to move, for its opponent the
    /// number of moves that have to be refuted.
    fn meet(&self, before: &Self::Position, mv: Self::Move) -> (Status, Estimate) {
        let Preview {
            status,
            role,
            moves,
            ..
        } = self.preview_move(before, mv);
        let moves = moves.max(1);
        let (proof, disproof) = match role {
            Role::Attacker => (1, moves),
            Role::Defender => (moves, 1),
        };
        (status, Estimate { proof, disproof })
    }

    /// The cost of a move.
    fn edge_cost(&self, _position: &Self::Position, _mv: Self::Move) -> EdgeCost {
        EdgeCost::default()
    }
}

/// A cheap rank of moves, for ties and for depth-first searches.
pub trait Ordering: Game {
    /// How many classes of moves there are; 0 when moves of different
    /// positions have nothing in common that is worth remembering.
    const CLASSES: usize = 0;

    /// Whether [`Ordering::chain`] is ever above 0.
    const CHAINS: bool = false;

    /// The chain that a move belongs to, or 0 for none.
    ///
    /// Moves of a position with the same number above 0 are looked at one after
    /// another, in the order of [`Game::moves`]: the next one only when the one
    /// before it has failed for the side to move. So many moves that are alike count as one.
    /// In shogi, the pieces that can be put between a king and a piece that attacks it from
    /// afar are such a chain.
    fn chain(&self, _position: &Self::Position, _mv: Self::Move) -> u32 {
        0
    }

    /// How promising a move looks: moves with a higher rank are tried first. Ranks of moves in
    /// different positions are not compared.
    fn rank(&self, _position: &Self::Position, _mv: Self::Move) -> i32 {
        0
    }

    /// The class of a move, below [`Ordering::CLASSES`]: moves that tend to be
    /// good together, such as those with the same origin and destination. The
    /// history heuristic tries moves first whose class was good in other positions.
    fn class(&self, _position: &Self::Position, _mv: Self::Move) -> usize {
        0
    }
}

/// Positions that differ only in a resource of the attacker, of which more
/// never hurts it: the hand in shogi.
///
/// A position that is proved with some amount of the resource is proved with any greater
/// amount, in as few plies; one that is disproved is disproved with any smaller amount.
///
/// The four `bound_` methods say how far a value goes. Each defaults to the position's
/// own resource, which is always right. A bound that reaches farther is a claim about
/// positions that were never searched: it must hold for each position that has the same
/// board. As an example, let a move cost two coins and lead to a board that is won with
/// three coins or more. Then `bound_by_one` may say that the board before the move is won
/// with five, and must not say that it is won with four.
///
/// A search for the shortest win asks the same methods about wins within a number of
/// plies, so what they claim must hold for lengths, too: with the bound or more, the win
/// takes one ply more than the longest of those that it is made of.
pub trait Dominance: Game {
    /// Whether [`resource`](Dominance::resource) is ever other than `None`. If it is not, the
    /// searches keep no account of resources.
    const DOMINATES: bool = false;

    /// The key of the board, which is the position without the resource, and the resource.
    ///
    /// `None`, the default, means that no position dominates another.
    fn resource(&self, _position: &Self::Position) -> Option<(Key, Resource)> {
        None
    }

    /// The key of the board and the [resource](Dominance::resource) of the position that a
    /// move leads to.
    ///
    /// The default plays the move.
    fn resource_after(&self, position: &Self::Position, mv: Self::Move) -> Option<(Key, Resource)> {
        self.resource(&self.play(position, mv))
    }

    /// [`key_after`](Game::key_after) and [`resource_after`](Dominance::resource_after) of a
    /// move in one call, for games in which the two have work in common.
    #[inline]
    fn keys_after(
        &self,
        position: &Self::Position,
        mv: Self::Move,
    ) -> (Key, Option<(Key, Resource)>) {
        let resource = if Self::DOMINATES {
            self.resource_after(position, mv)
        } else {
            None
        };
        (self.key_after(position, mv), resource)
    }

    /// How far the value of a position goes that is not open: the least resource with
    /// which its board is won, or the greatest with which it is failed. The position's own
    /// resource is always right.
    fn bound_at_end(&self, position: &Self::Position) -> Resource {
        self.own_resource(position)
    }

    /// The greatest resource with which the board of an open position is not won by the
    /// rules alone, without a further move. Searches that allow only a number of plies ask
    /// this when no ply is left.
    fn bound_unfinished(&self, position: &Self::Position) -> Resource {
        self.own_resource(position)
    }

    /// How far the value of a position goes when one move decides it. `bound` says how far
    /// the value goes of the position that this move leads to, and `winner` for whom it is
    /// won. For the attacker the result is the least resource with which the move wins on
    /// this board, for the defender the greatest with which the move refutes it.
    fn bound_by_one(
        &self,
        position: &Self::Position,
        _winner: Role,
        _mv: Self::Move,
        _bound: Resource,
    ) -> Resource {
        self.own_resource(position)
    }

    /// How far the value of a position goes when all its moves together decide it. `bounds`
    /// says for each move how far the value goes of the position that it leads to, and
    /// `winner` for whom all of them are won. For the attacker the result is the least
    /// resource with which every answer of the defender still loses; for the defender it is
    /// the greatest with which every move of the attacker still fails. With more of the
    /// resource the attacker may have moves that are not among `bounds`, so the result must
    /// stay below the resource that allows the first of these.
    fn bound_by_all(
        &self,
        position: &Self::Position,
        _winner: Role,
        _bounds: &[(Self::Move, Resource)],
    ) -> Resource {
        self.own_resource(position)
    }

    /// The resource of a position, with all counters 0 where nothing dominates.
    fn own_resource(&self, position: &Self::Position) -> Resource {
        self.resource(position)
            .map_or(Resource::default(), |(_, resource)| resource)
    }
}

/// A solver of the game's own for small positions, such as the last plies.
pub trait LeafSolver: Game {
    /// Whether [`solve_leaf`](LeafSolver::solve_leaf) ever decides anything. If it does not,
    /// searches need not make positions to ask about them.
    const DECIDES: bool = false;

    /// Whether [`Game::preview`] puts what [`solve_leaf`](LeafSolver::solve_leaf) decides
    /// about each child into its status, so that searches need not ask again.
    const IN_PREVIEW: bool = false;

    /// Whether [`LeafSolver::decide`] ever decides anything.
    const DECIDES_ON_VISIT: bool = false;

    /// The game with its hints set as they suit a search from `root` best, as far as nobody
    /// has set them; of a series where later searches may build on it. `None` when nothing is
    /// to be changed.
    fn for_root(&self, _root: &Self::Position, _series: Option<&Series>) -> Option<Self>
    where
        Self: Sized,
    {
        None
    }

    /// Figures for searches and certificates that begin with this position.
    fn tuning(&self, _position: &Self::Position) -> Tuning {
        Tuning::default()
    }

    /// The true value of an open position, or [`Status::Open`] when it is too
    /// large to be decided here. Asked of every position that is made.
    ///
    /// Adds the positions that a search of its own entered to `nodes`. The work
    /// must be bounded: no limit is looked at while it runs.
    fn solve_leaf(&self, _position: &Self::Position, _nodes: &mut u64) -> Status {
        Status::Open
    }

    /// The true value of an open position that a search has chosen to visit, found by a search
    /// of the game's own with about `most` nodes at most; or [`Status::Open`] when these were
    /// not enough, or the position is better expanded at once. The nodes are added to
    /// `nodes`.
    ///
    /// A search visits positions first for which [`Heuristic::estimate`] promises little work.
    /// So the best estimate of a position that is decided here is a prediction of these nodes.
    fn decide(&self, _position: &Self::Position, _most: u64, _nodes: &mut u64) -> Status {
        Status::Open
    }
}
