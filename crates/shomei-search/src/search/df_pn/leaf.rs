//! Positions that the game's leaf solver decides ([`shomei_game::Game::solve_leaf`]).
//!
//! The leaf solver is called when a position is chosen, not when it is created: only few leaves are
//! ever chosen, and the game's estimate shows which ones are cheap.

use shomei_game::{Game, Key, LeafSolver, Status, Visit};

use super::DfPn;
use crate::Bounds;
use crate::search::evaluate;
use crate::search::outcome::Outcome;
use crate::search::twins::Left;
use crate::table::Entry;

/// The largest number of nodes for one call of the leaf solver. df-pn searches a position that
/// needs more.
const MOST_LEAF_NODES: u64 = 1 << 20;

/// Number of nodes between two checks of the clock. The game keeps its intermediate results.
const LEAF_SLICE: u64 = 1 << 18;

impl<G: Game> DfPn<'_, G> {
    /// The outcome that the leaf solver finds for the position that would be added to the path
    /// next; `None` if the position must be expanded.
    pub(super) fn solve_leaf(&mut self, position: &G::Position, key: Key) -> Option<Outcome> {
        let work_before = self.budget.counters.work();
        let bounds = evaluate::solved(self.solve_in_slices(position))?;
        self.monitor.enter(key, None);
        let counters = &mut self.budget.counters;
        counters.expanded += 1;
        let outcome = Outcome::plain(bounds);
        let index = self.path.keys.len();
        // The root is not looked up again, so its entry is not needed.
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

    /// The status of a position by the leaf solver; open if the game has none.
    pub(super) fn solve_in_slices(&mut self, position: &G::Position) -> Status {
        if G::LEAF_SOLVER != LeafSolver::WhenVisited || !self.options.leaf_solver {
            return Status::Open;
        }
        let before = self.budget.counters.leaf_nodes;
        loop {
            let used = self.budget.counters.leaf_nodes - before;
            let most = LEAF_SLICE
                .min(self.budget.nodes_left())
                .min(MOST_LEAF_NODES.saturating_sub(used));
            if most == 0 || self.budget.stopped_by.is_some() {
                return Status::Open;
            }
            let nodes = &mut self.budget.counters.leaf_nodes;
            let status = self.game.solve_leaf(position, Visit::Chosen(most), nodes);
            // If the solver used fewer nodes than allowed, it cannot decide the position.
            let gave_up = self.budget.counters.leaf_nodes - before - used >= most;
            if status != Status::Open || !gave_up {
                return status;
            }
            self.budget.poll();
        }
    }
}
