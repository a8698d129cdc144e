//! Tsume-shogi for a graphical program, by the USI protocol.
//!
//! Three threads: one reads lines, one executes them (`session.rs`), and one searches
//! (`thinking.rs`). The session therefore handles `stop` and `quit` at any time. The end of the
//! input is a `quit`.

mod attacker;
mod info;
mod options;
mod protocol;
mod session;
mod thinking;

use std::io::{BufRead, Write};

use shomei::game::Lang;
use shomei::{Error, Kind};

use crate::conversation::{self, LineCheck};
use crate::out::Out;

use session::UsiSession;

/// The name of the tsume-shogi rules that ignore wasted interpositions.
const MUDAAI: &str = "tsume-mudaai";

/// Executes the commands of a graphical program until `quit` or the end of the input, and then
/// stops the search.
///
/// `shogi` is the kind of the game, from [`Kinds::find`](shomei::Kinds::find).
///
/// # Errors
///
/// When a line cannot be written, a thread cannot be started, or the game cannot be opened.
pub fn run(
    shogi: &Kind,
    input: impl BufRead + Send + 'static,
    output: impl Write + Send + 'static,
) -> Result<(), Error> {
    run_in(Lang::EN, shogi, input, output)
}

/// [`run`] with remarks in the given language, until the option `Language` is set.
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
    let mut session = UsiSession::open(shogi, Out::new(output), lang)?;
    conversation::hold(input, |_, _| LineCheck::Queue, &mut session).map_err(Error::run)
}
