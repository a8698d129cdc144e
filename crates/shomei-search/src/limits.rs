//! When a search must stop.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::{Counters, Stop};

/// Bounds on the work of a search. The default has none.
///
/// Every algorithm obeys every limit. The node limit counts expanded nodes, and those of the
/// game's own searches of small remainders; a search passes it by no more than the remainders
/// below its last node. Limits on generated and evaluated nodes are passed by one expansion at
/// most. Several threads may pass a limit by what each has under way. Before each expansion a search
/// reads the stop flag, and about once a millisecond it looks at the clock. Before each
/// expansion, and before an answer is given, it looks at whether the game has failed
/// ([`Game::fault`](shomei_game::Game::fault)).
///
/// [`Limits::time`] counts from the start of each search that is given it. Where one question
/// takes several searches, [`Limits::started`] makes a deadline of it that all of them share.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Largest number of nodes, expanded or of searches of small remainders.
    pub nodes: Option<u64>,
    /// Largest number of generated nodes, the unit of the papers on LOA.
    pub generated: Option<u64>,
    /// Largest number of evaluated leaves, the unit in which the papers compare
    /// searches that evaluate at once with those that put it off.
    pub evaluated: Option<u64>,
    /// Longest time, counted from the start of the search.
    pub time: Option<Duration>,
    /// The moment at which the search ends.
    pub deadline: Option<Instant>,
    /// Set by anybody to end the search.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// Expansions between two events that tell of progress.
    pub const POLL: u64 = 1024;

    /// A limit on nodes alone.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// These limits with the clock started: the time has become a deadline, so that
    /// searches one after another share it.
    #[must_use]
    pub fn started(&self) -> Limits {
        Limits {
            time: None,
            deadline: self.ends_at(),
            ..self.clone()
        }
    }

    /// [`Stop::Interrupt`] if the stop flag is set, [`Stop::Time`] if time is up: then nothing
    /// more should be begun.
    #[must_use]
    pub fn reached(&self) -> Option<Stop> {
        if self.is_stop_set() {
            return Some(Stop::Interrupt);
        }
        let end = self.ends_at()?;
        (Instant::now() >= end).then_some(Stop::Time)
    }

    /// The time that is left, if there is a limit.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        let end = self.ends_at()?;
        Some(end.saturating_duration_since(Instant::now()))
    }

    /// These limits less the nodes that have been used.
    #[must_use]
    pub fn less(&self, counters: &Counters) -> Limits {
        let left = |limit: Option<u64>, used: u64| limit.map(|limit| limit.saturating_sub(used));
        Limits {
            nodes: left(self.nodes, counters.nodes()),
            generated: left(self.generated, counters.generated),
            evaluated: left(self.evaluated, counters.evaluated),
            ..self.clone()
        }
    }

    /// The limits for a search that has to leave something for the line of play and the
    /// certificate behind it. It gets seven eighths of what is left; it gets more where an eighth
    /// is more than a million nodes, or more than 30 seconds. Fewer than 10,000 nodes are not
    /// divided.
    #[must_use]
    pub fn but_the_end(&self) -> Limits {
        const UNDIVIDED: u64 = 10_000;
        const MOST_NODES: u64 = 1_000_000;
        const MOST_TIME: Duration = Duration::from_secs(30);
        let kept = |limit: u64| match limit {
            0..UNDIVIDED => 0,
            _ => (limit / 8).min(MOST_NODES),
        };
        let most = |limit: Option<u64>| limit.map(|limit| limit - kept(limit));
        let now = Instant::now();
        let earlier = |end: Instant| end - (end.saturating_duration_since(now) / 8).min(MOST_TIME);
        Limits {
            nodes: most(self.nodes),
            generated: most(self.generated),
            evaluated: most(self.evaluated),
            time: None,
            deadline: self.ends_at().map(earlier),
            stop: self.stop.clone(),
        }
    }

    /// Whether the stop flag is set.
    #[inline]
    pub(crate) fn is_stop_set(&self) -> bool {
        let is_set = |stop: &Arc<AtomicBool>| stop.load(Ordering::Relaxed);
        self.stop.as_ref().is_some_and(is_set)
    }

    /// Whether a search with these counters has done what these limits allow.
    #[inline]
    pub(crate) fn are_reached_by(&self, counters: &Counters) -> bool {
        let is_reached = |limit: Option<u64>, count| limit.is_some_and(|limit| count >= limit);
        is_reached(self.nodes, counters.nodes())
            || is_reached(self.generated, counters.generated)
            || is_reached(self.evaluated, counters.evaluated)
    }

    /// When a search that begins now has to end.
    pub(crate) fn ends_at(&self) -> Option<Instant> {
        // A time too long for the clock is no limit.
        let end = self.time.and_then(|time| Instant::now().checked_add(time));
        [end, self.deadline].into_iter().flatten().min()
    }
}
