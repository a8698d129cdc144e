//! What several searchers of one question ask of this crate beside its other public items. The
//! module is public only because [shomei-parallel](https://docs.rs/shomei-parallel) is a crate of its
//! own; nothing else should need it, and it may change with every version.
//!
//! ```text
//! options, table       how df-pn is opened
//! JobLeaf, JobSearch   a search below a leaf: DfPn::search_job, DfPn::open_leaf, and the others that
//!                      search/df_pn/call.rs lists
//! Scan, Pair, Rules    how the numbers of a node are made of those of its children
//! store, correct       puts what other searchers report into a table
//! ```

mod store;

use shomei_game::Game;

use crate::registry::{OpenError, Settings};
use crate::search::df_pn;
use crate::table::Table;

pub use crate::knowledge::NodeUpdate;
pub use crate::rule::{Count, Pair, Rules, Scan, without_cost};
pub use crate::search::df_pn::call::{JobLeaf, JobSearch, LeafChild, Suspended};
pub use crate::search::evaluate::solved;
pub use store::{correct, store};

/// The options of df-pn that these settings stand for.
///
/// # Errors
///
/// When the settings are none of df-pn.
pub fn options(settings: &Settings) -> Result<df_pn::DfPnOptions, OpenError> {
    settings.check_names(&df_pn::INFO)?;
    df_pn::read(settings)
}

/// A table of `memory` bytes for searchers with these settings.
///
/// # Errors
///
/// When the settings are none of df-pn, or the memory cannot be had.
pub fn table<G: Game>(settings: &Settings, memory: usize) -> Result<Table, OpenError> {
    settings.check_names(&df_pn::INFO)?;
    df_pn::new_table::<G>(settings, memory)
}
