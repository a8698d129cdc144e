//! When a search must stop, and how it tells about its progress.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::shortest::Bracket;
use crate::table::Table;
use crate::{Bounds, Counters, Report, Stop};

/// Bounds on the work of a search. The default has none.
///
/// Every algorithm obeys every limit. The node limit counts expanded nodes, and
/// those of the game's own searches of small remainders. It is exact but for the
/// remainders below the last node. So are those on generated and evaluated nodes up to one
/// expansion; several threads may pass them by what each has under way. The time
/// limit and the stop flag are looked at every [`Limits::POLL`] expansions.
///
/// [`Limits::time`] counts from the start of each search that is given it. Where one
/// question takes several searches, [`Limits::started`] makes a moment of it, which all
/// of them share:
///
/// ```
/// use std::time::Duration;
/// use shomei_search::Limits;
///
/// let limits = Limits { time: Some(Duration::from_secs(5)), ..Limits::default() };
/// let started = limits.started();
/// assert_eq!(started.time, None);
/// assert_eq!(started.clone().started().deadline, started.deadline);
/// ```
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
    /// Expansions between two looks at the clock, the flag and the observer.
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

    /// Whether time is up or the stop flag set, so that nothing more should be begun.
    #[must_use]
    pub fn reached(&self) -> Option<Stop> {
        let is_set = |stop: &Arc<AtomicBool>| stop.load(Ordering::Relaxed);
        if self.stop.as_ref().is_some_and(is_set) {
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

    /// What is left of the nodes when so many are used up.
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

    /// The part of what is left after which a search ends that has to leave something for
    /// the line of play and the certificate behind it: seven eighths, or more where an
    /// eighth is more than a million nodes or than 30 seconds. Fewer than
    /// 10,000 nodes are not divided.
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

    /// When a search that begins now has to end.
    fn ends_at(&self) -> Option<Instant> {
        // A time too long for the clock is no limit.
        let end = self.time.and_then(|time| Instant::now().checked_add(time));
        [end, self.deadline].into_iter().flatten().min()
    }
}

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

/// Somebody who watches a search.
///
/// Called every [`Limits::POLL`] expansions, so it must be quick.
pub trait Observer {
    /// A look at the running search.
    fn progress(&mut self, progress: &Progress);

    /// The numbers of the root are these, told when they are first known and
    /// whenever they change; by df-pn with one thread alone.
    ///
    /// df-pn searches a node while its numbers are below its thresholds. So one
    /// more than the largest finite phi that is told here is the least threshold
    /// of phi at the root with which the search would have gone the same way
    /// (`docs/references.md [4]`, section 4); of delta likewise.
    fn root(&mut self, _bounds: Bounds) {}

    /// A search for the shortest win ([`crate::shortest`]) knows so much, and goes on
    /// with this number of plies.
    fn length(&mut self, _known: Bracket, _next: u16) {}

    /// A search begins with this table of solved positions; of df-pn it holds
    /// all that the search knows. Whoever opens a search calls this, not the
    /// search itself.
    fn begins(&mut self, _table: &Arc<Table>) {}
}

/// Nobody watches.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Observer for Silent {
    fn progress(&mut self, _progress: &Progress) {}
}

impl<F: FnMut(&Progress)> Observer for F {
    fn progress(&mut self, progress: &Progress) {
        self(progress);
    }
}

/// The running account of a search against its limits.
///
/// The only place of this crate that reads a clock.
#[derive(Debug)]
pub(crate) struct Account {
    pub(crate) counters: Counters,
    pub(crate) stopped_by: Option<Stop>,
    nodes: u64,
    /// What [`Counters::work`] may become.
    work: u64,
    generated: u64,
    evaluated: u64,
    deadline: Option<Instant>,
    stop: Option<Arc<AtomicBool>>,
    next_poll: u64,
}

impl Account {
    pub(crate) fn open(limits: &Limits) -> Account {
        Account {
            counters: Counters::default(),
            stopped_by: None,
            nodes: limits.nodes.unwrap_or(u64::MAX),
            work: u64::MAX,
            generated: limits.generated.unwrap_or(u64::MAX),
            evaluated: limits.evaluated.unwrap_or(u64::MAX),
            deadline: limits.ends_at(),
            stop: limits.stop.clone(),
            next_poll: 0,
        }
    }

    /// Whether the search must end now. Ask before each expansion.
    #[inline]
    pub(crate) fn exhausted(&mut self) -> bool {
        let Counters {
            generated,
            evaluated,
            ..
        } = self.counters;
        if self.counters.nodes() >= self.nodes
            || self.counters.work() >= self.work
            || generated >= self.generated
            || evaluated >= self.evaluated
        {
            self.stopped_by.get_or_insert(Stop::Nodes);
        }
        self.stopped_by.is_some()
    }

