//! How the settings of df-pn apply to jobs.

use std::sync::Arc;

use shomei_game::Game;

use crate::options::{OpenError, Settings};
use crate::search::df_pn::{self, DfPn, DfPnOptions, Gc};
use crate::table::Table;

/// One of so many searchers at a table, with these settings.
pub(crate) fn open_one_of<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    table: Arc<Table>,
    searchers: usize,
) -> Result<DfPn<'g, G>, OpenError> {
    let options = shared_options(settings)?;
    Ok(DfPn::one_of(searchers, game, options, table))
}

/// The options of searchers that share an upper tree.
pub(crate) fn shared_options(settings: &Settings) -> Result<DfPnOptions, OpenError> {
    let (options, _) = df_pn::read(settings)?;
    // They do not forget what is below decided nodes.
    match options.gc {
        Gc::Off => Ok(options),
        Gc::Sibling => Err(OpenError::Conflict {
            option: "gc",
            other: "threads",
        }),
    }
}
