//! Error texts for commands and options that need a feature, and for options of other commands and
//! of algorithms.

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use shomei_game::{ErrorText, error_text};

use crate::cli::option_names;

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

/// The explanation of an unknown command or option. `command` is the command of the arguments, and
/// `all` contains all commands of the program.
pub(crate) fn explanation(
    error: &clap::Error,
    command: &Command,
    all: &Command,
) -> Option<ErrorText> {
    let given = |kind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    match error.kind() {
        ErrorKind::InvalidSubcommand => missing_feature(given(ContextKind::InvalidSubcommand)?),
        ErrorKind::UnknownArgument => {
            let name = given(ContextKind::InvalidArg)?;
            missing_feature(name)
                .or_else(|| option_of_algorithms(name, command))
                .or_else(|| option_of_others(name, command, all))
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

/// The explanation of an option of algorithms that is given as one of a command.
fn option_of_algorithms(option: &str, command: &Command) -> Option<ErrorText> {
    let name = option.strip_prefix("--")?;
    let is_setting = has_option(command, "set") && option_names().contains(name);
    is_setting.then(|| {
        error_text!(
            "option-of-algorithms",
            "{option} is an option of algorithms: write --set {name}=VALUE",
            option = option,
            name = name
        )
    })
}

/// The explanation of an option that other commands have.
fn option_of_others(option: &str, command: &Command, all: &Command) -> Option<ErrorText> {
    let name = option.strip_prefix("--")?;
    let mut others = Vec::new();
    add_commands_with(name, all, "", &mut others);
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

/// Adds the names of all commands below one that have an option.
fn add_commands_with(option: &str, command: &Command, before: &str, found: &mut Vec<String>) {
    for below in command.get_subcommands().filter(|it| !it.is_hide_set()) {
        let name = format!("{before}{}", below.get_name());
        if has_option(below, option) {
            found.push(format!("`{name}`"));
        }
        add_commands_with(option, below, &format!("{name} "), found);
    }
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
    fn options_of_algorithms_and_of_other_commands_are_explained() {
        let solve = |option: &str| explained(&["shomei", "solve", "loa", "start", option, "1"]);
        let expected = "--epsilon is an option of algorithms: write --set epsilon=VALUE";
        assert_eq!(solve("--epsilon").unwrap(), expected);
        assert_eq!(solve("--no-such-option"), None);
        let expected = "solve has no option --changes; it is an option of `compose vary`";
        assert_eq!(solve("--changes").unwrap(), expected);
        let review = explained(&["shomei", "review", "loa", "start", "--value"]);
        let expected = "review has no option --value; it is an option of `solve`";
        assert_eq!(review.as_deref(), Some(expected));
        let check = explained(&[
            "shomei", "--lang", "en", "compose", "check", "loa", "start", "--every", "1s",
        ]);
        let expected = "check has no option --every; it is an option of `solve`";
        assert_eq!(check.unwrap(), expected);
        let games = explained(&["shomei", "games", "--rules", "board=6"]).unwrap();
        let expected = "games has no option --rules; it is an option of `solve`, `review`";
        assert!(games.starts_with(expected), "{games}");
        assert_eq!(explained(&["shomei", "games", "--epsilon", "1"]), None);
    }
}
