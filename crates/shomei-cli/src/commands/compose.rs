//! `shomei compose`: commands for composers of problems.

mod back;
mod bench;
mod flaw;
mod row;
mod trim;
mod vary;

use clap::{Args, Subcommand};

use super::solve::check::{self, CheckArgs};
use crate::failure::{Exit, Failure};
use shomei::Kinds;

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
    /// Examine all variants of a problem that one change makes, such as a moved piece
    Vary(Box<vary::VaryArgs>),
    /// Find the pieces that can be removed, alone and together, without changing the solution
    Trim(Box<trim::TrimArgs>),
    /// Find the problems two plies longer whose solution leads to this one
    Back(Box<back::BackArgs>),
    /// List the flaws of a problem, and single changes that repair it
    Flaw(Box<flaw::FlawArgs>),
}

/// Runs the subcommand.
pub(crate) fn run(args: &ComposeArgs, games: &Kinds) -> Result<Exit, Failure> {
    match &args.command {
        ComposeCommand::Check(args) => check::run(args, games),
        ComposeCommand::Vary(args) => vary::run(args, games),
        ComposeCommand::Trim(args) => trim::run(args, games),
        ComposeCommand::Back(args) => back::run(args, games),
        ComposeCommand::Flaw(args) => flaw::run(args, games),
    }
}
