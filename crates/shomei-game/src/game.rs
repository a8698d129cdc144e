//! The one trait that a game must implement, and its two-valued answers.

use std::fmt::Debug;
use std::ops::Range;

use crate::children::{Board, Children, LeafPolicy, play_all, play_first};
use crate::hints::{Decided, Estimate, Init, LeafSolver, MoveHints, Visit, own_resource};
use crate::{Fault, Key, Resource};

/// Which of the two players is to move: the one that must reach its goal, or the one that
/// must stop it.
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

/// What the rules alone say about a position, seen by the attacker.
///
/// A search looks no further than a position that is not open. Whether the players may still
/// move there is another question, [`Game::is_over`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// The game is over and the attacker has reached its goal.
    Won,
    /// No line of play leads to the attacker's goal any more: the game is over
    /// without it, or what it needs is gone although the game goes on.
    Failed,
    /// The game goes on; there is at least one legal move.
    Open,
}

/// The rules of a game together with the goal that is asked for.
///
/// A value of this type holds the rule options and the goal; a position is
/// plain data and keeps no history. A game does not say what a repetition means:
/// play that never ends is a failure of the attacker, so a proof
/// needs no history and a search may end any line that repeats a position.
///
/// Rules alone, without a goal and shortcuts, are easier to write:
/// [`Rules`](crate::Rules) makes a game of five functions.
///
/// # Contract
///
/// * `status` is a function of the position. While it is [`Status::Open`] the
///   game is not over, and where it is [`Status::Won`] the game is over. It may
///   be [`Status::Failed`] before the game is over; then it is so in every
///   position that follows.
/// * `moves` is called only where the game is not over, and then yields at
///   least one move.
/// * `moves` yields every legal move, each once, always in the same order:
///   certificates name moves by their place in that order.
/// * Equal positions have equal keys. Different positions should have
///   different keys; a search may confuse two positions whose keys collide,
///   a certificate check never does.
/// * Roles need not alternate.
pub trait Game: Send + Sync {
    /// A position, side to move included, without history.
    type Position: Clone + Eq + Debug + Send + Sync;
    /// A move, meaningful together with the position it is played in.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// Whether sides take turns and only a move of the attacker itself wins: then
    /// its wins in a position take an odd number of plies where it is to move, and
    /// an even one where it is not. `false` is always right, and costs a search
    /// for the shortest win time. `true` is a claim under both goals: where it is wrong,
    /// lengths are called proven that are not.
    const WINS_BY_OWN_MOVE: bool = false;

    /// Whether the attacker or the defender is to move.
    fn role(&self, position: &Self::Position) -> Role;

    /// Whether the rules alone decide the position for the attacker, or a search has to look
    /// further.
    fn status(&self, position: &Self::Position) -> Status;

    /// Whether the game has ended, so that no more moves are played.
    ///
    /// The default is for games that call a position failed only when it is
    /// over. A game may see earlier that the attacker's goal is out of reach. Then `status`
    /// is failed, which ends every search there, while `is_over` is false, so that people can
    /// play on and move paths are counted.
    fn is_over(&self, position: &Self::Position) -> bool {
        self.status(position) != Status::Open
    }

    /// Appends every legal move of a position that is not over to `out`.
    fn moves(&self, position: &Self::Position, out: &mut Vec<Self::Move>);

    /// The position after a legal move.
    #[must_use]
    fn play(&self, position: &Self::Position, mv: Self::Move) -> Self::Position;

    /// 64 well-mixed bits for the position, side to move included.
    fn key(&self, position: &Self::Position) -> Key;

    // Children.

    /// Appends every child of an open position to `out`, in the order of [`Game::moves`]: move
    /// and key, and the board where [`Game::DOMINATES`] is true.
    ///
    /// `policy` is what the search wants to know of them. A game that learns it on the way
    /// notes it at once; any other one waits until [`evaluate`](Game::evaluate) asks. Searches
    /// call this for every node that they expand, so it is much of their work.
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

