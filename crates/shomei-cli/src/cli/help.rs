//! The help pages in the user's language.
//!
//! The declarations of the commands contain the English texts. The catalogue of another language
//! names its texts `command-COMMAND`, `command-COMMAND-after` and `argument-ARGUMENT`. If commands
//! explain an argument differently, its name is `argument-COMMAND-ARGUMENT`. The names of the
//! longer texts of `--help` end with `-long`. A test compares the English texts with `en/help.ftl`.

use std::ffi::OsString;

use clap::{Arg, Command};
use shomei_game::Lang;
use shomei_messages::{self as msg, Message, find, language};

use super::heading;

/// The language that `--lang` selects, or that of the locale. Help pages and errors need it before
/// clap parses the arguments.
pub(crate) fn lang_of(args: &[OsString]) -> Lang {
    let mut given = None;
    let mut args = args.iter().filter_map(|arg| arg.to_str());
    while let Some(arg) = args.next() {
        match arg.strip_prefix("--lang") {
            Some("") => given = args.next().and_then(language),
            Some(value) => given = value.strip_prefix('=').and_then(language),
            None if arg == "--" => break,
            None => {}
        }
    }
    given.unwrap_or_else(crate::language::locale_language)
}

/// The commands with their help in a language.
pub(crate) fn in_lang(command: Command, lang: Lang) -> Command {
    if lang == Lang::EN {
        return command;
    }
    let mut command = localized(command, "", lang);
    // clap adds the commands `help`, with English texts, when it builds the other commands.
    command.build();
    with_help_commands(command, lang)
}

/// The built commands with the texts of their commands `help`.
fn with_help_commands(command: Command, lang: Lang) -> Command {
    command.mut_subcommands(|command| match command.get_name() {
        "help" => command
            .about(msg::HelpHelpCommand.text(lang))
            .subcommand_help_heading(msg::HelpCommands.text(lang))
            .help_template(template(lang))
            .mut_subcommands(|inner| match inner.get_name() {
                "help" => inner.about(msg::HelpHelpCommand.text(lang)),
                _ => inner,
            }),
        _ => with_help_commands(command, lang),
    })
}

/// A command with its arguments and subcommands. `path` is the path of its parent command.
fn localized(command: Command, path: &str, lang: Lang) -> Command {
    let path = path_of(&command, path);
    let mut command = command;
    if let Some(text) = find(&format!("command-{path}"), lang) {
        command = command.about(text);
    }
    if let Some(text) = find(&format!("command-{path}-long"), lang) {
        command = command.long_about(text);
    }
    if let Some(text) = find(&format!("command-{path}-after"), lang) {
        command = command.after_help(text);
    }
    command = command
        .subcommand_help_heading(msg::HelpCommands.text(lang))
        .help_template(template(lang))
        .disable_help_flag(true)
        .arg(help_flag(lang));
    if command.get_version().is_some() {
        let version = msg::HelpVersion.text(lang);
        let flag = Arg::new("version").short('V').long("version").help(version);
        command = command
            .disable_version_flag(true)
            .arg(flag.action(clap::ArgAction::Version));
    }
    let of_command = path.clone();
    command = command.mut_args(|arg| argument(arg, &of_command, lang));
    command.mut_subcommands(|command| localized(command, &path, lang))
}

/// The path of a command, such as `compose-check`; for the program itself `shomei`.
fn path_of(command: &Command, above: &str) -> String {
    match above {
        "" | "shomei" => command.get_name().to_string(),
        _ => format!("{above}-{}", command.get_name()),
    }
}

fn template(lang: Lang) -> String {
    let usage = msg::HelpUsage.text(lang);
    format!("{{about-with-newline}}\n{usage} {{usage}}\n\n{{all-args}}{{after-help}}")
}

fn help_flag(lang: Lang) -> Arg {
    let flag = Arg::new("help").short('h').long("help");
    flag.help(msg::HelpHelp.text(lang))
        .action(clap::ArgAction::Help)
        .help_heading(msg::HelpOptions.text(lang))
}

