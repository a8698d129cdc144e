//! Checking a certificate that lies in a file.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use shomei::{Error, Verdict, checking};
use shomei_proof::CheckLimits;

use crate::failure::Failure;
use crate::games::Games;
use crate::input::unreadable;

/// Checks a file within limits that may differ from those that are usual for a
/// file of its length.
///
/// Fails when the file cannot be read or is about a game that is not known.
pub(crate) fn check_file(
    games: &Games,
    path: &Path,
    limits: impl FnOnce(CheckLimits) -> CheckLimits,
) -> Result<Verdict, Failure> {
    let name = path.display().to_string();
    if path.is_dir() {
        return Err(Failure::Input(format!(
            "cannot read {name}: it is a directory"
        )));
    }
    let file = File::open(path).map_err(|error| unreadable(&name, &error))?;
    let usual = match file.metadata() {
        Ok(found) if found.is_file() => CheckLimits::for_file(found.len()),
        // Nobody knows how much will come out of a pipe.
        _ => CheckLimits::default(),
    };
    let limits = limits(usual);
    let opened = checking::open(BufReader::new(file));
    let reader = match opened.map_err(|error| error.context(&name))? {
        Ok(reader) => reader,
        Err(verdict) => return Ok(verdict),
    };
    let game = reader.header().game.clone();
    let Some(entry) = games.get(&game) else {
        let message = format_args!("{name} is about the game {game:?}, which is not known here");
        let unknown = Error::unknown(message, &game, games.names());
        return Err(Failure::Input(unknown.to_string()));
    };
    let verdict = entry.kind.check(reader, &limits);
    Ok(verdict.map_err(|error| error.context("the certificate"))?)
}
