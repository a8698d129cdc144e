//! The check of a certificate, observable while it runs.

use std::io::BufReader;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use serde::Serialize;
use shomei::game::escape::one_line;
use shomei::proof::Rejection;
use shomei::{CheckLimits, Error, Kinds, Verdict};
use web_time::Instant;

use super::Stored;
use crate::texts::{self, Lang};
use shomei::messages::rejection_in;

/// The limits of a check. All other limits depend on the size of the file:
/// [`CheckLimits::for_file`].
#[derive(Clone, Copy, Debug)]
pub struct CheckBudget {
    /// The memory for the positions of a check and the tables of all certificates together, in
    /// bytes.
    pub memory: u64,
    /// The time limit of one check; `None`: the default for the size of the file.
    pub time: Option<Duration>,
}

impl Default for CheckBudget {
    /// 256 MiB, so that a server with one certificate uses less than 300 MB; the default time.
    fn default() -> CheckBudget {
        CheckBudget {
            memory: 256 << 20,
            time: None,
        }
    }
}

/// The interval at which a check tests whether it is still wanted.
const LOOK: Duration = Duration::from_millis(250);

/// A check, from before its start to its end.
#[derive(Debug)]
pub(crate) struct Checking {
    phase: Mutex<Phase>,
    /// The number of bytes of the file that were read.
    read: Arc<AtomicU64>,
    bytes: u64,
    records: u64,
    /// Set to stop the check.
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

/// The reason why a check has ended without accepting the certificate.
#[derive(Clone, Debug)]
enum Reason {
    /// The checker's rejection, and its text.
    Found(Option<Box<Rejection>>, String),
    /// An error of the check itself.
    Failed(Arc<Error>),
}

impl Reason {
    fn text(&self, lang: Lang) -> String {
        match self {
            Reason::Found(Some(found), text) => rejection_in(found, text, lang),
            Reason::Found(None, text) => text.clone(),
            Reason::Failed(error) => texts::error_text(error, lang),
        }
    }
}

/// How a check has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// With this state; memory was not the reason for an unfinished check.
    For(CheckState),
    /// The memory was not sufficient.
    Full,
}

/// The state of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum CheckState {
    /// The check has not begun.
    Waiting,
    /// The check reads the records.
    Running,
    /// The certificate proves its claim.
    Accepted,
    /// The certificate does not prove its claim.
    Rejected,
    /// A limit was reached, or the file cannot be read: the validity is unknown.
    Unfinished,
}

/// The state and the progress of a check.
#[derive(Clone, Debug, Serialize)]
pub struct CheckData {
    /// The state.
    pub state: CheckState,
    /// The number of checked records. During the check it is estimated from the part of the file
    /// that was read.
    pub records: u64,
    /// The number of all records.
    pub of: u64,
    /// The reason why the certificate is rejected or the check is unfinished.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The duration of the check.
    pub seconds: f64,
    /// Whether the check can begin again: see
    /// [`Explored::check_again`](super::Explored::check_again).
    pub can_repeat: bool,
}

impl Checking {
    /// The check of a file of this length; `records` is the number of records stated in the file.
    pub(crate) fn new(bytes: u64, records: u64) -> Checking {
        Checking {
            phase: Mutex::new(Phase::Waiting),
            read: Arc::new(AtomicU64::new(0)),
            bytes,
            records,
            stop: Arc::default(),
        }
    }

    /// Checks the file, which can take long. When `is_wanted` returns false, which is tested
    /// periodically, the check stops and returns to the waiting state.
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
        // A separate thread returns the memory of the check to the system when it ends. A thread
        // that continues can keep small blocks for later use.
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

