//! `shomei serve`: positions and questions in the browser.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;
use shomei_web::{Limits, Mode, Options, Server};

use crate::cli::{at_least_one, duration, heading, memory};
use crate::failure::{Exit, Failure};
use crate::games::Games;
use crate::web::PageArgs;

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    page: PageArgs,
    /// Search with at most so many threads, all questions together
    /// [default: those of the machine]
    #[arg(long, value_name = "N", value_parser = at_least_one, help_heading = heading::LIMITS)]
    threads: Option<NonZeroUsize>,
    /// Search with at most so much memory, all questions together [default: 512MiB]
    #[arg(long, value_name = "SIZE", value_parser = memory, help_heading = heading::LIMITS)]
    memory: Option<usize>,
    /// Search at most so long for one question: 60s, 5m, or a number of seconds [default: 10m]
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = heading::LIMITS)]
    time: Option<Duration>,
    /// Answer at most so many questions at once [default: 2]
    #[arg(long, value_name = "N", value_parser = at_least_one, help_heading = heading::LIMITS)]
    questions: Option<NonZeroUsize>,
}

/// Answers questions until Ctrl-C.
pub(crate) fn run(args: &ServeArgs, games: &Games) -> Result<Exit, Failure> {
    let usual = Limits::default();
    let options = args.page.options(Options {
        mode: Mode::Serve,
        limits: Limits {
            threads: args.threads.map_or(usual.threads, NonZeroUsize::get),
            memory: args.memory.unwrap_or(usual.memory),
            time: args.time.unwrap_or(usual.time),
            questions: args.questions.map_or(usual.questions, NonZeroUsize::get),
        },
        ..Options::default()
    });
    args.page.run(Server::bind(games.kinds()?, &options)?)
}
