//! `shomei store`: looks at stores of solved positions, and brings them from one place to another.

mod carry;
mod info;
mod verify;

use std::path::Path;

use clap::{Args, Subcommand};
use shomei::{AnyGame, Hints};
use shomei_game::escape::one_line;
use shomei_store::{About, Store};

use crate::failure::{Exit, Failure};
use crate::games::{Entry, Games};
use crate::output::{print, warn};
use crate::store::{about, refused};

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct StoreArgs {
    #[command(subcommand)]
    command: StoreCommand,
}

/// What is done with a store.
#[derive(Debug, Subcommand)]
enum StoreCommand {
    /// Say whose a store is and what it holds
    Info(info::InfoArgs),
    /// Write a store as text, one JSON object a line
    Export(carry::ExportArgs),
    /// Bring what was exported into a store, which is made if there is none
    Import(carry::ImportArgs),
    /// Check that a store is whole, and solve positions again that it knows
    Verify(verify::StoreVerifyArgs),
}

/// Does what is asked.
pub(crate) fn run(args: &StoreArgs, games: &Games) -> Result<Exit, Failure> {
    match &args.command {
        StoreCommand::Info(args) => info::run(args),
        StoreCommand::Export(args) => carry::export(args),
        StoreCommand::Import(args) => carry::import(args, games),
        StoreCommand::Verify(args) => verify::run(args, games),
    }
}

/// Opens a store, whosever it is.
fn open(path: &Path) -> Result<Store, Failure> {
    Store::open(path, None).map_err(|error| refused(&error))
}

/// The game of a store, under its rules. Says so where this program does not know it.
fn game_of<'g>(
    place: &str,
    of: &About,
    games: &'g Games,
) -> Result<Option<(&'g Entry, AnyGame)>, Failure> {
    let Some(entry) = games.get(&of.game) else {
        warn(format_args!(
            "{place}: this program does not know the game {}, so it does not see whether keys are \
             of this version",
            one_line(&of.game)
        ));
        return Ok(None);
    };
    let refuse = |why: String| Err(Failure::Input(format!("{place}: {why}")));
    let game = match entry.kind.open(&of.rules, &Hints::default()) {
        Ok(game) => game,
        Err(error) => return refuse(error.to_string()),
    };
    let own = about(&game);
    if own.keys != of.keys {
        return refuse(format!(
            "its keys are of another version of {} ({:016x}, not {:016x})",
            entry.kind.name, of.keys.0, own.keys.0
        ));
    }
    if own != *of {
        return refuse("its rules or sides are not written as the game writes them".into());
    }
    Ok(Some((entry, game)))
}

/// Prints whose a store is.
fn print_about(about: &About) -> Result<(), Failure> {
    print(format_args!("game: {}", one_line(&about.game)))?;
    if !about.rules.is_empty() {
        print(format_args!("rules: {}", one_line(&about.rules)))?;
    }
    Ok(())
}
