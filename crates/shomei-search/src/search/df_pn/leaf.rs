//! Positions that the game decides by a search of its own ([`shomei_game::Game::solve_leaf`]).
//!
//! The game is asked when a position is chosen, not when it is made: few of the leaves are ever
//! chosen, and the game's estimate says which are cheap.

use shomei_game::{Game, Key, LeafSolver, Status, Visit};

use super::DfPn;
use crate::Bounds;
use crate::search::evaluate;
use crate::search::outcome::Outcome;
use crate::search::twins::Left;
use crate::table::Entry;

/// The most nodes of one search of the game's own. A position that needs more is left to df-pn.
const MOST_LEAF_NODES: u64 = 1 << 20;

/// The nodes between which the clock is looked at: the game keeps what it has found.
const LEAF_SLICE: u64 = 1 << 18;

impl<G: Game> DfPn<'_, G> {
    /// What the game finds by a search of its own of the position that would come onto the path
    /// next. Nothing: it must be expanded.
    pub(super) fn solve_leaf(&mut self, position: &G::Position, key: Key) -> Option<Outcome> {
        let work_before = self.account.counters.work();
        let bounds = evaluate::solved(self.solve_in_slices(position))?;
        self.monitor.enter(key, None);
        let counters = &mut self.account.counters;
        counters.expanded += 1;
        let outcome = Outcome::plain(bounds);
        let index = self.path.keys.len();
        // The root is not looked up again, and the table need not be touched.
        if index > 0 {
            let left = Left {
                key,
                work: counters.work() - work_before,
                min_depth: Entry::depth_of(index),
                before: Bounds::UNIT,
                twin: None,
            };
            let (game, path) = (self.game, &self.path);
            self.store.save(game, position, &left, &outcome, None, path);
        }
        Some(outcome)
    }

    /// The value of a position by the game's own search; open where the game has none.
    pub(super) fn solve_in_slices(&mut self, position: &G::Position) -> Status {
        if G::LEAF_SOLVER != LeafSolver::WhenVisited || !self.options.leaf_solver {
            return Status::Open;
        }
        let before = self.account.counters.leaf_nodes;
        loop {
            let used = self.account.counters.leaf_nodes - before;
            let most = LEAF_SLICE
                .min(self.account.nodes_left())
                .min(MOST_LEAF_NODES.saturating_sub(used));
            if most == 0 || self.account.stopped_by.is_some() {
                return Status::Open;
            }
            let nodes = &mut self.account.counters.leaf_nodes;
            let status = self.game.solve_leaf(position, Visit::Chosen(most), nodes);
            // Less than it may take: the position is none of those it decides.
            let gave_up = self.account.counters.leaf_nodes - before - used >= most;
            if status != Status::Open || !gave_up {
                return status;
            }
            self.account.poll();
        }
    }
}