    /// Whether it is time to call [`Account::poll`].
    #[inline]
    pub(crate) fn poll_due(&self) -> bool {
        self.counters.work() >= self.next_poll
    }

    /// The report of a search that ends with these bounds of its root.
    pub(crate) fn report(&self, bounds: Bounds) -> Report {
        Report {
            answer: bounds.into(),
            bounds,
            stopped_by: self.stopped_by.filter(|_| !bounds.is_solved()),
            counters: self.counters,
        }
    }

    /// What is left of the limits, for a search that is part of this work.
    pub(crate) fn rest(&self) -> Limits {
        let left = |limit: u64, used: u64| (limit < u64::MAX).then(|| limit.saturating_sub(used));
        Limits {
            nodes: left(self.nodes, self.counters.nodes()),
            generated: left(self.generated, self.counters.generated),
            evaluated: left(self.evaluated, self.counters.evaluated),
            time: None,
            deadline: self.deadline,
            stop: self.stop.clone(),
        }
    }

    /// An account for a part of this work, of no more than so much
    /// ([`Counters::work`]), with the same clock and flag.
    pub(crate) fn part(&self, work: u64) -> Account {
        let Counters {
            generated,
            evaluated,
            ..
        } = self.counters;
        Account {
            counters: Counters::default(),
            stopped_by: None,
            nodes: self.nodes_left(),
            work,
            generated: self.generated.saturating_sub(generated),
            evaluated: self.evaluated.saturating_sub(evaluated),
            deadline: self.deadline,
            stop: self.stop.clone(),
            next_poll: Limits::POLL,
        }
    }

    /// Nodes left.
    pub(crate) fn nodes_left(&self) -> u64 {
        self.nodes.saturating_sub(self.counters.nodes())
    }

    /// Work that may still be done, as far as it is limited.
    pub(crate) fn work_left(&self) -> u64 {
        let left = self.work.saturating_sub(self.counters.work());
        left.min(self.nodes_left())
    }

    /// Adds the work of such a search.
    pub(crate) fn add(&mut self, part: &Counters) {
        self.counters.expanded += part.expanded;
        self.counters.generated += part.generated;
        self.counters.evaluated += part.evaluated;
        self.counters.leaf_nodes += part.leaf_nodes;
        self.counters.table_hits += part.table_hits;
        self.counters.saturations += part.saturations;
    }

    /// Looks at the clock and the flag.
    pub(crate) fn poll(&mut self) {
        self.next_poll = self.counters.work() + Limits::POLL;
        if self
            .stop
            .as_ref()
            .is_some_and(|stop| stop.load(Ordering::Relaxed))
        {
            self.stopped_by.get_or_insert(Stop::Interrupt);
        } else if self
            .deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
        {
            self.stopped_by.get_or_insert(Stop::Time);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_limit_stops() {
        let stop = Arc::new(AtomicBool::new(true));
        let stopped = |limits: Limits| {
            let mut account = Account::open(&limits);
            account.counters.expanded = 10;
            account.counters.generated = 100;
            account.counters.evaluated = 7;
            account.poll();
            account.exhausted();
            account.stopped_by
        };
        assert_eq!(stopped(Limits::default()), None);
        assert_eq!(stopped(Limits::nodes(10)), Some(Stop::Nodes));
        assert_eq!(stopped(Limits::nodes(11)), None);
        let generated = Limits {
            generated: Some(100),
            ..Limits::default()
        };
        assert_eq!(stopped(generated), Some(Stop::Nodes));
        let evaluated = Limits {
            evaluated: Some(7),
            ..Limits::default()
        };
        assert_eq!(stopped(evaluated), Some(Stop::Nodes));
        let time = Limits {
            time: Some(Duration::ZERO),
            ..Limits::default()
        };
        assert_eq!(stopped(time), Some(Stop::Time));
        let deadline = Limits {
            deadline: Some(Instant::now()),
            time: Some(Duration::from_secs(3600)),
            ..Limits::default()
        };
        assert_eq!(deadline.reached(), Some(Stop::Time));
        assert_eq!(stopped(deadline), Some(Stop::Time));
        let flag = Limits {
            stop: Some(stop),
            ..Limits::default()
        };
        assert_eq!(flag.reached(), Some(Stop::Interrupt));
        assert_eq!(stopped(flag), Some(Stop::Interrupt));
    }

    #[test]
    fn a_clock_that_was_started_goes_on_in_every_part() {
        let hour = Limits {
            time: Some(Duration::from_secs(3600)),
            ..Limits::nodes(100)
        };
        let started = hour.started();
        let mut account = Account::open(&started);
        account.counters.expanded = 30;
        let rest = account.rest();
        assert_eq!((rest.deadline, rest.nodes), (started.deadline, Some(70)));
        assert_eq!(account.part(5).deadline, started.deadline);
        assert_eq!(started.less(&account.counters).nodes, Some(70));
        assert_eq!(started.reached(), None);
    }
}
