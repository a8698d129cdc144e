//! `shomei-lab train`: makes the weights of a game's evaluation, and what else a game
//! learns from positions.

use std::io::Write;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use shomei::files::Purpose;
use shomei::nearest::hint;
use shomei::words::{counted, grouped};
use shomei_cli::machine::cores;
use shomei_cli::shared::{Exit, Failure, ForceArgs, Interrupt, complain, print};
use shomei_cli::units::{at_least_one, count, whole};

use super::training::{FEWEST_GAMES, TrainPlan, Trainable, Work};
use super::{LabEntry, LabGames};

const WHAT: &str = "What to make. Othello: weights, of the evaluation (the usual), or costs, the nodes \
    that alpha-beta needs for the last empty squares. Shogi: numbers, which new positions start with";

const SEED: &str = "Where all luck comes from: the same seed, games and problems give the same \
    file, whatever the number of threads";

const PROBLEMS: &str = "Positions of each size that are solved: for weights by df-pn, so that the \
    initial numbers follow [default: 1000]; for costs by alpha-beta [default: 2000]. For numbers, \
    changed problems whose positions are solved [default: 4000]";

const RECORDS: &str = "Learn from the games in FILE in place of self-play (Othello: a WTHOR .wtb \
    file), or from the problems in FILE (shogi: a position a line); can be given several times";

/// The games of self-play that can be asked for. The positions of the most take
/// some 14 GB.
const GAMES_RANGE: RangeInclusive<u64> = FEWEST_GAMES as u64..=10_000_000;

/// The problems that can be asked for.
const PROBLEMS_RANGE: RangeInclusive<u64> = 1..=100_000;

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct TrainArgs {
    /// The game: othello or shogi
    #[arg(value_name = "GAME")]
    game: String,
    #[arg(value_name = "WHAT", help = WHAT)]
    what: Option<String>,
    /// The file for what is made
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[arg(long, value_name = "S", value_parser = whole::<u64>, default_value_t = 1, help = SEED)]
    seed: u64,
    /// Games of self-play [default: 100k]
    #[arg(long, value_name = "N", value_parser = games, conflicts_with = "records")]
    games: Option<u64>,
    #[arg(long, value_name = "FILE", help = RECORDS)]
    records: Vec<PathBuf>,
    #[arg(long, value_name = "N", value_parser = problems, help = PROBLEMS)]
    problems: Option<u64>,
    /// Threads [default: one a core]
    #[arg(long, value_name = "N", value_parser = at_least_one)]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    force: ForceArgs,
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

/// What of a game is to be trained.
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
        return Err(Failure::Usage(format!(
            "{} has nothing to be trained; {} have",
            entry.kind.name,
            with.join(", ")
        )));
    };
    let Some(what) = what else { return Ok(usual) };
    let found = entry.trainable.iter().find(|part| part.name == what);
    found.ok_or_else(|| {
        let names = entry.trainable.iter().map(|part| part.name);
        let known: Vec<&str> = names.clone().collect();
        Failure::Usage(format!(
            "{} has no \"{what}\" to be trained, only {}{}",
            entry.kind.name,
            known.join(" and "),
            hint(what, names)
        ))
    })
}

/// Makes what is asked for.
pub(crate) fn run(args: &TrainArgs, games: &LabGames) -> Result<Exit, Failure> {
    let part = trainable(games, games.find(&args.game)?, args.what.as_deref())?;
    let interrupt = Interrupt::install()?;
    let purpose = Purpose::beginning(format!("a file of {}", part.name), part.begins);
    let guard = args.force.guard(&args.records);
    let mut file = guard.begin(&args.out, &purpose)?;
    let mut records = Vec::new();
    for path in &args.records {
        let name = path.display().to_string();
        let bytes = std::fs::read(path)
            .map_err(|error| Failure::Input(format!("cannot read {name}: {error}")))?;
        records.push((name, bytes));
    }
    let threads = args.threads.or(NonZeroUsize::new(cores()));
    let plan = TrainPlan {
        seed: args.seed,
        games: args.games.map(|n| n as usize),
        records,
        problems: args.problems.map(|n| n as usize),
        work: Work {
            threads: threads.unwrap_or(NonZeroUsize::MIN),
            stop: interrupt.flag(),
        },
    };
    let trained = (part.train)(&plan, &mut |step| complain(step))?;
    let context = || format!("cannot write {}", args.out.display());
    file.write_all(&trained.bytes).with_context(context)?;
    file.keep()?;
    print(&trained.report)?;
    let bytes = counted(trained.bytes.len() as u64, "byte");
    let out = args.out.display();
    print(format_args!("{}: {out} ({bytes})", part.name))?;
    Ok(Exit::Done)
}
