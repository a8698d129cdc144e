//! Othello for the program NBoard, by its protocol, version 2.
//!
//! Three threads: one reads lines, one executes them (`session.rs`), and one searches
//! (`thinking.rs`). The session therefore handles `ping` at any time: it ends the search, and no
//! output of the search follows the answer. The end of the input ends the session.
//!
//! ```
//! use std::io::Cursor;
//!
//! use shomei::Kinds;
//! use shomei_protocols::{nboard, othello::Options};
//!
//! let kinds = Kinds::builtin();
//! let lines = "nboard 2\nset game (;GM[Othello]B[f5];)\nping 1\nquit\n";
//! let othello = kinds.find("othello")?;
//! nboard::run(othello, &Options::default(), Cursor::new(lines), std::io::stdout())?;
//! # Ok::<(), shomei::Error>(())
//! ```

mod hint;
mod protocol;
mod session;
mod thinking;

use std::io::{BufRead, Write};

use shomei::{Error, Kind};

use crate::conversation::{self, LineCheck};
use crate::othello::Options;
use crate::out::Out;

use session::NboardSession;

/// Executes the commands of a graphical program until `quit` or the end of the input, and then
/// stops the search.
///
/// `othello` is the kind of the game, from [`Kinds::find`](shomei::Kinds::find).
///
/// # Errors
///
/// When a line cannot be written, a thread cannot be started, or the game cannot be opened.
pub fn run(
    othello: &Kind,
    options: &Options,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), Error> {
    let mut session = NboardSession::open(othello, options, Out::new(output))?;
    conversation::hold(input, |_, _| LineCheck::Queue, &mut session).map_err(Error::run)
}
