//! A search in a thread of its own.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use shomei_search::Limits;

use crate::cli::AlgorithmArgs;
use crate::erased::Aim;
use crate::failure::Failure;
use crate::games::{Entry, Hints};
use crate::output::print;
use crate::solving::Task;

use super::info::{Reporter, TIMEOUT, answer, note, say};
use super::options::{MateMode, Options};

/// What is to be searched.
#[derive(Debug)]
pub(super) struct Question {
    pub(super) entry: &'static Entry,
    /// The text of the position; its side to move attacks.
    pub(super) position: String,
    pub(super) options: Options,
}

/// A search that was begun, and may have ended. It prints its answer.
#[derive(Debug)]
pub(super) struct Thinking {
    stop: Arc<AtomicBool>,
    /// When it is to be stopped. The line of play that follows the search has no
    /// clock of its own, so the time is not left to the limits of the search.
    pub(super) deadline: Option<Instant>,
    thread: JoinHandle<()>,
}

impl Thinking {
    /// Begins a search of so much time.
    pub(super) fn begin(question: Question, time: Option<Duration>) -> io::Result<Thinking> {
        let started = Instant::now();
        let stop = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&stop);
        let think = move || think(&question, started, flag);
        let thread = thread::Builder::new().name("search".into()).spawn(think)?;
        Ok(Thinking {
            stop,
            // A time too long for the clock is no limit.
            deadline: time.and_then(|time| started.checked_add(time)),
            thread,
        })
    }

    /// Asks it to end soon.
    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Ends it, and waits until it has answered.
    pub(super) fn finish(self) {
        self.stop();
        // A search that broke down has said so on standard error.
        let _ = self.thread.join();
    }
}

/// Searches, and prints the one answer.
fn think(question: &Question, started: Instant, stop: Arc<AtomicBool>) {
    // Where nobody reads any more, the end of the input ends the program.
    let _ = match solve(question, started, stop) {
        Ok(lines) => lines.iter().try_for_each(print),
        Err(failure) => say(failure).and_then(|()| print(TIMEOUT)),
    };
}

/// The lines at the end of a search, the answer last.
fn solve(
    question: &Question,
    started: Instant,
    stop: Arc<AtomicBool>,
) -> Result<Vec<String>, Failure> {
    let Question {
        entry,
        position,
        options,
    } = question;
    let algorithm = AlgorithmArgs::default();
    let hints = Hints {
        auto: entry.auto.hints,
        ..Hints::default()
    };
    let info = algorithm.info()?;
    let task = Task {
        algorithm: info,
        settings: algorithm.settings_for(info, options.threads, entry.auto)?,
        memory: options.memory(),
        limits: Limits {
            stop: Some(stop),
            ..Limits::default()
        },
        touch_memory: false,
    };
    let game = entry.open("", &hints)?;
    let position = game
        .position(position)
        .map_err(|error| Failure::Input(format!("position: {error}")))?;
    let mut reporter = Reporter::new(started);
    let aim = Aim::win(position.to_move());
    let solution = match options.mode {
        MateMode::First => position.solve(aim, &task, &mut reporter, None)?,
        MateMode::Shortest => position.solve_shortest(aim.attacker, &task, &mut reporter, None)?,
    };
    let mut lines = vec![reporter.last(&solution)];
    lines.extend(note(&solution));
    lines.push(answer(&solution));
    Ok(lines)
}
