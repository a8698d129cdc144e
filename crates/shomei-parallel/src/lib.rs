//! One search by many searchers: threads that share a table, or machines that share no memory.
//!
//! ```text
//! UpperTree::pick   a leaf of the upper tree, as a JobOrder
//! Runner::run       df-pn below it, in the table of the searcher
//! UpperTree::end    its numbers, or the leaf's children, as Done
//! ```
//!
//! `team.rs` contains the threads of one process: [`open`] starts them if the settings request
//! several threads, and otherwise opens the same searches as [`shomei_search::registry`]. A
//! coordinator of machines, or a simulation of machines, exchanges the same messages. They are
//! plain data ([`JobOrder`], [`Done`], [`Knowledge`]) and can be serialized with the feature
//! `serde`. Both sides must use the same version of the program, the same game and the same rules:
//! a position is sent as the places of its moves in the game's move order, and the keys of all
//! positions on the path confirm that both sides have the same position ([`Done::failed`]).
//!
//! The results of one machine are stored in the tables of others ([`store()`]): proofs, and
//! disproofs that are valid on every path. A path-dependent disproof stays in its own table; when
//! these were sent too, 16 machines were 9.7 instead of 10.0 times as fast as one thread. These
//! results are not proof: an error is found when the certificate is made.
//!
//! [`Knowledge`]: shomei_search::Knowledge

#![forbid(unsafe_code)]

mod job;
mod runner;
mod team;
mod tree;
mod worker;

use std::num::NonZeroU64;
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

/// A search of `game` by the algorithm named `name`, in `memory` bytes, with the number of threads
/// in the settings.
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

/// Opens the same search with the table of an earlier search: see [`registry::open_on`].
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
            Ok(Box::new(Team::new(game, options, &table)))
        }
    }
}

/// The options of df-pn, with the minimum expansions of a job, if these settings request several
/// searchers.
fn team_options(
    name: &str,
    settings: &Settings,
) -> Result<Option<(DfPnOptions, NonZeroU64)>, OpenError> {
    if registry::find(name).is_none_or(|info| info.name != df_pn::INFO.name) {
        return Ok(None);
    }
    let options = shomei_search::job::options(settings)?;
    Ok(options.share.map(|share| (options, share)))
}

/// The options of df-pn with these settings, for searchers with separate tables.
fn machine_options(settings: &Settings) -> Result<DfPnOptions, OpenError> {
    settings.check_sound()?;
    let options = shomei_search::job::options(settings)?;
    match options.gc {
        Gc::Off => Ok(options),
        // A searcher cannot free entries below decided nodes of the tree.
        Gc::Sibling => Err(OpenError::Conflict {
            option: "gc",
            other: "threads",
        }),
    }
}

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
