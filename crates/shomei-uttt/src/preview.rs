//! Evaluates all children of a position in one pass.
//!
//! A child is evaluated by its key, its status and its number of moves, which follow from the
//! changes by the move. The child itself is created only if a side could win the game by one more
//! board.
//!
//! Nearly all moves are plain: they decide nothing about their board. Then all children are alike,
//! except for the mark and the board to which the opponent is sent.

use shomei_game::{Children, Evaluation, Game, Init, Key, LeafPolicy, Status};

use crate::cell::{cells, count, decides};
use crate::endgame::Outlook;
use crate::hints::{estimate, harder};
use crate::outline::Outline;
use crate::position::Step;
use crate::rules::WonBoards;
use crate::{Move, Position, Uttt};

/// A child as its parent evaluates it.
struct Seen {
    mv: Move,
    key: Key,
    status: Status,
    /// The moves that do not let the opponent win at once; 0 if the status is not open.
    moves: u32,
}

impl Uttt {
    /// Appends the children of an unfinished position: without evaluations if all start with 1 and
    /// 1, otherwise evaluated.
    pub(crate) fn push_children(
        &self,
        position: &Position,
        policy: LeafPolicy,
        out: &mut Children<Move>,
    ) {
        match (policy.init, position.won_boards()) {
            (Init::Unit, _) => {
                for board in cells(position.playable()) {
                    for cell in cells(position.empty(board)) {
                        let mv = Move::new(board, cell);
                        out.push(mv, position.key_after(mv));
                    }
                }
            }
            (_, WonBoards::Closed) => self.push_evaluated::<false>(position, policy, out),
            (_, WonBoards::Open) => self.push_evaluated::<true>(position, policy, out),
        }
    }

    fn push_evaluated<const STAY_OPEN: bool>(
        &self,
        position: &Position,
        policy: LeafPolicy,
        out: &mut Children<Move>,
    ) {
        let role = self.role(position).opponent();
        if policy.init != Init::Eval {
            self.see_children::<STAY_OPEN>(position, policy, |child, _| {
                let evaluation = Evaluation::of_mobility(child.status, role, child.moves);
                out.push_evaluated(child.mv, child.key, evaluation);
            });
            return;
        }
        let chances = position.outline().chances(self.attacker());
        self.see_children::<STAY_OPEN>(position, policy, |child, outline| {
            let evaluation = Evaluation::of(child.status, || {
                let chances = outline.map_or(chances, |outline| outline.chances(self.attacker()));
                let numbers = estimate(role, child.moves, chances);
                match self.is_against_strategy(position, child.mv) {
                    true => harder(numbers),
                    false => numbers,
                }
            });
            out.push_evaluated(child.mv, child.key, evaluation);
        });
    }

    /// Visits the children in the order of their moves, each with its outline if the move decides
    /// its board.
    #[inline]
    fn see_children<const STAY_OPEN: bool>(
        &self,
        position: &Position,
        policy: LeafPolicy,
        mut see: impl FnMut(Seen, Option<Outline>),
    ) {
        let mover = position.to_move();
        // A mark of the mover can only end threats of its opponent.
        let is_threatened = position.threats::<STAY_OPEN>(mover.opponent()) != 0;
        let is_near = is_threatened || position.outline().goals::<STAY_OPEN>(mover) != 0;
        let before = position.key_before_marks();
        for board in cells(position.playable()) {
            let own = position.marks(mover, board);
            for cell in cells(position.empty(board)) {
                let mv = Move::new(board, cell);
                let is_plain = !STAY_OPEN && !decides(own | cell.bit());
                let (step, status, is_near) = if is_plain {
                    (position.plain_step(before, mv), Status::Open, is_near)
                } else {
                    let step = position.step_in::<STAY_OPEN>(mv);
                    let is_near = is_threatened || step.outline.goals::<STAY_OPEN>(mover) != 0;
                    (step, self.status_of(&step.outline), is_near)
                };
                let mut seen = Seen {
                    mv,
                    key: step.key,
                    status,
                    moves: 0,
                };
                if status == Status::Open && is_near {
                    let child = position.after(mv, &step);
                    (seen.status, seen.moves) = match child.outlook_in::<STAY_OPEN>() {
                        Outlook::Open(moves) => (Status::Open, moves),
                        decided if policy.solve => (self.decided(&child, decided), 0),
                        _ => (Status::Open, child.mobility()),
                    };
                } else if status == Status::Open {
                    seen.moves = moves_after(position, mv, &step);
                }
                see(seen, (!is_plain).then_some(step.outline));
            }
        }
    }
}

/// The number of legal moves after a move.
#[inline]
fn moves_after(position: &Position, mv: Move, step: &Step) -> u32 {
    match step.target {
        None => step.outline.room(),
        Some(target) => count(position.empty(target)) - u32::from(target == mv.board()),
    }
}
