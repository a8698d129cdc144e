//! What a position shows of its children.

use shomei_game::{Estimate, Notation, Preview, Solvable, Status};

use super::Asked;
use crate::conformance::law::{Breach, Law};

impl<G: Solvable + Notation> Asked<'_, G> {
    pub(super) fn previews(&self, moves: &[G::Move]) -> Result<(), Breach> {
        let (game, position) = (self.game, self.position);
        let mut previews = Vec::new();
        game.preview(position, &mut previews);
        if previews.len() != moves.len() {
            let detail = format!("{} children for {} moves", previews.len(), moves.len());
            return self.fail(Law::Preview, detail);
        }
        for (preview, &mv) in previews.iter().zip(moves) {
            let child = game.play(position, mv);
            let status = match game.status(&child) {
                Status::Open if G::IN_PREVIEW => game.solve_leaf(&child, &mut 0),
                status => status,
            };
            let played = Preview {
                mv,
                key: game.key(&child),
                status,
                role: game.role(&child),
                moves: match status {
                    Status::Open => game.mobility(&child),
                    _ => 0,
                },
            };
            // Whose turn it would be after the game is over is nobody's affair.
            let same = Preview {
                role: if status == Status::Open {
                    preview.role
                } else {
                    played.role
                },
                ..*preview
            } == played;
            if !same {
                return self.fail(Law::Preview, format!("{preview:?}, played {played:?}"));
            }
        }
        self.estimates(&previews)
    }

    /// Where the game estimates all children together, or status and estimate of one, it says
    /// what it says of each alone.
    fn estimates(&self, previews: &[Preview<G::Move>]) -> Result<(), Breach> {
        let (game, position) = (self.game, self.position);
        // It appends: what was there before stays.
        let count = previews.len();
        let (mut twice, mut estimates) = (previews.to_vec(), vec![Estimate::UNIT; count]);
        game.estimate_children(position, &mut twice, &mut estimates);
        let are_same = twice == [previews, previews].concat() && estimates.len() == 2 * count;
        if !are_same {
            let detail = "children are others where they are estimated".to_owned();
            return self.fail(Law::Preview, detail);
        }
        for (child, &estimate) in previews.iter().zip(&estimates[count..]) {
            let after = game.play(position, child.mv);
            let status = game.status(&after);
            let of_move = game.estimate_move(position, child.mv);
            let alone = match status {
                Status::Open => game.estimate_after(position, child.mv, &after),
                // It may be anything there.
                Status::Won | Status::Failed => of_move.1,
            };
            let differs = child.status == Status::Open && estimate != alone;
            if differs || of_move != (status, alone) {
                let text = game.format_move(position, child.mv);
                let detail = format!(
                    "{text}: {estimate:?} together and {of_move:?}, alone {status:?} and {alone:?}"
                );
                return self.fail(Law::Preview, detail);
            }
        }
        Ok(())
    }
}
