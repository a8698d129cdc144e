//! The background work on a certificate: its check and its table of lengths.

use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::Duration;

use shomei::Error;
use web_time::Instant;

use super::check::{CheckBudget, CheckState, Ended};
use super::tables::{self, Tables};
use super::work_queue::{Work, WorkQueue};
use super::{Explored, PATIENCE};
use crate::texts;

/// Tables up to this number of bytes are made before the check, because they take less than a
/// second.
const FEW: u64 = 16 << 20;

/// The interval between attempts to make a table that did not fit into the memory.
const AGAIN: Duration = Duration::from_secs(60);

/// The table of a certificate.
#[derive(Debug)]
pub(super) enum TableState {
    /// Not made yet, or dropped.
    Empty,
    Here(Arc<Tables>),
    /// At this time the tables of other certificates left too little memory.
    NoRoom(Instant),
    /// The table cannot be made.
    Never,
}

/// How long the work on a certificate continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Until the server ends.
    Always,
    /// While pages request it: the certificate belongs to an answer. The work stops after some time
    /// without a request and continues after the next one.
    WhileAsked,
}

impl Work for Explored {
    fn do_work(self: Arc<Self>, queue: &WorkQueue) {
        self.work(queue);
    }

    fn fail(&self) {
        self.checking.fail(texts::check_fault());
        *self.table_state() = TableState::Never;
    }
}

impl Explored {
    /// Begins the check and the tables, which [`Explored::end`] stops.
    ///
    /// # Errors
    ///
    /// When a thread cannot be started.
    pub fn begin(self: &Arc<Self>) -> Result<(), Error> {
        self.queue.put(Arc::clone(self) as Arc<dyn Work>)
    }

    /// Records a request, and continues the remaining work.
    pub(super) fn ask(self: &Arc<Self>) {
        *self.asked() = Instant::now();
        let is_left = match &*self.table_state() {
            TableState::Empty => true,
            TableState::NoRoom(when) => when.elapsed() > AGAIN,
            TableState::Here(_) | TableState::Never => false,
        };
        if !self.has_ended() && (is_left || self.checking.is_waiting()) {
            // If no thread can be started now, the next request tries again.
            let _ = self.begin();
        }
    }

    /// Does the remaining work as long as pages or the server request it.
    pub(super) fn work(self: &Arc<Self>, queue: &WorkQueue) {
        let few = self.table_bytes() <= FEW;
        if few {
            self.make_tables(queue);
        }
        if self.checking.is_waiting() && self.is_wanted() {
            self.check_within(queue);
        }
        match self.checking.look_state() {
            CheckState::Waiting => {}
            // The lengths of a rejected certificate have no meaning.
            CheckState::Rejected if !few => *self.table_state() = TableState::Never,
            _ => self.make_tables(queue),
        }
        if self.has_ended() && !self.has_tables() {
            *self.table_state() = TableState::Never;
        }
    }

    /// Checks the certificate with the memory that the tables leave; if that is not sufficient,
    /// drops all tables and checks again.
    fn check_within(&self, queue: &WorkQueue) {
        let (began, all) = (Instant::now(), queue.budget());
        queue.make_room(all.memory);
        let is_wanted = || self.is_wanted();
        let run = |budget| {
            let (kinds, stored) = (&self.kinds, &self.stored);
            self.checking.run(kinds, stored, budget, &is_wanted)
        };
        let memory = queue.left();
        if run(CheckBudget { memory, ..all }) == Ended::Full && memory < all.memory {
            queue.clear();
            let time = all.time.map(|time| time.saturating_sub(began.elapsed()));
            run(CheckBudget { time, ..all });
        }
    }

    /// Makes the table, if there is none and the memory is sufficient.
    pub(super) fn make_tables(self: &Arc<Self>, queue: &WorkQueue) {
        if self.has_tables()
            || matches!(*self.table_state(), TableState::Never)
            || !self.is_wanted()
        {
            return;
        }
        if self.table_bytes() > queue.budget().memory {
            *self.table_state() = TableState::Never;
            return;
        }
        if !queue.make_room(self.table_bytes()) {
            *self.table_state() = TableState::NoRoom(Instant::now());
            return;
        }
        let made = Tables::make(&self.kinds, &self.stored, queue.budget().memory, &self.stop);
        // Without a table the walk has no lengths; the check reports the errors of the file.
        *self.table_state() = match made {
            Ok(made) => TableState::Here(Arc::new(made)),
            Err(_) => TableState::Never,
        };
        queue.keep(self);
    }

    /// Whether the work on this certificate continues.
    pub(super) fn is_wanted(&self) -> bool {
        let is_asked = || self.unasked() < PATIENCE;
        !self.has_ended() && (self.wanted == Wanted::Always || is_asked())
    }

    /// Drops the walk after some time without a request: a path of ten thousand plies takes some
    /// megabytes, and a game of the user caches its positions. The next request begins another one.
    pub fn rest_if_idle(&self) {
        let is_idle = self.unasked() > PATIENCE;
        // A walk that is locked is in use.
        if let Some(mut walk) = self.walk.try_lock().ok().filter(|_| is_idle) {
            *walk = None;
        }
    }

    /// The time since the last request.
    pub(super) fn unasked(&self) -> Duration {
        self.asked().elapsed()
    }

    fn asked(&self) -> MutexGuard<'_, Instant> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn has_ended(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The memory of the table of lengths, in bytes.
    #[must_use]
    pub fn table_bytes(&self) -> u64 {
        self.totals.records.saturating_mul(tables::BYTES_PER_RECORD)
    }

    /// Whether the table exists.
    pub(super) fn has_tables(&self) -> bool {
        matches!(*self.table_state(), TableState::Here(_))
    }

    /// Drops the table; the next request has it made again.
    pub(super) fn drop_tables(&self) {
        *self.table_state() = TableState::Empty;
    }

    /// Has a table that could not be made tried again after the next request.
    pub(super) fn try_tables_again(&self) {
        let mut state = self.table_state();
        if matches!(*state, TableState::Never) {
            *state = TableState::Empty;
        }
    }

    /// The table, if it exists.
    pub(super) fn tables(&self) -> Option<Arc<Tables>> {
        match &*self.table_state() {
            TableState::Here(tables) => Some(Arc::clone(tables)),
            _ => None,
        }
    }

    /// The state of the table: `making`, `ready` or `failed`.
    pub(super) fn sizes(&self) -> &'static str {
        match *self.table_state() {
            TableState::Empty => "making",
            TableState::Here(_) => "ready",
            TableState::NoRoom(_) | TableState::Never => "failed",
        }
    }

    /// Sets the time of the last request back by this duration.
    #[cfg(test)]
    pub(super) fn age(&self, by: Duration) {
        let mut asked = self.asked();
        *asked = asked.checked_sub(by).unwrap();
    }

    /// The state of the check. The call does not count as a request.
    #[cfg(test)]
    pub(super) fn checked(&self) -> CheckState {
        self.checking.look_state()
    }

    fn table_state(&self) -> MutexGuard<'_, TableState> {
        self.table_state
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
    }
}
