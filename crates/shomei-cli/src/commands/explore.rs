//! `shomei explore`: shows a certificate in the browser.

use std::fs::File;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use shomei_web::certificate::CheckBudget;
use shomei_web::{Mode, Options, Server};

use crate::cli::{duration, heading, memory};
use crate::failure::{Exit, Failure};
use crate::input::{is_directory, unreadable};
use crate::output::path_text;
use crate::web::ServerArgs;
use shomei::Kinds;

/// The arguments.
#[derive(Debug, Args)]
#[command(after_help = COSTS)]
pub(crate) struct ExploreArgs {
    /// The certificate, or a bundle of certificates
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    page: ServerArgs,
    /// The maximum memory for positions during the check, and later for the lengths of lines
    /// [default: 256MiB]
    #[arg(long, value_name = "SIZE", value_parser = memory, help_heading = heading::CHECK)]
    memory: Option<usize>,
    /// The time limit of the check: 60s, 5m, or a number of seconds [default: 1h]
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = heading::CHECK)]
    time: Option<Duration>,
}

/// The meaning of the limits, for the end of the help page.
const COSTS: &str = "The page opens at once and shows the progress of the check. A check that \
    reaches a limit is unfinished: the certificate is neither accepted nor rejected. `shomei \
    verify` has larger limits.";

/// Shows a certificate until Ctrl-C.
pub(crate) fn run(args: &ExploreArgs, games: &Kinds) -> Result<Exit, Failure> {
    let usual = CheckBudget::default();
    let options = args.page.options(Options {
        mode: Mode::Explore,
        check: CheckBudget {
            memory: args.memory.map_or(usual.memory, |memory| memory as u64),
            time: args.time.or(usual.time),
        },
        ..Options::default()
    });
    let name = path_text(&args.file);
    if args.file.is_dir() {
        return Err(is_directory(&name));
    }
    let file = File::open(&args.file).map_err(|error| unreadable(&name, &error))?;
    let server = Server::bind(games.clone(), &options)?;
    let title = args.file.file_name().unwrap_or(args.file.as_os_str());
    let shown = server.show(&title.to_string_lossy(), file);
    shown.map_err(|error| error.context(name))?;
    args.page.run(server)
}
