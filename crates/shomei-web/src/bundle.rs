//! Bundles: certificates and the results that they prove together.
//!
//! A bundle is an uploaded file, or the certificates of an answer, which are put together when a
//! page first asks for the bundle. The thread that checks certificates also checks bundles, with
//! the same limits. [`Bundle::data`] shows an accepted bundle only; the texts of a file that is not
//! accepted prove nothing.

mod parts;
mod view;

use std::collections::BTreeMap;
use std::io::{self, BufReader, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use serde::Serialize;
use shomei::bundles::{self, CheckedBundle};
use shomei::messages::rejected_in;
use shomei::{CheckLimits, Error, ErrorKind, Kinds, Rejected};
use web_time::Instant;

use crate::certificate::{CheckBudget, CheckState, PATIENCE, Stored, Work, WorkQueue};
use crate::texts::{self, Lang};

pub(crate) use parts::{PartWriter, Parts};
use view::ResultsData;

/// The interval at which a check tests whether it is still wanted.
const LOOK: Duration = Duration::from_millis(250);

/// A bundle of the server.
#[derive(Debug)]
pub(crate) struct Bundle {
    name: String,
    kinds: Arc<Kinds>,
    source: Source,
    phase: Mutex<BundlePhase>,
    queue: Arc<WorkQueue>,
    /// The time of the last request.
    asked: Mutex<Instant>,
    stop: Arc<AtomicBool>,
    opened: Mutex<BTreeMap<String, u64>>,
}

#[derive(Debug)]
enum Source {
    File(Stored),
    Answer(Box<Parts>),
}

#[derive(Debug)]
enum BundlePhase {
    Waiting,
    Running,
    /// The results and the file.
    Accepted(Arc<CheckedBundle>, Stored),
    Rejected(Rejected),
    Failed(Error),
}

/// A bundle for a page.
#[derive(Debug, Serialize)]
pub(crate) struct BundleData {
    id: String,
    name: String,
    state: CheckState,
    /// Why it is not accepted.
    reason: Option<String>,
    /// The question and the results, if it is accepted.
    results: Option<ResultsData>,
}

impl Bundle {
    /// A file, which is checked at the first request.
    pub(crate) fn of_file(
        name: String,
        stored: Stored,
        kinds: Arc<Kinds>,
        queue: Arc<WorkQueue>,
    ) -> Bundle {
        Bundle::new(name, Source::File(stored), kinds, queue)
    }

    /// The certificates of an answer, which are put together at the first request.
    pub(crate) fn of_answer(parts: Parts, kinds: Arc<Kinds>, queue: Arc<WorkQueue>) -> Bundle {
        let name = format!("{}.zip", parts.manifest().question);
        Bundle::new(name, Source::Answer(Box::new(parts)), kinds, queue)
    }

    fn new(name: String, source: Source, kinds: Arc<Kinds>, queue: Arc<WorkQueue>) -> Bundle {
        Bundle {
            name,
            kinds,
            source,
            phase: Mutex::new(BundlePhase::Waiting),
            queue,
            asked: Mutex::new(Instant::now()),
            stop: Arc::default(),
            opened: Mutex::default(),
        }
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The number of bytes on disk.
    pub(crate) fn bytes(&self) -> u64 {
        match &self.source {
            Source::File(stored) => stored.bytes(),
            Source::Answer(parts) => 2 * parts.bytes(),
        }
    }

    /// Stops the check.
    pub(crate) fn end(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The state of the check and the results. The call counts as a request, so the check begins or
    /// continues.
    pub(crate) fn data(self: &Arc<Self>, id: u64, lang: Lang) -> Result<BundleData, Error> {
        self.ask()?;
        let (state, reason, accepted) = match &*self.phase() {
            BundlePhase::Waiting => (CheckState::Waiting, None, None),
            BundlePhase::Running => (CheckState::Running, None, None),
            BundlePhase::Accepted(checked, _) => {
                (CheckState::Accepted, None, Some(Arc::clone(checked)))
            }
            BundlePhase::Rejected(rejected) => {
                let state = match rejected.is_limit {
                    true => CheckState::Unfinished,
                    false => CheckState::Rejected,
                };
                (state, Some(rejected_in(rejected, lang)), None)
            }
            BundlePhase::Failed(error) => {
                let text = texts::error_text(error, lang);
                (CheckState::Unfinished, Some(text), None)
            }
        };
        let results = accepted.map(|checked| ResultsData::of(&self.kinds, &checked, lang));
        Ok(BundleData {
            id: id.to_string(),
            name: self.name.clone(),
            state,
            reason,
            results: results.transpose()?,
        })
    }

    /// The file, if it is accepted.
    pub(crate) fn file(&self) -> Option<Stored> {
        match &*self.phase() {
            BundlePhase::Accepted(_, stored) => Some(stored.clone()),
            _ => None,
        }
    }

    /// A certificate of the accepted bundle, as a file of its own; `None` if there is none with
    /// this name.
    pub(crate) fn certificate(&self, name: &str) -> Result<Option<Stored>, Error> {
        let Some(stored) = self.file() else {
            return Ok(None);
        };
        let bytes = bundles::certificate(BufReader::new(stored.reader()), name)?;
        bytes.map(|bytes| parts::file_of(&bytes)).transpose()
    }

    /// The numbers of the certificates that were opened, by name. The server can have dropped them.
    pub(crate) fn opened(&self) -> MutexGuard<'_, BTreeMap<String, u64>> {
        self.opened.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks the file, or writes it, in this thread and to the end.
    pub(crate) fn check_here(&self) {
        let phase = self.check(self.queue.budget(), &self.stop);
        *self.phase() = phase;
    }

    fn ask(self: &Arc<Self>) -> Result<(), Error> {
        *self.asked.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        let is_waiting = matches!(*self.phase(), BundlePhase::Waiting);
        match is_waiting && !self.stop.load(Ordering::Relaxed) {
            true => self.queue.put(Arc::clone(self) as Arc<dyn Work>),
            false => Ok(()),
        }
    }

    fn is_asked(&self) -> bool {
        let asked = *self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        asked.elapsed() < PATIENCE
    }

    fn phase(&self) -> MutexGuard<'_, BundlePhase> {
        self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks the file, or writes it.
    fn check(&self, budget: CheckBudget, stop: &Arc<AtomicBool>) -> BundlePhase {
        let limits = |usual: CheckLimits| CheckLimits {
            bytes: budget.memory,
            time: budget.time.or(usual.time),
            stop: Some(Arc::clone(stop)),
            ..usual
        };
        let checked = match &self.source {
            Source::File(stored) => {
                let reader = BufReader::new(stored.reader());
                match bundles::check(&*self.kinds, reader, &limits) {
                    Ok(Ok(checked)) => Ok((checked, stored.clone())),
                    Ok(Err(rejected)) => return BundlePhase::Rejected(rejected),
                    Err(error) => Err(error),
                }
            }
            Source::Answer(parts) => parts.write(&self.kinds, &limits),
        };
        match checked {
            Ok((checked, stored)) => BundlePhase::Accepted(Arc::new(checked), stored),
            Err(error) => BundlePhase::Failed(error),
        }
    }
}

impl Work for Bundle {
    fn do_work(self: Arc<Self>, queue: &WorkQueue) {
        if !matches!(*self.phase(), BundlePhase::Waiting) || !self.is_asked() {
            return;
        }
        *self.phase() = BundlePhase::Running;
        // The check has the whole budget.
        queue.clear();
        let (done, ended) = mpsc::channel::<()>();
        let stop = Arc::new(AtomicBool::new(false));
        let mut is_left = false;
        let phase = thread::scope(|scope| {
            let checking = scope.spawn(|| {
                let phase = self.check(queue.budget(), &stop);
                drop(done);
                phase
            });
            while ended.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                is_left = !self.is_asked();
                if is_left || self.stop.load(Ordering::Relaxed) {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            checking.join()
        });
        *self.phase() = match phase {
            // The next request begins the check again.
            Ok(BundlePhase::Rejected(rejected)) if is_left && rejected.is_limit => {
                BundlePhase::Waiting
            }
            Ok(BundlePhase::Failed(error)) if is_left && error.kind() == ErrorKind::Limit => {
                BundlePhase::Waiting
            }
            Ok(phase) => phase,
            Err(_) => BundlePhase::Failed(texts::check_fault()),
        };
    }

    fn fail(&self) {
        *self.phase() = BundlePhase::Failed(texts::check_fault());
    }
}

/// Whether a file begins like a zip archive.
pub(crate) fn is_archive(file: &Stored) -> io::Result<bool> {
    let mut begin = Vec::new();
    file.reader().take(4).read_to_end(&mut begin)?;
    Ok(begin == b"PK\x03\x04")
}

#[cfg(test)]
mod tests;