    /// Checks the file in this thread and to the end.
    pub(crate) fn run_here(&self, kinds: &Kinds, stored: &Stored, budget: CheckBudget) {
        let began = Instant::now();
        self.set(Phase::Running(began));
        let verdict = self.verdict(kinds, stored, budget);
        self.end(verdict, began);
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

    /// Records the result of a check.
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

    /// Records that the check has ended with an error.
    pub(crate) fn fail(&self, error: Error) {
        let CheckData {
            records, seconds, ..
        } = self.look(Lang::EN);
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

    /// Returns an unfinished check to the waiting state. Returns whether it was unfinished.
    pub(crate) fn begin_again(&self) -> bool {
        let mut phase = self.phase.lock().unwrap_or_else(PoisonError::into_inner);
        let is_unfinished = matches!(
            *phase,
            Phase::Ended {
                state: CheckState::Unfinished,
                ..
            }
        );
        if is_unfinished {
            *phase = Phase::Waiting;
        }
        is_unfinished
    }

    /// Whether the check has not begun.
    pub(crate) fn is_waiting(&self) -> bool {
        self.look_state() == CheckState::Waiting
    }

    /// The state of the check.
    pub(crate) fn look_state(&self) -> CheckState {
        match self.phase() {
            Phase::Waiting => CheckState::Waiting,
            Phase::Running(_) => CheckState::Running,
            Phase::Ended { state, .. } => state,
        }
    }

    /// The state and the progress of the check, with its reason in a language.
    pub(crate) fn look(&self, lang: Lang) -> CheckData {
        let data = |state, records, reason, seconds| CheckData {
            state,
            records,
            of: self.records,
            reason,
            seconds,
            can_repeat: state == CheckState::Unfinished,
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

    /// An estimate of the number of records read, from the part of the file that was read.
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
        let checking = Checking::new(stored.bytes(), 3);
        assert_eq!(checking.look(Lang::EN).state, CheckState::Waiting);
        let ended = checking.run(&Kinds::builtin(), &stored, budget, &|| true);
        let found = checking.look(Lang::EN);
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
        // Enough steps that the check tests its time limit.
        let bytes = samples::long_proof(5_000);
        let found = checked(&bytes, tight);
        assert_eq!(found.state, CheckState::Unfinished);
        assert!(found.reason.unwrap().contains("a limit of the check"));
    }

    #[test]
    fn only_an_unfinished_check_begins_again() {
        let stored = samples::stored(&samples::proof(samples::SMALL));
        let checking = Checking::new(stored.bytes(), 3);
        checking.fail(Error::run("a fault of the game"));
        assert!(checking.look(Lang::EN).can_repeat);
        assert!(checking.begin_again() && checking.is_waiting());
        assert!(!checking.begin_again());
        let usual = CheckBudget::default();
        let ended = checking.run(&Kinds::builtin(), &stored, usual, &|| true);
        assert_eq!(ended, Ended::For(CheckState::Accepted));
        assert!(!checking.look(Lang::EN).can_repeat && !checking.begin_again());
    }

    #[test]
    fn too_little_memory_has_its_own_reason() {
        let stored = samples::stored(&samples::proof(samples::SMALL));
        let checking = Checking::new(stored.bytes(), 3);
        let none = CheckBudget {
            memory: 0,
            time: None,
        };
        let ended = checking.run(&Kinds::builtin(), &stored, none, &|| true);
        assert_eq!(ended, Ended::Full);
        let ja = checking.look(Lang::JA).reason.unwrap();
        assert!(ja.contains("0 MiBを超えます"), "{ja}");
    }

    #[test]
    fn a_check_without_a_page_waits_again() {
        let stored = samples::stored(&samples::long_proof(5_000));
        let checking = Checking::new(stored.bytes(), 5_000);
        let usual = CheckBudget::default();
        let ended = checking.run(&Kinds::builtin(), &stored, usual, &|| false);
        assert_eq!(ended, Ended::For(CheckState::Waiting));
        assert!(checking.is_waiting() && checking.look(Lang::EN).reason.is_none());
        let ended = checking.run(&Kinds::builtin(), &stored, usual, &|| true);
        assert_eq!(ended, Ended::For(CheckState::Accepted));
    }

    #[test]
    fn what_has_failed_says_why_in_both_languages() {
        let checking = Checking::new(10, 3);
        checking.fail(texts::check_fault());
        let [en, ja] = [Lang::EN, Lang::JA].map(|lang| checking.look(lang).reason.unwrap());
        assert_eq!(en, "the check failed");
        assert_ne!(en, ja);
    }
}
