//! The trait that every game implements, and its two-valued answers.

use std::fmt::Debug;
use std::ops::Range;

use crate::children::{Board, Children, LeafPolicy, play_all, play_first};
use crate::hints::{Decided, Estimate, Init, LeafSolver, MoveHints, Visit, own_resource};
use crate::{Fault, Key, Resource};

/// The role of the player to move: the attacker must reach its goal, the defender must prevent it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The attacker is to move: one good move is enough (an OR node).
    Attacker,
    /// The defender is to move: every move must be answered (an AND node).
    Defender,
}

impl Role {
    /// The other role.
    #[must_use]
    pub fn opponent(self) -> Role {
        match self {
            Role::Attacker => Role::Defender,
            Role::Defender => Role::Attacker,
        }
    }
}

/// The value of a position by the rules alone, as the attacker sees it.
///
/// A search expands only open positions. Whether the players can still move is a separate question:
/// [`Game::is_over`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The game is over and the attacker has reached its goal.
    Won,
    /// No line of play can reach the attacker's goal any more: the game is over without it, or it
    /// has become impossible although the game continues.
    Failed,
    /// The game continues; there is at least one legal move.
    Open,
}

/// The rules of a game together with a goal.
///
/// A value of this type holds the rule options and the goal. A position is plain data and keeps no
/// history. A game does not define the meaning of a repetition: endless play is a failure of the
/// attacker, so a proof needs no history and a search may end any line that repeats a position.
///
/// Rules without a goal and without shortcuts are easier to write: [`Rules`](crate::Rules) makes a
/// game from five functions.
///
/// # Contract
///
/// * `status` is a function of the position. While it is [`Status::Open`] the game is not over, and
///   if it is [`Status::Won`] the game is over. It may be [`Status::Failed`] before the game is
///   over; then it is [`Status::Failed`] in every position that follows.
/// * `moves` is called only if the game is not over, and then yields at least one move.
/// * `moves` yields every legal move, each once, always in the same order: certificates store the
///   index of a move in that order.
/// * Equal positions have equal keys. Different positions should have different keys: a search may
///   confuse two positions whose keys collide, a certificate check never does.
/// * Roles need not alternate.
pub trait Game: Send + Sync {
    /// A position, side to move included, without history.
    type Position: Clone + Eq + Debug + Send + Sync;
    /// A move, meaningful together with the position it is played in.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// Whether sides take turns and only a move of the attacker itself wins. Then the attacker's
    /// wins take an odd number of plies if it is to move, and an even number otherwise. `false` is
    /// always right, but a search for the shortest win takes longer. `true` must hold under both
    /// goals; if it is wrong, the search reports lengths as proven that are not.
    const WINS_BY_OWN_MOVE: bool = false;

    /// Whether the attacker or the defender is to move.
    fn role(&self, position: &Self::Position) -> Role;

    /// The value of the position by the rules alone; [`Status::Open`] if a search must continue.
    fn status(&self, position: &Self::Position) -> Status;

    /// Whether the game has ended, so that no more moves can be played.
    ///
    /// The default is for games that report a position as failed only when it is over. Other games
    /// detect earlier that the attacker's goal is out of reach: `status` is failed, which ends
    /// every search there, while `is_over` is false, so that people can play on and move paths are
    /// counted.
    fn is_over(&self, position: &Self::Position) -> bool {
        self.status(position) != Status::Open
    }

    /// Appends every legal move of a position that is not over to `out`.
    fn moves(&self, position: &Self::Position, out: &mut Vec<Self::Move>);

    /// The position after a legal move.
    #[must_use]
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// 64 well-mixed bits for the position, side to move included.
    ///
    /// Mirror images need different keys, too. With a shared key answers are right, but the moves in
    /// the table can be those of the image, so lines and certificates fail.
    fn key(&self, position: &Self::Position) -> Key;

    // Children.

    /// Appends every child of an open position to `out`, in the order of [`Game::moves`]: its move,
    /// its key, and its board if [`Game::DOMINATES`] is true.
    ///
    /// `policy` is the evaluation that the search wants. A game that knows it without extra work
    /// stores it at once; otherwise the children remain unevaluated until
    /// [`evaluate`](Game::evaluate) is called. Searches call this function for every node that they
    /// expand, so its speed matters.
    ///
    /// The default plays every move and evaluates every child.
    fn children(
        &self,
        position: &Self::Position,
        policy: LeafPolicy,
        out: &mut Children<Self::Move>,
    ) {
        play_all(self, position, policy, out);
    }

