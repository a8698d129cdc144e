//! The check of a certificate, seen from outside while it runs.

use std::io::BufReader;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;
use shomei::game::escape::one_line;
use shomei::proof::Rejection;
use shomei::{CheckLimits, Error, Kinds, Verdict};

use super::Stored;
use crate::words::{self, Lang};

/// What checks may take. What is not named here grows with the file:
/// [`CheckLimits::for_file`].
#[derive(Clone, Copy, Debug)]
pub struct CheckBudget {
    /// The bytes that the positions of a check and the tables of lengths of all certificates may
    /// take together.
    pub memory: u64,
    /// The longest that one check may take; `None`: as long as is usual for a file.
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

/// How often a check is asked whether somebody still wants it.
const LOOK: Duration = Duration::from_millis(250);

/// A check that may not have begun.
#[derive(Debug)]
pub(crate) struct Checking {
    phase: Mutex<Phase>,
    /// The bytes that were read of the file.
    read: Arc<AtomicU64>,
    bytes: u64,
    records: u64,
    /// Set when the check shall not go on.
    stop: Arc<AtomicBool>,
}

#[derive(Clone, Debug)]
enum Phase {
    Waiting,
    Running(Instant),
    Ended {
        state: CheckState,
        reason: Option<Reason>,
        records: u64,
        seconds: f64,
    },
}

/// Why a check has ended without accepting the certificate.
#[derive(Clone, Debug)]
enum Reason {
    /// What the checker has found, and its text.
    Found(Option<Box<Rejection>>, String),
    /// It could not go on.
    Failed(Arc<Error>),
}

impl Reason {
    fn text(&self, lang: Lang) -> String {
        match self {
            Reason::Found(Some(found), text) => words::rejection(found, text, lang),
            Reason::Found(None, text) => text.clone(),
            Reason::Failed(error) => words::error_text(error, lang),
        }
    }
}

/// How a check has come to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// There is a verdict, or something else than memory was short.
    For(CheckState),
    /// The memory did not suffice.
    Full,
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
    pub(crate) fn new(bytes: u64, records: u64) -> Checking {
        Checking {
            phase: Mutex::new(Phase::Waiting),
            read: Arc::new(AtomicU64::new(0)),
            bytes,
            records,
            stop: Arc::default(),
        }
    }

