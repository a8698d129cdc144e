//! The rules as the searches ask for them.

use shomei_game::{Game, Goal, Key, Preview, Role, Side, Status};

use crate::cell::cells;
use crate::endgame::Outlook;
use crate::outline::Outline;
use crate::rules::Hopeless;
use crate::{Move, Position, Rules};

/// Ultimate tic-tac-toe with the side that must win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uttt {
    rules: Rules,
    goal: Goal,
}

impl Uttt {
    /// The game under these rules with this goal.
    #[must_use]
    pub fn new(rules: Rules, goal: Goal) -> Uttt {
        Uttt { rules, goal }
    }

    /// The rules.
    #[must_use]
    pub fn rule_set(&self) -> Rules {
        self.rules
    }

    /// The side that must win.
    #[must_use]
    #[inline]
    pub fn attacker(&self) -> Side {
        self.goal.attacker
    }

    /// What an outlook that decides means for the attacker.
    #[inline]
    pub(crate) fn decided(&self, position: &Position, outlook: Outlook) -> Status {
        let mover_attacks = position.to_move() == self.goal.attacker;
        match outlook {
            Outlook::Open(_) => Status::Open,
            Outlook::Wins if mover_attacks => Status::Won,
            Outlook::Loses if !mover_attacks => Status::Won,
            Outlook::Wins | Outlook::Loses => Status::Failed,
        }
    }

    /// The status of a position with this outline.
    #[inline]
    pub(crate) fn status_of(&self, outline: &Outline) -> Status {
        let attacker = self.goal.attacker;
        if outline.has_won(attacker) {
            return Status::Won;
        }
        let is_lost = outline.has_won(attacker.opponent());
        let failed = match self.rules.hopeless {
            Hopeless::Failed => !outline.has_hope(attacker),
            Hopeless::PlayedOut => outline.open() == 0,
        };
        if is_lost || failed {
            Status::Failed
        } else {
            Status::Open
        }
    }
}

impl Game for Uttt {
    type Position = Position;
    type Move = Move;

    #[inline]
    fn role(&self, position: &Position) -> Role {
        if position.to_move() == self.goal.attacker {
            Role::Attacker
        } else {
            Role::Defender
        }
    }

    #[inline]
    fn status(&self, position: &Position) -> Status {
        self.status_of(position.outline())
    }

    #[inline]
    fn is_over(&self, position: &Position) -> bool {
        position.outcome().is_some()
    }

    /// By board, then by cell, both from a to i.
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        for board in cells(position.playable()) {
            out.extend(cells(position.empty(board)).map(|cell| Move::new(board, cell)));
        }
    }

    #[inline]
    fn play(&self, position: &Position, mv: Move) -> Position {
        position.play(mv)
    }

    #[inline]
    fn key(&self, position: &Position) -> Key {
        position.key()
    }

    #[inline]
    fn key_after(&self, position: &Position, mv: Move) -> Key {
        position.key_after(mv)
    }

    #[inline]
    fn count_moves(&self, position: &Position) -> usize {
        position.mobility() as usize
    }

    /// Without the moves that let the opponent win at once.
    #[inline]
    fn mobility(&self, position: &Position) -> u32 {
        match position.outlook() {
            Outlook::Open(moves) => moves,
            Outlook::Wins | Outlook::Loses => position.mobility(),
        }
    }

    fn preview(&self, position: &Position, out: &mut Vec<Preview<Move>>) {
        self.push_previews(position, out);
    }

    /// Every move fills a cell.
    fn can_repeat(&self) -> bool {
        false
    }
}
