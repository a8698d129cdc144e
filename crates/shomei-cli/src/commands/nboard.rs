//! `shomei nboard`: solves and plays Othello for NBoard.

use std::io::{self, BufReader};

use clap::Args;
use shomei_protocols::nboard;

use crate::cli::PlayerArgs;
use crate::failure::{Exit, Failure};
use crate::games::Games;

/// The arguments; all else is said by the protocol.
#[derive(Debug, Args)]
pub(crate) struct NboardArgs {
    #[command(flatten)]
    player: PlayerArgs,
}

/// Obeys until it is told to quit, or its input ends.
pub(crate) fn run(args: &NboardArgs, games: &Games) -> Result<Exit, Failure> {
    let othello = &games.find("othello")?.kind;
    let options = args.player.options();
    nboard::run(othello, &options, BufReader::new(io::stdin()), io::stdout())?;
    Ok(Exit::Done)
}
