//! One search: how, from where, and with what beside the answer.

use std::sync::Arc;

use shomei_extract::CertificateCache;
use shomei_game::Series;
use shomei_search::table::Table;

use crate::config::SearchConfig;
use crate::shelf::Shelved;

/// One search.
#[derive(Clone, Debug)]
pub struct Task {
    /// How to search.
    pub config: SearchConfig,
    /// What the search begins with.
    pub start: WarmStart,
    /// Where there is no win: the number of plies to which the answers of the defender are wanted.
    pub refutation: Option<u32>,
}

/// What earlier searches leave to one that begins.
#[derive(Clone, Debug, Default)]
pub struct WarmStart {
    /// The table of an earlier search for the same aim in the same game:
    /// [`Solution::table`](super::Solution::table). It replaces a new one where the algorithm can
    /// continue from a table ([`Info::resumes`](shomei_search::registry::Info::resumes)).
    pub table: Option<Arc<Table>>,
    /// Receives and provides solved positions: see [`Shelf`](crate::Shelf).
    /// [`AnyPosition::solve`](crate::AnyPosition::solve) uses it where the search
    /// [keeps its table](SearchConfig::keeps_tables); the functions of
    /// [`solving`](crate::solving), which know the type of the game, do not. A session sets it for
    /// each of its questions.
    pub shelf: Option<Shelved>,
    /// What [surveys](crate::AnyPosition::survey) have found out about the certificate of
    /// [`table`](WarmStart::table). It must be about the same position and aim.
    pub cache: Option<Arc<CertificateCache>>,
    /// The searches before and after this one, from one thread, that may share what the game finds
    /// by searches of its own.
    pub series: Option<Series>,
}

impl Task {
    /// The same with its clock started, so that all parts share the time.
    #[must_use]
    pub fn started(&self) -> Task {
        Task {
            config: self.config.started(),
            ..self.clone()
        }
    }
}

/// A search that begins with nothing.
impl From<SearchConfig> for Task {
    fn from(config: SearchConfig) -> Task {
        Task {
            config,
            start: WarmStart::default(),
            refutation: None,
        }
    }
}
