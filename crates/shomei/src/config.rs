//! The configuration of a search.

use std::num::NonZeroUsize;

use shomei_game::Game;
use shomei_search::Limits;
use shomei_search::registry::{Info, OpenError, Settings};
use shomei_search::search::Search;
use shomei_search::search::df_pn::DfPnOptions;
use shomei_search::table::TableError;

use crate::algorithms;
use crate::error::{Error, ErrorKind};

/// The algorithm, its options and the limits of a search.
#[derive(Clone, Debug)]
pub struct SearchConfig {
    /// The algorithm.
    pub algorithm: &'static Info,
    /// The options of the algorithm, including the number of threads.
    pub options: Settings,
    /// The memory for tables and for the certificate, in bytes.
    pub memory: usize,
    /// The limits of the search, its line of play and its certificate together.
    pub limits: Limits,
    /// Write to all of the table before the clock starts, so that the time does not depend on
    /// how the system provides memory at a first access.
    pub touch_memory: bool,
    /// How large certificates may be.
    pub proof_size: ProofSize,
}

/// How large a certificate may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ProofSize {
    /// The moves that the search found.
    #[default]
    Usual,
    /// Fewer records, at the cost of further searches
    /// ([`Extractor::smaller`](shomei_extract::Extractor::smaller)). Certificates of a search for
    /// the shortest win stay as they are.
    Small,
}

impl SearchConfig {
    /// The default memory of a search, in bytes.
    pub const MEMORY: usize = 64 << 20;

    /// A configuration with this algorithm and these options, without limits.
    #[must_use]
    pub fn new(algorithm: &'static Info, options: Settings) -> SearchConfig {
        SearchConfig {
            algorithm,
            options,
            memory: SearchConfig::MEMORY,
            limits: Limits::default(),
            touch_memory: false,
            proof_size: ProofSize::Usual,
        }
    }

    /// The number of threads that search.
    #[must_use]
    pub fn threads(&self) -> NonZeroUsize {
        let mut options = self.options.iter();
        let threads = options.find(|(name, _)| *name == algorithms::THREADS);
        let threads = threads.and_then(|(_, threads)| threads.parse().ok());
        threads.unwrap_or(NonZeroUsize::MIN)
    }

    /// Starts the clock of this configuration, so that all parts share the time.
    #[must_use]
    pub fn started(&self) -> SearchConfig {
        SearchConfig {
            limits: self.limits.started(),
            ..self.clone()
        }
    }

    /// Whether a later search can continue from the table of this one: the algorithm can continue,
    /// and the options keep its disproofs sound.
    #[must_use]
    pub fn keeps_tables(&self) -> bool {
        self.algorithm.resumes && self.options.check_sound().is_ok()
    }

    /// Opens a trial search with a table that is just large enough for every algorithm.
    pub(crate) fn open_trial<'g, G: Game>(
        &self,
        game: &'g G,
    ) -> Result<Box<dyn Search<G> + 'g>, OpenError> {
        const BYTES: usize = 64 << 10;
        shomei_parallel::open(self.algorithm.name, game, &self.options, BYTES)
    }

    /// The options with which holes of a certificate are searched.
    ///
    /// # Errors
    ///
    /// The algorithm cannot be opened with these options, or they make wrong disproofs possible.
    pub(crate) fn options_for_holes<G: Game>(&self, game: &G) -> Result<DfPnOptions, OpenError> {
        self.options.check_sound()?;
        Ok(self.open_trial(game)?.options_for_holes())
    }

    /// Converts a failure to open a search into an error for the caller.
    pub(crate) fn cannot_open(&self, error: OpenError) -> Error {
        let options = self.algorithm.options.iter().map(|option| option.name);
        match &error {
            OpenError::UnknownOption { option, .. } => {
                Error::unknown(error.text(), option, options)
            }
            OpenError::UnknownAlgorithm { .. }
            | OpenError::BadValue { .. }
            | OpenError::Conflict { .. }
            | OpenError::Unsound { .. }
            | OpenError::Restarts { .. }
            | OpenError::Table(TableError::TooSmall) => Error::usage(error.text()),
            _ => Error::caused(ErrorKind::Run, error.text(), error),
        }
    }
}
