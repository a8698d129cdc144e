//! `shomei serve`: solves positions in the browser.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;
use shomei_web::certificate::CheckBudget;
use shomei_web::{Limits, Mode, Options, Server};

use crate::cli::{at_least_one, duration, heading, memory};
use crate::failure::{Exit, Failure};
use crate::web::ServerArgs;
use shomei::Kinds;

/// The arguments.
#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    #[command(flatten)]
    page: ServerArgs,
    /// The number of threads of all searches together [default: one per core]
    #[arg(long, value_name = "N", value_parser = at_least_one, help_heading = heading::LIMITS)]
    threads: Option<NonZeroUsize>,
    /// The memory of all searches together [default: 512MiB]
    #[arg(long, value_name = "SIZE", value_parser = memory, help_heading = heading::LIMITS)]
    memory: Option<usize>,
    /// The time limit of one question: 60s, 5m, or a number of seconds [default: 10m]
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = heading::LIMITS)]
    time: Option<Duration>,
    /// The maximum number of questions at the same time [default: 2]
    #[arg(long, value_name = "N", value_parser = at_least_one, help_heading = heading::LIMITS)]
    questions: Option<NonZeroUsize>,
    /// The time limit for checking the certificate of an answer: 60s, 5m, or a number of seconds
    /// [default: 10m]
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = heading::CHECK)]
    check_time: Option<Duration>,
    /// The maximum memory for checks and for the lengths of lines, of all certificates together
    /// [default: 256MiB]
    #[arg(long, value_name = "SIZE", value_parser = memory, help_heading = heading::CHECK)]
    check_memory: Option<usize>,
}

/// The default time limit for checking the certificate of an answer: the same as that of a
/// question.
const CHECK_TIME: Duration = Duration::from_secs(600);

/// Answers questions until Ctrl-C.
pub(crate) fn run(args: &ServeArgs, games: &Kinds) -> Result<Exit, Failure> {
    let (usual, check) = (Limits::default(), CheckBudget::default());
    let options = args.page.options(Options {
        mode: Mode::Serve,
        limits: Limits {
            threads: args.threads.map_or(usual.threads, NonZeroUsize::get),
            memory: args.memory.unwrap_or(usual.memory),
            time: args.time.unwrap_or(usual.time),
            questions: args.questions.map_or(usual.questions, NonZeroUsize::get),
            without_listener: usual.without_listener,
        },
        check: CheckBudget {
            memory: args
                .check_memory
                .map_or(check.memory, |memory| memory as u64),
            time: Some(args.check_time.unwrap_or(CHECK_TIME)),
        },
        ..Options::default()
    });
    args.page.run(Server::bind(games.clone(), &options)?)
}
