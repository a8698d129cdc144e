//! The task of one search: its configuration, its start, and its additional results.

use std::sync::Arc;

use shomei_extract::CertificateCache;
use shomei_game::Series;
use shomei_search::Limits;
use shomei_search::table::Table;

use crate::config::SearchConfig;
use crate::position_store::StoreForAim;

/// One search.
#[derive(Clone, Debug)]
pub struct Task {
    /// How to search.
    pub config: SearchConfig,
    /// The start of the search.
    pub start: WarmStart,
    /// The depth in plies of the refutation that is returned if there is no win.
    pub refutation: Option<u32>,
    /// The nodes after which the search ends, without its line of play and its certificate; `None`:
    /// only the limits end it.
    pub budget: Option<u64>,
}

/// Results of earlier searches for a new search.
#[derive(Clone, Debug, Default)]
pub struct WarmStart {
    /// The table of an earlier search for the same aim in the same game:
    /// [`Solution::table`](super::Solution::table). The search uses it instead of a new table if
    /// the algorithm can continue from a table
    /// ([`Info::resumes`](shomei_search::registry::Info::resumes)).
    pub table: Option<Arc<Table>>,
    /// Receives and provides solved positions: see [`PositionStore`](crate::PositionStore).
    /// [`solve`](super::solve) uses it if the search [keeps its table](SearchConfig::keeps_tables);
    /// [`search`](super::search) and searches for the shortest win do not. A session sets it for
    /// each of its questions.
    pub store: Option<StoreForAim>,
    /// The cache of earlier [surveys](crate::AnyPosition::survey) of the certificate of
    /// [`table`](WarmStart::table). It must be about the same position and aim.
    pub cache: Option<Arc<CertificateCache>>,
    /// Connects consecutive searches of one thread, which can share the results of the game's own
    /// searches.
    pub series: Option<Series>,
}

impl Task {
    /// Starts the clock, so that all parts share the time.
    #[must_use]
    pub fn started(&self) -> Task {
        Task {
            config: self.config.started(),
            ..self.clone()
        }
    }

    /// The limits of the search alone.
    pub(crate) fn limits_of_search(&self) -> Limits {
        let limits = &self.config.limits;
        Limits {
            nodes: [limits.nodes, self.budget].into_iter().flatten().min(),
            ..limits.clone()
        }
    }
}

/// A search without earlier results.
impl From<SearchConfig> for Task {
    fn from(config: SearchConfig) -> Task {
        Task {
            config,
            start: WarmStart::default(),
            refutation: None,
            budget: None,
        }
    }
}
