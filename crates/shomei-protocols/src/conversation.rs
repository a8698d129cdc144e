//! A conversation by lines: one thread reads them, another executes them.

use std::io::{self, BufRead};
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use shomei::input_lines::{RawLine, read_line};

/// The capacity of the queue of lines between the two threads.
const QUEUE: usize = 16;

/// Executes the lines of a conversation.
pub(crate) trait Obeys {
    /// Executes a line. `Break` ends the conversation.
    fn obey(&mut self, line: &str) -> io::Result<ControlFlow<()>>;

    /// Reports a line that exceeds the length limit. `start` is its beginning.
    fn is_too_long(&mut self, start: &str) -> io::Result<()>;

    /// The time at which [`Obeys::is_late`] is called if no line has arrived by then.
    fn deadline(&self) -> Option<Instant> {
        None
    }

    /// Called when the deadline has passed without a line.
    fn is_late(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// Called when the conversation is over.
    fn end(&mut self) {}
}

/// Executes all lines until one of them ends the conversation or the input ends. The reading thread
/// passes each line to `check` first, with the time that it waited for the line. A line for which
/// `check` returns `LineCheck::Done` is not passed on.
pub(crate) fn hold(
    input: impl BufRead + Send + 'static,
    check: impl FnMut(&RawLine, Duration) -> LineCheck + Send + 'static,
    handler: &mut impl Obeys,
) -> io::Result<()> {
    let lines = read_lines(input, check)?;
    while let Some(line) = next_line(&lines, handler)? {
        match line {
            RawLine::TooLong(start) => handler.is_too_long(&String::from_utf8_lossy(&start))?,
            // A line that is not UTF-8 is an unknown command.
            RawLine::Whole(line) => {
                if handler.obey(&String::from_utf8_lossy(&line))?.is_break() {
                    break;
                }
            }
        }
    }
    handler.end();
    Ok(())
}

/// The result of the reading thread's check of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineCheck {
    /// The line is queued for execution.
    Queue,
    /// The line was executed by the reading thread.
    Done,
}

/// Starts the thread that reads the input, and returns the queue of its lines.
fn read_lines(
    mut input: impl BufRead + Send + 'static,
    mut check: impl FnMut(&RawLine, Duration) -> LineCheck + Send + 'static,
) -> io::Result<Receiver<RawLine>> {
    // The queue is bounded: a fast sender is blocked instead of filling the memory.
    let (sender, lines) = mpsc::sync_channel(QUEUE);
    let read = move || {
        loop {
            let asked = Instant::now();
            let Ok(Some(line)) = read_line(&mut input) else {
                return;
            };
            if check(&line, asked.elapsed()) == LineCheck::Queue && sender.send(line).is_err() {
                return;
            }
        }
    };
    thread::Builder::new().name("input".into()).spawn(read)?;
    Ok(lines)
}

/// The next line; `None` at the end of the input. Calls `is_late` at each deadline before that.
fn next_line(lines: &Receiver<RawLine>, handler: &mut impl Obeys) -> io::Result<Option<RawLine>> {
    while let Some(deadline) = handler.deadline() {
        match lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(line) => return Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => handler.is_late()?,
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
        }
    }
    Ok(lines.recv().ok())
}
