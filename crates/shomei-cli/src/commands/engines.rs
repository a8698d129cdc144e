//! The engines that play and solve for another program: `shomei usi`, `nboard` and `gtp`.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::num::NonZeroUsize;
use std::time::Duration;

use clap::Args;
use shomei::input_lines::LONGEST;
use shomei_protocols::gtp::{self, FilesAndNotes};
use shomei_protocols::othello::Options;
use shomei_protocols::{nboard, usi};

use crate::cli::{at_least_one, duration, memory};
use crate::failure::{Exit, Failure};
use crate::language::user_language;
use shomei::Kinds;

const TIME: &str = "The time limit for a move, a hint or the score of a position: 60s, 5m, or a \
    number of seconds. When it is reached, the evaluation chooses the move. Without this option, \
    a move takes at most 10 seconds, or what the clock of GTP leaves for it, and a hint ends \
    when it is complete or when the next command arrives";

const MEMORY: &str = "Memory for the tables: 64MiB, 1GiB, ... The tables keep their entries for \
    the next position [default: 64MiB]";

/// The limits of an engine that plays Othello.
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
    fn options(&self) -> Options {
        let usual = Options::default();
        Options {
            memory: self.memory.unwrap_or(usual.memory),
            threads: self.threads,
            time: self.time,
        }
    }
}

/// Solves tsume-shogi by the USI protocol until `quit`. A running search ends with the program.
pub(crate) fn usi(games: &Kinds) -> Result<Exit, Failure> {
    let shogi = games.find("shogi")?;
    let input = BufReader::new(io::stdin());
    usi::run_in(user_language(), shogi, input, io::stdout())?;
    Ok(Exit::Done)
}

/// Solves and plays Othello for NBoard until `quit` or the end of the input.
pub(crate) fn nboard(args: &PlayerArgs, games: &Kinds) -> Result<Exit, Failure> {
    let othello = games.find("othello")?;
    let input = BufReader::new(io::stdin());
    nboard::run(othello, &args.options(), input, io::stdout())?;
    Ok(Exit::Done)
}

/// Solves and plays Othello by the Go Text Protocol until `quit` or the end of the input.
pub(crate) fn gtp(args: &PlayerArgs, games: &Kinds) -> Result<Exit, Failure> {
    let othello = games.find("othello")?;
    let files_and_notes = FilesAndNotes {
        read: Box::new(read),
        notes: Box::new(io::stderr()),
    };
    let input = BufReader::new(io::stdin());
    gtp::run(
        othello,
        &args.options(),
        files_and_notes,
        input,
        io::stdout(),
    )?;
    Ok(Exit::Done)
}

/// Reads the file of a game, of at most 1 MiB.
fn read(name: &str) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = File::open(name)?
        .take(LONGEST + 1)
        .read_to_end(&mut bytes)?;
    match read as u64 > LONGEST {
        true => Err(io::Error::other("the file is longer than 1 MiB")),
        false => Ok(bytes),
    }
}
