//! Checking a certificate that lies in a file.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use shomei_game::Kind;
pub(crate) use shomei_lab::checking::{Checked, Rejected, Verdict};
use shomei_proof::{CheckLimits, ReadError, Reader};

use crate::failure::Failure;
use crate::games;
use crate::input::unreadable;
use crate::nearest::hint;

/// Checks a file within limits that may differ from those that are usual for a
/// file of its length.
///
/// Fails when the file cannot be read or is about a game that is not known.
pub(crate) fn check_file(
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
    let reader = match Reader::open(BufReader::new(file)) {
        Ok(reader) => reader,
        Err(ReadError::Damaged(damage)) => return Ok(Verdict::rejected(None, damage.to_string())),
        Err(error) => return Err(unread(error, &name)),
    };
    let game = &reader.header().game;
    let Some(entry) = games::get(game) else {
        let known = hint(game, games::GAMES.iter().map(|entry| entry.name));
        let message = format!("{name} is about the game {game:?}, which is not known here{known}");
        return Err(Failure::Input(message));
    };
    entry.check(reader, &limits)
}

/// Checks a certificate about a game of a known type.
pub(crate) fn check<G: Kind>(
    reader: Reader<BufReader<File>>,
    limits: &CheckLimits,
) -> Result<Verdict, Failure> {
    shomei_lab::checking::check::<G>(reader, limits)
        .map_err(|error| unread(error, "the certificate"))
}

fn unread(error: impl Into<anyhow::Error>, name: &str) -> Failure {
    Failure::Run(error.into().context(name.to_string()))
}
