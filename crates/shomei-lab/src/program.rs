//! The program of the laboratory: its commands, and the games that it knows.

mod generate;
mod reproduce;
mod train;
mod training;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use shomei::{Error, Kind, Kinds};
use shomei_cli::shared::{Exit, Failure};
use shomei_game::{Game, Kind as GameKind, Scored};

use crate::game::{LabGame, lab_game};
use training::Trainable;

/// What the exit codes mean, for the end of the help page.
const EXIT_CODES: &str = "\
Exit codes: 0 done, 1 a contradiction or an error while running, 2 a usage or input error, 3 interrupted.";

/// The command line.
#[derive(Debug, Parser)]
#[command(
    name = "shomei-lab",
    version,
    about = "Experiments with proof-number search, sets of positions, and weights.",
    after_help = EXIT_CODES
)]
struct LabCli {
    #[command(subcommand)]
    command: LabCommand,
}

/// The commands.
#[derive(Debug, Subcommand)]
enum LabCommand {
    /// Run an experiment and put its figures beside those of the paper
    Reproduce(reproduce::ReproduceArgs),
    /// Make a set of forced wins from self-play, with a seed
    Generate(generate::GenerateArgs),
    /// Make the weights of a game's evaluation from self-play or records
    Train(train::TrainArgs),
}

/// A game that the laboratory knows.
#[derive(Clone, Debug)]
pub struct LabEntry {
    kind: Kind,
    lab: LabGame,
    /// What of it can be trained, the usual first.
    trainable: &'static [Trainable],
}

impl LabEntry {
    /// The game of this type.
    ///
    /// A program with a game of one's own has every command of the laboratory by one line:
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
            lab: lab_game::<G>(),
            trainable: &[],
        }
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
        // What the algorithm `auto` means for it is there.
        if let Some(kind) = kinds.get(entry.kind.name) {
            entry.kind = kind.clone();
        }
    }
    entries
}

/// Does what the arguments of the program ask for, with these games.
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
        }
    }
}

/// The games of a program, each with its kind.
#[derive(Debug)]
struct LabGames {
    kinds: Kinds,
    entries: Vec<LabEntry>,
}

impl LabGames {
    /// These games.
    ///
    /// Fails when two have one name.
    fn of(entries: Vec<LabEntry>) -> Result<LabGames, Failure> {
        let kinds = Kinds::of(entries.iter().map(|entry| entry.kind.clone()))?;
        Ok(LabGames { kinds, entries })
    }

    /// The game with this name.
    fn find(&self, name: &str) -> Result<&LabEntry, Failure> {
        let found = self.entries.iter().find(|entry| entry.kind.name == name);
        found.ok_or_else(|| {
            let message = format_args!("there is no game named \"{name}\"");
            Error::unknown(message, name, self.kinds.names()).into()
        })
    }

    /// What experiments ask of them.
    fn labs(&self) -> Vec<LabGame> {
        self.entries.iter().map(|entry| entry.lab).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tests::{EXPERIMENT, SET};
    use crate::testing::Marked;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        LabCli::command().debug_assert();
    }

    /// A game that does not come along.
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
