//! Workbenches of composers: the verdict on a problem, and the verdicts on its variants.
//!
//! A workbench has one thread and one session, whose tables all its questions share, so that
//! changed problems take little time. A new verdict replaces the last one, and a new list of
//! variants the last list. A verdict interrupts the list, which then continues. A problem with
//! other pieces begins with new tables, which ends a list of variants.
//!
//! A workbench ends after ten minutes without a question, or if another question needs its memory.

mod examining;
mod queue;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use shomei::composers::Change;
use shomei::{AnyPosition, Error};

use super::{Live, Share};
use crate::texts;
use queue::JobQueue;

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
        self.live.end(Err(texts::search_fault()));
    }
}

/// A workbench.
#[derive(Debug)]
pub(super) struct Bench {
    name: String,
    share: Share,
    queue: Arc<JobQueue>,
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
    let queue = Arc::new(JobQueue::default());
    // A closed workbench answers the questions that it has.
    if queue.push(job).is_ok() {
        queue.close();
        examining::serve(&queue, memory);
    }
}

impl Bench {
    /// Starts a workbench with these resources.
    pub(super) fn open(name: &str, share: Share) -> Result<Bench, Error> {
        let queue = Arc::new(JobQueue::default());
        let waiting = Arc::clone(&queue);
        let builder = thread::Builder::new().name("workbench".to_string());
        let thread = builder
            .spawn(move || examining::serve(&waiting, share.memory))
            .map_err(Error::run)?;
        Ok(Bench {
            name: name.to_string(),
            share,
            queue,
            thread,
            questions: VecDeque::new(),
        })
    }

    /// Takes a question, which replaces the last one of its kind. Returns it if the workbench has
    /// closed meanwhile.
    pub(super) fn take(&mut self, job: Job) -> Result<(), Job> {
        let is_list = matches!(job.work, BenchWork::Vary(_));
        let live = Arc::clone(&job.live);
        self.queue.push(job)?;
        let replaced = self.questions.iter().filter(|last| last.is_list == is_list);
        replaced.for_each(|last| last.live.stop());
        self.questions.push_back(BenchQuestion { is_list, live });
        while self.questions.len() > KEPT {
            let mut all = self.questions.iter();
            let Some(oldest) = all.position(|question| question.live.is_ended()) else {
                break;
            };
            self.questions.remove(oldest);
        }
        Ok(())
    }

    /// Stops the questions; the thread ends.
    pub(super) fn close(&mut self) {
        self.questions().for_each(|live| live.stop());
        self.queue.close();
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
        !self.queue.is_closed()
    }

    /// Whether this is the open workbench with this name.
    pub(super) fn is_open_as(&self, name: &str) -> bool {
        self.is_open() && self.name == name
    }

    /// Whether its memory is free again.
    pub(super) fn is_ended(&self) -> bool {
        self.thread.is_finished()
    }
}