/// An argument with its help, heading, default and possible values.
fn argument(arg: Arg, command: &str, lang: Lang) -> Arg {
    let heading = match (arg.get_help_heading(), arg.is_positional()) {
        (Some(heading), _) => heading_in(heading, lang),
        (None, true) => msg::HelpArguments.text(lang),
        (None, false) => msg::HelpOptions.text(lang),
    };
    let mut arg = arg.help_heading(heading);
    let text = |arg: &Arg, end: &str| {
        let own = find(&format!("argument-{command}-{}{end}", id_of(arg)), lang);
        own.or_else(|| find(&format!("argument-{}{end}", id_of(arg)), lang))
    };
    let values = values(&arg, lang);
    if let Some(help) = text(&arg, "") {
        arg = arg.help(format!("{help}{values}"));
    }
    let has_long = arg.get_long_help().is_some();
    if let Some(help) = text(&arg, "-long").filter(|_| has_long) {
        arg = arg.long_help(format!("{help}{values}"));
    }
    // clap rejects these settings for flags.
    match arg.get_action().takes_values() {
        true => arg.hide_default_value(true).hide_possible_values(true),
        false => arg,
    }
}

/// The default and the possible values of an argument, unless its help hides them.
fn values(arg: &Arg, lang: Lang) -> String {
    let mut text = String::new();
    let defaults: Vec<_> = arg.get_default_values().iter().collect();
    let defaults: Vec<_> = defaults
        .iter()
        .map(|value| value.to_string_lossy())
        .collect();
    if !defaults.is_empty() && !arg.is_hide_default_value_set() && arg.get_action().takes_values() {
        let value = defaults.join(" ");
        text += &msg::HelpDefault { value }.text(lang);
    }
    let possible = arg.get_possible_values();
    let is_flag = !arg.get_action().takes_values();
    if !possible.is_empty() && !is_flag && !arg.is_hide_possible_values_set() {
        let names: Vec<&str> = possible
            .iter()
            .map(clap::builder::PossibleValue::get_name)
            .collect();
        let values = names.join(", ");
        text += &msg::HelpPossible { values }.text(lang);
    }
    text
}

fn heading_in(english: &str, lang: Lang) -> String {
    match english {
        heading::GAME => msg::HelpGame.text(lang),
        heading::ASKED => msg::HelpAsked.text(lang),
        heading::COMPOSED => msg::HelpComposed.text(lang),
        heading::SEARCH => msg::HelpSearch.text(lang),
        heading::LIMITS => msg::HelpLimits.text(lang),
        heading::RESULTS => msg::HelpResults.text(lang),
        heading::LISTS => msg::HelpLists.text(lang),
        heading::CHECK => msg::HelpCheck.text(lang),
        #[cfg(feature = "web")]
        heading::SERVER => msg::HelpServer.text(lang),
        other => other.to_string(),
    }
}