    /// Evaluates listed children: the first one of `range`, and those of the others that cost
    /// little in the same pass.
    ///
    /// A child is won, failed, or open with numbers by `policy.init`. If `policy.solve` is true, it
    /// is also won or failed if [`solve_leaf`](Game::solve_leaf) decides it. Only the moves of the
    /// list are sure to belong to this game: keys and boards may be those of a game that wraps it,
    /// and the list may contain a single child.
    ///
    /// The default plays the move.
    fn evaluate(
        &self,
        position: &Self::Position,
        policy: LeafPolicy,
        range: Range<usize>,
        children: &mut Children<Self::Move>,
    ) {
        play_first(self, position, policy, range, children);
    }

    // Hints. A poor hint costs time but never makes an answer wrong.

    /// The initial numbers of an open position.
    ///
    /// The default counts moves for [`Init::Mobility`] and [`Init::Learned`], and is 1 and 1
    /// otherwise. A game may count fewer moves than it has if it cheaply detects that some lose at
    /// once.
    fn estimate(&self, position: &Self::Position, init: Init) -> Estimate {
        match init {
            Init::Unit | Init::Eval => Estimate::UNIT,
            Init::Mobility | Init::Learned => {
                let mut moves = Vec::new();
                self.moves(position, &mut moves);
                Estimate::of_mobility(self.role(position), moves.len() as u32)
            }
        }
    }

    /// The hints for a move: rank, class, group and cost.
    fn hints(&self, _position: &Self::Position, _mv: Self::Move) -> MoveHints {
        MoveHints::default()
    }

    /// Whether [`MoveHints::group`] is ever above 0.
    const GROUPS: bool = false;

    // Dominance. A false claim makes a wrong answer, which a certificate uncovers.

    /// Whether [`resource`](Game::resource) ever returns a board. If it does not, the searches skip
    /// the handling of resources.
    const DOMINATES: bool = false;

    /// The key of the board, which is the position without the attacker's resource, and that
    /// resource. More of the resource never hurts the attacker; in shogi it is the hand.
    ///
    /// A position that is proved with some amount of the resource is proved with any greater amount
    /// in at most as many plies. A position that is disproved is disproved with any smaller amount.
    /// `None`, the default, means that no position dominates another.
    fn resource(&self, _position: &Self::Position) -> Option<Board> {
        None
    }

    /// The dominance bound of a solved position: the least resource with which its board is won, or
    /// the greatest with which it fails; see [`Decided`].
    ///
    /// The default, the position's own resource, is always right. A wider bound is a claim about
    /// positions that were never searched: it must hold for each position with the same board. For
    /// example, let a move cost two coins and lead to a board that is won with three coins or more.
    /// Then the bound before the move may be five but not four.
    ///
    /// A search for the shortest win limits the number of plies, so the claim must also hold for
    /// lengths: with the bound or more, the win takes at most one ply more than the longest of the
    /// children's wins that it consists of.
    fn dominance_bound(
        &self,
        position: &Self::Position,
        _decided: Decided<'_, Self::Move>,
    ) -> Resource {
        own_resource(self, position)
    }

    // A solver of the game for small positions. A false claim makes a wrong answer.

    /// When [`solve_leaf`](Game::solve_leaf) may decide a position.
    const LEAF_SOLVER: LeafSolver = LeafSolver::None;

    /// The true value of an open position, or [`Status::Open`] if it is too large to be decided
    /// here. Adds the number of positions that the game's own search entered to `nodes`.
    fn solve_leaf(&self, _position: &Self::Position, _visit: Visit, _nodes: &mut u64) -> Status {
        Status::Open
    }

    // Facts that save bookkeeping.

    /// Whether play can return to an earlier position.
    ///
    /// `true`, the default, is always right. If play never returns, `false` saves the searches the
    /// bookkeeping of repetitions.
    fn can_repeat(&self) -> bool {
        true
    }

    /// The number of bytes that a position holds outside of itself, such as in a vector.
    ///
    /// A program that keeps many positions adds this to the size of the type to stay within a
    /// memory limit. The default, 0, is right for plain data.
    fn heap_bytes(&self, _position: &Self::Position) -> usize {
        0
    }

    /// The fault to which the game reports that it cannot answer.
    ///
    /// The default is for games that can always answer. Once the fault is set, searches of the game
    /// end without an answer.
    fn fault(&self) -> Option<&Fault> {
        None
    }
}
