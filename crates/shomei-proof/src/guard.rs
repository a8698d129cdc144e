//! Limits that end a check from outside: the clock and a stop flag, checked at intervals.

use std::sync::atomic::Ordering;

use web_time::Instant;

use crate::{CheckLimits, Rejection};

/// Number of steps between two checks of the clock; a step takes from 20 ns to some microseconds.
const STEPS: u32 = 1 << 10;

/// Why a check ends without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// The time limit is reached.
    Time,
    /// The stop flag was set.
    Stopped,
    /// The memory limit is reached.
    Bytes,
}

impl Halt {
    /// The rejection for this reason at this record.
    pub(crate) fn at(self, record: u64, limits: &CheckLimits) -> Rejection {
        match self {
            Halt::Time => Rejection::TimeLimit {
                record,
                limit: limits.time.unwrap_or_default(),
            },
            Halt::Stopped => Rejection::Stopped { record },
            Halt::Bytes => Rejection::ByteLimit {
                record,
                limit: limits.bytes,
            },
        }
    }
}

/// Checks the limits that do not depend on the certificate.
#[derive(Debug)]
pub(crate) struct Guard<'a> {
    pub(crate) limits: &'a CheckLimits,
    /// `None` if there is no limit, or the clock cannot represent it.
    deadline: Option<Instant>,
    steps: u32,
}

impl Guard<'_> {
    /// Starts the clock.
    pub(crate) fn new(limits: &CheckLimits) -> Guard<'_> {
        let deadline = limits
            .time
            .and_then(|time| Instant::now().checked_add(time));
        Guard {
            limits,
            deadline,
            steps: 0,
        }
    }

    /// Counts a step of work. Returns whether it is time to call [`look`](Guard::look).
    pub(crate) fn is_due(&mut self) -> bool {
        self.steps = (self.steps + 1) % STEPS;
        self.steps == 0
    }

    /// Checks whether the work may continue while `held` bytes are in use.
    pub(crate) fn look(&self, held: u64) -> Result<(), Halt> {
        if held > self.limits.bytes {
            return Err(Halt::Bytes);
        }
        let is_set =
            |stop: &std::sync::Arc<std::sync::atomic::AtomicBool>| stop.load(Ordering::Relaxed);
        if self.limits.stop.as_ref().is_some_and(is_set) {
            return Err(Halt::Stopped);
        }
        if self.deadline.is_some_and(|end| Instant::now() >= end) {
            return Err(Halt::Time);
        }
        Ok(())
    }
}
