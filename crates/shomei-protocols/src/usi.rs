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

use std::io::{BufRead, Write};

use shomei::game::Lang;
use shomei::{Error, Kind};

use crate::conversation::{self, Heard};
use crate::out::Out;

use session::UsiSession;

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
    let mut session = UsiSession::open(shogi, Out::new(output), lang)?;
    conversation::hold(input, |_, _| Heard::Waits, &mut session).map_err(Error::run)
}
