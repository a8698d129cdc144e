//! `shomei store info`: shows the game and the contents of a store.

use std::path::PathBuf;

use clap::Args;
use serde::Serialize;
use shomei::Aim;
use shomei::messages::side_in;
use shomei_game::Lang;
use shomei_messages::{self as msg, Message};
use shomei_store::{About, Store, Totals, aim_text};

use super::{open, print_about};
use crate::columns::aligned;
use crate::failure::{Exit, Failure};
use crate::language::user_language;
use crate::output::{grouped, print, print_json, score_text};
use crate::shared_store::store_failure;
use crate::units::size_text;

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

/// The JSON object.
#[derive(Serialize)]
struct Info {
    file: String,
    game: String,
    rules: String,
    keys: String,
    bytes: u64,
    entries: u64,
    aims: Vec<AimTotals>,
}

#[derive(Serialize)]
struct AimTotals {
    aim: String,
    entries: u64,
    proved: u64,
    disproved: u64,
    largest_work: u64,
}

/// Prints the contents of a store.
pub(crate) fn run(args: &InfoArgs) -> Result<Exit, Failure> {
    let store = open(&args.file)?;
    let bytes = store.bytes().map_err(store_failure)?;
    let all = totals(&store)?;
    let entries = all.iter().map(|(_, totals)| totals.entries()).sum();
    let about = store.about();
    if args.json {
        let [first, second] = &about.sides;
        let aim_totals = |(aim, totals): &(Aim, Totals)| AimTotals {
            aim: aim_text(*aim, [first, second]),
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
            aims: all.iter().map(aim_totals).collect(),
        })?;
        return Ok(Exit::Done);
    }
    print_about(about)?;
    let size = size_text(bytes);
    print(msg::StoreSize { size }.text(user_language()))?;
    print(table(&all, about))?;
    Ok(Exit::Done)
}

/// The aims of a store, each with its totals. Reads every entry.
pub(super) fn totals(store: &Store) -> Result<Vec<(Aim, Totals)>, Failure> {
    let mut all = Vec::new();
    for aim in store.aims().map_err(store_failure)? {
        let totals = store.totals(aim).map_err(store_failure)?;
        all.push((aim, totals));
    }
    Ok(all)
}

/// The totals as a text table.
pub(super) fn table(all: &[(Aim, Totals)], about: &About) -> String {
    let lang = user_language();
    if all.is_empty() {
        return msg::StoreNoEntries.text(lang);
    }
    let head = vec![
        String::new(),
        msg::StoreEntries.text(lang),
        msg::AnswerProved.text(lang),
        msg::AnswerDisproved.text(lang),
        msg::StoreMostNodes.text(lang),
    ];
    let rows = all.iter().map(|(aim, totals)| {
        let numbers = [
            totals.entries(),
            totals.proved,
            totals.disproved,
            totals.largest_work,
        ];
        let numbers = numbers.map(grouped);
        [aim_in(*aim, about, lang)]
            .into_iter()
            .chain(numbers)
            .collect()
    });
    aligned(&[head].into_iter().chain(rows).collect::<Vec<_>>(), 1)
}

/// An aim in a language, such as "Black wins".
pub(super) fn aim_in(aim: Aim, about: &About, lang: Lang) -> String {
    let side = side_in(&about.game, &about.sides[aim.attacker.index()], lang);
    match aim.least {
        None => msg::AimWin { side }.text(lang),
        Some(least) => {
            let least = score_text(least);
            msg::AimScore { side, least }.text(lang)
        }
    }
}
