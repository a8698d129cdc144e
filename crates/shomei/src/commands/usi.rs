//! `shomei usi`: solves tsume-shogi for a graphical program, by the USI protocol.
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

use std::io;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::Instant;

use anyhow::Context;
use clap::Args;

use crate::failure::{Exit, Failure};
use crate::input::{RawLine, read_line};

use session::Session;

/// So many lines may wait to be obeyed.
const QUEUE: usize = 16;

/// The arguments: all is said by the protocol.
#[derive(Debug, Args)]
pub(crate) struct UsiArgs {}

/// Obeys until it is told to quit. A search that runs then ends with the program.
pub(crate) fn run(_args: &UsiArgs) -> Result<Exit, Failure> {
    let lines = read_lines()?;
    let mut session = Session::open()?;
    while let Some(line) = next_line(&lines, &mut session)? {
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
    Ok(Exit::Done)
}

/// The lines of standard input, read by a thread of its own.
fn read_lines() -> Result<Receiver<RawLine>, Failure> {
    // Who sends more than is obeyed waits, and does not fill the memory.
    let (sender, lines) = mpsc::sync_channel(QUEUE);
    let read = move || {
        let mut input = io::stdin().lock();
        while let Ok(Some(line)) = read_line(&mut input) {
            if sender.send(line).is_err() {
                return;
            }
        }
    };
    let started = thread::Builder::new().name("input".into()).spawn(read);
    started.context("cannot start a thread to read the input")?;
    Ok(lines)
}

/// The next line; `None` at the end. What has its time in the meantime is done.
fn next_line(lines: &Receiver<RawLine>, session: &mut Session) -> Result<Option<RawLine>, Failure> {
    while let Some(deadline) = session.deadline() {
        match lines.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
            Ok(line) => return Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => session.is_late()?,
            Err(RecvTimeoutError::Disconnected) => return Ok(None),
        }
    }
    Ok(lines.recv().ok())
}