    /// Evaluates children that [`children`](Game::children) has listed: the first one of
    /// `range`, and as many of the others as cost little then.
    ///
    /// A child is won, failed, or open with the numbers that `policy.init` asks for. Where
    /// `policy.solve` is true, it is also won or failed where [`solve_leaf`](Game::solve_leaf)
    /// decides it. Only the moves of the list are those of this game: keys and boards may be
    /// those of a game that is made of it, and the list may have one child alone.
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

    // Hints. A poor hint costs time and never makes an answer wrong.

    /// The numbers that an open position starts with.
    ///
    /// The default counts moves for [`Init::Mobility`] and [`Init::Learned`] and has no opinion
    /// otherwise. A game may count fewer moves than it has, where it sees cheaply that some lose
    /// at once.
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

    /// What the game says of a move: how promising it looks, what it has in common with other
    /// moves, what it costs.
    fn hints(&self, _position: &Self::Position, _mv: Self::Move) -> MoveHints {
        MoveHints::default()
    }

    /// Whether [`MoveHints::group`] is ever above 0.
    const GROUPS: bool = false;

    // Dominance. A false claim makes a wrong answer, which a certificate uncovers.

    /// Whether [`resource`](Game::resource) is ever other than `None`. If it is not, the
    /// searches keep no account of resources.
    const DOMINATES: bool = false;

    /// The key of the board, which is the position without the resource of the attacker, and
    /// that resource, of which more never hurts the attacker: the hand in shogi.
    ///
    /// A position that is proved with some amount of the resource is proved with any greater
    /// amount, in as few plies; one that is disproved is disproved with any smaller amount.
    /// `None`, the default, means that no position dominates another.
    fn resource(&self, _position: &Self::Position) -> Option<Board> {
        None
    }

    /// The dominance bound of a solved position: the least resource with which its board is
    /// won, or the greatest with which it is failed; see [`Decided`].
    ///
    /// The position's own resource, the default, is always right. A bound that reaches farther
    /// is a claim about positions that were never searched: it must hold for each position
    /// that has the same board. As an example, let a move cost two coins and lead to a board
    /// that is won with three coins or more. Then the bound before the move may be five, and
    /// must not be four.
    ///
    /// A search for the shortest win asks about wins within a number of plies, so what is
    /// claimed must hold for lengths, too: with the bound or more, the win takes one ply more
    /// than the longest of those that it is made of.
    fn dominance_bound(
        &self,
        position: &Self::Position,
        _decided: Decided<'_, Self::Move>,
    ) -> Resource {
        own_resource(self, position)
    }

    // A solver of the game's own for small positions. A false claim makes a wrong answer.

    /// When [`solve_leaf`](Game::solve_leaf) may decide a position.
    const LEAF_SOLVER: LeafSolver = LeafSolver::None;

    /// The true value of an open position, or [`Status::Open`] when it is too large to be
    /// decided here. Adds the positions that a search of the game's own entered to `nodes`.
    fn solve_leaf(&self, _position: &Self::Position, _visit: Visit, _nodes: &mut u64) -> Status {
        Status::Open
    }

    // Facts that save bookkeeping.

    /// Whether play can return to an earlier position.
    ///
    /// `true`, the default, is always right. Where play always moves forward, `false` saves
    /// the searches the bookkeeping of repetitions.
    fn can_repeat(&self) -> bool {
        true
    }

    /// How many bytes a position holds outside of itself, such as in a vector.
    ///
    /// A program that keeps many positions adds this to the size of the type, so that it
    /// stays within a limit of memory. The default, nothing, is right for plain data.
    fn heap_bytes(&self, _position: &Self::Position) -> usize {
        0
    }

    /// Where the game reports that it cannot answer.
    ///
    /// The default is for games that can always answer. Once the fault is set, searches of
    /// the game end without an answer.
    fn fault(&self) -> Option<&Fault> {
        None
    }
}
