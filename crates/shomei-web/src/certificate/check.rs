//! The check of a certificate, seen from outside while it runs.

use std::io::BufReader;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;
use shomei::game::escape::one_line;
use shomei::{CheckLimits, Kinds, Verdict};

use super::Stored;

/// What a check may take. What is not named here grows with the file:
/// [`CheckLimits::for_file`].
#[derive(Clone, Copy, Debug)]
pub struct CheckBudget {
    /// The bytes that it may hold for positions. The table of lengths that is made after it has as much.
    pub memory: u64,
    /// The longest that it may take; `None`: as long as is usual for a file.
    pub time: Option<Duration>,
}

impl Default for CheckBudget {
    /// 256 MiB, so that a server that shows one certificate stays below 300 MB; an hour.
    fn default() -> CheckBudget {
        CheckBudget {
            memory: 256 << 20,
            time: None,
        }
    }
}

/// A check that may not have begun.
#[derive(Debug)]
pub(crate) struct Checking {
    phase: Mutex<Phase>,
    /// The bytes that were read of the file.
    read: Arc<AtomicU64>,
    bytes: u64,
    records: u64,
    stop: Arc<AtomicBool>,
}

#[derive(Clone, Debug)]
enum Phase {
    Waiting,
    Running(Instant),
    Ended {
        state: CheckState,
        reason: Option<String>,
        records: u64,
        seconds: f64,
    },
}

/// How a check stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CheckState {
    /// It has not begun.
    Waiting,
    /// It reads the records.
    Running,
    /// The certificate shows what it claims.
    Accepted,
    /// It does not.
    Rejected,
    /// A limit was reached, or the file cannot be read: the certificate may be right or wrong.
    Unfinished,
}

/// A look at a check.
#[derive(Clone, Debug, Serialize)]
pub struct CheckData {
    /// How it stands.
    pub state: CheckState,
    /// The records that were checked. While the check runs, this is worked out from the part of
    /// the file that was read.
    pub records: u64,
    /// All records.
    pub of: u64,
    /// Why the certificate is rejected, or what has kept the check from its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// How long it has taken.
    pub seconds: f64,
}

impl Checking {
    /// The check of a file of this length, with so many records by its own words.
    pub(crate) fn new(bytes: u64, records: u64, stop: Arc<AtomicBool>) -> Checking {
        Checking {
            phase: Mutex::new(Phase::Waiting),
            read: Arc::new(AtomicU64::new(0)),
            bytes,
            records,
            stop,
        }
    }

    /// Checks the file, which may take long.
    pub(crate) fn run(&self, kinds: &Kinds, stored: &Stored, budget: CheckBudget) -> CheckState {
        let began = Instant::now();
        self.set(Phase::Running(began));
        let usual = CheckLimits::for_file(self.bytes);
        let limits = CheckLimits {
            bytes: budget.memory,
            time: budget.time.or(usual.time),
            stop: Some(Arc::clone(&self.stop)),
            ..usual
        };
        let reader = BufReader::new(stored.counted(Arc::clone(&self.read)));
        let (state, reason, records) = match kinds.check(reader, &limits) {
            Ok(verdict) => Checking::outcome(verdict),
            Err(error) => (CheckState::Unfinished, Some(error.to_string()), None),
        };
        let records = records.unwrap_or_else(|| self.records_read());
        let seconds = began.elapsed().as_secs_f64();
        self.set(Phase::Ended {
            state,
            reason,
            records,
            seconds,
        });
        state
    }

    /// It has ended without a verdict.
    pub(crate) fn fail(&self, reason: &str) {
        let CheckData {
            records, seconds, ..
        } = self.look();
        self.set(Phase::Ended {
            state: CheckState::Unfinished,
            reason: Some(reason.to_string()),
            records,
            seconds,
        });
    }

    fn outcome(verdict: Verdict) -> (CheckState, Option<String>, Option<u64>) {
        match verdict {
            Verdict::Accepted(checked) => {
                let records = checked.verified.totals.records;
                (CheckState::Accepted, None, Some(records))
            }
            Verdict::Rejected(rejected) => {
                let state = match rejected.is_limit {
                    true => CheckState::Unfinished,
                    false => CheckState::Rejected,
                };
                (state, Some(one_line(&rejected.reason).into_owned()), None)
            }
        }
    }

    /// How it stands.
    pub(crate) fn look(&self) -> CheckData {
        let data = |state, records, reason, seconds| CheckData {
            state,
            records,
            of: self.records,
            reason,
            seconds,
        };
        match self.phase() {
            Phase::Waiting => data(CheckState::Waiting, 0, None, 0.0),
            Phase::Running(began) => {
                let seconds = began.elapsed().as_secs_f64();
                data(CheckState::Running, self.records_read(), None, seconds)
            }
            Phase::Ended {
                state,
                reason,
                records,
                seconds,
            } => data(state, records, reason, seconds),
        }
    }

    /// About how many records were read: the file's part of them.
    fn records_read(&self) -> u64 {
        let read = self.read.load(Ordering::Relaxed).min(self.bytes);
        let part = u128::from(self.records) * u128::from(read) / u128::from(self.bytes.max(1));
        u64::try_from(part).unwrap_or(self.records)
    }

    fn phase(&self) -> Phase {
        let phase = self.phase.lock().unwrap_or_else(PoisonError::into_inner);
        phase.clone()
    }

    fn set(&self, phase: Phase) {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner) = phase;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::certificate::samples;

    fn checked(bytes: &[u8], budget: CheckBudget) -> CheckData {
        let stored = samples::stored(bytes);
        let stop = Arc::new(AtomicBool::new(false));
        let checking = Checking::new(stored.bytes(), 3, stop);
        assert_eq!(checking.look().state, CheckState::Waiting);
        checking.fail("stopped");
        assert_eq!(checking.look().reason.as_deref(), Some("stopped"));
        let state = checking.run(&Kinds::builtin(), &stored, budget);
        let found = checking.look();
        assert_eq!(found.state, state);
        found
    }

    #[test]
    fn a_certificate_is_accepted_with_its_records() {
        let found = checked(&samples::proof(samples::SMALL), CheckBudget::default());
        assert_eq!(
            (found.state, found.records, found.of),
            (CheckState::Accepted, 3, 3)
        );
        assert_eq!(found.reason, None);
    }

    #[test]
    fn a_damaged_one_is_rejected_with_the_reason() {
        let mut bytes = samples::proof(samples::SMALL);
        let last = bytes.len() - 1;
        bytes[last] ^= 1;
        let found = checked(&bytes, CheckBudget::default());
        assert_eq!(found.state, CheckState::Rejected);
        assert!(found.reason.unwrap().contains("end"));
    }

    #[test]
    fn a_limit_leaves_the_check_unfinished() {
        let tight = CheckBudget {
            memory: u64::MAX,
            time: Some(Duration::ZERO),
        };
        // Enough steps that the clock is looked at.
        let bytes = samples::long_proof(5_000);
        let found = checked(&bytes, tight);
        assert_eq!(found.state, CheckState::Unfinished);
        assert!(found.reason.unwrap().contains("a limit of this check"));
    }
}
