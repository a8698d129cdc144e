//! The program of the laboratory: its commands, and the games that it knows.

mod generate;
mod reproduce;
mod train;
mod training;

use std::io::{self, IsTerminal};
use std::num::NonZeroUsize;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use indicatif::{ProgressBar, ProgressDrawTarget};
use shomei::{Kind, Kinds};
use shomei_cli::machine::cores;
use shomei_cli::shared::{Exit, Failure, shell};
use shomei_game::{Game, Kind as GameKind, Scored};

use crate::game::{LabGame, lab_game};
use training::Trainable;

/// The exit codes, for the end of the help.
const EXIT_CODES: &str = "\
Exit codes: 0 done, 1 contradiction or error while running, 2 usage or input error, 3 interrupted.";

/// The command line.
#[derive(Debug, Parser)]
#[command(
    name = "shomei-lab",
    version,
    about = "Runs experiments with proof-number search, generates positions, and trains weights.",
    after_help = EXIT_CODES
)]
struct LabCli {
    #[command(subcommand)]
    command: LabCommand,
}

/// The commands.
#[derive(Debug, Subcommand)]
enum LabCommand {
    /// Run an experiment and compare its figures with those of the paper
    Reproduce(reproduce::ReproduceArgs),
    /// Generate a set of positions by self-play from a seed
    Generate(generate::GenerateArgs),
    /// Train the weights of a game's evaluation by self-play or from records
    Train(train::TrainArgs),
    /// Print the completion script for a shell
    Completions(shell::CompletionsArgs),
    /// Print a page of the manual, or write all pages to a folder
    Man(shell::ManArgs),
}

/// A game that the laboratory knows.
#[derive(Clone, Debug)]
pub struct LabEntry {
    kind: Kind,
    game: LabGame,
    /// What can be trained of the game; the default is first.
    trainable: &'static [Trainable],
}

impl LabEntry {
    /// The game of this type.
    ///
    /// One line gives a program with its own game all commands of the laboratory:
    ///
    /// ```no_run
    /// use shomei_game::TreeGame;
    /// use shomei_lab::LabEntry;
    ///
    /// fn main() -> std::process::ExitCode {
    ///     shomei_lab::run(vec![LabEntry::of::<TreeGame>()])
    /// }
    /// ```
    #[must_use]
    pub fn of<G: Game + Scored + GameKind + 'static>() -> LabEntry {
        LabEntry {
            kind: Kind::of::<G>(),
            game: lab_game::<G>(),
            trainable: &[],
        }
    }

    /// The interface of the game for experiments.
    pub(crate) fn lab(&self) -> LabGame {
        self.game
    }
}

/// The games of the program `shomei-lab`.
#[must_use]
pub fn builtin() -> Vec<LabEntry> {
    let mut entries = vec![
        LabEntry::of::<shomei_loa::Loa>(),
        LabEntry {
            trainable: training::OTHELLO,
            ..LabEntry::of::<shomei_othello::Othello>()
        },
        LabEntry {
            trainable: training::SHOGI,
            ..LabEntry::of::<shomei_shogi::Shogi>()
        },
        LabEntry::of::<shomei_game::TreeGame>(),
        LabEntry::of::<shomei_uttt::Uttt>(),
    ];
    let kinds = Kinds::builtin();
    for entry in &mut entries {
        // The built-in kind defines the algorithm `auto`.
        if let Some(kind) = kinds.get(entry.kind.name) {
            entry.kind = kind.clone();
        }
    }
    entries
}

/// Runs the program with its arguments and these games.
pub fn run(games: Vec<LabEntry>) -> ExitCode {
    let cli = LabCli::parse();
    match LabGames::of(games).and_then(|games| cli.command.run(&games)) {
        Ok(exit) => exit.into(),
        Err(failure) => {
            failure.report();
            failure.exit().into()
        }
    }
}

impl LabCommand {
    fn run(&self, games: &LabGames) -> Result<Exit, Failure> {
        match self {
            LabCommand::Reproduce(args) => reproduce::run(args, games),
            LabCommand::Generate(args) => generate::run(args, games),
            LabCommand::Train(args) => train::run(args, games),
            LabCommand::Completions(args) => shell::completions(args, LabCli::command()),
            LabCommand::Man(args) => shell::man(args, LabCli::command()),
        }
    }
}

/// The games of a program.
#[derive(Debug)]
struct LabGames {
    entries: Vec<LabEntry>,
    kinds: Kinds,
}

impl LabGames {
    /// These games.
    ///
    /// Fails if two games have the same name.
    fn of(entries: Vec<LabEntry>) -> Result<LabGames, Failure> {
        let kinds = Kinds::of(entries.iter().map(|entry| entry.kind.clone()))?;
        Ok(LabGames { entries, kinds })
    }

    /// The game with this name.
    fn find(&self, name: &str) -> Result<&LabEntry, Failure> {
        let found = self.entries.iter().find(|entry| entry.kind.name == name);
        found.ok_or_else(|| self.kinds.unknown(name).into())
    }
}

/// A bar on a terminal, nothing in a pipe.
fn bar(count: u64) -> ProgressBar {
    match io::stderr().is_terminal() {
        true => ProgressBar::with_draw_target(Some(count), ProgressDrawTarget::stderr()),
        false => ProgressBar::hidden(),
    }
}

/// The given number of threads, or one for each core.
fn threads(asked: Option<NonZeroUsize>) -> NonZeroUsize {
    let cores = || NonZeroUsize::new(cores());
    asked.or_else(cores).unwrap_or(NonZeroUsize::MIN)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tests::{EXPERIMENT, SET};
    use crate::testing::Marked;

    #[test]
    fn the_arguments_are_consistent() {
        LabCli::command().debug_assert();
    }

    /// A game that is not built in.
    #[test]
    fn experiments_know_the_games_that_the_program_is_given() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::create_dir(path("experiments")).unwrap();
        std::fs::write(path("experiments/tiny.toml"), EXPERIMENT).unwrap();
        std::fs::write(path("tiny.txt"), SET).unwrap();
        let games = LabGames::of(vec![LabEntry::of::<Marked>()]).unwrap();
        let out = path("results");
        let args = [
            "shomei-lab".into(),
            "reproduce".into(),
            path("experiments/tiny.toml"),
            "--out".into(),
            out.clone(),
        ];
        let exit = LabCli::parse_from(args).command.run(&games).unwrap();
        assert_eq!(exit, Exit::Done);
        let table = std::fs::read_to_string(out.join("table.md")).unwrap();
        assert!(table.contains("| marked | 1 |"), "{table}");
    }

    #[test]
    fn a_name_stands_for_one_game() {
        let twice = [builtin(), vec![LabEntry::of::<shomei_game::TreeGame>()]].concat();
        let error = LabGames::of(twice).unwrap_err().to_string();
        assert_eq!(error, "there are two kinds of games named \"tree\"");
    }
}
