//! `shomei games`: the games there are, and what each of them accepts.

use clap::Args;
use shomei_search::registry::AUTO_CHOICE;

use crate::failure::{Exit, Failure};
use crate::games::{Auto, Entry, GAMES, Hints, find};
use crate::output::{print, wrapped};

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    /// Describe this game
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

/// Lists the games, or describes one.
pub(crate) fn run(args: &GamesArgs) -> Result<Exit, Failure> {
    match &args.name {
        Some(name) => describe(find(name)?)?,
        None => {
            for entry in GAMES {
                print(format_args!("{:12} {}", entry.name, entry.summary))?;
            }
        }
    }
    Ok(Exit::Done)
}

fn describe(entry: &Entry) -> Result<(), Failure> {
    print(wrapped(&format!("{}: {}", entry.name, entry.summary)))?;
    print(wrapped(&format!("sides: {}", entry.sides.join(", "))))?;
    print(wrapped(&format!("rules: {}", entry.rules_help)))?;
    print(wrapped(&format!("positions: {}", entry.position_help)))?;
    if !entry.record_forms.is_empty() {
        print(wrapped(&format!(
            "records: {}",
            entry.record_forms.join(", ")
        )))?;
    }
    if !entry.hints_help.is_empty() {
        print(wrapped(&format!("hints: {}", entry.hints_help)))?;
    }
    let Auto { options, hints, .. } = entry.auto;
    let option = |(name, value): &(&str, &str)| format!(" --{name} {value}");
    let mut auto: String = options.iter().map(option).collect();
    if !hints.is_empty() {
        auto += &format!(" --hints {hints}");
    }
    if !auto.is_empty() {
        print(wrapped(&format!("auto: {AUTO_CHOICE}{auto}")))?;
    }
    // A game that is described by its rules has no start without them.
    if let Ok(game) = entry.open("", &Hints::default()) {
        let start = game.start();
        print(format_args!("start: {}\n", start.text()))?;
        print(start.diagram())?;
    }
    Ok(())
}