/// The identifier of an argument in the catalogues.
fn id_of(arg: &Arg) -> String {
    arg.get_id().as_str().to_ascii_lowercase().replace('_', "-")
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::fmt::Write as _;
    use std::fs;
    use std::path::Path;

    use clap::CommandFactory;
    use clap::builder::StyledStr;

    use shomei_search::registry::ALGORITHMS;

    use super::super::Cli;
    use super::*;
    use crate::descriptions::{parts_of_game, parts_of_option};

    /// All texts of the help by their identifiers.
    fn texts() -> BTreeMap<String, String> {
        let mut texts = BTreeMap::new();
        let mut arguments = Shared::new();
        collect(&Cli::command(), "", &mut texts, &mut arguments);
        add_shared(&mut texts, arguments, "argument-", "argument-");
        for kind in shomei::Kinds::builtin().iter() {
            let parts = parts_of_game(kind).into_iter();
            for (part, text) in parts.filter(|(_, text)| !text.is_empty()) {
                let id = format!("game-{}-{part}", kind.name);
                texts.insert(id, text.to_string());
            }
        }
        let mut options = Shared::new();
        for info in ALGORITHMS {
            let id = format!("algorithm-{}", info.name);
            texts.insert(id, info.summary.to_string());
            for option in info.options {
                let parts = parts_of_option(option).into_iter();
                // Numbers and words of one option are the same in every language.
                for (part, text) in parts.filter(|(_, text)| text.contains(' ')) {
                    let found = options.entry(format!("{}-{part}", option.name));
                    let owned = (info.name.to_string(), text.to_string());
                    found.or_default().push(owned);
                }
            }
        }
        add_shared(&mut texts, options, "option-", "option-of-");
        texts
    }

    /// Texts by their identifiers, each with the command or algorithm that it belongs to.
    type Shared = BTreeMap<String, Vec<(String, String)>>;

    /// Adds texts. The text that most owners share gets the identifier without an owner.
    fn add_shared(
        texts: &mut BTreeMap<String, String>,
        shared: Shared,
        start: &str,
        start_with_owner: &str,
    ) {
        for (id, found) in shared {
            let count = |text: &str| found.iter().filter(|(_, other)| other == text).count();
            let usual = found
                .iter()
                .map(|(_, text)| text)
                .max_by_key(|text| count(text));
            let usual = usual.cloned().unwrap_or_default();
            for (owner, text) in found {
                let id = match text == usual {
                    true => format!("{start}{id}"),
                    false => format!("{start_with_owner}{owner}-{id}"),
                };
                texts.insert(id, text);
            }
        }
    }

    fn collect(
        command: &Command,
        above: &str,
        commands: &mut BTreeMap<String, String>,
        arguments: &mut Shared,
    ) {
        let path = path_of(command, above);
        let mut add = |end: &str, text: Option<&StyledStr>| {
            if let Some(text) = text {
                commands.insert(format!("command-{path}{end}"), text.to_string());
            }
        };
        add("", command.get_about());
        add("-long", command.get_long_about());
        add("-after", command.get_after_help());
        for arg in command.get_arguments().filter(|arg| !arg.is_hide_set()) {
            for (end, text) in [("", arg.get_help()), ("-long", arg.get_long_help())] {
                if let Some(text) = text {
                    let found = arguments.entry(format!("{}{end}", id_of(arg))).or_default();
                    found.push((path.clone(), text.to_string()));
                }
            }
        }
        for command in command.get_subcommands() {
            collect(command, &path, commands, arguments);
        }
    }

    /// The text of the catalogue `help.ftl`.
    fn catalogue() -> String {
        let mut text = String::from(
            "### The help pages. A test of shomei-cli writes this file from the declarations of the\n\
             ### commands: SHOMEI_RECORD_HELP=1 cargo test -p shomei-cli --all-features help\n",
        );
        for (id, help) in texts() {
            let _ = write!(text, "\n{id} =");
            for line in help.trim().lines() {
                let line = line.replace('{', "\u{1}").replace('}', "{\"}\"}");
                let line = line.replace('\u{1}', "{\"{\"}");
                let line = match line.chars().next() {
                    Some(first @ ('[' | '*' | '.')) => {
                        format!("{{\"{first}\"}}{}", &line[first.len_utf8()..])
                    }
                    _ => line,
                };
                let _ = match line.is_empty() {
                    true => writeln!(text),
                    false => write!(text, "\n    {line}"),
                };
            }
            text.push('\n');
        }
        text
    }

    /// The build compares the Japanese catalogue with the English one.
    #[test]
    #[cfg(all(
        feature = "protocols",
        feature = "shell",
        feature = "store",
        feature = "web"
    ))]
    fn the_english_catalogue_has_the_help_of_the_commands() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR"));
        let path = path.join("../shomei-messages/locales/en/help.ftl");
        let new = catalogue();
        if std::env::var_os("SHOMEI_RECORD_HELP").is_some() {
            fs::write(&path, &new).unwrap();
        }
        let old = fs::read_to_string(&path).unwrap_or_default();
        for (old, new) in old.lines().zip(new.lines()) {
            assert_eq!(
                old, new,
                "run SHOMEI_RECORD_HELP=1 cargo test -p shomei-cli help"
            );
        }
        assert_eq!(old, new);
    }

    #[test]
    fn help_is_in_the_language_of_the_reader() {
        let args = |args: &[&str]| args.iter().map(OsString::from).collect::<Vec<_>>();
        assert_eq!(lang_of(&args(&["shomei", "--lang", "ja"])), Lang::JA);
        assert_eq!(lang_of(&args(&["shomei", "x", "--lang=ja_JP"])), Lang::JA);
        assert_eq!(lang_of(&args(&["shomei", "--lang", "tlh"])), Lang::EN);
        assert_eq!(lang_of(&args(&["shomei", "--", "--lang", "ja"])), Lang::EN);
        let mut cli = in_lang(Cli::command().term_width(100), Lang::JA);
        let solve = cli.find_subcommand_mut("solve").unwrap();
        let help = solve.render_long_help().to_string();
        let is_english = |line: &&str| line.split_whitespace().count() > 9;
        assert_eq!(
            help.lines().find(is_english),
            None,
            "English in the Japanese help"
        );
        assert!(help.contains("使い方："), "{help}");
    }
}
