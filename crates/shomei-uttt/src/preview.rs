//! All children of a position at once.
//!
//! A child is its key, its status and its number of moves; all follow from
//! what a move changes besides the mark. Only where somebody could win the game
//! by one more board is the child made and looked at.
//!
//! Nearly all moves are plain: they decide nothing about their board. Then the game goes on as it
//! did, and but for the mark and where the opponent is sent all children are alike.

use shomei_game::{Estimate, Game, Preview, Status};

use crate::cell::{cells, count, decides};
use crate::endgame::Outlook;
use crate::hints::{HARDER, estimate};
use crate::outline::Outline;
use crate::position::Step;
use crate::rules::WonBoards;
use crate::{Move, Position, Uttt};

impl Uttt {
    /// Appends the previews of a position whose game goes on.
    pub(crate) fn push_previews(&self, position: &Position, out: &mut Vec<Preview<Move>>) {
        let see = |child, _: Option<Outline>| out.push(child);
        match position.won_boards() {
            WonBoards::Closed => self.see_children::<false>(position, see),
            WonBoards::Open => self.see_children::<true>(position, see),
        }
    }

    /// Appends the previews and the estimates of a position whose game goes on.
    pub(crate) fn push_estimated(
        &self,
        position: &Position,
        out: &mut Vec<Preview<Move>>,
        estimates: &mut Vec<Estimate>,
    ) {
        let chances = position.outline().chances(self.attacker());
        let see = |child: Preview<Move>, outline: Option<Outline>| {
            let chances = outline.map_or(chances, |outline| outline.chances(self.attacker()));
            let mut numbers = estimate(child.role, child.moves, chances);
            if self.is_against_strategy(position, child.mv) {
                numbers.proof *= HARDER;
            }
            estimates.push(numbers);
            out.push(child);
        };
        match position.won_boards() {
            WonBoards::Closed => self.see_children::<false>(position, see),
            WonBoards::Open => self.see_children::<true>(position, see),
        }
    }

    /// The children in the order of their moves, each with its outline where the move decides
    /// something about its board.
    #[inline]
    fn see_children<const STAY_OPEN: bool>(
        &self,
        position: &Position,
        mut see: impl FnMut(Preview<Move>, Option<Outline>),
    ) {
        let mover = position.to_move();
        let role = self.role(position).opponent();
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
                let mut preview = Preview {
                    mv,
                    key: step.key,
                    status,
                    role,
                    moves: 0,
                };
                if status == Status::Open && is_near {
                    let child = position.after(mv, &step);
                    (preview.status, preview.moves) = match child.outlook_in::<STAY_OPEN>() {
                        Outlook::Open(moves) => (Status::Open, moves),
                        decided => (self.decided(&child, decided), 0),
                    };
                } else if status == Status::Open {
                    preview.moves = moves_after(position, mv, &step);
                }
                see(preview, (!is_plain).then_some(step.outline));
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
