//! Leaves small parts of a strategy to plain search, which the checker repeats.
//!
//! One record then replaces all records below a position. Plain search tries moves in the order of
//! the rules, so it can need many nodes for a short win; it is used only if the checker's work
//! grows by no more than a small factor.

use shomei_game::Game;
use shomei_proof::{Claim, PlainResult, plain_search};

use super::graph::Size;
use super::{Shrinking, Visit};

/// The nodes of plain search for each child of the records that it replaces. A child takes the
/// checker longer than a node, because it must be stored until its own record comes.
const NODES_FOR_CHILD: u64 = 8;

/// The most nodes of plain search for one record.
const MOST_NODES: u64 = 1 << 17;

impl<G: Game> Shrinking<'_, '_, G> {
    /// Leaves a node to plain search, if that replaces records.
    pub(super) fn leave_to_plain_search(&mut self, step: &Visit<G::Position, G::Move>) {
        let links = self.graph.links(step.id).to_vec();
        let mut saved = Size::default();
        for &link in &links {
            saved += self.graph.release(link);
        }
        saved.children += links.len() as u64;
        let most = saved.children * NODES_FOR_CHILD + saved.plain;
        if saved.records > 0
            && most <= MOST_NODES
            && let Some(nodes) = self.plain_nodes(&step.position, most)
        {
            self.graph.resolve(step.id, nodes);
            return;
        }
        for link in links {
            self.graph.retain(link);
        }
    }

    /// The number of nodes with which plain search decides the position as claimed, if it is at
    /// most `most` and the limit on nodes allows it.
    fn plain_nodes(&mut self, position: &G::Position, most: u64) -> Option<u32> {
        let most = most.min(self.from.budget.nodes_left());
        let result = plain_search(self.from.game, position, most);
        let (PlainResult::Won { nodes } | PlainResult::Failed { nodes }) = result else {
            self.count_plain(most);
            return None;
        };
        self.count_plain(nodes);
        match (result, self.graph.claim) {
            (PlainResult::Won { nodes }, Claim::Proved)
            | (PlainResult::Failed { nodes }, Claim::Disproved) => u32::try_from(nodes).ok(),
            _ => None,
        }
    }

    /// Counts nodes of plain search, and checks the limits.
    fn count_plain(&mut self, nodes: u64) {
        self.from.budget.counters.leaf_nodes += nodes;
        self.from.budget.poll();
    }
}
