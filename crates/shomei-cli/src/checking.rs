//! Checks a certificate in a file, which `shomei verify` names or a search has written.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use shomei::{Error, ErrorKind, Verdict, checking};
use shomei_game::{ErrorText, error_text};
use shomei_proof::CheckLimits;

use crate::failure::Failure;
use crate::games::Games;
use crate::input::{is_directory, unreadable};

/// Checks a file. `limits` changes the default limits, which depend on the size of the file.
///
/// Fails if the file cannot be read, or if the program does not support its game.
pub(crate) fn check_file(
    games: &Games,
    path: &Path,
    limits: impl FnOnce(CheckLimits) -> CheckLimits,
) -> Result<Verdict, Failure> {
    let name = path.display().to_string();
    if path.is_dir() {
        return Err(is_directory(&name));
    }
    let file = File::open(path).map_err(|error| unreadable(&name, &error))?;
    let usual = match file.metadata() {
        Ok(found) if found.is_file() => CheckLimits::for_file(found.len()),
        // The size of the data in a pipe is unknown.
        _ => CheckLimits::default(),
    };
    let limits = limits(usual);
    let opened = checking::open(BufReader::new(file));
    let reader = match opened.map_err(|error| error.context(name.clone()))? {
        Ok(reader) => reader,
        Err(verdict) => return Ok(verdict),
    };
    let game = reader.header().game.clone();
    let Some(entry) = games.get(&game) else {
        let message = error_text!(
            "certificate-of-unknown-game",
            "it is about the game \"{game}\", which is not known here",
            game = game
        );
        let unknown = Error::unknown(message, &game, games.names());
        return Err(unknown.into_kind(ErrorKind::Input).context(name).into());
    };
    let verdict = entry.kind.check(reader, &limits);
    Ok(verdict.map_err(|error| error.context(certificate_subject()))?)
}

/// The subject of the checker's errors.
fn certificate_subject() -> ErrorText {
    error_text!("subject-certificate", "the certificate")
}
