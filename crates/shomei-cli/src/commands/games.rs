//! `shomei games`: lists the games, or describes one with its rules and forms of positions.

use clap::Args;
use shomei::messages::{capital, side_in};
use shomei::{Hints, Kind, Kinds, Tuning};
use shomei_game::Lang;
use shomei_messages::{self as msg, Message};
use shomei_search::registry;

use crate::descriptions;
use crate::failure::{Exit, Failure};
use crate::language::user_language;
use crate::output::{print, wrapped};

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    /// Describe this game
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

/// Lists the games, or describes one.
pub(crate) fn run(args: &GamesArgs, games: &Kinds) -> Result<Exit, Failure> {
    let lang = user_language();
    match &args.name {
        Some(name) => describe(games.find(name)?, lang)?,
        None => {
            for kind in games.iter() {
                let summary = descriptions::of_game(kind, "summary", lang);
                let line = format!("{:12} {summary}", kind.name);
                print(line.trim_end())?;
            }
        }
    }
    Ok(Exit::Done)
}

fn describe(kind: &Kind, lang: Lang) -> Result<(), Failure> {
    let text = |part| descriptions::of_game(kind, part, lang);
    let summary = text("summary");
    print(wrapped(&match summary.as_str() {
        "" => kind.name.to_string(),
        _ => msg::NameAndSummary {
            name: kind.name,
            summary,
        }
        .text(lang),
    }))?;
    let sides = kind.sides.map(|side| {
        let name = side_in(kind.name, side, lang);
        match name == capital(side) {
            true => side.to_string(),
            false => format!("{side} = {name}"),
        }
    });
    let sides = sides.join(", ");
    print(wrapped(&msg::GamesSides { sides }.text(lang)))?;
    let (rules, positions, hints) = (text("rules"), text("positions"), text("hints"));
    if !rules.is_empty() {
        print(wrapped(&msg::GamesRules { rules }.text(lang)))?;
    }
    if !positions.is_empty() {
        print(wrapped(&msg::GamesPositions { positions }.text(lang)))?;
    }
    if !kind.record_forms.is_empty() {
        let forms = kind.record_forms.join(", ");
        print(wrapped(&msg::GamesRecords { forms }.text(lang)))?;
    }
    if !hints.is_empty() {
        print(wrapped(&msg::GamesHints { hints }.text(lang)))?;
    }
    let auto = auto_arguments(kind.tuning);
    if !auto.is_empty() {
        let arguments = format!("{}{auto}", registry::auto().name);
        print(wrapped(&msg::GamesAuto { arguments }.text(lang)))?;
    }
    // A game that needs rules cannot be opened without them.
    if let Ok(game) = kind.open("", &Hints::default()) {
        let start = game.start();
        let position = start.text();
        print(msg::GamesStart { position }.text(lang) + "\n")?;
        print(start.diagram_in(lang).trim_end())?;
    }
    Ok(())
}

/// The arguments that are equal to the algorithm `auto`, after the name of the algorithm.
fn auto_arguments(tuning: Tuning) -> String {
    let Tuning { options, hints, .. } = tuning;
    let option = |(name, value): &(&str, &str)| format!(" --set {name}={value}");
    let mut auto: String = options.iter().map(option).collect();
    if !hints.is_empty() {
        auto += &format!(" --hints {hints}");
    }
    auto
}
