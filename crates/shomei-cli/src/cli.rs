//! The declarations of the commands, and the arguments that several commands share.

mod errors;
mod help;
mod moment;
mod options;

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use clap::error::{ContextKind, ContextValue};
use clap::{Arg, Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::bench_positions;
#[cfg(feature = "protocols")]
use crate::commands::engines::PlayerArgs;
#[cfg(feature = "shell")]
use crate::commands::shell;
#[cfg(feature = "store")]
use crate::commands::store;
use crate::commands::{algorithms, bench, compose, convert, games, perft, show, solve, verify};
#[cfg(feature = "web")]
use crate::commands::{explore, serve};
use crate::failure::Failure;
use crate::input::{text_or_file, unreadable};
use crate::language::parse_language;
use crate::replacements;
use shomei::files::{Existing, Guard};
use shomei::{AnyGame, Hints, Kind, Kinds, Weights};
use shomei_game::escape::one_line;
use shomei_game::{Lang, error_text};

pub(crate) use crate::units::{at_least_one, count, duration, memory, whole};
pub(crate) use moment::MomentArgs;
pub(crate) use options::{AlgorithmArgs, algorithm, option_names};

/// The meaning of the exit codes, for the end of the help page.
const EXIT_CODES: &str = "Exit codes: 0 proved or disproved (verify: accepted), 1 error while \
    running (verify: rejected), 2 usage or input error, 3 unknown because a limit was reached. \
    For a list or a folder, the exit code is 2 if a position cannot be read, else 1 after an \
    error, else 3 if an answer is unknown.";

/// The command line.
#[derive(Debug, Parser)]
#[command(
    name = "shomei",
    version,
    about = "Proves and refutes game positions by proof-number search, with certificates.",
    after_help = EXIT_CODES
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// The language of results, errors and help, not of JSON and protocols: en or ja [default: ja if
    /// the locale (LC_ALL, LC_MESSAGES or LANG) is Japanese, else en]
    #[arg(long, value_name = "LANG", value_parser = parse_language, global = true)]
    lang: Option<Lang>,
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Prove or refute a position: can a side force a win?
    Solve(Box<solve::SolveArgs>),
    /// Prove the value of each move of a game, and report the mistakes
    #[command(mut_args(argument_of_review))]
    Review(Box<solve::review::ReviewArgs>),
    /// Check composed problems: find other solutions, other defences and missing pieces, and
    /// judge them
    Compose(compose::ComposeArgs),
    /// Check a certificate with the rules of the game alone
    Verify(verify::VerifyArgs),
    /// Explore a certificate or bundle in the browser: the board, every move, and the answer to it
    #[cfg(feature = "web")]
    Explore(explore::ExploreArgs),
    /// Set up and solve positions in the browser
    #[cfg(feature = "web")]
    Serve(serve::ServeArgs),
    /// Show, export, import and check stores of solved positions
    #[cfg(feature = "store")]
    Store(store::StoreArgs),
    /// Show a position with its legal moves
    Show(show::ShowArgs),
    /// Convert records of play to another form, and report what that form cannot express
    Convert(convert::ConvertArgs),
    /// Count move paths (perft), the usual test of a move generator
    Perft(perft::PerftArgs),
    /// List the games, or describe one
    Games(games::GamesArgs),
    /// List the algorithms, or describe one and its options
    Algorithms(algorithms::AlgorithmsArgs),
    /// Search a fixed set of positions, and compare the node counts with recorded ones
    Bench(bench::BenchArgs),
    /// Solve tsume-shogi for a graphical program that speaks USI
    #[cfg(feature = "protocols")]
    Usi,
    /// Solve and play Othello for the graphical program NBoard
    #[cfg(feature = "protocols")]
    Nboard(PlayerArgs),
    /// Solve and play Othello for a program that speaks the Go Text Protocol, such as GoGui
    #[cfg(feature = "protocols")]
    Gtp(PlayerArgs),
    /// Print the completion script for a shell
    #[cfg(feature = "shell")]
    Completions(shell::CompletionsArgs),
    /// Print a page of the manual, or write all pages to a folder
    #[cfg(feature = "shell")]
    Man(shell::ManArgs),
}

