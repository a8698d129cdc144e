//! What a search has done, against its limits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use shomei_game::{Fault, Game};

use crate::{Answer, Bounds, Counters, Limits, Report, Stop};

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
    /// Where the game says that it has failed.
    fault: Option<Fault>,
    next_poll: u64,
}

impl Account {
    pub(crate) fn open(game: &impl Game, limits: &Limits) -> Account {
        Account {
            counters: Counters::default(),
            stopped_by: None,
            nodes: limits.nodes.unwrap_or(u64::MAX),
            work: u64::MAX,
            generated: limits.generated.unwrap_or(u64::MAX),
            evaluated: limits.evaluated.unwrap_or(u64::MAX),
            deadline: limits.ends_at(),
            stop: limits.stop.clone(),
            fault: game.fault().cloned(),
            next_poll: 0,
        }
    }

    /// Whether the game has failed: then nothing that it has said counts.
    #[inline]
    pub(crate) fn game_has_failed(&self) -> bool {
        self.fault.as_ref().is_some_and(Fault::is_set)
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
        if self.game_has_failed() {
            self.stopped_by = Some(Stop::Game);
        }
        self.stopped_by.is_some()
    }

    /// Whether it is time to call [`Account::poll`].
    #[inline]
    pub(crate) fn poll_due(&self) -> bool {
        self.counters.work() >= self.next_poll
    }

    /// The report of a search that ends with these bounds of its root; no answer where
    /// the game has failed.
    pub(crate) fn report(&self, bounds: Bounds) -> Report {
        if self.game_has_failed() {
            return Report {
                answer: Answer::Unknown,
                bounds: Bounds::UNIT,
                stopped_by: Some(Stop::Game),
                counters: self.counters,
            };
        }
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
            fault: self.fault.clone(),
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

    /// Looks at the clock, the flag and the game.
    pub(crate) fn poll(&mut self) {
        self.next_poll = self.counters.work() + Limits::POLL;
        if self.game_has_failed() {
            self.stopped_by = Some(Stop::Game);
        } else if self
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
    use shomei_game::TreeGame;
    use std::time::Duration;

    fn game() -> TreeGame {
        TreeGame::parse("r = OR { Won }").unwrap()
    }

    #[test]
    fn each_limit_stops() {
        let stop = Arc::new(AtomicBool::new(true));
        let stopped = |limits: Limits| {
            let mut account = Account::open(&game(), &limits);
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
        let mut account = Account::open(&game(), &started);
        account.counters.expanded = 30;
        let rest = account.rest();
        assert_eq!((rest.deadline, rest.nodes), (started.deadline, Some(70)));
        assert_eq!(account.part(5).deadline, started.deadline);
        assert_eq!(started.less(&account.counters).nodes, Some(70));
        assert_eq!(started.reached(), None);
    }
}
