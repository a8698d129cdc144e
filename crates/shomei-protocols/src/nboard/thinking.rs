//! A search in its own thread, and the permission to print its output.

use std::fmt::Display;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use shomei::Error;
use shomei::game::escape::one_line;

use crate::breakdown::survive;
use crate::othello::{ProvenScore, Watches};
use crate::out::Out;

/// The period of progress output. Searches report progress more often.
const PERIOD: Duration = Duration::from_secs(1);

/// The maximum length of a status text in characters: an invalid line can have any length.
const LONGEST: usize = 400;

/// The output of a search thread. The session can disable it.
#[derive(Clone, Debug)]
pub(super) struct SearchOutput {
    out: Out,
    is_enabled: Arc<AtomicBool>,
}

impl SearchOutput {
    /// Prints a line if the output is enabled.
    pub(super) fn print(&self, line: impl Display) {
        // A write error is ignored: the end of the input ends the program.
        let _ = self.out.print_if(&self.is_enabled, line);
    }

    /// Prints a status text.
    pub(super) fn status(&self, text: &str) {
        self.print(status(text));
    }
}

/// The `status` command for a text, cut to one line of at most [`LONGEST`] characters.
pub(super) fn status(text: &str) -> String {
    let text: String = one_line(text).chars().take(LONGEST).collect();
    format!("status {text}")
}

/// A search that runs in a thread.
#[derive(Debug)]
pub(super) struct NboardThinking {
    stop: Arc<AtomicBool>,
    is_enabled: Arc<AtomicBool>,
    thread: JoinHandle<()>,
}

impl NboardThinking {
    /// Starts a search. `think` receives its output and the flag that ends it.
    pub(super) fn begin(
        out: &Out,
        think: impl FnOnce(&SearchOutput, &Arc<AtomicBool>) -> Result<(), Error> + Send + 'static,
    ) -> io::Result<NboardThinking> {
        let stop = Arc::new(AtomicBool::new(false));
        let is_enabled = Arc::new(AtomicBool::new(true));
        let output = SearchOutput {
            out: out.clone(),
            is_enabled: Arc::clone(&is_enabled),
        };
        let flag = Arc::clone(&stop);
        let work = move || {
            if let Err(error) = survive(|| think(&output, &flag)) {
                output.status(&error.to_string());
            }
        };
        Ok(NboardThinking {
            thread: thread::Builder::new().name("search".into()).spawn(work)?,
            stop,
            is_enabled,
        })
    }

    /// Requests that the search ends soon and prints what it has proven.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Requests that the search ends, and disables its output.
    pub(super) fn silence(&self) {
        self.stop();
        self.is_enabled.store(false, Ordering::Release);
    }

    /// Waits until the search has ended, which can take a moment after the request.
    pub(super) fn join(self) {
        // The thread has already reported its own panic.
        let _ = self.thread.join();
    }
}

/// Prints the progress of a search once per period.
pub(super) struct NboardReporter<'a> {
    output: &'a SearchOutput,
    last_report: Instant,
    /// Called when a bound or a best move is proven.
    on_found: &'a mut dyn FnMut(&ProvenScore),
}

impl<'a> NboardReporter<'a> {
    pub(super) fn new(
        output: &'a SearchOutput,
        on_found: &'a mut dyn FnMut(&ProvenScore),
    ) -> NboardReporter<'a> {
        NboardReporter {
            output,
            last_report: Instant::now(),
            on_found,
        }
    }
}

impl Watches for NboardReporter<'_> {
    fn found(&mut self, found: &ProvenScore) {
        (self.on_found)(found);
    }

    fn worked(&mut self, nodes: u64, seconds: f64) {
        let now = Instant::now();
        if now - self.last_report >= PERIOD {
            self.last_report = now;
            self.output.print(nodestats(nodes, seconds));
        }
    }
}

/// The number of nodes and the time used so far.
pub(super) fn nodestats(nodes: u64, seconds: f64) -> String {
    format!("nodestats {nodes} {seconds:.2}")
}
