//! `shomei store export` and `shomei store import`.

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::{Path, PathBuf};

use clap::Args;
use serde::Serialize;
use shomei::files::Purpose;
use shomei_store::{About, Store, Text, TextError};

use super::{game_of, open};
use crate::cli::ForceArgs;
use crate::failure::{Exit, Failure};
use crate::games::Games;
use crate::input::unreadable;
use crate::interrupt::Interrupt;
use crate::output::{counted, grouped, path_text, print, print_json};
use crate::store::{refused, tell_contradictions};

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// The store
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The text
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
    /// The store; it is made if there is none
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// What was exported
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
    let _interrupt = Interrupt::install()?;
    let purpose = Purpose::new("a text of a store", |file| {
        Text::open(BufReader::new(file)).is_ok()
    });
    let guard = args.force.guard([&args.file]);
    let mut pending = guard.begin(&args.out, &purpose)?;
    let store = open(&args.file)?;
    let out = BufWriter::new(&mut pending);
    let entries = shomei_store::export(&store, out).map_err(|error| in_text(&args.out, error))?;
    pending.keep()?;
    if args.json {
        print_json(&Exported {
            file: args.file.display().to_string(),
            out: args.out.display().to_string(),
            entries,
        })?;
    } else {
        let out = path_text(&args.out);
        print(format_args!("{out}: {}", counted(entries, "position")))?;
    }
    Ok(Exit::Done)
}

/// Brings a text into a store.
pub(crate) fn import(args: &ImportArgs, games: &Games) -> Result<Exit, Failure> {
    // All of it, so that a wrong line changes nothing.
    let about = read(&args.text)?;
    game_of(&path_text(&args.text), &about, games)?;
    let guard = args.force.guard([&args.text]);
    guard.make_way(&args.file, &Store::purpose())?;
    let opened = Store::open_or_create(&args.file, &about);
    let mut store = opened.map_err(|error| refused(&error))?;
    let merged = shomei_store::import(&mut store, input(&args.text)?)
        .map_err(|error| in_text(&args.text, error))?;
    tell_contradictions(&store, &merged);
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
        print(format_args!(
            "{}: {} new, {} improved, {} as they were, {}",
            path_text(&args.file),
            grouped(merged.added),
            grouped(merged.improved),
            grouped(merged.same),
            counted(contradictions, "contradiction"),
        ))?;
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

/// Reads all of a text, and tells whose it is.
fn read(path: &Path) -> Result<About, Failure> {
    let failed = |error| in_text(path, error);
    let mut text = Text::open(input(path)?).map_err(failed)?;
    while text.entry().map_err(failed)?.is_some() {}
    Ok(text.about().clone())
}

/// What is wrong with a text, or with the store that it is brought into.
fn in_text(path: &Path, error: TextError) -> Failure {
    match error {
        TextError::Store(error) => refused(&error),
        TextError::Io(error) => unreadable(&path.display().to_string(), &error),
        error => Failure::Input(format!("{}: {error}", path.display())),
    }
}
