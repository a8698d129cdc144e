//! A node on the path of a depth-first search, its children, and its call.

use std::ops::Range;

use shomei_game::{Key, Role};

use crate::Bounds;
use crate::search::outcome::{Outcome, PathDependence};
use crate::table::PathIndex;

/// A node that is to be searched.
#[derive(Clone, Debug)]
pub(crate) struct DepthCall<P> {
    pub(crate) position: P,
    pub(crate) key: Key,
    /// Its numbers as known to the caller.
    pub(crate) bounds: Bounds,
}

/// A node on the path.
#[derive(Debug)]
pub(crate) struct DepthFrame<P> {
    pub(crate) position: P,
    pub(super) key: Key,
    pub(crate) role: Role,
    /// Its index on the path.
    pub(super) index: usize,
    /// The places of its children in `DepthFirst::children`.
    pub(crate) children: Range<usize>,
    /// The numbers at entry, from the table or the caller.
    pub(crate) before: Bounds,
    /// The twin index of its entry.
    pub(super) twin: Option<PathIndex>,
    /// The budget's expansions when the node was entered, and the work below it in earlier visits.
    pub(super) expanded_before: u64,
    pub(super) work_before: u64,
}

/// The result of entering a node.
#[derive(Debug)]
pub(crate) enum Entered<P> {
    /// The node is on the path, with its children.
    Open(DepthFrame<P>),
    /// The node needs no search: this is its outcome.
    Done(Outcome),
}

/// A child of a node on the path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DepthChild<M> {
    pub(super) key: Key,
    pub(crate) mv: M,
    /// Its place in the game's move order.
    pub(super) place: u32,
    pub(crate) bounds: Bounds,
    pub(super) path_dependence: PathDependence,
    pub(super) length: u16,
    /// Whether it was searched or found in the table. Otherwise its numbers are the initial ones.
    pub(crate) is_known: bool,
}
