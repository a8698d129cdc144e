//! The same game with a limit of plies in which it must be won.
//!
//! A position consists of a position of the game and the remaining plies. If no plies are left, or
//! too few, an unwon position has failed; otherwise the game decides. The number of plies decreases
//! with each move, so positions never repeat, and no answer depends on the path.
//!
//! A win in few plies is also one in more, so the plies are a resource of the attacker
//! ([`Game::dominance_bound`]), in addition to those of the game. A dominance bound then means "won
//! within p plies with at least this resource", or "not won within q plies with at most this
//! resource". The plies have one counter of a resource, so they are divided into blocks of 128, and
//! a result in one block is not used in another. Bounds that cross the border of a block are cut to
//! it, which makes them weaker:
//!
//! ```text
//! plies     0 .. 127 | 128 .. 255 | ...
//! counter   0 .. 127 |   0 .. 127 |
//! ```

use std::ops::Range;

use shomei_game::{
    Board, Children, Decided, Estimate, Evaluation, Fault, Game, Init, Key, LeafPolicy, MoveHints,
    Resource, Role, Status,
};

use super::Shortest;

/// A game that must be won within a number of plies.
#[derive(Clone, Copy, Debug)]
pub struct Within<'g, G> {
    game: &'g G,
}

/// A position and the plies in which it must be won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounded<P> {
    /// The position.
    pub position: P,
    /// The remaining plies.
    pub plies: u16,
}

impl<P> Bounded<P> {
    /// A position with this number of plies.
    pub fn new(position: &P, plies: u16) -> Bounded<P>
    where
        P: Clone,
    {
        Bounded {
            position: position.clone(),
            plies,
        }
    }

    /// The position after a move, with one ply less.
    #[must_use]
    #[inline]
    pub fn after<G: Game<Position = P>>(&self, game: &G, mv: G::Move) -> Bounded<P> {
        Bounded {
            position: game.play(&self.position, mv),
            plies: self.plies.saturating_sub(1),
        }
    }
}

/// The number of plies in a block.
const BLOCK: u16 = 128;

/// A number of plies that means "any".
const ANY: u16 = u16::MAX;

impl<'g, G: Game> Within<'g, G> {
    /// The game with a limit of plies.
    pub fn new(game: &'g G) -> Within<'g, G> {
        Within { game }
    }

    /// The game itself.
    #[must_use]
    pub fn game(&self) -> &'g G {
        self.game
    }

    /// The block of a number of plies.
    pub(super) fn block(plies: u16) -> u16 {
        plies / BLOCK
    }

    /// The key of a board and its dominance bound in a block, with these plies.
    #[inline]
    pub(super) fn in_block(board: Key, bound: Resource, block: u16, plies: u16) -> Board {
        let board = match block {
            0 => board,
            block => board ^ Key::of(BLOCKS + u64::from(block)),
        };
        (board, with_plies(bound, plies, block * BLOCK))
    }

    /// The board of a position and its resource, with these plies.
    pub(super) fn board(&self, position: &G::Position, plies: u16) -> Board {
        let key = || self.game.key(position);
        self.counted(self.game.resource(position), key, plies)
    }

    /// A key for board and block, and the counters of the game together with that of the plies.
    #[inline]
    fn counted(&self, inner: Option<Board>, key: impl FnOnce() -> Key, plies: u16) -> Board {
        let (key, resource) = inner.unwrap_or_else(|| (key().mix(ALONE), Resource::default()));
        debug_assert!(
            resource.last() == 0 || self.game.fault().is_some_and(Fault::is_set),
            "the last counter is for the plies"
        );
        Self::in_block(key, resource, Self::block(plies), plies)
    }
}

/// Mixed into the key of a position without a board, which no other position dominates.
const ALONE: Key = Key::of(0x616c_6f6e_6500);

/// The number of the first block's key.
const BLOCKS: u64 = 0x626c_6f63_6b00;

/// The status of a position with these remaining plies.
#[inline]
pub fn cut<G: Game>(status: Status, role: Role, plies: u16) -> Status {
    match status {
        Status::Open if plies < Shortest::<G>::least(role) => Status::Failed,
        status => status,
    }
}

/// The part of a position's key that depends on the remaining plies.
#[inline]
pub fn key_of_plies(plies: u16) -> Key {
    Key::of(0x706c_6965_7300 + u64::from(plies))
}

/// The plies in the dominance bound of a position in the same block.
pub(super) fn plies_of(bound: Resource, plies: u16) -> u16 {
    plies / BLOCK * BLOCK + u16::from(bound.last())
}

