//! `shomei bench`: searches fixed positions and compares the node counts with the recorded ones.
//!
//! The total number of expanded nodes is the *signature* of an algorithm. A change of the code that
//! changes a signature changes the search. Such a change records the new signature in `bench/`.

use std::num::NonZeroUsize;
use std::time::Instant;

use clap::Args;
use shomei_game::{Lang, error_text};
use shomei_search::Limits;
use shomei_search::registry::ALGORITHMS;

use crate::bench_positions::{self, BenchSet, Part};
use crate::cli::{AlgorithmArgs, HintArgs, at_least_one, memory};
use crate::failure::{Exit, Failure};
use crate::output::{grouped, print, rate};
use crate::progress::ProgressLine;
use shomei::nearest::hint;
use shomei::solving::Searched;
use shomei::{AnyGame, Error, Hints, Kinds, SearchConfig, Task, Tuning};

/// The table size of the recorded node counts.
const MEMORY: &str = "64MiB";

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// The game
    #[arg(value_name = "GAME", default_value = "loa")]
    game: String,
    #[command(flatten)]
    hints: HintArgs,
    #[command(flatten)]
    algorithm: AlgorithmArgs,
    /// Memory for the tables
    #[arg(long, value_name = "SIZE", value_parser = memory, default_value = MEMORY)]
    memory: usize,
    /// The number of threads
    #[arg(long, value_name = "N", value_parser = at_least_one, default_value = "1")]
    threads: NonZeroUsize,
    /// Search only the first few positions
    #[arg(long)]
    quick: bool,
}

/// The work for all positions.
#[derive(Clone, Copy, Debug, Default)]
struct Total {
    expanded: u64,
    generated: u64,
    seconds: f64,
}

/// Runs every algorithm, or the one that the arguments name.
pub(crate) fn run(args: &BenchArgs, games: &Kinds) -> Result<Exit, Failure> {
    let kind = games.find(&args.game)?;
    let Some(positions) = bench_positions::of(kind.name) else {
        let known = games.names();
        let known = known.filter(|name| bench_positions::of(name).is_some());
        let known = hint(kind.name, known);
        let text = error_text!(
            "no-bench-positions",
            "there are no bench positions for {game}",
            game = kind.name
        );
        return Err(Error::usage(text).with_advice(known).into());
    };
    let part = if args.quick { Part::Quick } else { Part::Full };
    let hints = args.hints.read()?;
    let game = kind.open("", &hints)?;
    let algorithms = match &args.algorithm.name {
        Some(_) => vec![args.algorithm.info()?],
        // Options and threads without an algorithm apply to the default algorithm.
        None if args.algorithm.settings().iter().next().is_some() || args.threads.get() > 1 => {
            vec![args.algorithm.info()?]
        }
        None => ALGORITHMS.iter().collect(),
    };
    for algorithm in algorithms {
        let settings = args
            .algorithm
            .settings_for(algorithm, args.threads, Tuning::USUAL)?;
        let config = SearchConfig {
            memory: args.memory,
            limits: Limits {
                generated: positions.limit(algorithm.name),
                ..Limits::default()
            },
            touch_memory: true,
            ..SearchConfig::new(algorithm, settings)
        };
        print_heading(&config)?;
        let total = run_cases(&game, &positions, part, &config)?;
        print_total(&positions, part, &config, &hints, total)?;
    }
    let game = kind.open(positions.perft_rules, &hints)?;
    perft(&game, &positions, part)?;
    Ok(Exit::Done)
}

fn print_heading(config: &SearchConfig) -> Result<(), Failure> {
    let name = config.algorithm.name;
    match config.limits.generated {
        Some(limit) => print(format_args!(
            "{name}, at most {} generated nodes a position",
            grouped(limit)
        )),
        None => print(name),
    }
}

fn run_cases(
    game: &AnyGame,
    positions: &BenchSet,
    part: Part,
    config: &SearchConfig,
) -> Result<Total, Failure> {
    let mut total = Total::default();
    for case in positions.cases(part) {
        let position = game
            .position(case.position)
            .map_err(|error| Failure::from(error).context(case.name))?;
        let mut progress = ProgressLine::begin(Lang::EN);
        let Searched {
            report, seconds, ..
        } = position.search(
            position.to_move(),
            &Task::from(config.clone()),
            &mut progress,
        )?;
        drop(progress);
        let counters = report.counters;
        print(format_args!(
            "  {:9} {:>12} expanded {:>14} generated {:>12} stored {seconds:>9.3} s  {}",
            report.answer.to_string(),
            grouped(counters.expanded),
            grouped(counters.generated),
            grouped(counters.stored),
            case.name,
        ))?;
        total.expanded += counters.expanded;
        total.generated += counters.generated;
        total.seconds += seconds;
    }
    Ok(total)
}

fn print_total(
    positions: &BenchSet,
    part: Part,
    config: &SearchConfig,
    hints: &Hints,
    total: Total,
) -> Result<(), Failure> {
    print(format_args!(
        "  total     {:>12} expanded {:>14} generated {:>29.3} s; {} expanded, {} generated",
        grouped(total.expanded),
        grouped(total.generated),
        total.seconds,
        rate(total.expanded, total.seconds),
        rate(total.generated, total.seconds),
    ))?;
    let (name, part_name, nodes) = (config.algorithm.name, part.name(), total.expanded);
    let is_usual = config.options.iter().next().is_none()
        && Ok(config.memory) == memory(MEMORY)
        && hints.are_usual();
    let verdict = match positions.signature(name, part) {
        _ if !is_usual => "not compared: other options, hints or memory".to_string(),
        Some(recorded) if recorded == nodes => "as recorded".to_string(),
        Some(recorded) => format!("CHANGED from {recorded}"),
        None => "not recorded yet".to_string(),
    };
    print(format_args!(
        "  signature: {name} {part_name} {nodes}   {verdict}"
    ))
}

fn perft(game: &AnyGame, positions: &BenchSet, part: Part) -> Result<(), Failure> {
    let depth = match part {
        Part::Full => positions.perft_depth,
        Part::Quick => positions.perft_depth.min(3),
    };
    let started = Instant::now();
    let paths = game.start().perft(depth);
    let seconds = started.elapsed().as_secs_f64();
    let speed = rate(paths, seconds);
    print(format_args!(
        "perft {depth}: {} paths, {seconds:.3} s, {speed}",
        grouped(paths)
    ))
}
