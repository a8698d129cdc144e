//! The command line of shomei, for the program `shomei` and for programs with other games.
//!
//! One call of [`run`] gives a program every command for its own games. Features of this crate add
//! the server, the engines, the stores and the completions:
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
//! [`builtin`] lists the built-in games, which a program can offer together with its own.
//!
//! Read in this order: `cli.rs` declares the commands, `commands/` implements each in a file of its
//! own. The library [`shomei`] searches, answers and writes certificates. This crate handles
//! arguments, messages, files, progress and signals.

#![forbid(unsafe_code)]

mod bench_positions;
mod checking;
mod checkpoint;
mod cli;
#[cfg(test)]
mod coins;
mod columns;
mod commands;
mod descriptions;
mod failure;
mod input;
mod interrupt;
mod language;
mod line_of_play;
#[doc(hidden)]
pub mod machine;
mod output;
mod problems;
mod progress;
mod replacements;
#[doc(hidden)]
pub mod shared;
#[cfg(feature = "store")]
mod shared_store;
mod show_text;
mod tsume;
#[doc(hidden)]
pub mod units;
#[cfg(feature = "web")]
mod web;
#[doc(hidden)]
pub mod workers;

use std::ffi::OsString;
use std::process::ExitCode;

pub use shomei::Kind;
use shomei::Kinds;

/// Makes a list of games from their types, for [`run`].
///
/// ```
/// use shomei_cli::kinds;
/// use shomei_game::TreeGame;
///
/// let games = kinds![TreeGame];
/// assert_eq!(games.len(), 1);
/// ```
#[macro_export]
macro_rules! kinds {
    ($($game:ty),* $(,)?) => {
        vec![$($crate::Kind::of::<$game>()),*]
    };
}

/// The games of the program `shomei`.
#[must_use]
pub fn builtin() -> Vec<Kind> {
    let kinds = Kinds::builtin();
    let kinds = kinds.iter().cloned();
    #[cfg(test)]
    let kinds = kinds.chain(kinds![coins::Coins]);
    kinds.collect()
}

/// Runs the command line of the program with these games.
pub fn run(games: Vec<Kind>) -> ExitCode {
    run_with(games, std::env::args_os())
}

/// Runs a command line with these games. The first argument is the name of the program.
pub fn run_with(games: Vec<Kind>, args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let ended = language::use_catalogues()
        .and_then(|()| Ok(Kinds::of(games)?))
        .and_then(|games| {
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
