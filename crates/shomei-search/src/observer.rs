//! What a search tells while it runs.

use std::sync::Arc;

use crate::bracket::Bracket;
use crate::table::Table;
use crate::{Bounds, Counters};

/// A moment of a running search.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The root's numbers.
    pub bounds: Bounds,
    /// The work so far.
    pub counters: Counters,
    /// The part of the table in use, 0 to 1; of the node store in best-first
    /// searches.
    pub fill: f64,
}

/// What an [`Observer`] is told. There may be more kinds one day, so a `match` needs a
/// last arm that ignores the rest.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A search begins with this table of solved positions; the table of df-pn holds all
    /// that the search knows. The function that opens a search tells this, not the search
    /// itself.
    Begins(&'a Arc<Table>),

    /// A look at the running search, every [`Limits::POLL`](crate::Limits::POLL)
    /// expansions.
    Progress(Progress),

    /// The numbers of the root, told when they are first known and whenever they change;
    /// only df-pn with one thread tells them. They are no answer: that is the report, which
    /// has none where the game has failed.
    ///
    /// df-pn searches a node while its numbers are below its thresholds. So one more than
    /// the largest finite phi that is told here is the least threshold of phi at the root
    /// with which the search would have gone the same way (`docs/references.md [4]`,
    /// section 4); the same holds for delta.
    Root(Bounds),

    /// A search for the shortest win begins with another number of plies.
    Length {
        /// What is known of the length.
        known: Bracket,
        /// The number of plies that is asked about next.
        next: u16,
    },
}

/// An observer is told what a search is doing.
///
/// The search waits while it tells an event, so an observer must be quick. A closure
/// `FnMut(&Event<'_>)` is an observer, and [`Silent`] is one that does nothing.
pub trait Observer {
    /// Something has happened.
    fn event(&mut self, event: &Event<'_>);
}

/// An observer that ignores every event.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn event(&mut self, _event: &Event<'_>) {}
}

impl<F: FnMut(&Event<'_>)> Observer for F {
    fn event(&mut self, event: &Event<'_>) {
        self(event);
    }
}
