//! All children of a position at once.
//!
//! A child is its key, its status and its number of moves; all follow from
//! what a move changes besides the mark. Only where somebody could win the game
//! by one more board is the child made and looked at.

use shomei_game::{Game, Preview, Status};

use crate::cell::{cells, count};
use crate::endgame::Outlook;
use crate::position::Step;
use crate::rules::WonBoards;
use crate::{Move, Position, Uttt};

impl Uttt {
    /// Appends the previews of a position whose game goes on.
    pub(crate) fn push_previews(&self, position: &Position, out: &mut Vec<Preview<Move>>) {
        match position.won_boards() {
            WonBoards::Closed => self.push_previews_in::<false>(position, out),
            WonBoards::Open => self.push_previews_in::<true>(position, out),
        }
    }

    #[inline]
    fn push_previews_in<const STAY_OPEN: bool>(
        &self,
        position: &Position,
        out: &mut Vec<Preview<Move>>,
    ) {
        let mover = position.to_move();
        let role = self.role(position).opponent();
        // A mark of the mover can only end threats of its opponent.
        let is_threatened = position.threats::<STAY_OPEN>(mover.opponent()) != 0;
        for board in cells(position.playable()) {
            for cell in cells(position.empty(board)) {
                let mv = Move::new(board, cell);
                let step = position.step_in::<STAY_OPEN>(mv);
                let mut preview = Preview {
                    mv,
                    key: step.key,
                    status: self.status_of(&step.outline),
                    role,
                    moves: 0,
                };
                let is_open = preview.status == Status::Open;
                if is_open && (is_threatened || step.outline.goals::<STAY_OPEN>(mover) != 0) {
                    let child = position.after(mv, &step);
                    (preview.status, preview.moves) = match child.outlook_in::<STAY_OPEN>() {
                        Outlook::Open(moves) => (Status::Open, moves),
                        decided => (self.decided(&child, decided), 0),
                    };
                } else if is_open {
                    preview.moves = moves_after(position, mv, &step);
                }
                out.push(preview);
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
