//! `shomei gtp`: solves and plays Othello for programs that speak the Go Text Protocol.

use std::fs::File;
use std::io::{self, BufReader, Read};

use clap::Args;
use shomei::input_lines::LONGEST;
use shomei_protocols::gtp::{self, FilesAndNotes};

use crate::cli::PlayerArgs;
use crate::failure::{Exit, Failure};
use crate::games::Games;

/// The arguments. The protocol sets everything else.
#[derive(Debug, Args)]
pub(crate) struct GtpArgs {
    #[command(flatten)]
    player: PlayerArgs,
}

/// Answers commands until `quit` or the end of the input.
pub(crate) fn run(args: &GtpArgs, games: &Games) -> Result<Exit, Failure> {
    let othello = &games.find("othello")?.kind;
    let options = args.player.options();
    let files_and_notes = FilesAndNotes {
        read: Box::new(read),
        notes: Box::new(io::stderr()),
    };
    let input = BufReader::new(io::stdin());
    gtp::run(othello, &options, files_and_notes, input, io::stdout())?;
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
