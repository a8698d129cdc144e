//! The budget of a search: the work done, compared with the limits.

use std::time::Duration;

use shomei_game::{Fault, Game};
use web_time::Instant;

use crate::{Answer, Bounds, Counters, Limits, Report, Stop};

/// The work of a search, compared with its limits.
///
/// This is the only type of this crate that reads a clock.
#[derive(Debug)]
pub struct Budget {
    /// The work so far.
    pub counters: Counters,
    /// The limit that ended the work.
    pub stopped_by: Option<Stop>,
    /// If this is the budget of a job, the work that the whole search did before the job.
    pub before: u64,
    /// The limits, with the clock started.
    limits: Limits,
    /// The limit on [`Counters::work`].
    work: u64,
    /// The flag that the game sets when it fails.
    fault: Option<Fault>,
    next_poll: u64,
    clock: Clock,
}

/// Decides when to read the clock between two polls, because one move of a game can take long.
#[derive(Clone, Copy, Debug)]
struct Clock {
    /// The work at which the clock is read next.
    next: u64,
    /// The work between two readings.
    every: u64,
    /// The time of the last reading.
    looked: Option<Instant>,
}

impl Clock {
    /// The target interval between two readings: short enough that a user notices no delay.
    const PERIOD: Duration = Duration::from_millis(1);

    const NEW: Clock = Clock {
        next: 0,
        every: 1,
        looked: None,
    };

    /// Reads the time. The next reading follows after about one period, if the work continues at
    /// the same rate.
    fn look(&mut self, work: u64) -> Instant {
        let now = Instant::now();
        if let Some(looked) = self.looked {
            self.every = match now.saturating_duration_since(looked) {
                passed if passed > Clock::PERIOD => (self.every / 2).max(1),
                passed if passed < Clock::PERIOD / 4 => (self.every * 2).min(Limits::POLL),
                _ => self.every,
            };
        }
        self.looked = Some(now);
        self.next = work + self.every;
        now
    }
}

impl Budget {
    /// Opens a budget for work that begins now.
    pub fn open(game: &impl Game, limits: &Limits) -> Budget {
        Budget {
            counters: Counters::default(),
            stopped_by: None,
            before: 0,
            limits: limits.started(),
            work: u64::MAX,
            fault: game.fault().cloned(),
            next_poll: 0,
            clock: Clock::NEW,
        }
    }

    /// Whether the game has failed. If it has, none of its values are valid.
    #[inline]
    pub fn game_has_failed(&self) -> bool {
        self.fault.as_ref().is_some_and(Fault::is_set)
    }

    /// Whether the search must end now. Call it before each expansion.
    #[inline]
    pub fn exhausted(&mut self) -> bool {
        if self.limits.are_reached_by(&self.counters) || self.counters.work() >= self.work {
            self.stopped_by.get_or_insert(Stop::Nodes);
        }
        // The flags are read before each expansion, so that a search also ends soon if its game
        // needs long for a move.
        self.look_at_flags();
        if self.limits.deadline.is_some() && self.counters.work() >= self.clock.next {
            self.look_at_clock(self.counters.work());
        }
        self.stopped_by.is_some()
    }

    /// Checks the limits for work that the counters do not count, and returns the one that is
    /// reached, if any. `done`: all such work so far, in units about as long as an expansion. Call
    /// it after each unit.
    pub fn stop_beside(&mut self, done: u64) -> Option<Stop> {
        self.look_at_flags();
        let work = self.counters.work() + done;
        if self.limits.deadline.is_some() && work >= self.clock.next {
            self.look_at_clock(work);
        }
        self.stopped_by
    }

    /// Checks the stop flag and the fault flag of the game.
    #[inline]
    fn look_at_flags(&mut self) {
        if self.limits.is_stop_set() {
            self.stopped_by.get_or_insert(Stop::Interrupt);
        }
        if self.game_has_failed() {
            self.stopped_by = Some(Stop::Game);
        }
    }

