//! `shomei store export` and `shomei store import`: convert a store to text and back.

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use shomei::files::Purpose;
use shomei::{Error, Kinds};
use shomei_game::error_text;
use shomei_messages::{self as msg, Message};
use shomei_store::{About, Store, Text, TextError};

use super::{game_of, open};
use crate::cli::ForceArgs;
use crate::failure::{Exit, Failure};
use crate::input::unreadable;
use crate::interrupt::Interrupt;
use crate::language::user_language;
use crate::output::{path_text, print, print_json};
use crate::shared_store::{store_failure, warn_of_contradictions};

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// The store
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The text file to write
    #[arg(value_name = "OUT")]
    out: PathBuf,
    #[command(flatten)]
    force: ForceArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// The store; a missing one is created
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The text file to read
    #[arg(value_name = "IN")]
    text: PathBuf,
    #[command(flatten)]
    force: ForceArgs,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Exported {
    file: String,
    out: String,
    entries: u64,
}

#[derive(Serialize)]
struct Imported {
    file: String,
    text: String,
    added: u64,
    improved: u64,
    same: u64,
    contradictions: u64,
}

/// Writes a store as text.
pub(crate) fn export(args: &ExportArgs) -> Result<Exit, Failure> {
    ForceArgs::refuse_standard_output([&args.out])?;
    Interrupt::install()?.end_at_once();
    let purpose = Purpose::new(
        error_text!("file-store-text", "a text of a store"),
        |file| Text::open(BufReader::new(file)).is_ok(),
    );
    let guard = args.force.guard([&args.file]);
    let mut pending = guard.begin(&args.out, &purpose)?;
    let store = open(&args.file)?;
    let out = BufWriter::new(&mut pending);
    let entries =
        shomei_store::export(&store, out).map_err(|error| text_failure(&args.out, error))?;
    pending.keep()?;
    if args.json {
        print_json(&Exported {
            file: args.file.display().to_string(),
            out: args.out.display().to_string(),
            entries,
        })?;
    } else {
        let lang = user_language();
        let file = path_text(&args.out);
        let positions = msg::CountPositions { count: entries }.text(lang);
        print(msg::StoreExported { file, positions }.text(lang))?;
    }
    Ok(Exit::Done)
}

/// Imports a text into a store.
pub(crate) fn import(args: &ImportArgs, games: &Kinds) -> Result<Exit, Failure> {
    // Reads the whole text first, so that a bad line leaves the store unchanged.
    let about = read(&args.text)?;
    game_of(&path_text(&args.text), &about, games)?;
    let guard = args.force.guard([&args.text]);
    guard.make_way(&args.file, &Store::purpose())?;
    let opened = Store::open_or_create(&args.file, &about);
    let mut store = opened.map_err(store_failure)?;
    let merged = shomei_store::import(&mut store, input(&args.text)?)
        .map_err(|error| text_failure(&args.text, error))?;
    warn_of_contradictions(&store, &merged);
    let contradictions = merged.contradictions.len() as u64;
    if args.json {
        print_json(&Imported {
            file: args.file.display().to_string(),
            text: args.text.display().to_string(),
            added: merged.added,
            improved: merged.improved,
            same: merged.same,
            contradictions,
        })?;
    } else {
        let imported = msg::StoreImported {
            file: path_text(&args.file),
            added: merged.added,
            improved: merged.improved,
            same: merged.same,
            contradictions,
        };
        print(imported.text(user_language()))?;
    }
    Ok(match contradictions {
        0 => Exit::Done,
        _ => Exit::Failed,
    })
}

fn input(path: &Path) -> Result<BufReader<File>, Failure> {
    let file = File::open(path);
    let file = file.map_err(|error| unreadable(&path.display().to_string(), &error))?;
    Ok(BufReader::new(file))
}

/// Parses a whole text, and returns the game and rules of its head.
fn read(path: &Path) -> Result<About, Failure> {
    let failed = |error| text_failure(path, error);
    let mut text = Text::open(input(path)?).map_err(failed)?;
    while text.entry().map_err(failed)?.is_some() {}
    Ok(text.about().clone())
}

/// The failure for an error of a text, or of the store that imports it.
fn text_failure(path: &Path, error: TextError) -> Failure {
    match error {
        TextError::Store(error) => store_failure(error),
        TextError::Io(error) => unreadable(&path.display().to_string(), &error),
        error => Failure::from(Error::from(error)).context(path.display().to_string()),
    }
}
