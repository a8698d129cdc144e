//! Positions that the game decides by a search of its own.
//!
//! They are asked for when they are chosen, not when they are made: few of the
//! leaves are ever chosen, and the game's estimate tells which are cheap.

use shomei_game::{Key, Solvable, Status};

use super::DfPn;
use crate::Bounds;
use crate::search::evaluate;
use crate::search::outcome::Outcome;
use crate::search::twins::{self, Left};

/// The most nodes of one such search. One that needs more is left to df-pn.
const MOST_NODES: u64 = 1 << 20;

/// So many at a time, between which the clock is looked at: the game keeps what
/// it has found.
const SLICE: u64 = 1 << 18;

impl<G: Solvable> DfPn<'_, G> {
    /// What the game finds of the position that would come onto the stack next.
    /// Nothing: it must be expanded.
    pub(super) fn decide(&mut self, position: &G::Position, key: Key) -> Option<Outcome> {
        if !G::DECIDES_ON_VISIT || !self.options.leaf_solver {
            return None;
        }
        let work_before = self.account.counters.work();
        let bounds = evaluate::solved(self.decide_in_slices(position))?;
        self.walk.enter(key, false);
        let counters = &mut self.account.counters;
        counters.expanded += 1;
        let outcome = Outcome::terminal(bounds);
        if self.line.path.len() == 0 {
            // The root: nobody looks it up again, and the table need not be
            // touched.
            return Some(outcome);
        }
        let left = Left {
            key,
            work: counters.work() - work_before,
            min_depth: self.line.path.len().min(usize::from(u16::MAX - 1)) as u16,
            before: Bounds::UNIT,
            twin: None,
        };
        self.show((position, None), &left, &outcome);
        match &mut self.gc {
            None => twins::store(&mut self.table, &self.line.path, &left, &outcome),
            Some(gc) => gc.store(&self.table, |table| {
                twins::store(table, &self.line.path, &left, &outcome);
            }),
        }
        Some(outcome)
    }

    pub(super) fn decide_in_slices(&mut self, position: &G::Position) -> Status {
        let before = self.account.counters.leaf_nodes;
        loop {
            let used = self.account.counters.leaf_nodes - before;
            let most = SLICE
                .min(self.account.nodes_left())
                .min(MOST_NODES.saturating_sub(used));
            if most == 0 || self.account.stopped_by.is_some() {
                return Status::Open;
            }
            let nodes = &mut self.account.counters.leaf_nodes;
            let status = self.game.decide(position, most, nodes);
            // Less than it may take: the position is none of those it decides.
            let gave_up = self.account.counters.leaf_nodes - before - used >= most;
            if status != Status::Open || !gave_up {
                return status;
            }
            self.account.poll();
        }
    }
}
