//! PDS for the registry.

use shomei_game::{Game, Init};

use super::{Pds, PdsOptions};
use crate::Epsilon;
use crate::faithful::FaithfulTable;
use crate::options::{self, Info, OpenError, Settings, TypedOption};
use crate::search::context::{beside_solved, solved_table};
use crate::table::Value;

pub(crate) const EPSILON: TypedOption<Epsilon> = options::epsilon(
    "0",
    "how far a raised threshold lies above the number, as a part of it (Pawlewicz and Lew 2006, \
     who use 0.0625); 0 is plain PDS",
);
pub(crate) const INIT: TypedOption<Init> = options::init(
    "unit",
    "the numbers of a child that the table does not know: 1 and 1, the number of moves, what the \
     game estimates, or what it has learnt",
);
pub(crate) const ENTRIES: TypedOption<usize> =
    options::entries("the entries of the table, replacement TwoBig");

/// What the registry says about PDS.
pub const INFO: Info = Info {
    name: "pds",
    summary: "depth-first search with both numbers, by multiple iterative deepening",
    source: "Nagai 1998; Winands, Uiterwijk and van den Herik 2003",
    resumes: false,
    options: &[EPSILON.info, INIT.info, ENTRIES.info],
};

/// The entries of a faithful table that fit so much memory, next to the table
/// of solved positions and to `beside` bytes an entry.
pub(crate) fn fitting_entries(memory: usize, beside: usize) -> usize {
    let entry = FaithfulTable::<Value>::entry_bytes() + beside;
    (beside_solved(memory) / entry).max(1)
}

/// A searcher with these settings in so much memory.
pub(crate) fn open<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    memory: usize,
) -> Result<Pds<'g, G>, OpenError> {
    let entries = ENTRIES.get_set(settings)?;
    let options = PdsOptions {
        epsilon: EPSILON.get(settings)?,
        init: INIT.get(settings)?,
        entries: entries.unwrap_or_else(|| fitting_entries(memory, 0)),
    };
    Ok(Pds::new(game, &options, solved_table(memory)?)?)
}
