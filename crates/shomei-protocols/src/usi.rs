//! Tsume-shogi for a graphical program, by the USI protocol.
//!
//! Three threads: one reads lines, one obeys them (`session.rs`), and one
//! searches (`thinking.rs`), so that `stop` and `quit` are heard at any time. The
//! end of the input is a `quit`: nobody would read the answer.

mod attacker;
mod info;
mod options;
mod protocol;
mod session;
mod thinking;

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Instant;

use shomei::game::Lang;
use shomei::{Error, Kind};

use crate::lines::{RawLine, read_line};
use crate::out::Out;

use session::Session;

/// So many lines may wait to be obeyed.
const QUEUE: usize = 16;

/// What the rules of tsume-shogi are called that leave wasted interpositions out.
const MUDAAI: &str = "tsume-mudaai";

/// Obeys a graphical program until it says `quit` or its lines end. A search that runs then
/// is told to stop.
///
/// `shogi` is the kind of the game, from [`Kinds::find`](shomei::Kinds::find).
///
/// # Errors
///
/// When a line cannot be written, no thread can be had, or the game cannot be opened.
pub fn run(
    shogi: &Kind,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), Error> {
    run_in(Lang::En, shogi, input, output)
}

/// The same, with remarks for people in a language until the option `Language` is set.
///
/// # Errors
///
/// Those of [`run`].
pub fn run_in(
    lang: Lang,
    shogi: &Kind,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), Error> {
    let lines = read_lines(input).map_err(Error::run)?;
    let mut session = Session::open(shogi, Out::new(output), lang)?;
    obey_all(&lines, &mut session).map_err(Error::run)
}

fn obey_all(lines: &Receiver<RawLine>, session: &mut Session) -> io::Result<()> {
    while let Some(line) = next_line(lines, session)? {
        match line {
            RawLine::TooLong(start) => session.is_too_long(&String::from_utf8_lossy(&start))?,
            // What is no UTF-8 is no command, and is named like any other.
            RawLine::Whole(line) => {
                if session.obey(&String::from_utf8_lossy(&line))?.is_break() {
                    break;
                }
            }
        }
    }
    session.stop();
    Ok(())
}

/// The lines of the input, read by a thread of its own.
fn read_lines(mut input: impl BufRead + Send + 'static) -> io::Result<Receiver<RawLine>> {
    // Who sends more than is obeyed waits, and does not fill the memory.
    let (sender, lines) = mpsc::sync_channel(QUEUE);
    let read = move || {
        while let Ok(Some(line)) = read_line(&mut input) {
            if sender.send(line).is_err() {
                return;
            }
        }
    };
    thread::Builder::new().name("input".into()).spawn(read)?;
    Ok(lines)
}

/// The next line; `None` at the end. What has its time in the meantime is done.
fn next_line(lines: &Receiver<RawLine>, session: &mut Session) -> io::Result<Option<RawLine>> {
    while let Some(deadline) = session.deadline() {
        match lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(line) => return Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => session.is_late()?,
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
        }
    }
    Ok(lines.recv().ok())
}
