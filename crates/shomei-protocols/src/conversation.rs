//! A conversation by lines: one thread reads them, another obeys them.

use std::io::{self, BufRead};
use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use shomei::lines::{RawLine, read_line};

/// So many lines may wait to be obeyed.
const QUEUE: usize = 16;

/// Somebody who obeys lines.
pub(crate) trait Obeys {
    /// Does what a line says, or breaks off.
    fn obey(&mut self, line: &str) -> io::Result<ControlFlow<()>>;

    /// Names a line that is too long to mean anything, of which this is the beginning.
    fn is_too_long(&mut self, start: &str) -> io::Result<()>;

    /// When something is to be done although no line comes, if ever.
    fn deadline(&self) -> Option<Instant> {
        None
    }

    /// Does it.
    fn is_late(&mut self) -> io::Result<()> {
        Ok(())
    }

    /// The conversation is over.
    fn end(&mut self) {}
}

/// Obeys all lines until one of them ends the conversation, or there are no more. A line is
/// first shown to `heard` by the thread that reads, with how long it has waited for it: where that is `Heard::Done`, nobody else
/// sees it.
pub(crate) fn hold(
    input: impl BufRead + Send + 'static,
    heard: impl FnMut(&RawLine, Duration) -> Heard + Send + 'static,
    who: &mut impl Obeys,
) -> io::Result<()> {
    let lines = read_lines(input, heard)?;
    while let Some(line) = next_line(&lines, who)? {
        match line {
            RawLine::TooLong(start) => who.is_too_long(&String::from_utf8_lossy(&start))?,
            // What is no UTF-8 is no command, and is named like any other.
            RawLine::Whole(line) => {
                if who.obey(&String::from_utf8_lossy(&line))?.is_break() {
                    break;
                }
            }
        }
    }
    who.end();
    Ok(())
}

/// What the thread that reads does with a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// It waits to be obeyed.
    Waits,
    /// It was obeyed at once.
    Done,
}

/// The lines of the input, read by a thread of its own.
fn read_lines(
    mut input: impl BufRead + Send + 'static,
    mut heard: impl FnMut(&RawLine, Duration) -> Heard + Send + 'static,
) -> io::Result<Receiver<RawLine>> {
    // Who sends more than is obeyed waits, and does not fill the memory.
    let (sender, lines) = mpsc::sync_channel(QUEUE);
    let read = move || {
        loop {
            let asked = Instant::now();
            let Ok(Some(line)) = read_line(&mut input) else {
                return;
            };
            if heard(&line, asked.elapsed()) == Heard::Waits && sender.send(line).is_err() {
                return;
            }
        }
    };
    thread::Builder::new().name("input".into()).spawn(read)?;
    Ok(lines)
}

/// The next line; `None` at the end. What has its time in the meantime is done.
fn next_line(lines: &Receiver<RawLine>, who: &mut impl Obeys) -> io::Result<Option<RawLine>> {
    while let Some(deadline) = who.deadline() {
        match lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(line) => return Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => who.is_late()?,
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
        }
    }
    Ok(lines.recv().ok())
}
