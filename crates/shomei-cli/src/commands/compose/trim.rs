//! `shomei compose trim`: the pieces that a problem does not need.

use clap::Args;

use super::bench::{WorkbenchArgs, warn_without_win};
use super::row::{Completeness, Row, Rows};
use crate::cli::{count, heading};
use crate::failure::{Exit, Failure};
use shomei::Kinds;

const ABOUT: &str = "The command removes pieces from the board one after the other, into the \
    defender's hand, as long as the line of the solution and the verdict on its uniqueness stay \
    the same. It prints every problem that it reaches, and marks those from which no further \
    piece can be removed.";

/// The arguments.
#[derive(Debug, Args)]
#[command(after_help = ABOUT)]
pub(super) struct TrimArgs {
    #[command(flatten)]
    bench: WorkbenchArgs,
    /// Examine at most N problems
    #[arg(long = "limit", value_name = "N", value_parser = count, default_value = "1000",
        help_heading = heading::LIMITS)]
    most: u64,
}

/// Trims one problem.
pub(super) fn run(args: &TrimArgs, games: &Kinds) -> Result<Exit, Failure> {
    let mut bench = args.bench.open(games, 1..=u16::MAX)?;
    let view = bench.view.clone();
    let mut rows = Rows::of(&view);
    let mut extent = Completeness::Complete;
    bench.run(|bench| {
        let trimming = bench.trim(usize::try_from(args.most).unwrap_or(usize::MAX))?;
        extent = Completeness::from(trimming.is_truncated);
        if trimming.kept.is_empty() {
            warn_without_win(bench)?;
        }
        for kept in &trimming.kept {
            let row = Row::of_trimmed(&view, &kept.examined, &kept.removed, kept.is_minimal)?;
            rows.count(&row);
            rows.show(&row)?;
        }
        Ok(())
    })?;
    rows.finish(extent)
}
