//! Othello for the program NBoard, by its protocol, version 2.
//!
//! Three threads: one reads lines, one obeys them (`session.rs`), and one searches
//! (`thinking.rs`), so that `ping` is heard at any time: it ends what is thought about, and
//! nothing of that is said once it is answered. The end of the input ends everything.
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

use crate::conversation::{self, Heard};
use crate::othello::Options;
use crate::out::Out;

use session::NboardSession;

/// Obeys a graphical program until it says `quit` or its lines end. A search that runs then is
/// told to stop.
///
/// `othello` is the kind of the game, from [`Kinds::find`](shomei::Kinds::find).
///
/// # Errors
///
/// When a line cannot be written, no thread can be had, or the game cannot be opened.
pub fn run(
    othello: &Kind,
    options: &Options,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), Error> {
    let mut session = NboardSession::open(othello, options, Out::new(output))?;
    conversation::hold(input, |_, _| Heard::Waits, &mut session).map_err(Error::run)
}
