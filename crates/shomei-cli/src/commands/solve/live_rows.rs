//! The rows of `--moves` on a terminal while the search runs.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use shomei::{AnyPosition, MoveValue};

use super::Request;
use super::naming::Naming;
use super::report::row;
use crate::output::print;

/// The time before the first row is printed. A quicker answer prints its table at once.
const DELAY: Duration = Duration::from_millis(500);

/// Prints each move when it is decided, if standard output is a terminal.
pub(super) struct LiveRows {
    /// `None` if nothing is printed.
    naming: Option<Naming>,
    started: Instant,
    waiting: Vec<String>,
}

impl LiveRows {
    pub(super) fn none() -> LiveRows {
        LiveRows {
            naming: None,
            started: Instant::now(),
            waiting: Vec::new(),
        }
    }

    /// The printer for the moves of a position.
    pub(super) fn of(request: &Request, position: &AnyPosition) -> LiveRows {
        let is_shown = !request.json && io::stdout().is_terminal();
        let naming = || Naming::about(request, Some(position.clone()), position.attacker());
        LiveRows {
            naming: is_shown.then(naming),
            ..LiveRows::none()
        }
    }

    pub(super) fn add(&mut self, known: &MoveValue) {
        if let Some(naming) = &self.naming {
            self.waiting.push(row(known, naming).join("  "));
            self.print();
        }
    }

    /// Prints the pending rows. The progress line must be cleared before.
    pub(super) fn print(&mut self) {
        if self.started.elapsed() >= DELAY && !self.waiting.is_empty() {
            // The error of an unwritable terminal is reported with the answer.
            let _ = print(self.waiting.join("\n"));
            self.waiting.clear();
        }
    }
}
