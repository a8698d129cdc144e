//! Commands and options that have moved, and where they are now.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use shomei_search::registry::REMOVED;

use crate::cli::option_names;

/// Commands of earlier versions, with what takes their place.
const COMMANDS: &[(&str, &str)] = &[("reproduce", LAB), ("generate", LAB), ("train", LAB)];

const LAB: &str = "shomei-lab: cargo run --release -p shomei-lab --";

/// Commands and options that this program has only with a feature, which it lacks.
const FEATURES: &[(&str, &str)] = &[
    #[cfg(not(feature = "protocols"))]
    ("usi", "protocols"),
    #[cfg(not(feature = "protocols"))]
    ("nboard", "protocols"),
    #[cfg(not(feature = "protocols"))]
    ("gtp", "protocols"),
    #[cfg(not(feature = "shell"))]
    ("completions", "shell"),
    #[cfg(not(feature = "shell"))]
    ("man", "shell"),
    #[cfg(not(feature = "store"))]
    ("store", "store"),
    #[cfg(not(feature = "store"))]
    ("--store-file", "store"),
    #[cfg(not(feature = "store"))]
    ("--store-work", "store"),
    #[cfg(not(feature = "web"))]
    ("explore", "web"),
    #[cfg(not(feature = "web"))]
    ("serve", "web"),
];

/// Options of earlier versions, with what takes their place.
const OPTIONS: &[(&str, &str)] = &[
    (
        "--yozume",
        "`shomei compose check` looks for other solutions",
    ),
    (
        "--yozume-nodes",
        "it is an option of `shomei compose check`",
    ),
    ("--henka", "it is an option of `shomei compose check`"),
    ("--tolerate", "it is an option of `shomei compose check`"),
    (
        "--mudaai",
        "it is an option of `shomei compose check`; --rules tsume-mudaai sets the rules",
    ),
    ("--missing", "it is an option of `shomei compose check`"),
    ("--variations", "it is an option of `shomei compose check`"),
    ("--depth", "it is `shomei compose check --refutation N`"),
    (
        "--resume",
        "--checkpoint FILE continues from FILE if it is a checkpoint",
    ),
    ("--empties", "it is --at empties=N"),
    ("--last", "it is --at last"),
    ("--before-moves", "it is --at start"),
    ("--ply", "it is --at N"),
];

/// Where an unknown command or option is now, if an earlier version had it.
pub(crate) fn explanation(error: &clap::Error) -> Option<String> {
    let given = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let command = given(ContextKind::InvalidSubcommand)?;
            if let Some(explanation) = feature(command) {
                return Some(explanation);
            }
            let (_, place) = COMMANDS.iter().find(|(name, _)| *name == command)?;
            Some(format!("{command} is a command of {place} {command}"))
        }
        ErrorKind::UnknownArgument => {
            let name = given(ContextKind::InvalidArg)?;
            feature(name).or_else(|| option(name))
        }
        _ => None,
    }
}

/// Which feature brings a command or an option.
fn feature(name: &str) -> Option<String> {
    let (_, feature) = FEATURES.iter().find(|(known, _)| *known == name)?;
    Some(format!(
        "{name} is not in this program: build it with --features {feature}, or full for every command"
    ))
}

fn option(option: &str) -> Option<String> {
    if let Some((_, place)) = OPTIONS.iter().find(|(name, _)| *name == option) {
        return Some(format!("{option} has moved: {place}"));
    }
    let name = option.strip_prefix("--")?;
    if let Some((_, instead)) = REMOVED.iter().find(|(removed, _)| *removed == name) {
        return Some(format!("{option} was removed; use {instead}"));
    }
    let is_setting = option_names().contains(name);
    is_setting.then(|| format!("{option} has moved: it is --set {name}=VALUE"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::{CommandFactory, Parser};

    fn explained(args: &[&str]) -> Option<String> {
        explanation(&Cli::try_parse_from(args).unwrap_err())
    }

    #[test]
    fn what_has_moved_says_where_it_is() {
        let expected = "reproduce is a command of shomei-lab: \
                        cargo run --release -p shomei-lab -- reproduce";
        assert_eq!(explained(&["shomei", "reproduce", "x"]).unwrap(), expected);
        let solve = |option: &str| explained(&["shomei", "solve", "loa", "start", option, "1"]);
        let expected = "--depth has moved: it is `shomei compose check --refutation N`";
        assert_eq!(solve("--depth").unwrap(), expected);
        let expected = "--epsilon has moved: it is --set epsilon=VALUE";
        assert_eq!(solve("--epsilon").unwrap(), expected);
        assert_eq!(solve("--no-such-option"), None);
    }

    #[test]
    fn nothing_has_moved_and_is_still_here() {
        let cli = Cli::command();
        for (command, _) in COMMANDS {
            assert!(cli.find_subcommand(command).is_none(), "{command}");
        }
        let solve = cli.find_subcommand("solve").unwrap();
        for (option, _) in OPTIONS {
            let is_there = |arg: &clap::Arg| arg.get_long() == option.strip_prefix("--");
            assert!(!solve.get_arguments().any(is_there), "{option}");
        }
    }
}
