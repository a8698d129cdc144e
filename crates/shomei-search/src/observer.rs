//! Events that a running search reports.

use std::sync::Arc;

use crate::bracket::Bracket;
use crate::table::Table;
use crate::{Bounds, Counters};

/// The state of a running search at one moment.
#[derive(Clone, Copy, Debug)]
pub struct Progress {
    /// The root's numbers. [`Number::MAX`](crate::Number::MAX) means at least this number.
    pub bounds: Bounds,
    /// The work so far.
    pub counters: Counters,
    /// The fraction of the table in use, 0 to 1, measured every few thousand nodes relative to the
    /// size to which the table can grow. For best-first searches it is the fraction of the node
    /// store.
    pub fill: f64,
}

/// An event for an [`Observer`]. Later versions can add kinds of events, so a `match` needs a last
/// arm that ignores the rest.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// A search begins with this table of solved positions. The table of df-pn contains all results
    /// of the search. The function that opens a search reports this event, not the search itself.
    Begins(&'a Arc<Table>),

    /// The progress of the search, reported every [`Limits::POLL`](crate::Limits::POLL) expansions.
    Progress(Progress),

    /// The numbers of the root, reported when they are first known and whenever they change. Only
    /// df-pn with one thread reports this event. These numbers are not the answer; the final report
    /// contains the answer, or no answer if the game has failed.
    ///
    /// df-pn searches a node while its numbers are below its thresholds. So the largest finite phi
    /// reported here, plus one, is the least threshold of phi at the root with which the search
    /// would have visited the same nodes (`docs/references.md [4]`, section 4). The same is true of
    /// delta.
    Root(Bounds),

    /// A search for the shortest win begins to search for another number of plies.
    Length {
        /// The bounds on the length so far.
        known: Bracket,
        /// The number of plies of the next search.
        next: u16,
    },
}

/// Receives the events of a search.
///
/// The search waits for [`Observer::event`], so an observer must be quick. A closure
/// `FnMut(&Event<'_>)` is an observer. [`Silent`] is an observer that does nothing.
pub trait Observer {
    /// Receives one event.
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
