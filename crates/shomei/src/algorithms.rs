//! The algorithms by name, and their options where some come from the game.

use std::num::NonZeroUsize;

use shomei_search::registry::{self, ALGORITHMS, AUTO, Info, Settings};

use crate::error::Error;
use shomei_game::Tuning;

/// The option that says how many threads search.
pub const THREADS: &str = "threads";

/// The algorithm with this name; `auto` is the one that is usually best.
///
/// # Errors
///
/// When there is none; the text names the nearest.
pub fn find(name: &str) -> Result<&'static Info, Error> {
    registry::find(name).ok_or_else(|| {
        let names = ALGORITHMS.iter().map(|info| info.name).chain([AUTO]);
        let message = format_args!("there is no algorithm named \"{name}\"");
        Error::unknown(message, name, names)
    })
}

/// These options, with those that the game wants where nothing else is said, and for so many
/// threads. `auto` is `None` where the algorithm was named.
///
/// # Errors
///
/// When several threads are asked of an algorithm that searches with one.
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
        let message = format!("threads {threads}: {algorithm} searches with one thread");
        return Err(Error::usage(message));
    }
    settings.set(THREADS, threads.to_string());
    Ok(settings)
}
