//! PDS for the registry.

use shomei_game::{Game, Init};

use super::Pds;
use crate::Epsilon;
use crate::faithful::FaithfulTable;
use crate::options::{self, Info, OpenError, Settings, TypedOption};
use crate::search::Search;
use crate::search::context::{beside_solved, solved_table};
use crate::search::depth_first::DepthFirst;
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

/// What these settings say of the line and the table of a depth-first search, which keeps `beside`
/// bytes beside each entry.
pub(crate) fn depth_first<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    memory: usize,
    beside: usize,
) -> Result<DepthFirst<'g, G>, OpenError> {
    let fits = beside_solved(memory) / (FaithfulTable::<Value>::entry_bytes() + beside);
    let entries = ENTRIES.get_set(settings)?.unwrap_or(fits.max(1));
    let solved = solved_table(memory)?;
    Ok(DepthFirst::new(game, INIT.get(settings)?, entries, solved)?)
}

/// A searcher with these settings in `memory` bytes.
pub(crate) fn open<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    memory: usize,
) -> Result<Box<dyn Search<G> + 'g>, OpenError> {
    Ok(Box::new(Pds {
        search: depth_first(game, settings, memory, 0)?,
        epsilon: EPSILON.get(settings)?.max(Epsilon::LEAST),
        second: None,
    }))
}
