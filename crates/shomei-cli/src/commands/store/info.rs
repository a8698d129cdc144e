//! `shomei store info`.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use shomei_store::{Store, Totals};

use super::{open, print_about};
use crate::columns::aligned;
use crate::failure::{Exit, Failure};
use crate::output::{grouped, print, print_json, size_text};
use crate::store::refused;
use shomei::words::capital;

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct InfoArgs {
    /// The store
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// What is printed as JSON.
#[derive(Serialize)]
struct Info {
    file: String,
    game: String,
    rules: String,
    keys: String,
    bytes: u64,
    entries: u64,
    aims: Vec<OfAim>,
}

#[derive(Serialize)]
struct OfAim {
    aim: String,
    entries: u64,
    proved: u64,
    disproved: u64,
    largest_work: u64,
}

/// Says what a store holds.
pub(crate) fn run(args: &InfoArgs) -> Result<Exit, Failure> {
    let store = open(&args.file)?;
    let bytes = store.bytes().map_err(|error| refused(&error))?;
    let all = totals(&store)?;
    let entries = all.iter().map(|(_, totals)| totals.entries()).sum();
    let about = store.about();
    if args.json {
        let of_aim = |(aim, totals): &(String, Totals)| OfAim {
            aim: aim.clone(),
            entries: totals.entries(),
            proved: totals.proved,
            disproved: totals.disproved,
            largest_work: totals.largest_work,
        };
        print_json(&Info {
            file: args.file.display().to_string(),
            game: about.game.clone(),
            rules: about.rules.clone(),
            keys: format!("{:016x}", about.keys.0),
            bytes,
            entries,
            aims: all.iter().map(of_aim).collect(),
        })?;
        return Ok(Exit::Done);
    }
    print_about(about)?;
    print(format_args!("size: {}", size_text(bytes)))?;
    print(table(&all))?;
    Ok(Exit::Done)
}

/// The aims of a store in words, with what it holds of each. It reads every entry.
pub(super) fn totals(store: &Store) -> Result<Vec<(String, Totals)>, Failure> {
    let [first, second] = &store.about().sides;
    let mut all = Vec::new();
    for aim in store.aims().map_err(|error| refused(&error))? {
        let totals = store.totals(aim).map_err(|error| refused(&error))?;
        all.push((aim.text([first, second]), totals));
    }
    Ok(all)
}

/// What a store holds, as a table.
pub(super) fn table(all: &[(String, Totals)]) -> String {
    if all.is_empty() {
        return "entries: none".to_string();
    }
    let head = ["", "entries", "proved", "disproved", "largest work"];
    let rows = all.iter().map(|(aim, totals)| {
        let numbers = [
            totals.entries(),
            totals.proved,
            totals.disproved,
            totals.largest_work,
        ];
        let numbers = numbers.map(grouped);
        [capital(aim)].into_iter().chain(numbers).collect()
    });
    let head = head.map(String::from).to_vec();
    aligned(&[head].into_iter().chain(rows).collect::<Vec<_>>(), 1)
}
