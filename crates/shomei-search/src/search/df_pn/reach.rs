//! How far solved values go where positions dominate each other
//! ([`shomei_game::Dominance`]): the least resource of a proof, the greatest of a
//! disproof, made from those of the children.

use shomei_game::{Key, Resource, Role, Solvable, Status};

use super::DfPn;
use super::frame::{Frame, Kid};
use crate::search::outcome::Outcome;
use crate::{Bounds, Number};

impl<G: Solvable> DfPn<'_, G> {
    /// A child that is solved because one with the same board is.
    #[inline]
    pub(super) fn dominated(
        &mut self,
        kid: &mut Kid<G::Move>,
        board: Option<(Key, Resource)>,
    ) -> Option<Bounds> {
        let decided = self.table.boards()?.find(board)?;
        self.account.counters.table_hits += 1;
        kid.length = decided.length;
        kid.reach = Some(decided.reach);
        Some(decided.bounds)
    }

    /// The numbers of a child, raised by those of positions with the same board.
    #[inline]
    pub(super) fn raised(&self, board: Option<(Key, Resource)>, bounds: Bounds) -> Bounds {
        match self.table.boards() {
            Some(boards) if G::DOMINATES && !bounds.is_solved() => boards.raise(board, bounds),
            _ => bounds,
        }
    }

    /// The board and the resource of a child; `place`: its place, if those of the
    /// children are still there.
    #[inline]
    pub(super) fn resource_of(
        &self,
        position: &G::Position,
        mv: G::Move,
        place: Option<usize>,
    ) -> Option<(Key, Resource)> {
        let known = place.and_then(|place| self.scratch.resources.get(place).copied());
        known.unwrap_or_else(|| self.game.resource_after(position, mv))
    }

    /// How far the value of a node that is being left goes; nothing where it does
    /// not hold on every line. Its children are still there.
    pub(super) fn reach_of(
        &mut self,
        frame: &Frame<G::Position>,
        outcome: &Outcome,
    ) -> Option<Resource> {
        if !G::DOMINATES
            || self.table.boards().is_none()
            || !outcome.bounds.is_solved()
            || !outcome.support.is_none()
        {
            return None;
        }
        let game = self.game;
        let position = &frame.position;
        let winner = match outcome.bounds.is_proved() {
            true => Role::Attacker,
            false => Role::Defender,
        };
        if outcome.bounds.of(frame.role) == Number::ZERO {
            let kid = self.stack.kids[frame.kids.start + outcome.best?];
            let reach = self.reach_of_child(position, &kid, winner);
            return Some(game.bound_by_one(position, winner, kid.mv, reach));
        }
        let mut reaches = std::mem::take(&mut self.scratch.reaches);
        reaches.clear();
        for kid in &self.stack.kids[frame.kids.clone()] {
            reaches.push((kid.mv, self.reach_of_child(position, kid, winner)));
        }
        let reach = game.bound_by_all(position, winner, &reaches);
        self.scratch.reaches = reaches;
        Some(reach)
    }

    fn reach_of_child(&self, position: &G::Position, kid: &Kid<G::Move>, winner: Role) -> Resource {
        if let Some(reach) = kid.reach {
            return reach;
        }
        let child = self.game.play(position, kid.mv);
        if kid.length == 0 && self.game.status(&child) != Status::Open {
            return self.game.bound_at_end(&child);
        }
        // By the table, which does not say, or by a repetition.
        let boards = self.table.boards();
        let known = boards.and_then(|boards| boards.find(self.game.resource(&child)));
        let known = known.filter(|decided| {
            kid.support.is_none() && decided.bounds.is_proved() == (winner == Role::Attacker)
        });
        known.map_or_else(|| self.game.own_resource(&child), |decided| decided.reach)
    }
}
