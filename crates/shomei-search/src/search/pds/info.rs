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
    "how far a raised threshold exceeds the number, as a fraction of the number, in multiples of \
     1/1024 (Pawlewicz and Lew 2006, for example 0.0625); 0 counts as 1/1024, with which PDS is \
     plain for numbers up to 1024",
);
pub(crate) const INIT: TypedOption<Init> = options::init(
    "unit",
    "the initial numbers of a child that is not in the table: 1 and 1 (unit), the number of \
     moves (mobility), the estimate of the game (eval), or learned numbers",
);
pub(crate) const ENTRIES: TypedOption<usize> =
    options::entries("the number of entries of the table, with the replacement scheme TwoBig");

/// The description of PDS for the registry.
pub const INFO: Info = Info {
    name: "pds",
    summary: "depth-first search with both numbers, by multiple iterative deepening",
    source: "Nagai 1998; Winands, Uiterwijk and van den Herik 2003",
    resumes: false,
    options: &[EPSILON.info, INIT.info, ENTRIES.info],
};

/// The depth-first search with these settings; its owner needs `beside` further bytes per entry.
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

/// Opens a search with these settings and `memory` bytes.
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