/// A dominance bound with these plies, for a position that has `left`.
fn with_plies(bound: Resource, plies: u16, left: u16) -> Resource {
    let base = left / BLOCK * BLOCK;
    bound.with_last(plies.saturating_sub(base).min(BLOCK - 1) as u8)
}

impl<G: Game> Game for Within<'_, G> {
    type Position = Bounded<G::Position>;
    type Move = G::Move;

    const WINS_BY_OWN_MOVE: bool = G::WINS_BY_OWN_MOVE;
    const GROUPS: bool = G::GROUPS;
    const DOMINATES: bool = true;

    #[inline]
    fn role(&self, at: &Self::Position) -> Role {
        self.game.role(&at.position)
    }

    #[inline]
    fn status(&self, at: &Self::Position) -> Status {
        let status = self.game.status(&at.position);
        cut::<G>(status, self.role(at), at.plies)
    }

    fn is_over(&self, at: &Self::Position) -> bool {
        self.game.is_over(&at.position)
    }

    fn moves(&self, at: &Self::Position, out: &mut Vec<G::Move>) {
        self.game.moves(&at.position, out);
    }

    #[inline]
    fn play(&self, at: &Self::Position, mv: G::Move) -> Self::Position {
        at.after(self.game, mv)
    }

    #[inline]
    fn key(&self, at: &Self::Position) -> Key {
        self.game.key(&at.position) ^ key_of_plies(at.plies)
    }

    fn children(&self, at: &Self::Position, policy: LeafPolicy, out: &mut Children<G::Move>) {
        let (first, plies) = (out.len(), at.plies.saturating_sub(1));
        // A decision by the game's leaf solver can take any number of plies.
        let solve = false;
        let policy = LeafPolicy { solve, ..policy };
        self.game.children(&at.position, policy, out);
        let role = self.role(at).opponent();
        out.map_from(first, |child, board| {
            let key = child.key;
            child.key = key ^ key_of_plies(plies);
            child.evaluation = cut_evaluation::<G>(child.evaluation, role, plies);
            Some(self.counted(board, || key, plies))
        });
    }

    fn evaluate(
        &self,
        at: &Self::Position,
        policy: LeafPolicy,
        range: Range<usize>,
        children: &mut Children<G::Move>,
    ) {
        let solve = false;
        let policy = LeafPolicy { solve, ..policy };
        self.game
            .evaluate(&at.position, policy, range.clone(), children);
        let (role, plies) = (self.role(at).opponent(), at.plies.saturating_sub(1));
        for child in range {
            let evaluation = children.listed()[child].evaluation;
            children.set(child, cut_evaluation::<G>(evaluation, role, plies));
        }
    }

    fn estimate(&self, at: &Self::Position, init: Init) -> Estimate {
        self.game.estimate(&at.position, init)
    }

    #[inline]
    fn hints(&self, at: &Self::Position, mv: G::Move) -> MoveHints {
        self.game.hints(&at.position, mv)
    }

    #[inline]
    fn resource(&self, at: &Self::Position) -> Option<Board> {
        Some(self.board(&at.position, at.plies))
    }

    fn dominance_bound(&self, at: &Self::Position, decided: Decided<'_, G::Move>) -> Resource {
        let Bounded { position, plies } = at;
        let bound = |decided| self.game.dominance_bound(position, decided);
        let below = |bound| plies_of(bound, plies.saturating_sub(1));
        match decided {
            Decided::AtEnd | Decided::OutOfPlies => match self.game.status(position) {
                Status::Won => with_plies(bound(Decided::AtEnd), 0, *plies),
                Status::Failed => with_plies(bound(Decided::AtEnd), ANY, *plies),
                Status::Open => with_plies(bound(Decided::OutOfPlies), *plies, *plies),
            },
            Decided::ByOne {
                bound: of_child, ..
            } => with_plies(bound(decided), below(of_child) + 1, *plies),
            Decided::ByAll { winner, bounds } => {
                let plies_below = bounds.iter().map(|&(_, bound)| below(bound));
                let most = match winner {
                    Role::Attacker => plies_below.max(),
                    Role::Defender => plies_below.min(),
                };
                with_plies(bound(decided), most.unwrap_or(0) + 1, *plies)
            }
        }
    }

    fn can_repeat(&self) -> bool {
        false
    }

    fn fault(&self) -> Option<&Fault> {
        self.game.fault()
    }
}

/// The evaluation of a child with these remaining plies. If it depends on the role, the sides take
/// turns.
#[inline]
fn cut_evaluation<G: Game>(evaluation: Evaluation, role: Role, plies: u16) -> Evaluation {
    match evaluation.status() {
        Some(Status::Open) if cut::<G>(Status::Open, role, plies) == Status::Failed => {
            Evaluation::FAILED
        }
        _ => evaluation,
    }
}