    /// Checks the file, which may take long. Where `is_wanted` says so no more, which is asked now
    /// and then, the check ends and waits again.
    pub(crate) fn run(
        &self,
        kinds: &Kinds,
        stored: &Stored,
        budget: CheckBudget,
        is_wanted: &dyn Fn() -> bool,
    ) -> Ended {
        self.read.store(0, Ordering::Relaxed);
        self.stop.store(!is_wanted(), Ordering::Relaxed);
        let began = Instant::now();
        self.set(Phase::Running(began));
        let (done, ended) = mpsc::channel::<()>();
        // In a thread of its own: when it ends, what it has held goes back to the system, which
        // it may not while the thread keeps small pieces for later.
        let verdict = thread::scope(|scope| {
            let checking = scope.spawn(move || {
                let verdict = self.verdict(kinds, stored, budget);
                drop(done);
                verdict
            });
            while ended.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                if !is_wanted() {
                    self.stop.store(true, Ordering::Relaxed);
                }
            }
            checking.join()
        });
        let verdict = verdict.unwrap_or_else(|panic| resume_unwind(panic));
        self.end(verdict, began)
    }

    fn verdict(
        &self,
        kinds: &Kinds,
        stored: &Stored,
        budget: CheckBudget,
    ) -> Result<Verdict, Error> {
        let usual = CheckLimits::for_file(self.bytes);
        let limits = CheckLimits {
            bytes: budget.memory,
            time: budget.time.or(usual.time),
            stop: Some(Arc::clone(&self.stop)),
            ..usual
        };
        let reader = BufReader::new(stored.counted(Arc::clone(&self.read)));
        kinds.check(reader, &limits)
    }

    /// Keeps what has come of a check.
    fn end(&self, verdict: Result<Verdict, Error>, began: Instant) -> Ended {
        let (state, reason, records) = match verdict {
            Ok(verdict) => Checking::outcome(verdict),
            Err(error) => (
                CheckState::Unfinished,
                Some(Reason::Failed(Arc::new(error))),
                None,
            ),
        };
        let found = match &reason {
            Some(Reason::Found(found, _)) => found.as_deref(),
            _ => None,
        };
        let ended = match found {
            Some(Rejection::Stopped { .. }) => {
                self.set(Phase::Waiting);
                return Ended::For(CheckState::Waiting);
            }
            Some(Rejection::ByteLimit { .. }) => Ended::Full,
            _ => Ended::For(state),
        };
        self.set(Phase::Ended {
            state,
            reason,
            records: records.unwrap_or_else(|| self.records_read()),
            seconds: began.elapsed().as_secs_f64(),
        });
        ended
    }

    /// It has ended without a verdict.
    pub(crate) fn fail(&self, error: Error) {
        let CheckData {
            records, seconds, ..
        } = self.look(Lang::En);
        self.set(Phase::Ended {
            state: CheckState::Unfinished,
            reason: Some(Reason::Failed(Arc::new(error))),
            records,
            seconds,
        });
    }

    fn outcome(verdict: Verdict) -> (CheckState, Option<Reason>, Option<u64>) {
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
                let text = one_line(&rejected.reason).into_owned();
                (state, Some(Reason::Found(rejected.found, text)), None)
            }
        }
    }

    /// Whether it has still to begin.
    pub(crate) fn is_waiting(&self) -> bool {
        self.look_state() == CheckState::Waiting
    }

    /// How it stands, in a word.
    pub(crate) fn look_state(&self) -> CheckState {
        match self.phase() {
            Phase::Waiting => CheckState::Waiting,
            Phase::Running(_) => CheckState::Running,
            Phase::Ended { state, .. } => state,
        }
    }

    /// How it stands, with its reason in a language.
    pub(crate) fn look(&self, lang: Lang) -> CheckData {
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
            } => {
                let reason = reason.map(|reason| reason.text(lang));
                data(state, records, reason, seconds)
            }
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
    use crate::words::Said;

    fn checked(bytes: &[u8], budget: CheckBudget) -> CheckData {
        let stored = samples::stored(bytes);
        let checking = Checking::new(stored.bytes(), 3);
        assert_eq!(checking.look(Lang::En).state, CheckState::Waiting);
        let ended = checking.run(&Kinds::builtin(), &stored, budget, &|| true);
        let found = checking.look(Lang::En);
        assert!(matches!(ended, Ended::Full) || ended == Ended::For(found.state));
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
    #[test]
    fn memory_that_does_not_suffice_is_told_apart() {
        let stored = samples::stored(&samples::proof(samples::SMALL));
        let checking = Checking::new(stored.bytes(), 3);
        let none = CheckBudget {
            memory: 0,
            time: None,
        };
        let ended = checking.run(&Kinds::builtin(), &stored, none, &|| true);
        assert_eq!(ended, Ended::Full);
        let ja = checking.look(Lang::Ja).reason.unwrap();
        assert!(ja.contains("0 MiBを超えます"), "{ja}");
    }

    #[test]
    fn a_check_that_nobody_wants_waits_again() {
        let stored = samples::stored(&samples::long_proof(5_000));
        let checking = Checking::new(stored.bytes(), 5_000);
        let usual = CheckBudget::default();
        let ended = checking.run(&Kinds::builtin(), &stored, usual, &|| false);
        assert_eq!(ended, Ended::For(CheckState::Waiting));
        assert!(checking.is_waiting() && checking.look(Lang::En).reason.is_none());
        let ended = checking.run(&Kinds::builtin(), &stored, usual, &|| true);
        assert_eq!(ended, Ended::For(CheckState::Accepted));
    }

    #[test]
    fn what_has_failed_says_why_in_both_languages() {
        let checking = Checking::new(10, 3);
        checking.fail(Said::CheckFault.of_kind(shomei::ErrorKind::Run));
        let [en, ja] = [Lang::En, Lang::Ja].map(|lang| checking.look(lang).reason.unwrap());
        assert_eq!(en, "the check has failed");
        assert_ne!(en, ja);
    }
}
