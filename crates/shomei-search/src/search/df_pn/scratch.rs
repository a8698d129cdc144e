//! Lists that are filled and read within one step of df-pn, and kept so that no step has to
//! ask the system for memory.

use shomei_game::{Key, Resource};

use crate::search::evaluate::Children;

/// See the [module text](self).
#[derive(Debug)]
pub(super) struct Scratch<M> {
    /// The moves of the node that is being expanded.
    pub(super) moves: Vec<M>,
    /// Its children as the game shows them together; empty where it does not.
    pub(super) children: Children<M>,
    /// The boards and resources of its children; empty where the game shows them.
    pub(super) resources: Vec<Option<(Key, Resource)>>,
    /// Its chains of which a child is being looked at.
    pub(super) open_chains: Vec<u32>,
    /// Of the node that is being left its moves, where all solve it, and how far each does.
    pub(super) reaches: Vec<(M, Resource)>,
}

/// What is known of a child before it is looked at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Told {
    /// Its place among the children, if what was seen of them is still there.
    pub(super) place: Option<usize>,
    /// Its board and resource, where positions dominate each other and boards are kept.
    pub(super) board: Option<(Key, Resource)>,
}

impl<M> Scratch<M> {
    pub(super) fn new() -> Scratch<M> {
        Scratch {
            moves: Vec::new(),
            children: Children::new(),
            resources: Vec::new(),
            open_chains: Vec::new(),
            reaches: Vec::new(),
        }
    }
}
