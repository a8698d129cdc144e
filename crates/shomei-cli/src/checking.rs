//! Checks a certificate in a file, which `shomei verify` names or a search has written.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use shomei::solving::BESIDE;
use shomei::{Kinds, Verdict};
use shomei_proof::CheckLimits;
use shomei_search::Limits;

use crate::failure::Failure;
use crate::input::{is_directory, unreadable};

/// Checks a file. `limits` changes the default limits, which depend on the size of the file.
///
/// Fails if the file cannot be read, or if the program does not support its game.
pub(crate) fn check_file(
    games: &Kinds,
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
    let verdict = games.check(BufReader::new(file), &limits(usual));
    Ok(verdict.map_err(|error| error.context(name))?)
}

/// The limits of a check right after a search: the remaining time, and the memory of the search,
/// which is free now.
pub(crate) fn limits_after_search(
    memory: usize,
    limits: &Limits,
    usual: &CheckLimits,
) -> CheckLimits {
    CheckLimits {
        bytes: memory.saturating_add(BESIDE) as u64,
        time: limits.time_left(),
        stop: limits.stop.clone(),
        ..usual.clone()
    }
}