const GAME_OF_REVIEW: &str = "The game: a list of moves, a position followed by `moves ...`, - for \
    standard input, @FILE for a record or a file of games, or @FOLDER";

const PROOF_OF_REVIEW: &str = "Write a bundle (x.zip) that proves what each move loses, or all \
    certificates into a directory (see below)";

const ATTACKER_OF_REVIEW: &str = "The side whose forced win is asked about [default: the value for \
    both sides; in mating problems the side to move]";

/// Arguments that `review` shares with `solve` but explains differently.
fn argument_of_review(arg: Arg) -> Arg {
    let text = match arg.get_id().as_str() {
        "position" => GAME_OF_REVIEW,
        "proof" => PROOF_OF_REVIEW,
        "attacker" => ATTACKER_OF_REVIEW,
        _ => return arg,
    };
    arg.help(text).long_help(None::<&str>)
}

/// The command line of a program with these games. Commands that no game supports are hidden.
pub(crate) fn command_for(games: &Kinds) -> clap::Command {
    let has = |is_fit: &dyn Fn(&Kind) -> bool| games.iter().any(is_fit);
    // The lookup of shogi by name comes first: it avoids opening games at every start.
    let is_composed = |game: &Kind| {
        let usual = game.open("", &Hints::default());
        usual.is_ok_and(|usual| usual.is_composed())
    };
    let commands = [
        (
            "bench",
            has(&|game| bench_positions::of(game.name).is_some()),
        ),
        ("compose", games.get("shogi").is_some() || has(&is_composed)),
        ("convert", has(&|game| !game.record_forms.is_empty())),
        #[cfg(feature = "protocols")]
        ("usi", games.get("shogi").is_some()),
        #[cfg(feature = "protocols")]
        ("nboard", games.get("othello").is_some()),
        #[cfg(feature = "protocols")]
        ("gtp", games.get("othello").is_some()),
    ];
    let unsupported = commands
        .into_iter()
        .filter(|(_, is_supported)| !is_supported);
    unsupported.fold(Cli::command(), |command, (name, _)| {
        command.mut_subcommand(name, |command| command.hide(true))
    })
}

/// Parses the arguments. Prints the help and ends the program if the arguments ask for help.
pub(crate) fn parse(
    games: &Kinds,
    args: impl IntoIterator<Item = OsString>,
) -> Result<Cli, Failure> {
    let args: Vec<OsString> = args.into_iter().collect();
    let lang = help::lang_of(&args);
    crate::language::set_user_language(lang);
    let all = help::in_lang(command_for(games), lang);
    let matches = all.clone().try_get_matches_from(&args);
    let cli = matches.and_then(|matches| Cli::from_arg_matches(&matches));
    cli.map_err(
        |error| match replacements::explanation(&error, given_command(&all, &args), &all) {
            Some(explanation) => Failure::usage(explanation),
            None => errors::exit(&on_one_line(error), lang),
        },
    )
}

/// The innermost subcommand that the arguments name. Other arguments may precede its name.
pub(crate) fn given_command<'c>(all: &'c clap::Command, args: &[OsString]) -> &'c clap::Command {
    let names = args.iter().skip(1);
    names.fold(all, |given, name| {
        given.find_subcommand(name).unwrap_or(given)
    })
}

/// Escapes the user's texts in an error of clap, so that they cannot break the line or control the
/// terminal.
fn on_one_line(mut error: clap::Error) -> clap::Error {
    for kind in [ContextKind::InvalidArg, ContextKind::InvalidValue] {
        if let Some(ContextValue::String(text)) = error.get(kind) {
            let text = one_line(text).into_owned();
            error.insert(kind, ContextValue::String(text));
        }
    }
    error
}

/// The rules of tsume-shogi that ignore wasted interpositions.
pub(crate) const MUDAAI: &str = "tsume-mudaai";

