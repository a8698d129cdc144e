//! Dominance bounds of nodes that are left, where positions dominate each other
//! ([`shomei_game::Game::dominance_bound`]): the least resource of a proof, the greatest of a
//! disproof, made from those of the children.

use shomei_game::{Decided, Game, Resource, Role, Status, own_resource};

use super::DfPn;
use super::node::Frame;
use crate::Number;
use crate::search::outcome::Outcome;

impl<G: Game> DfPn<'_, G> {
    /// The bound of a node that is left; nothing where its value does not hold on every path. Its
    /// children are still there.
    pub(super) fn dominance_bound(
        &self,
        frame: &Frame<G::Position>,
        outcome: &Outcome,
    ) -> Option<Resource> {
        let is_known = outcome.bounds.is_solved() && outcome.support.is_none();
        if !self.store.has_boards() || !is_known {
            return None;
        }
        let winner = match outcome.bounds.is_proved() {
            true => Role::Attacker,
            false => Role::Defender,
        };
        let (game, position) = (self.game, &frame.position);
        let child = |child: usize| {
            let mv = self.stack.children[child].mv;
            (mv, self.bound_of_child(position, child, winner))
        };
        if outcome.bounds.of(frame.role) == Number::ZERO {
            let (mv, bound) = child(frame.children.start + outcome.best?);
            let decided = Decided::ByOne { winner, mv, bound };
            return Some(game.dominance_bound(position, decided));
        }
        let bounds: Vec<_> = frame.children.clone().map(child).collect();
        let bounds = bounds.as_slice();
        Some(game.dominance_bound(position, Decided::ByAll { winner, bounds }))
    }

    fn bound_of_child(&self, position: &G::Position, child: usize, winner: Role) -> Resource {
        if let Some(bound) = self.stack.extras.get(child).and_then(|extra| extra.bound) {
            return bound;
        }
        let child = &self.stack.children[child];
        let played = self.game.play(position, child.mv);
        if child.length == 0 && self.game.status(&played) != Status::Open {
            return self.game.dominance_bound(&played, Decided::AtEnd);
        }
        // By the table, which does not say, or by a repetition.
        let known = self.store.dominating(self.game.resource(&played));
        let known = known.filter(|value| {
            child.support.is_none() && value.bounds.is_proved() == (winner == Role::Attacker)
        });
        known.map_or_else(|| own_resource(self.game, &played), |value| value.bound)
    }
}
