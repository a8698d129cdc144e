//! How to search.

use std::sync::Arc;

use shomei_extract::CertificateCache;
use shomei_game::Series;
use shomei_search::Limits;
use shomei_search::registry::{Info, OpenError, Settings};
use shomei_search::table::{Table, TableError};

use super::Wanted;
use crate::error::Error;
use crate::shelf::Shelved;

/// How to search.
#[derive(Clone, Debug)]
pub struct Task {
    /// The algorithm.
    pub algorithm: &'static Info,
    /// Its options.
    pub settings: Settings,
    /// Bytes for its tables, and for the certificate with them.
    pub memory: usize,
    /// When to give up: the search, its line of play and its certificate together.
    pub limits: Limits,
    /// Whether to write to all of the table before the clock starts, so that
    /// the time does not depend on what the system has to do for a first touch.
    pub touch_memory: bool,
    /// What is to be told beside the answer.
    pub wanted: Wanted,
    /// Where other solutions are wanted: a line from the position, as texts of moves, that is to be
    /// judged in place of that of a shortest win, such as its author's solution. It ends before the
    /// first text that is no legal move.
    pub given: Option<Arc<[String]>>,
    /// What was learnt by an earlier search for the same aim in the same game, to go on from:
    /// [`Solution::table`](super::Solution::table). It is used where the algorithm goes on from a
    /// table ([`Info::resumes`]), in place of a new one.
    pub table: Option<Arc<Table>>,
    /// Where positions are that were solved before, and where those go that this search solves:
    /// see [`Shelf`](crate::Shelf). It is used by [`AnyPosition::solve`](crate::AnyPosition::solve)
    /// where the search [keeps its table](Task::keeps_tables), and not by the functions of
    /// [`solving`](crate::solving), which know the type of the game. A session sets it for each of
    /// its questions.
    pub shelf: Option<Shelved>,
    /// What [surveys](crate::AnyPosition::survey) have found out about the certificate that is to be
    /// made of [`table`](Task::table). It must be about the same position and aim.
    pub cache: Option<Arc<CertificateCache>>,
    /// The searches before and after, from one thread, that may share what the game finds by
    /// searches of its own.
    pub series: Option<Series>,
}

impl Task {
    /// The memory of a search where nobody says how much, in bytes.
    pub const MEMORY: usize = 64 << 20;

    /// A search by this algorithm with these options, without limits.
    #[must_use]
    pub fn new(algorithm: &'static Info, settings: Settings) -> Task {
        Task {
            algorithm,
            settings,
            memory: Task::MEMORY,
            limits: Limits::default(),
            touch_memory: false,
            wanted: Wanted::default(),
            given: None,
            table: None,
            shelf: None,
            cache: None,
            series: None,
        }
    }

    /// This task with its clock started, so that all parts share the time.
    #[must_use]
    pub fn started(&self) -> Task {
        Task {
            limits: self.limits.started(),
            ..self.clone()
        }
    }

    /// Whether a later search can go on from what this one learns: the algorithm can, and
    /// its options are such that what it has disproved holds.
    #[must_use]
    pub fn keeps_tables(&self) -> bool {
        self.algorithm.resumes && self.settings.check_sound().is_ok()
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
