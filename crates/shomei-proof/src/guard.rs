//! What ends a check from outside: a clock and a flag, looked at now and then.

use std::sync::atomic::Ordering;
use std::time::Instant;

use crate::{CheckLimits, Rejection};

/// Between two looks at the clock; a step takes from 20 ns to some microseconds.
const STEPS: u32 = 1 << 10;

/// Why a check ends although nothing was found wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Halt {
    /// The time is over.
    Time,
    /// Somebody asked for it.
    Stopped,
    /// The memory that may be held is full.
    Bytes,
}

impl Halt {
    /// What the checker says of it at this record.
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

/// Watches the limits of one check that do not depend on the certificate.
#[derive(Debug)]
pub(crate) struct Guard<'a> {
    pub(crate) limits: &'a CheckLimits,
    /// `None` where there is no limit, or one too far for the clock.
    deadline: Option<Instant>,
    steps: u32,
}

impl Guard<'_> {
    /// The time begins.
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

    /// A step of work was done; whether it was time to [look](Guard::look).
    pub(crate) fn is_due(&mut self) -> bool {
        self.steps = (self.steps + 1) % STEPS;
        self.steps == 0
    }

    /// Whether the work may go on while so many bytes are held.
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
