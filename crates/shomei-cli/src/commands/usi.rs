//! `shomei usi`: solves tsume-shogi for a graphical program, by the USI protocol.

use std::io::{self, BufReader};

use clap::Args;
use shomei_protocols::usi;

use crate::failure::{Exit, Failure};
use crate::games::Games;
use crate::language::user_language;

/// The arguments. The protocol sets everything.
#[derive(Debug, Args)]
pub(crate) struct UsiArgs {}

/// Answers commands until `quit`. A running search ends with the program.
pub(crate) fn run(_: &UsiArgs, games: &Games) -> Result<Exit, Failure> {
    let shogi = &games.find("shogi")?.kind;
    let lang = user_language();
    usi::run_in(lang, shogi, BufReader::new(io::stdin()), io::stdout())?;
    Ok(Exit::Done)
}
