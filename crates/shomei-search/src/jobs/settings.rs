//! How the settings of df-pn apply to jobs.

use std::sync::Arc;

use shomei_game::Game;

use crate::options::{OpenError, Settings};
use crate::rule::{Epsilon, Rules};
use crate::search::df_pn::{self, DfPn, DfPnOptions, Gc};
use crate::table::Table;

/// One of so many searchers at a table, with these settings.
pub(crate) fn open_one_of<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    table: Arc<Table>,
    searchers: usize,
) -> Result<DfPn<'g, G>, OpenError> {
    let (options, _) = df_pn::read(settings)?;
    refuse_gc(&options)?;
    Ok(DfPn::one_of(searchers, game, options, table))
}

/// How settings combine the numbers of children.
pub(crate) struct Combination {
    pub(crate) rules: Rules,
    /// Other rules, and the expansions from which on they hold.
    pub(crate) later: Option<(u64, Rules)>,
    pub(crate) epsilon: Epsilon,
}

/// How these settings combine the numbers of children.
pub(crate) fn combination(settings: &Settings) -> Result<Combination, OpenError> {
    let (options, _) = df_pn::read(settings)?;
    refuse_gc(&options)?;
    Ok(Combination {
        rules: options.rules(),
        later: options.later_rules(),
        epsilon: options.epsilon,
    })
}

/// Searchers that share the upper tree do not forget what is below decided nodes.
fn refuse_gc(options: &DfPnOptions) -> Result<(), OpenError> {
    match options.gc {
        Gc::Off => Ok(()),
        Gc::Sibling => Err(OpenError::Conflict {
            option: "gc",
            other: "threads",
        }),
    }
}
