//! Workbenches of composers: the verdict on a problem, and the verdicts on its variants.
//!
//! A workbench has one thread and one session, whose tables all its questions share, so that
//! changed problems take little time. A new verdict replaces the last one, and a new list of
//! variants the last list. A verdict interrupts the list, which then continues. A problem with
//! other pieces begins with new tables, which ends a list of variants.
//!
//! A workbench ends after ten minutes without a question, or if another question needs its memory.

mod examining;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};

use shomei::composers::Change;
use shomei::{AnyPosition, Error, ErrorKind};

use super::{Live, Share};
use crate::texts::ServerMessage;

/// The number of questions that are kept for late requests.
const KEPT: usize = 8;

/// The work of one question.
#[derive(Clone, Debug)]
pub(super) enum BenchWork {
    /// The verdict on the problem.
    Judge,
    /// The verdicts on the variants that these changes make.
    Vary(Vec<Change>),
}

/// A question at a workbench. If it is dropped before its answer, it ends with an error.
#[derive(Debug)]
pub(super) struct Job {
    position: AnyPosition,
    work: BenchWork,
    live: Arc<Live>,
}

impl Job {
    pub(super) fn new(position: AnyPosition, work: BenchWork, live: Arc<Live>) -> Job {
        Job {
            position,
            work,
            live,
        }
    }
}

impl Drop for Job {
    fn drop(&mut self) {
        // After a panic; its message is on standard error. Only the first result counts.
        let fault = ServerMessage::SearchFault.of_kind(ErrorKind::Run);
        self.live.end(Err(fault));
    }
}

/// A workbench.
#[derive(Debug)]
pub(super) struct Bench {
    name: String,
    share: Share,
    /// `None` after the workbench was closed.
    jobs: Option<Sender<Job>>,
    /// Whether a job is waiting.
    has_job: Arc<AtomicBool>,
    thread: JoinHandle<()>,
    /// The last questions, for late requests. The newest is the last.
    questions: VecDeque<BenchQuestion>,
}

#[derive(Debug)]
struct BenchQuestion {
    is_list: bool,
    live: Arc<Live>,
}

/// Answers one question in this thread, with tables of its own.
pub(super) fn answer_here(job: Job, memory: usize) {
    let (sender, jobs) = channel();
    let has_job = Arc::new(AtomicBool::new(false));
    // A closed workbench answers the questions that it has.
    if sender.send(job).is_ok() {
        drop(sender);
        examining::serve(&jobs, &has_job, memory);
    }
}

impl Bench {
    /// Starts a workbench with these resources.
    pub(super) fn open(name: &str, share: Share) -> Result<Bench, Error> {
        let (sender, jobs) = channel();
        let has_job = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&has_job);
        let builder = thread::Builder::new().name("workbench".to_string());
        let thread = builder
            .spawn(move || examining::serve(&jobs, &flag, share.memory))
            .map_err(Error::run)?;
        Ok(Bench {
            name: name.to_string(),
            share,
            jobs: Some(sender),
            has_job,
            thread,
            questions: VecDeque::new(),
        })
    }

    /// Takes a question, which replaces the last one of its kind.
    pub(super) fn take(&mut self, job: Job) {
        let is_list = matches!(job.work, BenchWork::Vary(_));
        let replaced = self.questions.iter().filter(|last| last.is_list == is_list);
        replaced.for_each(|last| last.live.stop());
        let live = Arc::clone(&job.live);
        self.questions.push_back(BenchQuestion { is_list, live });
        while self.questions.len() > KEPT {
            let mut all = self.questions.iter();
            let Some(oldest) = all.position(|question| question.live.is_ended()) else {
                break;
            };
            self.questions.remove(oldest);
        }
        // If the thread has ended, the job ends with an error.
        if let Some(jobs) = &self.jobs
            && jobs.send(job).is_ok()
        {
            self.has_job.store(true, Ordering::SeqCst);
        }
    }

    /// Stops the questions; the thread ends.
    pub(super) fn close(&mut self) {
        self.questions().for_each(|live| live.stop());
        self.jobs = None;
    }

    /// The last questions.
    pub(super) fn questions(&self) -> impl Iterator<Item = &Arc<Live>> {
        self.questions.iter().map(|question| &question.live)
    }

    pub(super) fn share(&self) -> Share {
        self.share
    }

    /// Whether a question has not ended.
    pub(super) fn is_busy(&self) -> bool {
        self.questions().any(|live| !live.is_ended())
    }

    pub(super) fn is_open(&self) -> bool {
        self.jobs.is_some()
    }

    /// Whether this is the open workbench with this name.
    pub(super) fn is_open_as(&self, name: &str) -> bool {
        self.is_open() && !self.is_ended() && self.name == name
    }

    /// Whether its memory is free again.
    pub(super) fn is_ended(&self) -> bool {
        self.thread.is_finished()
    }
}
