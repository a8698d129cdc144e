//! Othello for programs that speak the Go Text Protocol, version 2, such as GoGui and Quarry.
//!
//! Every command has exactly one answer, and answers come in the order of the commands. Two
//! threads: one obeys (`session.rs`), and one reads, so that the line `# interrupt`, and `quit`, are
//! heard while the other thinks (`interrupts.rs`). The end of the input is reached when all commands before
//! it are answered.
//!
//! ```
//! use std::io::Cursor;
//!
//! use shomei::Kinds;
//! use shomei_protocols::gtp::{self, Beside};
//! use shomei_protocols::othello::Options;
//!
//! let kinds = Kinds::builtin();
//! let lines = "1 boardsize 8\n2 clear_board\n3 play b f5\n4 quit\n";
//! let othello = kinds.find("othello")?;
//! let beside = Beside::nothing();
//! gtp::run(othello, &Options::default(), beside, Cursor::new(lines), std::io::stdout())?;
//! # Ok::<(), shomei::Error>(())
//! ```

mod boards;
mod clock;
mod command;
mod interrupts;
mod session;

use std::fmt;
use std::io::{self, BufRead, Write};
use std::sync::Arc;

use shomei::{Error, Kind};

use crate::conversation;
use crate::othello::Options;
use crate::out::Out;

use interrupts::Interrupts;
use session::GtpSession;

/// Gives the content of the file of this name.
pub type Read = Box<dyn Fn(&str) -> io::Result<Vec<u8>>>;

/// What a session reads and writes beside its conversation.
pub struct Beside {
    /// Where `loadsgf` gets its files.
    pub read: Read,
    /// Gets a line for each move that is answered: what it rests on. Programs show it as the log
    /// of the engine.
    pub notes: Box<dyn Write>,
}

impl Beside {
    /// No files and nobody who reads notes.
    #[must_use]
    pub fn nothing() -> Beside {
        let none = |_: &str| {
            Err(io::Error::new(
                io::ErrorKind::NotFound,
                "there are no files",
            ))
        };
        Beside {
            read: Box::new(none),
            notes: Box::new(io::sink()),
        }
    }
}

impl fmt::Debug for Beside {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Beside")
    }
}

/// Obeys a program until it says `quit` or its lines end.
///
/// `othello` is the kind of the game, from [`Kinds::find`](shomei::Kinds::find).
///
/// # Errors
///
/// When a line cannot be written, no thread can be had, or the game cannot be opened.
pub fn run(
    othello: &Kind,
    options: &Options,
    beside: Beside,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), Error> {
    let interrupts = Arc::new(Interrupts::default());
    let out = Out::new(output);
    let mut session = GtpSession::open(othello, options, beside, out, Arc::clone(&interrupts))?;
    let heard = move |line: &_, took| interrupts.hear(line, took);
    conversation::hold(input, heard, &mut session).map_err(Error::run)
}
