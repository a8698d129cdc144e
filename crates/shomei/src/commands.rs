//! The commands, one file each.

pub(crate) mod algorithms;
pub(crate) mod bench;
pub(crate) mod games;
pub(crate) mod generate;
pub(crate) mod perft;
pub(crate) mod reproduce;
pub(crate) mod show;
pub(crate) mod solve;
pub(crate) mod train;
pub(crate) mod usi;
pub(crate) mod verify;

use crate::cli::Command;
use crate::failure::{Exit, Failure};

/// Runs a command.
pub(crate) fn run(command: &Command) -> Result<Exit, Failure> {
    match command {
        Command::Solve(args) => solve::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Show(args) => show::run(args),
        Command::Perft(args) => perft::run(args),
        Command::Games(args) => games::run(args),
        Command::Algorithms(args) => algorithms::run(args),
        Command::Bench(args) => bench::run(args),
        Command::Reproduce(args) => reproduce::run(args),
        Command::Generate(args) => generate::run(args),
        Command::Train(args) => train::run(args),
        Command::Usi(args) => usi::run(args),
    }
}