    #[cold]
    fn look_at_clock(&mut self, work: u64) {
        let now = self.clock.look(work);
        if self.limits.deadline.is_some_and(|deadline| now >= deadline) {
            self.stopped_by.get_or_insert(Stop::Time);
        }
    }

    /// Whether it is time to call [`Budget::poll`].
    #[inline]
    pub(crate) fn poll_due(&self) -> bool {
        self.counters.work() >= self.next_poll
    }

    /// The report of a search that ends with these bounds of its root. It has no answer if the game
    /// has failed.
    #[must_use]
    pub fn report(&self, bounds: Bounds) -> Report {
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

    /// The remaining limits, for a search that is part of this work.
    pub fn rest(&self) -> Limits {
        self.limits.less(&self.counters)
    }

    /// A budget for a part of this work, limited to `work` units ([`Counters::work`]), with the
    /// same deadline and stop flag.
    #[must_use]
    pub fn part(&self, work: u64) -> Budget {
        Budget {
            counters: Counters::default(),
            stopped_by: None,
            before: self.before,
            limits: self.rest(),
            work,
            fault: self.fault.clone(),
            next_poll: Limits::POLL,
            clock: Clock::NEW,
        }
    }

    /// Remaining nodes.
    pub fn nodes_left(&self) -> u64 {
        let nodes = self.limits.nodes.unwrap_or(u64::MAX);
        nodes.saturating_sub(self.counters.nodes())
    }

    /// Remaining units of work, if limited.
    pub(crate) fn work_left(&self) -> u64 {
        let left = self.work.saturating_sub(self.counters.work());
        left.min(self.nodes_left())
    }

    /// Adds the work of a part.
    pub fn add(&mut self, part: &Counters) {
        self.counters.add(part);
    }

    /// Checks the clock, the stop flag and the game.
    pub fn poll(&mut self) {
        self.next_poll = self.counters.work() + Limits::POLL;
        self.look_at_flags();
        if self.limits.deadline.is_some() {
            self.look_at_clock(self.counters.work());
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;

    use shomei_game::TreeGame;

    use super::*;

    fn game() -> TreeGame {
        TreeGame::parse("r = OR { Won }").unwrap()
    }

    #[test]
    fn each_limit_stops() {
        let stop = Arc::new(AtomicBool::new(true));
        let stopped = |limits: Limits| {
            let mut budget = Budget::open(&game(), &limits);
            budget.counters.expanded = 10;
            budget.counters.generated = 100;
            budget.counters.evaluated = 7;
            budget.poll();
            budget.exhausted();
            budget.stopped_by
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
    fn the_clock_is_looked_at_as_often_as_work_is_slow() {
        let mut clock = Clock::NEW;
        let mut looks = 0;
        for work in 0..100_000 {
            if work >= clock.next {
                clock.look(work);
                looks += 1;
            }
        }
        // Counting is quick, so the interval between readings grows.
        assert!(looks < 10_000, "{looks}");
        clock.every = 8;
        clock.looked = Instant::now().checked_sub(Duration::from_secs(1));
        clock.look(7);
        assert_eq!((clock.every, clock.next), (4, 11));
        for _ in 0..5 {
            clock.looked = Instant::now().checked_sub(Duration::from_secs(1));
            clock.look(7);
        }
        assert_eq!(clock.every, 1);
    }

    #[test]
    fn a_clock_that_was_started_goes_on_in_every_part() {
        let hour = Limits {
            time: Some(Duration::from_secs(3600)),
            ..Limits::nodes(100)
        };
        let started = hour.started();
        let mut budget = Budget::open(&game(), &started);
        budget.counters.expanded = 30;
        let rest = budget.rest();
        assert_eq!((rest.deadline, rest.nodes), (started.deadline, Some(70)));
        assert_eq!(budget.part(5).limits.deadline, started.deadline);
        assert_eq!(started.less(&budget.counters).nodes, Some(70));
        assert_eq!(started.reached(), None);
    }
}
