//! `shomei nboard`: solves and plays Othello for NBoard.

use std::io::{self, BufReader};

use clap::Args;
use shomei_protocols::nboard;

use crate::cli::PlayerArgs;
use crate::failure::{Exit, Failure};
use crate::games::Games;

/// The arguments. The protocol sets everything else.
#[derive(Debug, Args)]
pub(crate) struct NboardArgs {
    #[command(flatten)]
    player: PlayerArgs,
}

/// Answers commands until `quit` or the end of the input.
pub(crate) fn run(args: &NboardArgs, games: &Games) -> Result<Exit, Failure> {
    let othello = &games.find("othello")?.kind;
    let options = args.player.options();
    nboard::run(othello, &options, BufReader::new(io::stdin()), io::stdout())?;
    Ok(Exit::Done)
}
