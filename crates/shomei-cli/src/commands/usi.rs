//! `shomei usi`: solves tsume-shogi for a graphical program, by the USI protocol.

use std::io::{self, BufReader};

use clap::Args;
use shomei_protocols::usi;

use crate::failure::{Exit, Failure};
use crate::games::Games;
use crate::language::LangArgs;

/// The arguments: all else is said by the protocol.
#[derive(Debug, Args)]
pub(crate) struct UsiArgs {
    #[command(flatten)]
    lang: LangArgs,
}

/// Obeys until it is told to quit. A search that runs then ends with the program.
pub(crate) fn run(args: &UsiArgs, games: &Games) -> Result<Exit, Failure> {
    let shogi = &games.find("shogi")?.kind;
    let lang = args.lang.lang();
    usi::run_in(lang, shogi, BufReader::new(io::stdin()), io::stdout())?;
    Ok(Exit::Done)
}