/// The headings under which a long help page lists options.
pub(crate) mod heading {
    pub(crate) const GAME: &str = "The game";
    pub(crate) const ASKED: &str = "The question";
    pub(crate) const COMPOSED: &str = "The checks";
    pub(crate) const SEARCH: &str = "The search";
    pub(crate) const LIMITS: &str = "Limits and memory";
    pub(crate) const RESULTS: &str = "Results and files";
    pub(crate) const LISTS: &str = "Lists and records of play";
    #[cfg(feature = "web")]
    pub(crate) const SERVER: &str = "The server";
    pub(crate) const CHECK: &str = "Limits of the check";
}

/// The option `--force`, which permits replacing files.
#[derive(Clone, Copy, Debug, Args)]
pub struct ForceArgs {
    /// Replace any existing file or link, but never a directory or a file that the command
    /// reads
    #[arg(long)]
    force: bool,
}

impl ForceArgs {
    /// Refuses to write results to standard output.
    pub(crate) fn refuse_standard_output<'p>(
        outputs: impl IntoIterator<Item = &'p PathBuf>,
    ) -> Result<(), Failure> {
        if outputs.into_iter().any(|output| output.as_os_str() == "-") {
            return Err(Failure::usage(error_text!(
                "results-to-files",
                "results go to files, most of them binary, and not to standard output (-); ./- is \
                 a file of that name"
            )));
        }
        Ok(())
    }

    /// The guard for the output of a command that reads these files.
    pub fn guard<P: Into<PathBuf>>(self, inputs: impl IntoIterator<Item = P>) -> Guard {
        Guard::new(Existing::from(self.force), "--force").reading(inputs)
    }
}

/// The game and its rules.
#[derive(Debug, Args)]
pub struct GameArgs {
    /// The game; `shomei games` lists them
    #[arg(value_name = "GAME", help_heading = None::<&str>)]
    pub game: String,
    /// The rules as text or @FILE; `shomei games GAME` describes them
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    rules: String,
    /// Hints of the game to the search.
    #[command(flatten)]
    pub hints: HintArgs,
}

/// Hints of the game to the search, and weights of its evaluation.
#[derive(Debug, Args)]
pub struct HintArgs {
    /// Hints of the game to the search, which affect speed only, never the answer; `shomei
    /// games GAME` describes them
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    pub hints: String,
    /// A file with weights for the game's evaluation, instead of the built-in weights
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
}

impl HintArgs {
    /// The hints, with the weights read from their file.
    pub fn read(&self) -> Result<Hints, Failure> {
        let read = |path: &PathBuf| {
            let name = path.display().to_string();
            match fs::read(path) {
                Ok(bytes) => Ok(Weights { name, bytes }),
                Err(error) => Err(unreadable(&name, &error)),
            }
        };
        Ok(Hints {
            auto: "",
            text: self.hints.trim().to_string(),
            weights: self.weights.as_ref().map(read).transpose()?,
        })
    }
}

