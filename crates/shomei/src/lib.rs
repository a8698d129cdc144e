//! The command line of shomei, for its two programs: `shomei` (`main.rs`), and `shomei-usi`
//! (`bin/shomei-usi.rs`) for those that start an engine without arguments.
//!
//! Read in this order: `cli.rs` names the commands, `commands/` holds them, one
//! file each; `games.rs` is the list of games, each of them hidden behind
//! `erased.rs`, so that nothing else here depends on the type of a game;
//! `solving.rs` and `checking.rs` do the work on a game of a known type.

#![forbid(unsafe_code)]

mod checking;
mod checkpoint;
mod cli;
#[cfg(test)]
mod coins;
mod columns;
mod commands;
mod corpus;
mod erased;
mod failure;
mod games;
mod input;
mod interrupt;
mod likely;
mod output;
mod overwrite;
mod pending;
mod problems;
mod progress;
mod records;
mod shown;
mod solving;
mod training;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::Parser;
use shomei_lab::nearest;

/// Does what the arguments ask for, the name of the program being the first of them.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    let cli = cli::Cli::parse_from(args);
    match commands::run(&cli.command) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            failure.report();
            failure.exit().into()
        }
    }
}
