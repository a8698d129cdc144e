//! `shomei games`: the games there are, and what each of them accepts.

use clap::Args;
use shomei_search::registry::AUTO_CHOICE;

use crate::failure::{Exit, Failure};
use shomei::{Hints, Tuning};

use crate::games::{Entry, Games};
use crate::output::{print, wrapped};

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct GamesArgs {
    /// Describe this game
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

/// Lists the games, or describes one.
pub(crate) fn run(args: &GamesArgs, games: &Games) -> Result<Exit, Failure> {
    match &args.name {
        Some(name) => describe(games.find(name)?)?,
        None => {
            for entry in games.iter() {
                let line = format!("{:12} {}", entry.kind.name, entry.kind.summary);
                print(line.trim_end())?;
            }
        }
    }
    Ok(Exit::Done)
}

fn describe(entry: &Entry) -> Result<(), Failure> {
    let what = match entry.kind.summary {
        "" => entry.kind.name.to_string(),
        summary => format!("{}: {summary}", entry.kind.name),
    };
    print(wrapped(&what))?;
    print(wrapped(&format!("sides: {}", entry.kind.sides.join(", "))))?;
    for (what, help) in [
        ("rules", entry.kind.rules_help),
        ("positions", entry.kind.position_help),
    ] {
        if !help.is_empty() {
            print(wrapped(&format!("{what}: {help}")))?;
        }
    }
    if !entry.kind.record_forms.is_empty() {
        print(wrapped(&format!(
            "records: {}",
            entry.kind.record_forms.join(", ")
        )))?;
    }
    if !entry.kind.hints_help.is_empty() {
        print(wrapped(&format!("hints: {}", entry.kind.hints_help)))?;
    }
    let Tuning { options, hints, .. } = entry.kind.tuning;
    let option = |(name, value): &(&str, &str)| format!(" --set {name}={value}");
    let mut auto: String = options.iter().map(option).collect();
    if !hints.is_empty() {
        auto += &format!(" --hints {hints}");
    }
    if !auto.is_empty() {
        print(wrapped(&format!("auto: {AUTO_CHOICE}{auto}")))?;
    }
    // A game that is described by its rules has no start without them.
    if let Ok(game) = entry.kind.open("", &Hints::default()) {
        let start = game.start();
        print(format_args!("start: {}\n", start.text()))?;
        print(start.diagram())?;
    }
    Ok(())
}
