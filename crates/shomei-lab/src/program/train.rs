//! `shomei-lab train`: trains the weights of a game's evaluation and other parameters.

use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use shomei::files::Purpose;
use shomei::messages::{counted, grouped};
use shomei::nearest::hint;
use shomei_cli::shared::{Exit, Failure, ForceArgs, Interrupt, print, print_stderr};
use shomei_cli::units::{at_least_one, count, whole};

use super::training::{FEWEST_GAMES, TrainPlan, Trainable, Work};
use super::{LabEntry, LabGames, threads};

const WHAT: &str = "The part to train. Othello: weights, those of the evaluation (the default), \
    or costs, the numbers of nodes that alpha-beta needs for the last empty squares. Shogi: \
    numbers, the initial numbers of new positions";

const SEED: &str = "Seed of the random numbers: the same seed, games and problems give the same \
    file with any number of threads";

const PROBLEMS: &str = "Number of positions to solve. weights: for each number of empty squares, \
    by df-pn, to fit the initial numbers [default: 1000]. costs: for each number of empty \
    squares, by alpha-beta [default: 2000]. numbers: variants of problems whose positions are \
    solved [default: 4000]";

const RECORDS: &str = "Learn from FILE instead of self-play: from games (Othello: a WTHOR .wtb \
    file), or from problems (shogi: one position per line); can be repeated";

/// The range of the number of games. The positions of the maximum take about 14 GB.
const GAMES_RANGE: RangeInclusive<u64> = FEWEST_GAMES as u64..=10_000_000;

/// The range of the number of problems.
const PROBLEMS_RANGE: RangeInclusive<u64> = 1..=100_000;

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct TrainArgs {
    /// The game: othello or shogi
    #[arg(value_name = "GAME")]
    game: String,
    #[arg(value_name = "WHAT", help = WHAT)]
    what: Option<String>,
    /// The file to which the weights are written
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[arg(long, value_name = "S", value_parser = whole::<u64>, default_value_t = 1, help = SEED)]
    seed: u64,
    /// Number of games of self-play [default: 100k]
    #[arg(long, value_name = "N", value_parser = |text: &str| within(&GAMES_RANGE, text), conflicts_with = "records")]
    games: Option<u64>,
    #[arg(long, value_name = "FILE", help = RECORDS)]
    records: Vec<PathBuf>,
    #[arg(long, value_name = "N", value_parser = |text: &str| within(&PROBLEMS_RANGE, text), help = PROBLEMS)]
    problems: Option<u64>,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    force: ForceArgs,
}

fn within(range: &RangeInclusive<u64>, text: &str) -> Result<u64, String> {
    let number = count(text)?;
    if range.contains(&number) {
        return Ok(number);
    }
    let [least, most] = [range.start(), range.end()].map(|&end| grouped(end));
    Err(format!("expected a number from {least} to {most}"))
}

/// The part of a game with this name, or its default.
fn trainable(
    games: &LabGames,
    entry: &LabEntry,
    what: Option<&str>,
) -> Result<&'static Trainable, Failure> {
    let Some(usual) = entry.trainable.first() else {
        let with = games
            .entries
            .iter()
            .filter(|entry| !entry.trainable.is_empty());
        let mut with: Vec<&str> = with.map(|entry| entry.kind.name).collect();
        with.sort_unstable();
        return Err(Failure::usage(format!(
            "{} has nothing to train; {} have",
            entry.kind.name,
            with.join(", ")
        )));
    };
    let Some(what) = what else { return Ok(usual) };
    let found = entry.trainable.iter().find(|part| part.name == what);
    found.ok_or_else(|| {
        let names = entry.trainable.iter().map(|part| part.name);
        let known: Vec<&str> = names.clone().collect();
        Failure::usage(format!(
            "{} has no \"{what}\" to train, only {}{}",
            entry.kind.name,
            known.join(" and "),
            hint(what, names)
        ))
    })
}

/// Runs the command.
pub(crate) fn run(args: &TrainArgs, games: &LabGames) -> Result<Exit, Failure> {
    let part = trainable(games, games.find(&args.game)?, args.what.as_deref())?;
    let interrupt = Interrupt::install()?;
    let purpose = Purpose::beginning(format!("a file of {}", part.name), part.begins);
    let guard = args.force.guard(&args.records);
    let file = guard.begin(&args.out, &purpose)?;
    let mut records = Vec::new();
    for path in &args.records {
        let name = path.display().to_string();
        let bytes = std::fs::read(path)
            .map_err(|error| Failure::input(format!("cannot read {name}: {error}")))?;
        records.push((name, bytes));
    }
    let plan = TrainPlan {
        seed: args.seed,
        games: args.games.map(|n| n as usize),
        records,
        problems: args.problems.map(|n| n as usize),
        work: Work {
            threads: threads(args.threads),
            stop: interrupt.flag(),
        },
    };
    let trained = (part.train)(&plan, &mut |step| print_stderr(step))?;
    file.keep_with(&trained.bytes)?;
    print(&trained.report)?;
    let bytes = counted(trained.bytes.len() as u64, "byte");
    let out = args.out.display();
    print(format_args!("{}: {out} ({bytes})", part.name))?;
    Ok(Exit::Done)
}
