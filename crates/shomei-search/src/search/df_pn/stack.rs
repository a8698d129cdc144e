//! The stack of df-pn: the nodes of the line, and the children of all of them.

use shomei_game::EdgeCost;

use super::frame::{Frame, Kid};
use super::partition::Sources;
use crate::rule::Pair;

/// See the [module text](self). What is known of a child stands at the same place in each of
/// the lists.
#[derive(Debug)]
pub(super) struct Stack<P, M> {
    pub(super) frames: Vec<Frame<P>>,
    /// The children of all frames, each frame's behind its parent's.
    pub(super) kids: Vec<Kid<M>>,
    /// Their numbers.
    pub(super) pairs: Vec<Pair>,
    /// Their edge costs; empty when costs are off.
    pub(super) costs: Vec<EdgeCost>,
    /// The places of their moves in the game's own order; empty where they are in that order.
    pub(super) places: Vec<usize>,
    /// Which of them share work; empty but by the partition rule.
    pub(super) sources: Sources,
}

impl<P, M> Stack<P, M> {
    pub(super) fn new(sources: Sources) -> Stack<P, M> {
        Stack {
            frames: Vec::new(),
            kids: Vec::new(),
            pairs: Vec::new(),
            costs: Vec::new(),
            places: Vec::new(),
            sources,
        }
    }

    /// Takes everything off.
    pub(super) fn clear(&mut self) {
        self.frames.clear();
        self.truncate(0);
    }

    /// Takes off the children from this place on.
    pub(super) fn truncate(&mut self, kids: usize) {
        self.sources.resize(kids);
        self.kids.truncate(kids);
        self.pairs.truncate(kids);
        self.costs.truncate(kids);
        self.places.truncate(kids);
    }

    /// The place in the game's own order of the move to a child, which is the one with this number
    /// in the lists; `first`: the number of the node's first child.
    pub(super) fn place_of(&self, kid: usize, first: usize) -> usize {
        self.places.get(kid).copied().unwrap_or(kid - first)
    }
}
