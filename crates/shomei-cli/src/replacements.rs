//! Error texts for commands and options of earlier versions, and for those of other commands.

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use shomei_search::registry::REMOVED;

use shomei_game::{ErrorText, error_text};

use crate::cli::option_names;

/// Commands of earlier versions, with the program that has them now.
const COMMANDS: &[(&str, &str)] = &[("reproduce", LAB), ("generate", LAB), ("train", LAB)];

const LAB: &str = "shomei-lab";

/// Commands and options that need a feature without which this program was built.
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

/// The replacement of an option of an earlier version.
#[derive(Clone, Copy)]
enum Replacement {
    /// `shomei compose check` does this without an option.
    ComposeCheck,
    /// The option belongs to `shomei compose check` now.
    ComposeCheckOption,
    /// The option belongs to `shomei compose check` now, where these arguments restore the old
    /// behaviour.
    ComposeCheckOptionWith(&'static str),
    /// These arguments replace the option.
    Arguments(&'static str),
    /// `--checkpoint FILE` does this now.
    Checkpoint,
}

impl Replacement {
    /// The explanation for an option.
    fn text(self, option: &str) -> ErrorText {
        match self {
            Replacement::ComposeCheck => error_text!(
                "moved-to-compose-check",
                "{option} has moved: `shomei compose check` looks for other solutions",
                option = option
            ),
            Replacement::ComposeCheckOption => error_text!(
                "moved-option-of-compose-check",
                "{option} has moved: it is an option of `shomei compose check`",
                option = option
            ),
            Replacement::ComposeCheckOptionWith("--rules tsume-mudaai") => error_text!(
                "moved-mudaai",
                "{option} has moved: it is an option of `shomei compose check`; --rules \
                 tsume-mudaai sets the rules",
                option = option
            ),
            Replacement::ComposeCheckOptionWith(more) => error_text!(
                "moved-missing",
                "{option} has moved: it is an option of `shomei compose check`, which searches as \
                 before with {more}",
                option = option,
                more = more
            ),
            Replacement::Arguments(instead) => error_text!(
                "moved-option",
                "{option} has moved: it is {instead}",
                option = option,
                instead = instead
            ),
            Replacement::Checkpoint => error_text!(
                "moved-resume",
                "{option} has moved: --checkpoint FILE continues from FILE if it is a checkpoint",
                option = option
            ),
        }
    }
}

/// Options of earlier versions, with their replacements.
const OPTIONS: &[(&str, Replacement)] = &[
    ("--yozume", Replacement::ComposeCheck),
    ("--yozume-nodes", Replacement::ComposeCheckOption),
    ("--henka", Replacement::ComposeCheckOption),
    ("--tolerate", Replacement::ComposeCheckOption),
    (
        "--mudaai",
        Replacement::ComposeCheckOptionWith("--rules tsume-mudaai"),
    ),
    (
        "--missing",
        Replacement::ComposeCheckOptionWith("--no-yozume"),
    ),
    ("--variations", Replacement::ComposeCheckOption),
    (
        "--depth",
        Replacement::Arguments("`shomei compose check --no-yozume --refutation N`"),
    ),
    ("--resume", Replacement::Checkpoint),
    ("--empties", Replacement::Arguments("--at empties=N")),
    ("--last", Replacement::Arguments("--at last")),
    ("--before-moves", Replacement::Arguments("--at start")),
    ("--ply", Replacement::Arguments("--at N")),
];

/// The explanation of an unknown command or option, if an earlier version or another command has
/// it. `command` is the command of the arguments, and `all` contains all commands of the program.
pub(crate) fn explanation(
    error: &clap::Error,
    command: Option<&Command>,
    all: &Command,
) -> Option<ErrorText> {
    let given = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => {
            let command = given(ContextKind::InvalidSubcommand)?;
            if let Some(explanation) = missing_feature(command) {
                return Some(explanation);
            }
            let (_, place) = COMMANDS.iter().find(|(name, _)| *name == command)?;
            Some(error_text!(
                "moved-command",
                "{command} has moved: it is `{place} {command}`, a program of its own",
                command = command,
                place = place
            ))
        }
        ErrorKind::UnknownArgument => {
            let name = given(ContextKind::InvalidArg)?;
            let known = missing_feature(name).or_else(|| moved_option(name, command?));
            known.or_else(|| option_of_others(name, command?, all))
        }
        _ => None,
    }
}

/// The explanation of a command or option that needs a missing feature.
fn missing_feature(name: &str) -> Option<ErrorText> {
    let (_, feature) = FEATURES.iter().find(|(known, _)| *known == name)?;
    Some(error_text!(
        "missing-feature",
        "{name} is not in this program: build it with --features {feature}, or full for every \
         command",
        name = name,
        feature = feature
    ))
}

/// The commands to which the options of `OPTIONS` belonged.
const COMMANDS_OF_OPTIONS: [&str; 4] = ["solve", "review", "show", "check"];

/// The explanation of an option that has moved or was removed.
fn moved_option(option: &str, command: &Command) -> Option<ErrorText> {
    let moved = OPTIONS.iter().find(|(name, _)| *name == option);
    if let Some((_, place)) = moved.filter(|_| COMMANDS_OF_OPTIONS.contains(&command.get_name())) {
        return Some(place.text(option));
    }
    let name = option.strip_prefix("--")?;
    if let Some((_, instead)) = REMOVED.iter().find(|(removed, _)| *removed == name) {
        return Some(error_text!(
            "removed-argument",
            "{option} was removed; use {instead}",
            option = option,
            instead = instead
        ));
    }
    let is_setting = has_option(command, "set") && option_names().contains(name);
    is_setting.then(|| {
        error_text!(
            "moved-to-set",
            "{option} has moved: it is --set {name}=VALUE",
            option = option,
            name = name
        )
    })
}

/// The explanation of an option that other commands have.
fn option_of_others(option: &str, command: &Command, all: &Command) -> Option<ErrorText> {
    let name = option.strip_prefix("--")?;
    let others = all.get_subcommands().filter(|other| !other.is_hide_set());
    let others = others.filter(|other| has_option(other, name));
    let others: Vec<String> = others
        .map(|other| format!("`{}`", other.get_name()))
        .collect();
    let own = command.get_name();
    (!others.is_empty()).then(|| {
        error_text!(
            "option-of-others",
            "{own} has no option {option}; it is an option of {others}",
            own = own,
            option = option,
            others = others.join(", ")
        )
    })
}

fn has_option(command: &Command, name: &str) -> bool {
    command
        .get_arguments()
        .any(|arg| arg.get_long() == Some(name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::{Cli, given_command};
    use clap::{CommandFactory, Parser};

    fn explained(args: &[&str]) -> Option<String> {
        let all = Cli::command();
        let given: Vec<_> = args.iter().map(Into::into).collect();
        let error = Cli::try_parse_from(args).unwrap_err();
        let explained = explanation(&error, given_command(&all, &given), &all);
        explained.map(|text| text.to_string())
    }

    #[test]
    fn moved_commands_and_options_are_explained() {
        let expected = "reproduce has moved: it is `shomei-lab reproduce`, a program of its own";
        assert_eq!(explained(&["shomei", "reproduce", "x"]).unwrap(), expected);
        let solve = |option: &str| explained(&["shomei", "solve", "loa", "start", option, "1"]);
        let expected = "--depth has moved: it is `shomei compose check --no-yozume --refutation N`";
        assert_eq!(solve("--depth").unwrap(), expected);
        let expected = "--epsilon has moved: it is --set epsilon=VALUE";
        assert_eq!(solve("--epsilon").unwrap(), expected);
        assert_eq!(solve("--no-such-option"), None);
        let review = explained(&["shomei", "review", "loa", "start", "--value"]);
        let expected = "review has no option --value; it is an option of `solve`";
        assert_eq!(review.as_deref(), Some(expected));
        let check = explained(&[
            "shomei", "compose", "check", "loa", "start", "--every", "1s",
        ]);
        let expected = "check has no option --every; it is an option of `solve`";
        assert_eq!(check.unwrap(), expected);
        // Only the command that had the option explains where it has moved.
        let games = explained(&["shomei", "games", "--depth", "1"]);
        let expected = "games has no option --depth; it is an option of `perft`";
        assert_eq!(games.unwrap(), expected);
        let games = explained(&["shomei", "games", "--rules", "board=6"]).unwrap();
        let expected = "games has no option --rules; it is an option of `solve`, `review`";
        assert!(games.starts_with(expected), "{games}");
        assert_eq!(explained(&["shomei", "games", "--epsilon", "1"]), None);
    }

    #[test]
    fn moved_commands_and_options_do_not_exist() {
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
