//! What a team of searchers asks of this crate. The crate
//! [shomei-parallel](https://docs.rs/shomei-parallel) is made of it, and nothing else should need it:
//! it may change with every version.
//!
//! ```text
//! options, new_table   how df-pn is opened, and whether by several searchers
//! DfPn                 one of them: DfPn::one_of, DfPn::search_job, DfPn::open_leaf, ...
//! Scan, Pair, Rules    the numbers of a node that the searchers share
//! Knowledge            what they report, and what `store` and `correct` put into a table
//! ```

mod store;

use shomei_game::Game;

use crate::registry::{OpenError, Settings};
use crate::search::df_pn;
use crate::table::Table;

pub use crate::knowledge::NodeUpdate;
pub use crate::rule::{Count, Pair, Rules, Scan, without_cost};
pub use crate::search::df_pn::{Crew, JobLeaf, JobSearch, LeafChild, Suspended};
pub use crate::search::evaluate::solved;
pub use store::{correct, store};

/// The options of df-pn that these settings stand for, and how many searchers they ask for.
///
/// # Errors
///
/// When the settings are none of df-pn.
pub fn options(settings: &Settings) -> Result<(df_pn::DfPnOptions, Crew), OpenError> {
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
