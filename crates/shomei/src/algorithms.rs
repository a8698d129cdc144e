//! The algorithms by name, and their options, some of which the game supplies.

use std::num::NonZeroUsize;

use shomei_search::registry::{self, ALGORITHMS, AUTO, Info, Settings};

use crate::error::Error;
use shomei_game::{Tuning, error_text};

/// The option for the number of search threads.
pub const THREADS: &str = "threads";

/// Returns the algorithm with this name; `auto` is the one that is usually best.
///
/// # Errors
///
/// An unknown name is an error, whose text gives the nearest known name.
pub fn find(name: &str) -> Result<&'static Info, Error> {
    registry::find(name).ok_or_else(|| {
        let names = ALGORITHMS.iter().map(|info| info.name).chain([AUTO]);
        let message = error_text!(
            "no-such-algorithm",
            "there is no algorithm named \"{name}\"",
            name = name
        );
        Error::unknown(message, name, names)
    })
}

/// Returns the given options, completed by the options that the game prefers (`auto`) and by the
/// number of threads. `auto` is `None` if the user named the algorithm.
///
/// # Errors
///
/// More than one thread is an error for an algorithm that searches with one.
pub fn settings_for(
    algorithm: &Info,
    given: &Settings,
    threads: NonZeroUsize,
    auto: Option<Tuning>,
) -> Result<Settings, Error> {
    let mut settings = given.clone();
    let several = threads > NonZeroUsize::MIN;
    if let Some(auto) = auto {
        let more = auto.with_threads.iter().filter(|_| several);
        for &(option, value) in auto.options.iter().chain(more) {
            settings.prefer(option, value);
        }
    }
    if !several {
        return Ok(settings);
    }
    if algorithm
        .options
        .iter()
        .all(|option| option.name != THREADS)
    {
        let message = error_text!(
            "one-thread-only",
            "threads {threads}: {algorithm} searches with one thread",
            threads = threads,
            algorithm = algorithm
        );
        return Err(Error::usage(message));
    }
    settings.set(THREADS, threads.to_string());
    Ok(settings)
}
