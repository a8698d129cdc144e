//! The arguments: which commands there are, and what all of them share.

mod moment;
mod options;
#[cfg(feature = "protocols")]
mod player;

use std::ffi::OsString;
use std::fs;
use std::path::PathBuf;

use clap::error::{ContextKind, ContextValue};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};

#[cfg(feature = "shell")]
use crate::commands::shell;
#[cfg(feature = "store")]
use crate::commands::store;
use crate::commands::{algorithms, bench, compose, convert, games, perft, show, solve, verify};
#[cfg(feature = "web")]
use crate::commands::{explore, serve};
#[cfg(feature = "protocols")]
use crate::commands::{gtp, nboard, usi};
use crate::failure::Failure;
use crate::games::{Entry, Games};
use crate::input::{text_or_file, unreadable};
use crate::moved;
use shomei::files::{Existing, Guard};
use shomei::{AnyGame, Hints, Weights};
use shomei_game::corpus::Fact;
use shomei_game::escape::one_line;

pub(crate) use crate::units::{at_least_one, count, duration, memory, whole};
pub(crate) use moment::MomentArgs;
pub(crate) use options::{AlgorithmArgs, algorithm, option_names};
#[cfg(feature = "protocols")]
pub(crate) use player::PlayerArgs;

/// What the exit codes mean, for the end of the help page.
const EXIT_CODES: &str = "\
Exit codes: 0 proved or disproved (verify: accepted), 1 an error while running (verify: rejected),
2 a usage or input error, 3 unknown because a limit was reached. A list or a folder of positions ends with 2 if one of them is bad, else with 1 after an error, else with 3 if
something is unknown.";

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
}

/// The commands.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Prove or refute a position: can a side force a win?
    Solve(Box<solve::SolveArgs>),
    /// Prove what the moves of a game were worth, and which of them lost what
    Review(Box<solve::review::ReviewArgs>),
    /// Check composed problems: other solutions, other defences, what is missing, a verdict
    Compose(compose::ComposeArgs),
    /// Check a certificate with the rules of the game alone
    Verify(verify::VerifyArgs),
    /// Look at a certificate in the browser: the board, every move, and what answers it
    #[cfg(feature = "web")]
    Explore(explore::ExploreArgs),
    /// Set up positions and ask about them in the browser
    #[cfg(feature = "web")]
    Serve(serve::ServeArgs),
    /// Look at stores of solved positions, bring them together, check them
    #[cfg(feature = "store")]
    Store(store::StoreArgs),
    /// Show a position, how it stands and the legal moves
    Show(show::ShowArgs),
    /// Write records of play in another form, and report what that form cannot express
    Convert(convert::ConvertArgs),
    /// Count move paths, the usual check of a move generator
    Perft(perft::PerftArgs),
    /// List the games, or describe one
    Games(games::GamesArgs),
    /// List the algorithms, or describe one and its options
    Algorithms(algorithms::AlgorithmsArgs),
    /// Search a fixed set of positions: node counts on record, and speed
    Bench(bench::BenchArgs),
    /// Solve tsume-shogi for a graphical program that speaks USI
    #[cfg(feature = "protocols")]
    Usi(usi::UsiArgs),
    /// Solve and play Othello for the graphical program NBoard
    #[cfg(feature = "protocols")]
    Nboard(nboard::NboardArgs),
    /// Solve and play Othello for a program that speaks the Go Text Protocol, such as GoGui
    #[cfg(feature = "protocols")]
    Gtp(gtp::GtpArgs),
    /// Print what lets a shell complete commands and options
    #[cfg(feature = "shell")]
    Completions(shell::CompletionsArgs),
    /// Print a page of the manual, or write all of them
    #[cfg(feature = "shell")]
    Man(shell::ManArgs),
}

