//! The limits of the engines that play and solve for another program, such as `shomei gtp`.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;
use shomei_protocols::othello::Options;

use super::{at_least_one, duration, memory};

const TIME: &str = "The time limit for a move, a hint or the score of a position: 60s, 5m, or a \
    number of seconds. When it is reached, the evaluation chooses the move. Without this option, \
    a move takes at most 10 seconds, or what the clock of GTP leaves for it, and a hint ends \
    when it is complete or when the next command arrives";

const MEMORY: &str = "Memory for the tables: 64MiB, 1GiB, ... The tables keep their entries for \
    the next position [default: 64MiB]";

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct PlayerArgs {
    /// The time limit for a move: 60s, 5m, or a number of seconds [default: 10s]
    #[arg(long, value_name = "TIME", value_parser = duration, long_help = TIME)]
    time: Option<Duration>,
    /// The number of threads
    #[arg(long, value_name = "N", value_parser = at_least_one, default_value = "1")]
    threads: NonZeroUsize,
    /// Memory for the tables: 64MiB, 1GiB, ... [default: 64MiB]
    #[arg(long, value_name = "SIZE", value_parser = memory, long_help = MEMORY)]
    memory: Option<usize>,
}

impl PlayerArgs {
    /// The options of the protocol.
    pub(crate) fn options(&self) -> Options {
        let usual = Options::default();
        Options {
            memory: self.memory.unwrap_or(usual.memory),
            threads: self.threads,
            time: self.time,
        }
    }
}
