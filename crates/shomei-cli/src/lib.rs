//! The command line of shomei: for its own programs, and for those that bring games of their
//! own.
//!
//! A program with a game of one's own has its commands by one line. The features of this crate bring
//! the server, engines, stores and completions:
//!
//! ```no_run
//! use shomei_cli::kinds;
//! use shomei_game::TreeGame;
//!
//! fn main() -> std::process::ExitCode {
//!     shomei_cli::run(kinds![TreeGame])
//! }
//! ```
//!
//! [`builtin`] lists the games that come along, to have them beside one's own.
//!
//! Read in this order: `cli.rs` names the commands, `commands/` holds them, one
//! file each; `games.rs` says what a command knows of a game. Searches, answers and
//! certificates are those of the library, [`shomei`]; here are arguments, texts, files,
//! progress and signals.

#![forbid(unsafe_code)]

mod checking;
mod checkpoint;
mod cli;
#[cfg(test)]
mod coins;
mod columns;
mod commands;
mod corpus;
mod failure;
mod games;
mod input;
mod interrupt;
mod language;
#[doc(hidden)]
pub mod machine;
mod moved;
mod output;
mod played;
mod problems;
mod progress;
#[doc(hidden)]
pub mod shared;
mod shown;
#[cfg(feature = "store")]
mod store;
mod tsume;
#[doc(hidden)]
pub mod units;
#[cfg(feature = "web")]
mod web;

use std::ffi::OsString;
use std::process::ExitCode;

use games::Games;
pub use games::{Entry, builtin};

/// Does what the arguments of the program ask for, with these games.
pub fn run(games: Vec<Entry>) -> ExitCode {
    run_with(games, std::env::args_os())
}

/// Does what these arguments ask for, the name of the program being the first of them.
pub fn run_with(games: Vec<Entry>, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let ended = Games::of(games).and_then(|games| {
        let cli = cli::parse(&games, args)?;
        commands::run(&cli.command, &games)
    });
    match ended {
        Ok(exit) => exit.into(),
        Err(failure) => {
            failure.report();
            failure.exit().into()
        }
    }
}
