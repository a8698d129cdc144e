//! `shomei compose`: commands for composers of problems.

use clap::{Args, Subcommand};

use super::solve::check::{self, CheckArgs};
use crate::failure::{Exit, Failure};
use crate::games::Games;

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct ComposeArgs {
    #[command(subcommand)]
    command: ComposeCommand,
}

#[derive(Debug, Subcommand)]
enum ComposeCommand {
    /// Check a problem: find its length, other solutions and other defences, and judge it
    Check(Box<CheckArgs>),
}

/// Runs the subcommand.
pub(crate) fn run(args: &ComposeArgs, games: &Games) -> Result<Exit, Failure> {
    match &args.command {
        ComposeCommand::Check(args) => check::run(args, games),
    }
}
