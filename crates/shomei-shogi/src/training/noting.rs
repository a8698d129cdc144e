//! A game that notes the children that a search meets.

use std::sync::{Mutex, PoisonError};

use shomei_game::{
    Dominance, Estimate, Game, Heuristic, Key, LeafSolver, Ordering, Preview, Resource, Role,
    Status,
};

use crate::{Move, Position, Shogi};

/// A child that a search has met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Noted {
    /// The position before.
    pub before: Position,
    /// The move that leads to it.
    pub mv: Move,
}

/// Tsume-shogi that notes each open child that a search meets. Its first numbers are those of
/// [`Game::mobility`], so that what is learned does not depend on what was learned before.
#[derive(Debug)]
pub struct Noting {
    game: Shogi,
    noted: Mutex<Vec<Noted>>,
}

impl Noting {
    /// Notes what is met of this game.
    #[must_use]
    pub fn of(game: Shogi) -> Noting {
        Noting {
            game,
            noted: Mutex::default(),
        }
    }

    /// What was met, in that order.
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

    const PREVIEWS_TOGETHER: bool = Shogi::PREVIEWS_TOGETHER;
    const WINS_BY_OWN_MOVE: bool = Shogi::WINS_BY_OWN_MOVE;

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

    fn key_after(&self, position: &Position, mv: Move) -> Key {
        self.game.key_after(position, mv)
    }

    fn mobility(&self, position: &Position) -> u32 {
        self.game.mobility(position)
    }

    fn preview_move(&self, position: &Position, mv: Move) -> Preview<Move> {
        self.game.preview_move(position, mv)
    }
}

impl Heuristic for Noting {
    const LEARNS: bool = true;

    fn meet(&self, before: &Position, mv: Move) -> (Status, Estimate) {
        let child = self.preview_move(before, mv);
        let moves = child.moves.max(1);
        if child.status == Status::Open {
            let mut noted = self.noted.lock().unwrap_or_else(PoisonError::into_inner);
            noted.push(Noted {
                before: *before,
                mv,
            });
        }
        let (proof, disproof) = match child.role {
            Role::Attacker => (1, moves),
            Role::Defender => (moves, 1),
        };
        (child.status, Estimate { proof, disproof })
    }
}

impl Ordering for Noting {
    const CLASSES: usize = Shogi::CLASSES;
    const CHAINS: bool = Shogi::CHAINS;

    fn chain(&self, position: &Position, mv: Move) -> u32 {
        self.game.chain(position, mv)
    }

    fn rank(&self, position: &Position, mv: Move) -> i32 {
        self.game.rank(position, mv)
    }

    fn class(&self, position: &Position, mv: Move) -> usize {
        self.game.class(position, mv)
    }
}

impl Dominance for Noting {
    const DOMINATES: bool = Shogi::DOMINATES;

    fn resource(&self, position: &Position) -> Option<(Key, Resource)> {
        self.game.resource(position)
    }

    fn resource_after(&self, position: &Position, mv: Move) -> Option<(Key, Resource)> {
        self.game.resource_after(position, mv)
    }

    fn bound_at_end(&self, position: &Position) -> Resource {
        self.game.bound_at_end(position)
    }

    fn bound_unfinished(&self, position: &Position) -> Resource {
        self.game.bound_unfinished(position)
    }

    fn bound_by_one(
        &self,
        position: &Position,
        winner: Role,
        mv: Move,
        bound: Resource,
    ) -> Resource {
        self.game.bound_by_one(position, winner, mv, bound)
    }

    fn bound_by_all(
        &self,
        position: &Position,
        winner: Role,
        bounds: &[(Move, Resource)],
    ) -> Resource {
        self.game.bound_by_all(position, winner, bounds)
    }
}

impl LeafSolver for Noting {}
