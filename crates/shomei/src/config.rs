//! How a question is searched.

use std::num::NonZeroUsize;

use shomei_search::Limits;
use shomei_search::registry::{AUTO, Info, OpenError, Settings};
use shomei_search::table::TableError;

use crate::algorithms;
use crate::error::Error;

/// How to search: the algorithm, its options and its limits.
#[derive(Clone, Debug)]
pub struct SearchConfig {
    /// The algorithm.
    pub algorithm: &'static Info,
    /// Its options, the number of threads among them.
    pub options: Settings,
    /// Memory for its tables, and for the certificate, in bytes.
    pub memory: usize,
    /// When to stop: the search, its line of play and its certificate together.
    pub limits: Limits,
    /// Write to all of the table before the clock starts, so that the time does not depend on
    /// how the system provides memory at a first access.
    pub touch_memory: bool,
}

impl SearchConfig {
    /// The memory of a search that sets none, in bytes.
    pub const MEMORY: usize = 64 << 20;

    /// A search by this algorithm with these options, without limits.
    #[must_use]
    pub fn new(algorithm: &'static Info, options: Settings) -> SearchConfig {
        SearchConfig {
            algorithm,
            options,
            memory: SearchConfig::MEMORY,
            limits: Limits::default(),
            touch_memory: false,
        }
    }

    /// A search by the algorithm `auto` with its usual options, without limits.
    ///
    /// # Errors
    ///
    /// None: the algorithm exists.
    pub(crate) fn auto() -> Result<SearchConfig, Error> {
        Ok(SearchConfig::new(
            algorithms::find(AUTO)?,
            Settings::default(),
        ))
    }

    /// The number of threads that search.
    #[must_use]
    pub fn threads(&self) -> NonZeroUsize {
        let mut options = self.options.iter();
        let threads = options.find(|(name, _)| *name == algorithms::THREADS);
        let threads = threads.and_then(|(_, threads)| threads.parse().ok());
        threads.unwrap_or(NonZeroUsize::MIN)
    }

    /// This configuration with its clock started, so that all parts share the time.
    #[must_use]
    pub fn started(&self) -> SearchConfig {
        SearchConfig {
            limits: self.limits.started(),
            ..self.clone()
        }
    }

    /// Whether a later search can continue from the table of this one: the algorithm can, and
    /// the options keep its disproofs sound.
    #[must_use]
    pub fn keeps_tables(&self) -> bool {
        self.algorithm.resumes && self.options.check_sound().is_ok()
    }

    /// What it means for the caller that a search cannot be opened.
    pub(crate) fn cannot_open(&self, error: OpenError) -> Error {
        let options = self.algorithm.options.iter().map(|option| option.name);
        match &error {
            OpenError::UnknownOption { option, .. } => Error::unknown(&error, option, options),
            OpenError::UnknownAlgorithm { .. }
            | OpenError::RemovedOption { .. }
            | OpenError::BadValue { .. }
            | OpenError::Conflict { .. }
            | OpenError::Unsound { .. }
            | OpenError::Restarts { .. }
            | OpenError::Table(TableError::TooSmall) => Error::usage(error.to_string()),
            _ => Error::run(error),
        }
    }
}