/// The command line of a program with these games: without the commands that none of them supports.
pub(crate) fn command_for(games: &Games) -> clap::Command {
    let has = |is_fit: &dyn Fn(&Entry) -> bool| games.iter().any(is_fit);
    let commands = [
        ("bench", has(&|game| game.corpus.is_some())),
        ("convert", has(&|game| !game.kind.record_forms.is_empty())),
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

/// Reads the arguments. Prints the help and ends the program where they ask for it.
pub(crate) fn parse(
    games: &Games,
    args: impl IntoIterator<Item = OsString>,
) -> Result<Cli, Failure> {
    let matches = command_for(games).try_get_matches_from(args);
    let cli = matches.and_then(|matches| Cli::from_arg_matches(&matches));
    cli.map_err(|error| match moved::explanation(&error) {
        Some(explanation) => Failure::Usage(explanation),
        None => on_one_line(error).exit(),
    })
}

/// Shows what the user wrote without characters that break the line or drive a terminal.
fn on_one_line(mut error: clap::Error) -> clap::Error {
    for kind in [ContextKind::InvalidArg, ContextKind::InvalidValue] {
        if let Some(ContextValue::String(text)) = error.get(kind) {
            let text = one_line(text).into_owned();
            error.insert(kind, ContextValue::String(text));
        }
    }
    error
}

/// The rules of tsume-shogi that leave wasted interpositions out.
pub(crate) const MUDAAI: &str = "tsume-mudaai";

/// What options are listed under on a help page, where there are many.
pub(crate) mod heading {
    pub(crate) const GAME: &str = "The game";
    pub(crate) const ASKED: &str = "What is asked";
    pub(crate) const COMPOSED: &str = "What is checked";
    pub(crate) const SEARCH: &str = "How it is searched";
    pub(crate) const LIMITS: &str = "Limits, memory and checkpoints";
    pub(crate) const RESULTS: &str = "Results and files";
    pub(crate) const LISTS: &str = "Lists and records of play";
    #[cfg(feature = "web")]
    pub(crate) const SERVER: &str = "The server";
    pub(crate) const CHECK: &str = "Limits of the check";
}

/// What may be replaced.
#[derive(Clone, Copy, Debug, Args)]
pub struct ForceArgs {
    /// Replace files of any kind and links, but never a directory or what is read
    #[arg(long)]
    force: bool,
}

impl ForceArgs {
    /// The guard of all that a command writes which reads these files.
    pub fn guard<P: Into<PathBuf>>(self, inputs: impl IntoIterator<Item = P>) -> Guard {
        Guard::new(Existing::from(self.force), "--force").reading(inputs)
    }
}

/// The game and its rules.
#[derive(Debug, Args)]
pub struct GameArgs {
    /// The game: see `shomei games`
    #[arg(value_name = "GAME", help_heading = None::<&str>)]
    pub game: String,
    /// The rules, or @FILE: see `shomei games GAME`
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    rules: String,
    /// What the game tells a search.
    #[command(flatten)]
    pub hints: HintArgs,
}

/// What the game tells a search.
#[derive(Debug, Args)]
pub struct HintArgs {
    /// What the game tells a search, which changes no answer: see `shomei games GAME`
    #[arg(
        long,
        value_name = "TEXT",
        default_value = "",
        hide_default_value = true
    )]
    pub hints: String,
    /// Weights for the game's evaluation, in place of its own
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
}

impl HintArgs {
    /// The hints, with the weights out of their file.
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
    pub(crate) fn open<'g>(&self, games: &'g Games) -> Result<(&'g Entry, AnyGame), Failure> {
        let (entry, game, _) = self.open_for(games, None, &self.rules()?)?;
        Ok((entry, game))
    }

    /// The same under rules that are read already, and the hints. Where the algorithm is left to
    /// the game, these are also those of `--algorithm auto`.
    pub(crate) fn open_for<'g>(
        &self,
        games: &'g Games,
        algorithm: Option<&AlgorithmArgs>,
        rules: &str,
    ) -> Result<(&'g Entry, AnyGame, Hints), Failure> {
        let entry = games.find(&self.game)?;
        let mut hints = self.hints.read()?;
        if algorithm.is_some_and(AlgorithmArgs::is_auto) {
            hints.auto = entry.kind.tuning.hints;
        }
        let game = entry.kind.open(rules, &hints)?;
        Ok((entry, game, hints))
    }

    /// The rules of tsume-shogi without wasted interpositions (`compose check --mudaai`).
    pub(crate) fn rules_of_mudaai(&self, games: &Games) -> Result<String, Failure> {
        match (games.find(&self.game)?.kind.name, self.rules()?.as_str()) {
            ("shogi", "" | "tsume" | MUDAAI) => Ok(MUDAAI.into()),
            ("shogi", rules) => {
                let message =
                    format!("--mudaai: there are no wasted drops under the rules {rules}");
                Err(Failure::Usage(message))
            }
            (game, _) => {
                let message = format!("--mudaai is about wasted drops in shogi, not about {game}");
                Err(Failure::Usage(message))
            }
        }
    }

    /// What the lines of a list may state about positions of the game.
    pub(crate) fn facts<'g>(&self, games: &'g Games) -> &'g [Fact] {
        games.get(&self.game).map_or(&[], |entry| &entry.facts)
    }

    /// The files that are read: the rules, where they are in one, and the weights.
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

    /// Also finds an option of an algorithm that bears the name of another.
    #[test]
    fn the_arguments_are_consistent() {
        Cli::command().debug_assert();
    }

    /// By these names the tests find what is read and what is written.
    #[test]
    fn files_are_called_files() {
        fn look_at(command: &clap::Command) {
            let path = clap::builder::ValueParser::path_buf().type_id();
            for arg in command.get_arguments() {
                if arg.get_value_parser().type_id() == path {
                    let names = arg.get_value_names().unwrap_or_default();
                    let known = ["FILE", "FOLDER", "DIR", "OUT", "IN", "OUTPUT"];
                    let is_known = known.contains(&names[0].as_str());
                    assert!(is_known, "{}: {arg}", command.get_name());
                }
            }
            command.get_subcommands().for_each(look_at);
        }
        look_at(&Cli::command());
    }

    /// The commands have too many options for one list.
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
        assert!(names.len() <= 32, "{names:#?}");
    }

    /// One screen and a half; the long help says the rest.
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
