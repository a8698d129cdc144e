//! Reports of work that is running.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use serde::Serialize;
use serde_json::json;
use web_time::Instant;

use super::text;
use crate::questions::Live;

/// The interval between two reports.
const EVERY: Duration = Duration::from_millis(100);

/// Limits the number of reports.
pub(super) struct ReportTimer(Mutex<Instant>);

impl ReportTimer {
    pub(super) fn new() -> ReportTimer {
        ReportTimer(Mutex::new(Instant::now()))
    }

    /// Whether the last report was long ago.
    fn is_due(&self) -> bool {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = last.elapsed() >= EVERY;
        if is_due {
            *last = Instant::now();
        }
        is_due
    }

    pub(super) fn report(&self, report: &impl Fn(&str), state: &impl Serialize) {
        if self.is_due() {
            report(&text(state));
        }
    }
}

/// Reports the events of a question.
pub(super) struct QuestionReporter {
    timer: ReportTimer,
    /// The number of reported rows.
    rows: Mutex<usize>,
}

impl QuestionReporter {
    pub(super) fn new() -> QuestionReporter {
        QuestionReporter {
            timer: ReportTimer::new(),
            rows: Mutex::new(0),
        }
    }

    pub(super) fn report(&self, live: &Live, report: &impl Fn(&str)) {
        let mut rows = self.rows.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some(row) = live.row_in_each(*rows) {
            *rows += 1;
            report(&text(&json!({ "row": row })));
        }
        if self.timer.is_due() {
            report(&text(&json!({ "progress": live.look() })));
        }
    }
}
