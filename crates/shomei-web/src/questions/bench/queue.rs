//! The waiting questions of a workbench.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use web_time::Instant;

use super::Job;

/// The questions that a workbench has not begun. One lock decides whether a question comes before
/// the workbench closes.
#[derive(Debug, Default)]
pub(super) struct JobQueue {
    waiting: Mutex<WaitingJobs>,
    changed: Condvar,
    /// Whether a question came since the last look at it, without the lock.
    has_new: AtomicBool,
}

#[derive(Debug, Default)]
struct WaitingJobs {
    jobs: VecDeque<Job>,
    is_closed: bool,
}

impl JobQueue {
    /// Adds a question. Returns it if the workbench is closed.
    pub(super) fn push(&self, job: Job) -> Result<(), Job> {
        let mut waiting = self.lock();
        if waiting.is_closed {
            return Err(job);
        }
        waiting.jobs.push_back(job);
        self.has_new.store(true, Ordering::SeqCst);
        self.changed.notify_one();
        Ok(())
    }

    /// Takes no further question. Those that wait are still answered.
    pub(super) fn close(&self) {
        self.lock().is_closed = true;
        self.changed.notify_one();
    }

    pub(super) fn is_closed(&self) -> bool {
        self.lock().is_closed
    }

    /// Whether a question came since the last [`JobQueue::take_new`].
    pub(super) fn has_new(&self) -> bool {
        self.has_new.load(Ordering::SeqCst)
    }

    /// [`JobQueue::has_new`], which is `false` then.
    pub(super) fn take_new(&self) -> bool {
        self.has_new.swap(false, Ordering::SeqCst)
    }

    /// The first question, if there is one.
    pub(super) fn pop(&self) -> Option<Job> {
        self.first(&mut self.lock())
    }

    fn first(&self, waiting: &mut WaitingJobs) -> Option<Job> {
        let job = waiting.jobs.pop_front();
        if waiting.jobs.is_empty() {
            self.has_new.store(false, Ordering::SeqCst);
        }
        job
    }

    /// The next question; waits for it. Closes if none comes within the time `idle`. `None` if the
    /// queue is closed and empty.
    pub(super) fn next(&self, idle: Duration) -> Option<Job> {
        let end = Instant::now() + idle;
        let mut waiting = self.lock();
        loop {
            if let Some(job) = self.first(&mut waiting) {
                return Some(job);
            }
            let left = end.saturating_duration_since(Instant::now());
            if waiting.is_closed || left.is_zero() {
                waiting.is_closed = true;
                return None;
            }
            let woken = self.changed.wait_timeout(waiting, left);
            waiting = woken.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// No code that holds the lock leaves the queue inconsistent if it panics.
    fn lock(&self) -> MutexGuard<'_, WaitingJobs> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