impl GameArgs {
    /// The game under the rules, with its hints.
    pub(crate) fn open<'g>(&self, games: &'g Kinds) -> Result<(&'g Kind, AnyGame), Failure> {
        let (kind, game, _) = self.open_for(games, None, &self.rules()?)?;
        Ok((kind, game))
    }

    /// The game under rules that have been read, and its hints. If the algorithm is `auto`, the
    /// hints include those that the game recommends for `--algorithm auto`.
    pub(crate) fn open_for<'g>(
        &self,
        games: &'g Kinds,
        algorithm: Option<&AlgorithmArgs>,
        rules: &str,
    ) -> Result<(&'g Kind, AnyGame, Hints), Failure> {
        let kind = games.find(&self.game)?;
        let mut hints = self.hints.read()?;
        if algorithm.is_some_and(AlgorithmArgs::is_auto) {
            hints.auto = kind.tuning.hints;
        }
        let game = kind.open(rules, &hints)?;
        Ok((kind, game, hints))
    }

    /// The rules of tsume-shogi without wasted interpositions (`compose check --mudaai`).
    pub(crate) fn rules_of_mudaai(&self, games: &Kinds) -> Result<String, Failure> {
        match (games.find(&self.game)?.name, self.rules()?.as_str()) {
            ("shogi", "" | "tsume" | MUDAAI) => Ok(MUDAAI.into()),
            ("shogi", rules) => Err(Failure::usage(error_text!(
                "rules-without-wasted-drops",
                "--mudaai: there are no wasted drops under the rules {rules}",
                rules = rules
            ))),
            (game, _) => Err(Failure::usage(error_text!(
                "mudaai-of-shogi-only",
                "--mudaai is about wasted drops in shogi, not about {game}",
                game = game
            ))),
        }
    }

    /// The input files: that of the rules, if `--rules` names one, and that of the weights.
    pub fn files(&self) -> impl Iterator<Item = PathBuf> {
        let rules = self.rules.strip_prefix('@').map(PathBuf::from);
        rules.into_iter().chain(self.hints.weights.clone())
    }

    /// The text of the rules.
    pub fn rules(&self) -> Result<String, Failure> {
        text_or_file(&self.rules)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn a_program_with_a_user_game_lists_only_the_supported_commands() {
        let listed = |games: Vec<Kind>| {
            let command = command_for(&Kinds::of(games).unwrap());
            let shown = command
                .get_subcommands()
                .filter(|command| !command.is_hide_set());
            shown
                .map(|command| command.get_name().to_string())
                .collect::<Vec<_>>()
        };
        let own = listed(crate::kinds![shomei_game::TreeGame]);
        let all = listed(crate::builtin());
        for name in ["bench", "compose", "convert"] {
            assert!(!own.iter().any(|own| own == name), "{own:?}");
            assert!(all.iter().any(|all| all == name), "{all:?}");
        }
        assert!(own.iter().any(|own| own == "solve"), "{own:?}");
    }

    /// Also detects two options with the same name.
    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
    }

    /// The tests find the input and output files of a command by these value names.
    #[test]
    fn file_arguments_have_known_value_names() {
        fn check(command: &clap::Command) {
            let path = clap::builder::ValueParser::path_buf().type_id();
            for arg in command.get_arguments() {
                if arg.get_value_parser().type_id() == path {
                    let names = arg.get_value_names().unwrap_or_default();
                    let known = ["FILE", "FOLDER", "DIR", "OUT", "IN", "OUTPUT"];
                    let is_known = known.contains(&names[0].as_str());
                    assert!(is_known, "{}: {arg}", command.get_name());
                }
            }
            command.get_subcommands().for_each(check);
        }
        check(&Cli::command());
    }

    /// These commands have too many options for a single list.
    #[test]
    fn options_of_long_commands_have_headings() {
        let cli = Cli::command();
        let compose = cli.find_subcommand("compose").unwrap();
        let commands = [
            cli.find_subcommand("solve").unwrap(),
            cli.find_subcommand("review").unwrap(),
            compose.find_subcommand("check").unwrap(),
        ];
        for command in commands {
            for arg in command.get_arguments() {
                let heading = arg.get_help_heading();
                assert_eq!(heading.is_some(), !arg.is_positional(), "{arg}");
            }
        }
    }

    #[test]
    fn solve_has_few_options() {
        let mut cli = Cli::command();
        cli.build();
        let solve = cli.find_subcommand("solve").unwrap();
        let options = solve.get_arguments().filter(|arg| !arg.is_positional());
        let names: Vec<String> = options.map(ToString::to_string).collect();
        assert!(names.len() <= 33, "{names:#?}");
    }

    /// The short help should fit on one and a half screens; `--help` has the details.
    #[test]
    fn the_short_help_of_solve_is_short() {
        let mut cli = Cli::command().term_width(100);
        let solve = cli.find_subcommand_mut("solve").unwrap();
        let help = solve.render_help().to_string();
        let (short, long) = (help.lines().count(), solve.render_long_help().to_string());
        assert!(short <= 70, "{short} lines\n{help}");
        assert!(long.lines().count() > short);
        assert!(!help.contains("--warm") && long.contains("--warm"));
    }
}
