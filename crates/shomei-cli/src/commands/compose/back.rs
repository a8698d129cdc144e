//! `shomei compose back`: problems two plies longer.

use clap::Args;

use super::bench::{WorkbenchArgs, warn_without_win};
use super::row::{Completeness, Row, Rows};
use crate::cli::{count, heading};
use crate::failure::{Exit, Failure};
use shomei::Kinds;

const ABOUT: &str = "The command takes back an answer of the defender and the check before it, in \
    every legal way: moves, captures, promotions and drops. It prints the problems that are two \
    plies longer and whose solution leads to the given one, those without a flaw first.";

/// The arguments.
#[derive(Debug, Args)]
#[command(after_help = ABOUT)]
pub(super) struct BackArgs {
    #[command(flatten)]
    bench: WorkbenchArgs,
    /// Examine at most N problems
    #[arg(long = "limit", value_name = "N", value_parser = count, default_value = "20k",
        help_heading = heading::LIMITS)]
    most: u64,
}

/// Extends one problem backwards.
pub(super) fn run(args: &BackArgs, games: &Kinds) -> Result<Exit, Failure> {
    let mut bench = args.bench.open(games, 1..=u16::MAX)?;
    let view = bench.view.clone();
    let mut rows = Rows::of(&view);
    let mut extent = Completeness::Complete;
    bench.run(|bench| {
        let back = bench.back(usize::try_from(args.most).unwrap_or(usize::MAX))?;
        extent = Completeness::from(back.is_truncated);
        if back.found.is_empty() {
            warn_without_win(bench)?;
        }
        for examined in &back.found {
            let row = Row::of(&view, examined, &[])?;
            rows.count(&row);
            rows.show(&row)?;
        }
        Ok(())
    })?;
    rows.finish(extent)
}
