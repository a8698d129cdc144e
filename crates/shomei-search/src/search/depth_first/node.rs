//! A node on the line of a depth-first search, its children, and how it is
//! called.

use std::ops::Range;

use shomei_game::{Key, Role};

use crate::Bounds;
use crate::search::outcome::{Outcome, Support};
use crate::table::PathIndex;

/// A node that is to be searched.
#[derive(Clone, Debug)]
pub(crate) struct DepthCall<P> {
    pub(crate) position: P,
    pub(crate) key: Key,
    /// Its numbers as far as the caller knows.
    pub(crate) bounds: Bounds,
}

/// A node on the line.
#[derive(Debug)]
pub(crate) struct DepthFrame<P> {
    pub(crate) position: P,
    pub(super) key: Key,
    pub(crate) role: Role,
    /// Its place on the line.
    pub(super) index: usize,
    /// The places of its children in `DepthFirst::children`.
    pub(crate) children: Range<usize>,
    /// The numbers it came with, of the table or of the caller.
    pub(crate) before: Bounds,
    /// The twin that its entry knows.
    pub(super) twin: Option<PathIndex>,
    /// The account's expansions when it was entered, and the work below it in
    /// earlier visits.
    pub(super) expanded_before: u64,
    pub(super) work_before: u64,
}

/// What becomes of a call.
#[derive(Debug)]
pub(crate) enum Entered<P> {
    /// The node is on the line, with its children.
    Open(DepthFrame<P>),
    /// Nothing is to be searched: this is known.
    Done(Outcome),
}

/// A child of a node on the line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DepthChild<M> {
    pub(super) key: Key,
    pub(crate) mv: M,
    /// Its place in the game's order of moves.
    pub(super) place: u32,
    pub(crate) bounds: Bounds,
    pub(super) support: Support,
    pub(super) length: u16,
    /// Whether it was searched or found in the table. Else its numbers are
    /// those of a new leaf.
    pub(crate) is_known: bool,
}
