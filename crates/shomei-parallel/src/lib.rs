//! One search by many searchers: threads that share a table, or machines that share no memory.
//!
//! ```text
//! UpperTree::pick   a leaf of the upper tree, as a JobOrder
//! Runner::run       df-pn below it, in the table of the searcher
//! UpperTree::end    its numbers, or the leaf's children, as Done
//! ```
//!
//! The threads of one process are in `team.rs`: [`open`] opens them where settings ask for several, and
//! everything else as [`shomei_search::registry`] does. A coordinator of machines, or a simulation of
//! them, sends the same messages: they are plain data ([`JobOrder`], [`Done`], [`Knowledge`]), and
//! with the feature `serde` they can be written. They fit only among programs of the same version,
//! the same game and the same rules: positions go as the places of moves in the game's order of
//! moves, and the keys of all positions on the line show whether both sides mean the same
//! ([`Done::failed`]).
//!
//! What one machine has found goes into the tables of others ([`store()`]): proofs, and disproofs that
//! hold on every line. A disproof that depends on a repetition stays in its own table: sending those
//! too made 16 machines slower, 9.7 instead of 10.0 times as fast as one thread. Nothing of this is
//! evidence: a wrong answer shows when the certificate is made.
//!
//! [`Knowledge`]: shomei_search::Knowledge

#![forbid(unsafe_code)]

mod job;
mod runner;
mod team;
mod tree;
mod worker;

use std::sync::Arc;

use shomei_game::Game;
use shomei_search::registry::{self, OpenError, Settings};
use shomei_search::search::Search;
use shomei_search::search::df_pn::{self, DfPnOptions, Gc};
use shomei_search::table::Table;

pub use job::{Done, JobOrder, Opened, OpenedChild, TreeUpdate};
pub use runner::Runner;
pub use shomei_search::job::{NodeUpdate, Suspended, correct, store, table};
pub use tree::{ChildId, Ended, SavedTree, Ticket, UpperTree, Ways};

use team::Team;

/// A search of `game` by the algorithm named `name`, in `memory` bytes, by as many threads as the
/// settings say.
///
/// # Errors
///
/// Those of [`registry::open`].
pub fn open<'g, G: Game>(
    name: &str,
    game: &'g G,
    settings: &Settings,
    memory: usize,
) -> Result<Box<dyn Search<G> + 'g>, OpenError> {
    match team_options(name, settings)? {
        None => registry::open(name, game, settings, memory),
        Some(options) => {
            let table = Arc::new(table::<G>(settings, memory)?);
            Ok(Box::new(Team::new(game, options, &table)))
        }
    }
}

/// The same, with the table of an earlier search: see [`registry::open_on`].
///
/// # Errors
///
/// Those of [`registry::open_on`].
pub fn open_on<'g, G: Game>(
    name: &str,
    game: &'g G,
    settings: &Settings,
    table: Arc<Table>,
) -> Result<Box<dyn Search<G> + 'g>, OpenError> {
    match team_options(name, settings)? {
        None => registry::open_on(name, game, settings, table),
        Some(options) => {
            settings.check_sound()?;
            table.let_grow();
            Ok(Box::new(Team::new(game, options, &table)))
        }
    }
}

/// The options of df-pn, if these settings ask for several searchers.
fn team_options(name: &str, settings: &Settings) -> Result<Option<DfPnOptions>, OpenError> {
    if registry::find(name).is_none_or(|info| info.name != df_pn::INFO.name) {
        return Ok(None);
    }
    let options = shomei_search::job::options(settings)?;
    Ok(options.share.is_some().then_some(options))
}

/// The options of df-pn that these settings stand for, for searchers with tables of their own.
fn machine_options(settings: &Settings) -> Result<DfPnOptions, OpenError> {
    settings.check_sound()?;
    let options = shomei_search::job::options(settings)?;
    match options.gc {
        Gc::Off => Ok(options),
        // A searcher does not know what is below decided nodes of the tree.
        Gc::Sibling => Err(OpenError::Conflict {
            option: "gc",
            other: "threads",
        }),
    }
}

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
