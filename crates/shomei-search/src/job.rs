//! Items that several searchers of one question need from this crate, in addition to its other
//! public items. The module is public only because
//! [shomei-parallel](https://docs.rs/shomei-parallel) is a separate crate. Other crates should not
//! use it; it can change in every version.
//!
//! ```text
//! options, table       open df-pn
//! JobLeaf, JobSearch   a search below a leaf: DfPn::search_job, DfPn::open_leaf, and the other
//!                      functions that search/df_pn/call.rs lists
//! Scan, Pair, Rules    compute the numbers of a node from those of its children
//! OpenGroups           finds the children that are deferred
//! store, correct       store the results of other searchers in a table
//! ```

mod store;

use shomei_game::Game;

use crate::registry::{OpenError, Settings};
use crate::search::df_pn;
use crate::table::Table;

pub use crate::knowledge::NodeUpdate;
pub use crate::rule::{Count, Pair, Rules, Scan, without_cost};
pub use crate::search::df_pn::call::{JobLeaf, JobSearch, LeafChild, Suspended};
pub use crate::search::df_pn::deferred::{DEFERRED, OpenGroups};
pub use crate::search::evaluate::solved;
pub use store::{correct, store};

/// The options of df-pn with these settings.
///
/// # Errors
///
/// If df-pn does not accept the settings.
pub fn options(settings: &Settings) -> Result<df_pn::DfPnOptions, OpenError> {
    settings.check_names(&df_pn::INFO)?;
    df_pn::read(settings)
}

/// A table of `memory` bytes for searchers with these settings.
///
/// # Errors
///
/// If df-pn does not accept the settings, or the memory cannot be allocated.
pub fn table<G: Game>(settings: &Settings, memory: usize) -> Result<Table, OpenError> {
    settings.check_names(&df_pn::INFO)?;
    df_pn::new_table::<G>(settings, memory)
}
