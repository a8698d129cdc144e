//! `shomei train`: makes the weights of a game's evaluation.

use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use shomei_lab::machine;

use crate::cli::count;
use crate::failure::{Exit, Failure};
use crate::games::{GAMES, find};
use crate::interrupt::Interrupt;
use crate::output::{complain, counted, grouped, print};
use crate::pending::PendingFile;
use crate::training::{FEWEST_GAMES, TrainPlan, Work};

const SEED: &str = "Where all luck comes from: the same seed, games and problems give the same \
    weights, whatever the number of threads";

const RECORDS: &str = "Learn from the games in FILE in place of self-play (Othello: a WTHOR .wtb \
    file); can be given several times";

/// The games of self-play that can be asked for. The positions of the most take
/// some 14 GB.
const GAMES_RANGE: RangeInclusive<u64> = FEWEST_GAMES as u64..=10_000_000;

/// The problems that can be asked for.
const PROBLEMS_RANGE: RangeInclusive<u64> = 1..=100_000;

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct TrainArgs {
    /// The game: one that has an evaluation to be trained
    #[arg(value_name = "GAME")]
    game: String,
    /// The file for the weights
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[arg(long, value_name = "S", default_value_t = 1, help = SEED)]
    seed: u64,
    /// Games of self-play
    #[arg(long, value_name = "N", value_parser = games, default_value = "100k", conflicts_with = "records")]
    games: u64,
    #[arg(long, value_name = "FILE", help = RECORDS)]
    records: Vec<PathBuf>,
    /// Positions of each size that df-pn solves, from which the initial numbers follow
    #[arg(long, value_name = "N", value_parser = problems, default_value = "1000")]
    problems: u64,
    /// Threads [default: one a core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
}

fn games(text: &str) -> Result<u64, String> {
    within(&GAMES_RANGE, text)
}

fn problems(text: &str) -> Result<u64, String> {
    within(&PROBLEMS_RANGE, text)
}

fn within(range: &RangeInclusive<u64>, text: &str) -> Result<u64, String> {
    let number = count(text)?;
    if range.contains(&number) {
        return Ok(number);
    }
    let [least, most] = [range.start(), range.end()].map(|&end| grouped(end));
    Err(format!("expected a number from {least} to {most}"))
}

/// Makes the weights.
pub(crate) fn run(args: &TrainArgs) -> Result<Exit, Failure> {
    let entry = find(&args.game)?;
    let Some(train) = entry.train else {
        let with: Vec<&str> = GAMES
            .iter()
            .filter(|entry| entry.train.is_some())
            .map(|entry| entry.name)
            .collect();
        return Err(Failure::Usage(format!(
            "{} has no evaluation to be trained; {} has",
            entry.name,
            with.join(", ")
        )));
    };
    let interrupt = Interrupt::install()?;
    let mut file = PendingFile::beside(&args.out, &interrupt)?;
    let mut records = Vec::new();
    for path in &args.records {
        let name = path.display().to_string();
        let bytes = std::fs::read(path)
            .map_err(|error| Failure::Input(format!("cannot read {name}: {error}")))?;
        records.push((name, bytes));
    }
    let threads = args.threads.or(NonZeroUsize::new(machine::cores()));
    let plan = TrainPlan {
        seed: args.seed,
        games: args.games as usize,
        records,
        problems: args.problems as usize,
        work: Work {
            threads: threads.unwrap_or(NonZeroUsize::MIN),
            stop: interrupt.flag(),
        },
    };
    let trained = train(&plan, &mut |step| complain(step))?;
    let context = || format!("cannot write {}", args.out.display());
    file.write_all(&trained.bytes).with_context(context)?;
    file.keep(&args.out)?;
    print(&trained.report)?;
    let bytes = counted(trained.bytes.len() as u64, "byte");
    print(format_args!("weights: {} ({bytes})", args.out.display()))?;
    Ok(Exit::Done)
}
