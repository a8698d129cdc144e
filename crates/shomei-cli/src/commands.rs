//! The commands, each in a file of its own.

pub(crate) mod algorithms;
pub(crate) mod bench;
pub(crate) mod compose;
pub(crate) mod convert;
#[cfg(feature = "protocols")]
pub(crate) mod engines;
#[cfg(feature = "web")]
pub(crate) mod explore;
pub(crate) mod games;
pub(crate) mod perft;
#[cfg(feature = "web")]
pub(crate) mod serve;
#[cfg(feature = "shell")]
pub mod shell;
pub(crate) mod show;
pub(crate) mod solve;
#[cfg(feature = "store")]
pub(crate) mod store;
pub(crate) mod verify;

use crate::cli::Command;
#[cfg(feature = "shell")]
use crate::cli::command_for;
use crate::failure::{Exit, Failure};
use shomei::Kinds;

/// Runs a command.
pub(crate) fn run(command: &Command, games: &Kinds) -> Result<Exit, Failure> {
    match command {
        Command::Solve(args) => solve::run(args, games),
        Command::Review(args) => solve::review::run(args, games),
        Command::Compose(args) => compose::run(args, games),
        Command::Verify(args) => verify::run(args, games),
        #[cfg(feature = "web")]
        Command::Explore(args) => explore::run(args, games),
        #[cfg(feature = "web")]
        Command::Serve(args) => serve::run(args, games),
        #[cfg(feature = "store")]
        Command::Store(args) => store::run(args, games),
        Command::Convert(args) => convert::run(args, games),
        Command::Show(args) => show::run(args, games),
        Command::Perft(args) => perft::run(args, games),
        Command::Games(args) => games::run(args, games),
        Command::Algorithms(args) => algorithms::run(args),
        Command::Bench(args) => bench::run(args, games),
        #[cfg(feature = "protocols")]
        Command::Usi => engines::usi(games),
        #[cfg(feature = "protocols")]
        Command::Nboard(args) => engines::nboard(args, games),
        #[cfg(feature = "protocols")]
        Command::Gtp(args) => engines::gtp(args, games),
        #[cfg(feature = "shell")]
        Command::Completions(args) => shell::completions(args, command_for(games)),
        #[cfg(feature = "shell")]
        Command::Man(args) => shell::man(args, command_for(games)),
    }
}
