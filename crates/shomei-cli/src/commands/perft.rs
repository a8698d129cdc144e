//! `shomei perft`: counts the move paths of each length.

use std::time::Instant;

use clap::Args;

use crate::cli::{GameArgs, whole};
use crate::failure::{Exit, Failure};
use crate::input::{POSITION_HELP, single_position};
use crate::output::{print, rate};
use crate::problems::{Content, Moment, Name, no_position};
use shomei::{AnyPosition, Kinds};

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    game: GameArgs,
    #[arg(value_name = "POSITION", help = POSITION_HELP, allow_hyphen_values = true)]
    position: Option<String>,
    /// The maximum length of the paths, in plies
    #[arg(long, value_name = "N", value_parser = whole::<u32>)]
    depth: u32,
    /// Also count the paths that begin with each move
    #[arg(long)]
    divide: bool,
}

/// Counts from the given position, or from the start of the game.
pub(crate) fn run(args: &PerftArgs, games: &Kinds) -> Result<Exit, Failure> {
    let (_, game) = args.game.open(games)?;
    let position = match &args.position {
        None => game.start(),
        Some(argument) => {
            let content = Content::Text(single_position(argument)?);
            content
                .position(&game, Moment::Default)
                .map_err(|error| no_position(&Name::Argument, &content, &error))?
        }
    };
    if args.divide {
        divide(&position, args.depth)?;
    } else {
        each_depth(&position, args.depth)?;
    }
    Ok(Exit::Done)
}

fn each_depth(position: &AnyPosition, deepest: u32) -> Result<(), Failure> {
    for depth in deepest.min(1)..=deepest {
        let started = Instant::now();
        let paths = position.perft(depth);
        let seconds = started.elapsed().as_secs_f64();
        let speed = rate(paths, seconds);
        print(format_args!("{depth} {paths}   {seconds:.3} s, {speed}"))?;
    }
    Ok(())
}

fn divide(position: &AnyPosition, depth: u32) -> Result<(), Failure> {
    let counts = position.divide(depth);
    for (mv, paths) in &counts {
        print(format_args!("{mv} {paths}"))?;
    }
    let total: u64 = counts.iter().map(|(_, paths)| paths).sum();
    print(format_args!("total {total}"))
}
