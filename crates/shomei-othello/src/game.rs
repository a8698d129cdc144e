//! The rules as the searches ask for them.

use shomei_game::{Game, Goal, Key, Preview, Role, Side, Status};

use crate::bits::{count, squares};
use crate::evaluation::Evaluation;
use crate::hints::Hints;
use crate::{Move, Position, Rules, Size};

/// Othello with the side that must win, and what counts as a win.
#[derive(Clone, Debug, PartialEq)]
pub struct Othello {
    rules: Rules,
    size: Size,
    goal: Goal,
    /// The least score with which the attacker has reached its goal.
    target: i32,
    pub(crate) hints: Hints,
    pub(crate) evaluation: Evaluation,
}

impl Othello {
    /// The game under these rules with this goal.
    #[must_use]
    pub fn new(rules: Rules, goal: Goal) -> Othello {
        Othello {
            rules,
            size: Size::default(),
            goal,
            target: rules.target(goal.attacker),
            hints: Hints::default(),
            evaluation: Evaluation::default(),
        }
    }

    /// The game on a board of this size.
    #[must_use]
    pub fn on(self, size: Size) -> Othello {
        Othello { size, ..self }
    }

    /// The size of the board.
    #[must_use]
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The game with other rules and another goal, and with these hints and weights.
    pub(crate) fn asking(&self, rules: Rules, goal: Goal) -> Othello {
        Othello {
            rules,
            goal,
            target: rules.target(goal.attacker),
            ..self.clone()
        }
    }

    /// What counts as a win.
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

    /// The least score with which the side to move has what it wants: to reach
    /// the goal, or to keep the attacker from it.
    #[inline]
    pub(crate) fn target_of_mover(&self, position: &Position) -> i32 {
        if position.to_move() == self.goal.attacker {
            self.target
        } else {
            2 - self.target
        }
    }

    /// What it means for the attacker that the side to move has, or has not,
    /// what it wants.
    #[inline]
    pub(crate) fn status_for(&self, mover: Side, has_it: bool) -> Status {
        if (mover == self.goal.attacker) == has_it {
            Status::Won
        } else {
            Status::Failed
        }
    }

    /// The status of a finished game.
    #[inline]
    fn result(&self, position: &Position) -> Status {
        let has_it = position.score(position.to_move()) >= self.target_of_mover(position);
        self.status_for(position.to_move(), has_it)
    }

    /// What is to be seen of the position after a move.
    #[inline]
    fn preview_of(&self, mv: Move, child: &Position) -> Preview<Move> {
        let mobility = child.mobility();
        let (status, moves) = match mobility {
            0 if child.is_over() => (self.result(child), 0),
            0 => (Status::Open, 1),
            _ => (Status::Open, count(mobility)),
        };
        Preview {
            mv,
            key: child.key(),
            status,
            role: self.role(child),
            moves,
        }
    }
}

impl Game for Othello {
    type Position = Position;
    type Move = Move;

    /// Once per game: as if the sides passed for ever.
    const PATHS_OF_FINISHED: u64 = 1;

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
        if position.is_over() {
            self.result(position)
        } else {
            Status::Open
        }
    }

    /// From a1, b1, ... to h8; a pass where there is no other move.
    fn moves(&self, position: &Position, out: &mut Vec<Move>) {
        let mobility = position.mobility();
        if mobility == 0 {
            out.push(Move::PASS);
        }
        out.extend(squares(mobility).map(Move::to));
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
    fn count_moves(&self, position: &Position) -> usize {
        count(position.mobility()).max(1) as usize
    }

    fn preview(&self, position: &Position, out: &mut Vec<Preview<Move>>) {
        let mobility = position.mobility();
        if mobility == 0 {
            out.push(self.preview_of(Move::PASS, &position.play(Move::PASS)));
        }
        let preview = |mv: Move| self.preview_of(mv, &position.play(mv));
        out.extend(squares(mobility).map(Move::to).map(preview));
    }

    /// Every move but a pass fills a square, and nobody passes twice.
    fn can_repeat(&self) -> bool {
        false
    }
}
