//! The walk during a survey, which records holes instead of searching them.

use shomei_game::{Game, Key, Role};

use super::{ProofWalk, Step, Turn};
use crate::strategy::{Kind, Link};

impl<G: Game> ProofWalk<'_, '_, G> {
    /// Records a hole at the top position, and continues without it.
    pub(super) fn leave_hole(&mut self) -> Turn {
        let above = &self.steps[..self.steps.len() - 1];
        let place = |step: &Step<G::Position, G::Move>| match step.role {
            Role::Attacker => step.candidates.last().copied(),
            Role::Defender => Some(step.links.len()),
        };
        let way: Option<Vec<_>> = above
            .iter()
            .map(|step| Some((place(step)?, step.key)))
            .collect();
        let key = self.top().key;
        if let Some(way) = way {
            self.from.note_hole(&way, key);
        }
        self.leave()
    }

    /// Continues without the top position, which is proved according to the table but has a move
    /// that refutes it. Removes its entry and that of the attacker's position which leads to it.
    pub(super) fn leave_contradiction(&mut self) -> Turn {
        let last = self.steps.len().saturating_sub(2);
        let keys: Vec<Key> = self.steps[last..].iter().map(|step| step.key).collect();
        let evicted = keys.into_iter().filter(|&key| self.from.evict(key)).count();
        match evicted {
            // The position was not proved by an entry.
            0 => self.leave_hole(),
            _ => self.leave(),
        }
    }

    fn leave(&mut self) -> Turn {
        let id = self.settle(Kind::Choice(0), &[Link::TERMINAL]);
        self.lacking.insert(id);
        Turn::Done
    }

    /// Records whether there is a hole below the top position, which now has these links.
    pub(super) fn note_whole(&mut self, id: u32, links: &[Link]) {
        if !self.from.surveys() {
            return;
        }
        let is_lacking = |link: &Link| link.id().is_some_and(|id| self.lacking.contains(&id));
        if links.iter().any(is_lacking) {
            self.lacking.insert(id);
        } else {
            self.from.cache.note_whole(self.top().key);
        }
    }

    /// The link to a position below which an earlier walk has found no hole.
    pub(super) fn whole(&self, key: Key) -> Option<Link> {
        let is_whole = self.from.surveys() && self.from.cache.is_whole(key);
        is_whole.then_some(Link::TERMINAL)
    }
}
