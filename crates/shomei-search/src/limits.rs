//! Limits on the work of a search.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use web_time::Instant;

use crate::{Counters, Stop};

/// Limits on the work of a search. The default has no limits.
///
/// Every algorithm obeys every limit. The node limit counts expanded nodes and the nodes of the
/// game's leaf solver. A search exceeds this limit by at most the leaf-solver nodes below its last
/// node. It exceeds the limits on generated and evaluated nodes by at most one expansion. Several
/// threads can exceed a limit by the work that each of them has in progress. A search reads the
/// stop flag before each expansion, and the clock about once per millisecond. Before each expansion
/// and before it returns an answer, it checks whether the game has failed
/// ([`Game::fault`](shomei_game::Game::fault)).
///
/// [`Limits::time`] counts from the start of each search that receives these limits. If one
/// question needs several searches, [`Limits::started`] converts the time into a deadline that all
/// of them share.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Largest number of nodes: expanded nodes plus nodes of the leaf solver.
    pub nodes: Option<u64>,
    /// Largest number of generated nodes, the unit of the papers on Lines of Action.
    pub generated: Option<u64>,
    /// Largest number of evaluated leaves. The papers use this unit to compare searches that
    /// evaluate nodes at once with searches that delay evaluation.
    pub evaluated: Option<u64>,
    /// Longest duration, counted from the start of the search.
    pub time: Option<Duration>,
    /// The moment at which the search ends.
    pub deadline: Option<Instant>,
    /// A flag that any thread can set to end the search.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Limits {
    /// Expansions between two progress events.
    pub const POLL: u64 = 1024;

    /// A limit on nodes alone.
    #[must_use]
    pub fn nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// These limits with the clock started: the duration becomes a deadline, so that consecutive
    /// searches share it.
    #[must_use]
    pub fn started(&self) -> Limits {
        Limits {
            time: None,
            deadline: self.ends_at(),
            ..self.clone()
        }
    }

    /// Returns [`Stop::Interrupt`] if the stop flag is set, or [`Stop::Time`] if the time is used
    /// up. In both cases no further work should begin.
    #[must_use]
    pub fn reached(&self) -> Option<Stop> {
        if self.is_stop_set() {
            return Some(Stop::Interrupt);
        }
        let end = self.ends_at()?;
        (Instant::now() >= end).then_some(Stop::Time)
    }

    /// The remaining time, if there is a time limit.
    #[must_use]
    pub fn time_left(&self) -> Option<Duration> {
        let end = self.ends_at()?;
        Some(end.saturating_duration_since(Instant::now()))
    }

    /// These limits minus the work already done.
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

    /// The limits of a search that reserves work for the line of play and the certificate. The
    /// search receives seven eighths of the remaining nodes and time. The reserve is at most a
    /// million nodes and 30 seconds. A limit below 10,000 nodes is not divided.
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

    /// Whether these counters have reached one of the limits.
    #[inline]
    pub(crate) fn are_reached_by(&self, counters: &Counters) -> bool {
        let is_reached = |limit: Option<u64>, count| limit.is_some_and(|limit| count >= limit);
        is_reached(self.nodes, counters.nodes())
            || is_reached(self.generated, counters.generated)
            || is_reached(self.evaluated, counters.evaluated)
    }

    /// The moment at which a search that begins now must end.
    pub(crate) fn ends_at(&self) -> Option<Instant> {
        // A duration that the clock cannot represent is not a limit.
        let end = self.time.and_then(|time| Instant::now().checked_add(time));
        [end, self.deadline].into_iter().flatten().min()
    }
}
