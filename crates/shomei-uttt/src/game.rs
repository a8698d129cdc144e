//! The rules as a [`Game`] for searches.

use std::ops::Range;

use shomei_game::{
    Children, Estimate, Evaluation, Game, Goal, Init, Key, LeafPolicy, LeafSolver, MoveHints, Role,
    Side, Status, Visit, evaluate_position,
};

use crate::cell::cells;
use crate::endgame::Outlook;
use crate::hints::{estimate, harder};
use crate::outline::Outline;
use crate::rules::Hopeless;
use crate::{Move, Position, Rules};

/// Ultimate tic-tac-toe with one set of rules and the side that must win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uttt {
    rules: Rules,
    goal: Goal,
}

impl Uttt {
    /// The game with these rules and this goal.
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

    /// The status for the attacker by an outlook that decides.
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

impl Uttt {
    /// The number of moves, except those that let the opponent win at once.
    #[inline]
    fn mobility(&self, position: &Position) -> u32 {
        match position.outlook() {
            Outlook::Open(moves) => moves,
            Outlook::Wins | Outlook::Loses => position.mobility(),
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

    /// In the order of boards, then of cells, both from a to i.
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

    fn children(&self, position: &Position, policy: LeafPolicy, out: &mut Children<Move>) {
        self.push_children(position, policy, out);
    }

    fn evaluate(
        &self,
        position: &Position,
        policy: LeafPolicy,
        range: Range<usize>,
        children: &mut Children<Move>,
    ) {
        let mv = children.listed()[range.start].mv;
        let child = self.play(position, mv);
        let evaluation = evaluate_position(self, &child, policy, &mut children.leaf_nodes);
        let is_harder = policy.init == Init::Eval && self.is_against_strategy(position, mv);
        let evaluation = match evaluation.estimate() {
            Some(estimate) if is_harder => Evaluation::open(harder(estimate)),
            _ => evaluation,
        };
        children.set(range.start, evaluation);
    }

    #[inline]
    fn estimate(&self, position: &Position, init: Init) -> Estimate {
        let role = self.role(position);
        match init {
            Init::Unit => Estimate::UNIT,
            Init::Mobility | Init::Learned => Estimate::of_mobility(role, self.mobility(position)),
            Init::Eval => {
                let chances = position.outline().chances(self.attacker());
                estimate(role, self.mobility(position), chances)
            }
        }
    }

    #[inline]
    fn hints(&self, position: &Position, mv: Move) -> MoveHints {
        MoveHints {
            rank: self.rank(position, mv),
            class: Some(mv.index() as u32),
            ..MoveHints::default()
        }
    }

    const LEAF_SOLVER: LeafSolver = LeafSolver::WhenMade;

    /// Decides the last plies: see `endgame.rs`.
    #[inline]
    fn solve_leaf(&self, position: &Position, _visit: Visit, _nodes: &mut u64) -> Status {
        self.decided(position, position.outlook())
    }

    /// Every move fills a cell.
    fn can_repeat(&self) -> bool {
        false
    }
}
