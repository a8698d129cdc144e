//! A game that records the children that a search visits.

use std::ops::Range;
use std::sync::{Mutex, PoisonError};

use shomei_game::{
    Board, Children, Decided, Game, Init, Key, LeafPolicy, MoveHints, Resource, Role, Status,
};

use crate::{Move, Position, Shogi};

/// A child that a search has visited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noted {
    /// The position before the move.
    pub before: Position,
    /// The move that leads to the child.
    pub mv: Move,
}

/// Tsume-shogi that records each open child that a search visits. Its initial numbers are those of
/// [`Init::Mobility`], so that the result of learning does not depend on earlier learning.
#[derive(Debug)]
pub struct Noting {
    game: Shogi,
    noted: Mutex<Vec<Noted>>,
}

impl Noting {
    /// Records the children of this game.
    #[must_use]
    pub fn of(game: Shogi) -> Noting {
        Noting {
            game,
            noted: Mutex::default(),
        }
    }

    /// The recorded children, in the order of the visits.
    #[must_use]
    pub fn into_noted(self) -> Vec<Noted> {
        self.noted
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
    }
}

impl Game for Noting {
    type Position = Position;
    type Move = Move;

    const WINS_BY_OWN_MOVE: bool = Shogi::WINS_BY_OWN_MOVE;
    const GROUPS: bool = Shogi::GROUPS;
    const DOMINATES: bool = Shogi::DOMINATES;

    fn role(&self, position: &Position) -> Role {
        self.game.role(position)
    }

    fn status(&self, position: &Position) -> Status {
        self.game.status(position)
    }

    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        self.game.moves(position, out);
    }

    fn play(&self, position: &Position, mv: Move) -> Position {
        self.game.play(position, mv)
    }

    fn key(&self, position: &Position) -> Key {
        self.game.key(position)
    }

    fn children(&self, position: &Position, policy: LeafPolicy, out: &mut Children<Move>) {
        self.game.children(position, policy, out);
    }

    fn evaluate(
        &self,
        before: &Position,
        _policy: LeafPolicy,
        range: Range<usize>,
        children: &mut Children<Move>,
    ) {
        let mv = children.listed()[range.start].mv;
        let evaluation = self.game.evaluation_after(before, mv, Init::Mobility);
        children.set(range.start, evaluation);
        if evaluation.status() == Some(Status::Open) {
            let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
            noted.push(Noted {
                before: *before,
                mv,
            });
        }
    }

    fn hints(&self, position: &Position, mv: Move) -> MoveHints {
        self.game.hints(position, mv)
    }

    fn resource(&self, position: &Position) -> Option<Board> {
        self.game.resource(position)
    }

    fn dominance_bound(&self, position: &Position, decided: Decided<'_, Move>) -> Resource {
        self.game.dominance_bound(position, decided)
    }
}
