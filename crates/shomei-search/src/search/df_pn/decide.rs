//! Positions that the game decides by a search of its own.
//!
//! They are asked for when they are chosen, not when they are made: few of the
//! leaves are ever chosen, and the game's estimate tells which are cheap.

use shomei_game::{Key, Solvable, Status};

use super::DfPn;
use crate::Bounds;
use crate::search::outcome::Outcome;
use crate::search::twins::{self, Left};

/// The most nodes of one such search: the clock is not looked at meanwhile.
const MOST_NODES: u64 = 1 << 20;

impl<G: Solvable> DfPn<'_, G> {
    /// What the game finds of the position that would come onto the stack next.
    /// Nothing: it must be expanded.
    pub(super) fn decide(&mut self, position: &G::Position, key: Key) -> Option<Outcome> {
        if !G::DECIDES_ON_VISIT || !self.options.leaf_solver {
            return None;
        }
        let most = self.account.nodes_left().min(MOST_NODES);
        let counters = &mut self.account.counters;
        let work_before = counters.work();
        let status = self.game.decide(position, most, &mut counters.leaf_nodes);
        let bounds = match status {
            Status::Won => Bounds::PROVED,
            Status::Failed => Bounds::DISPROVED,
            Status::Open => return None,
        };
        counters.expanded += 1;
        let outcome = Outcome::terminal(bounds);
        if self.path.len() == 0 {
            // The root: nobody looks it up again, and the table need not be
            // touched.
            return Some(outcome);
        }
        let left = Left {
            key,
            work: counters.work() - work_before,
            min_depth: self.path.len().min(usize::from(u16::MAX - 1)) as u16,
            before: Bounds::UNIT,
            twin: None,
        };
        match &mut self.gc {
            None => twins::store(&mut self.table, &self.path, &left, &outcome),
            Some(gc) => gc.store(&self.table, |table| {
                twins::store(table, &self.path, &left, &outcome);
            }),
        }
        Some(outcome)
    }
}
