//! Othello for programs that use the Go Text Protocol, version 2, such as GoGui and Quarry.
//!
//! Every command has exactly one answer, and answers come in the order of the commands. One thread
//! executes commands (`session.rs`). A second thread reads lines, so that `# interrupt` and `quit`
//! can end a search that is running (`interrupts.rs`). The session answers all commands before it
//! handles the end of the input.
//!
//! ```
//! use std::io::Cursor;
//!
//! use shomei::Kinds;
//! use shomei_protocols::gtp::{self, FilesAndNotes};
//! use shomei_protocols::othello::Options;
//!
//! let kinds = Kinds::builtin();
//! let lines = "1 boardsize 8\n2 clear_board\n3 play b f5\n4 quit\n";
//! let othello = kinds.find("othello")?;
//! let files_and_notes = FilesAndNotes::none();
//! gtp::run(othello, &Options::default(), files_and_notes, Cursor::new(lines), std::io::stdout())?;
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

/// Returns the content of the file with this name.
pub type Read = Box<dyn Fn(&str) -> io::Result<Vec<u8>>>;

/// The files and notes that a session uses in addition to its conversation.
pub struct FilesAndNotes {
    /// Reads the files of `loadsgf`.
    pub read: Read,
    /// Receives a line for each move that is answered, with the reason for the move. Graphical
    /// programs show the line in the log of the engine.
    pub notes: Box<dyn Write>,
}

impl FilesAndNotes {
    /// No files, and notes are discarded.
    #[must_use]
    pub fn none() -> FilesAndNotes {
        let none = |_: &str| {
            Err(io::Error::new(
                io::ErrorKind::NotFound,
                "there are no files",
            ))
        };
        FilesAndNotes {
            read: Box::new(none),
            notes: Box::new(io::sink()),
        }
    }
}

impl fmt::Debug for FilesAndNotes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FilesAndNotes")
    }
}

/// Executes the commands of a program until `quit` or the end of the input.
///
/// `othello` is the kind of the game, from [`Kinds::find`](shomei::Kinds::find).
///
/// # Errors
///
/// When a line cannot be written, a thread cannot be started, or the game cannot be opened.
pub fn run(
    othello: &Kind,
    options: &Options,
    files_and_notes: FilesAndNotes,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), Error> {
    let interrupts = Arc::new(Interrupts::default());
    let out = Out::new(output);
    let mut session = GtpSession::open(
        othello,
        options,
        files_and_notes,
        out,
        Arc::clone(&interrupts),
    )?;
    let check = move |line: &_, took| interrupts.check(line, took);
    conversation::hold(input, check, &mut session).map_err(Error::run)
}
