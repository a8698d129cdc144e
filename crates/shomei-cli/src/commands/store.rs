//! `shomei store`: shows, exports, imports and checks stores of solved positions.

mod info;
mod transfer;
mod verify;

use std::path::Path;

use clap::{Args, Subcommand};
use shomei::{AnyGame, Hints, Kinds};
use shomei_game::escape::one_line;
use shomei_game::{ErrorText, error_text};
use shomei_messages::{self as msg, Message};
use shomei_store::{About, Store};

use crate::failure::{Exit, Failure};
use crate::language::user_language;
use crate::output::{print, warn};
use crate::shared_store::store_failure;

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct StoreArgs {
    #[command(subcommand)]
    command: StoreCommand,
}

/// The subcommands.
#[derive(Debug, Subcommand)]
enum StoreCommand {
    /// Show the game and the contents of a store
    Info(info::InfoArgs),
    /// Write a store as text, one JSON object per line
    Export(transfer::ExportArgs),
    /// Add exported positions to a store; a missing store is created
    Import(transfer::ImportArgs),
    /// Check the integrity of a store, and solve positions of it again
    Verify(verify::StoreVerifyArgs),
}

/// Runs the subcommand.
pub(crate) fn run(args: &StoreArgs, games: &Kinds) -> Result<Exit, Failure> {
    match &args.command {
        StoreCommand::Info(args) => info::run(args),
        StoreCommand::Export(args) => transfer::export(args),
        StoreCommand::Import(args) => transfer::import(args, games),
        StoreCommand::Verify(args) => verify::run(args, games),
    }
}

/// Opens a store of any game.
fn open(path: &Path) -> Result<Store, Failure> {
    Store::open(path, None).map_err(store_failure)
}

/// The game of a store under its rules. `None`, with a warning, if the program lacks this game.
fn game_of(place: &str, about: &About, games: &Kinds) -> Result<Option<AnyGame>, Failure> {
    let Some(kind) = games.get(&about.game) else {
        warn(error_text!(
            "store-of-unknown-game",
            "{place}: this program does not know the game {game}, so it does not see whether keys \
             are of this version",
            place = place,
            game = one_line(&about.game)
        ));
        return Ok(None);
    };
    let refuse = |why: ErrorText| Err(Failure::input(why).context(place));
    let game = match kind.open(&about.rules, &Hints::default()) {
        Ok(game) => game,
        Err(error) => return Err(Failure::from(error).into_input().context(place)),
    };
    let own = About::of(&game);
    if own.keys != about.keys {
        return refuse(error_text!(
            "keys-of-another-version",
            "its keys are of another version of {game} ({theirs}, not {own})",
            game = kind.name,
            theirs = format!("{:016x}", about.keys.0),
            own = format!("{:016x}", own.keys.0)
        ));
    }
    if own != *about {
        return refuse(error_text!(
            "rules-written-otherwise",
            "its rules or sides are not written as the game writes them"
        ));
    }
    Ok(Some(game))
}

/// Prints the game and the rules of a store.
fn print_about(about: &About) -> Result<(), Failure> {
    let (game, rules) = (one_line(&about.game), one_line(&about.rules));
    print(msg::StoreGame { game }.text(user_language()))?;
    if !rules.is_empty() {
        print(msg::StoreRules { rules }.text(user_language()))?;
    }
    Ok(())
}
