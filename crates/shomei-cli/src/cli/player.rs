//! How much a program may use that plays and solves for another one.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;
use shomei_protocols::othello::Options;

use super::{at_least_one, duration, memory};

const TIME: &str = "Think at most so long about a move, and about a hint or the score of a position: 60s, 5m, or \
    a number of seconds. A move that is not proven by then is the choice of the evaluation. Without it a move takes \
    10 seconds at most, or what the clock of the other program leaves, and a hint goes on until it is complete or \
    something else is asked for";

const MEMORY: &str = "Memory for the tables: 64MiB, 1GiB, ... What was learnt about a position is kept in them for the \
    next one [default: 64MiB]";

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct PlayerArgs {
    /// Think at most so long about a move: 60s, 5m, or a number of seconds [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = duration, long_help = TIME)]
    time: Option<Duration>,
    /// How many threads search
    #[arg(long, value_name = "N", value_parser = at_least_one, default_value = "1")]
    threads: NonZeroUsize,
    /// Memory for the tables: 64MiB, 1GiB, ... [default: 64MiB]
    #[arg(long, value_name = "SIZE", value_parser = memory, long_help = MEMORY)]
    memory: Option<usize>,
}

impl PlayerArgs {
    /// What the protocols take.
    pub(crate) fn options(&self) -> Options {
        let usual = Options::default();
        Options {
            memory: self.memory.unwrap_or(usual.memory),
            threads: self.threads,
            time: self.time,
        }
    }
}
