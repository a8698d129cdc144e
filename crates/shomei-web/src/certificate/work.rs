//! The check of a certificate and its table of lengths: what is done beside its reader.

use std::sync::atomic::Ordering;
use std::sync::{Arc, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use shomei::{Error, ErrorKind};

use super::check::{CheckBudget, CheckState, Ended};
use super::desk::Desk;
use super::tables::{self, Tables};
use super::{Explored, PATIENCE};
use crate::words::Said;

/// Tables of so many bytes are made before the check, since they take less than a second.
const FEW: u64 = 16 << 20;

/// A table for which there was no room is tried again after so long.
const AGAIN: Duration = Duration::from_secs(60);

/// The table of a certificate.
#[derive(Debug)]
pub(super) enum Shelf {
    /// It is not made yet, or was dropped.
    Empty,
    Here(Arc<Tables>),
    /// At this time there was no room beside those of others.
    NoRoom(Instant),
    /// There will be none.
    Never,
}

/// Whose wish keeps the work on a certificate going.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// It is shown until the server ends.
    Always,
    /// It belongs to an answer: the work stops when no page has asked after it for a while, and
    /// begins again when one asks.
    WhileAsked,
}

impl Explored {
    /// Begins the check and the tables, which end with [`Explored::end`].
    ///
    /// # Errors
    ///
    /// When there can be no further thread.
    pub fn begin(self: &Arc<Self>) -> Result<(), Error> {
        self.desk.put(self)
    }

    /// Somebody asks after it: what is left to be done goes on.
    pub(super) fn ask(self: &Arc<Self>) {
        *self.asked() = Instant::now();
        let is_left = match &*self.shelf() {
            Shelf::Empty => true,
            Shelf::NoRoom(when) => when.elapsed() > AGAIN,
            Shelf::Here(_) | Shelf::Never => false,
        };
        if !self.has_ended() && (is_left || self.checking.is_waiting()) {
            // Where there can be no thread now, it is tried again when somebody asks again.
            let _ = self.begin();
        }
    }

    /// Does what is left to be done, as long as somebody wants it.
    pub(super) fn work(self: &Arc<Self>, desk: &Desk) {
        let few = self.table_bytes() <= FEW;
        if few {
            self.make_tables(desk);
        }
        if self.checking.is_waiting() && self.is_wanted() {
            self.check_within(desk);
        }
        match self.checking.look_state() {
            CheckState::Waiting => {}
            // Its lengths would say nothing.
            CheckState::Rejected if !few => *self.shelf() = Shelf::Never,
            _ => self.make_tables(desk),
        }
        if self.has_ended() && !self.has_tables() {
            *self.shelf() = Shelf::Never;
        }
    }

    /// Checks it beside the tables of others, and without them where the memory does not suffice.
    fn check_within(&self, desk: &Desk) {
        let (began, all) = (Instant::now(), desk.budget());
        desk.make_room(all.memory);
        let is_wanted = || self.is_wanted();
        let run = |budget| {
            let (kinds, stored) = (&self.kinds, &self.stored);
            self.checking.run(kinds, stored, budget, &is_wanted)
        };
        let memory = desk.left();
        if run(CheckBudget { memory, ..all }) == Ended::Full && memory < all.memory {
            desk.clear();
            let time = all.time.map(|time| time.saturating_sub(began.elapsed()));
            run(CheckBudget { time, ..all });
        }
    }

    /// Makes its table, where there is none yet and there is room for it.
    pub(super) fn make_tables(self: &Arc<Self>, desk: &Desk) {
        if self.has_tables() || matches!(*self.shelf(), Shelf::Never) || !self.is_wanted() {
            return;
        }
        if self.table_bytes() > desk.budget().memory {
            *self.shelf() = Shelf::Never;
            return;
        }
        if !desk.make_room(self.table_bytes()) {
            *self.shelf() = Shelf::NoRoom(Instant::now());
            return;
        }
        let made = Tables::make(&self.kinds, &self.stored, desk.budget().memory, &self.stop);
        // A table that cannot be made leaves a walk without lengths; the check tells what is
        // wrong with the file.
        *self.shelf() = match made {
            Ok(made) => Shelf::Here(Arc::new(made)),
            Err(_) => Shelf::Never,
        };
        desk.keep(self);
    }

    /// The work has ended in a fault of the program.
    pub(super) fn fail(&self) {
        let fault = Said::CheckFault.of_kind(ErrorKind::Run);
        self.checking.fail(fault);
        *self.shelf() = Shelf::Never;
    }

    /// Whether the work on it goes on.
    pub(super) fn is_wanted(&self) -> bool {
        let is_asked = || self.unasked() < PATIENCE;
        !self.has_ended() && (self.wanted == Wanted::Always || is_asked())
    }

    /// Forgets the nodes of its walk where nobody has asked after it for a while: a path of ten
    /// thousand plies takes some megabytes. They are read again when somebody asks.
    pub fn rest_if_idle(&self) {
        let is_idle = self.unasked() > PATIENCE;
        // A walk that is in use is not idle.
        if let Some(mut walk) = self.walk.try_lock().ok().filter(|_| is_idle) {
            walk.rest();
        }
    }

    /// For how long nobody has asked after it.
    pub(super) fn unasked(&self) -> Duration {
        self.asked().elapsed()
    }

    fn asked(&self) -> MutexGuard<'_, Instant> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn has_ended(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// What the table of lengths takes, in bytes.
    #[must_use]
    pub fn table_bytes(&self) -> u64 {
        self.records.saturating_mul(tables::BYTES_PER_RECORD)
    }

    /// Whether its table is there.
    pub(super) fn has_tables(&self) -> bool {
        matches!(*self.shelf(), Shelf::Here(_))
    }

    /// Drops its table, which is made again when somebody asks.
    pub(super) fn drop_tables(&self) {
        *self.shelf() = Shelf::Empty;
    }

    /// Its table, where it is there.
    pub(super) fn tables(&self) -> Option<Arc<Tables>> {
        match &*self.shelf() {
            Shelf::Here(tables) => Some(Arc::clone(tables)),
            _ => None,
        }
    }

    /// How its table stands: `making`, `ready` or `failed`.
    pub(super) fn sizes(&self) -> &'static str {
        match *self.shelf() {
            Shelf::Empty => "making",
            Shelf::Here(_) => "ready",
            Shelf::NoRoom(_) | Shelf::Never => "failed",
        }
    }

    /// As if nobody had asked for so long.
    #[cfg(test)]
    pub(super) fn age(&self, by: Duration) {
        let mut asked = self.asked();
        *asked = asked.checked_sub(by).unwrap();
    }

    /// How the check stands, which does not count as being asked.
    #[cfg(test)]
    pub(super) fn checked(&self) -> CheckState {
        self.checking.look_state()
    }

    fn shelf(&self) -> MutexGuard<'_, Shelf> {
        self.shelf.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
