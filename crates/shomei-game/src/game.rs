//! The one trait that a game must implement, and its two-valued answers.

use std::fmt::Debug;

use crate::{Fault, Key};

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

/// A child of a position as a search first meets it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Preview<M> {
    /// The move that leads there.
    pub mv: M,
    /// The key of the position after the move.
    pub key: Key,
    /// The status of the position after the move. Where
    /// [`LeafSolver::IN_PREVIEW`](crate::LeafSolver::IN_PREVIEW) is true, it is what
    /// [`solve_leaf`](crate::LeafSolver::solve_leaf) decides rather than open.
    pub status: Status,
    /// The player who is to move after the move.
    pub role: Role,
    /// [`Game::mobility`] after the move; 0 where `status` is not open.
    pub moves: u32,
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

    /// How [`perft`](crate::perft()) counts a path that ends before its length:
    /// not at all, as is the custom in chess, or as one path. Published numbers of a game
    /// follow one custom or the other.
    const PATHS_OF_FINISHED: u64 = 0;

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

    /// The key of the position after `mv`.
    ///
    /// The default plays the move. A game that computes the key without playing lets searches
    /// look up children that they never make.
    fn key_after(&self, position: &Self::Position, mv: Self::Move) -> Key {
        self.key(&self.play(position, mv))
    }

    /// The number of legal moves in a position that is not over.
    ///
    /// The default generates them.
    fn count_moves(&self, position: &Self::Position) -> usize {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        moves.len()
    }

    /// How many moves of an open position have to be refuted before it is lost
    /// for the side to move. Searches with mobility initialisation ask this of every leaf and
    /// take it as the leaf's first number.
    ///
    /// The default counts the legal moves. A game that sees cheaply that some
    /// moves lose at once does not count these. The number is at least 1, and at most the
    /// number of legal moves.
    fn mobility(&self, position: &Self::Position) -> u32 {
        self.count_moves(position) as u32
    }

    /// Whether [`Game::preview`] is quicker than [`Game::preview_move`] for one child
    /// after the other. If it is not, df-pn previews only the children that it needs.
    const PREVIEWS_TOGETHER: bool = true;

    /// Appends a preview of every child of an open position, in the order of
    /// [`Game::moves`].
    ///
    /// Searches with mobility initialisation call this for every node they
    /// expand, so it is most of their work. Children of one position have much in
    /// common, and a game that looks at all of them together saves time here.
    fn preview(&self, position: &Self::Position, out: &mut Vec<Preview<Self::Move>>) {
        let mut moves = Vec::new();
        self.moves(position, &mut moves);
        let all = moves.into_iter();
        out.extend(all.map(|mv| self.preview_move(position, mv)));
    }

    /// A preview of the child that one move leads to.
    ///
    /// The default plays the move.
    fn preview_move(&self, position: &Self::Position, mv: Self::Move) -> Preview<Self::Move> {
        let child = self.play(position, mv);
        let status = self.status(&child);
        Preview {
            mv,
            key: self.key(&child),
            status,
            role: self.role(&child),
            moves: match status {
                Status::Open => self.mobility(&child),
                _ => 0,
            },
        }
    }

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
