//! Proof-number search for the registry.

use shomei_game::{Game, Init};

use super::Pn;
use crate::faithful::ProvedTable;
use crate::options::{self, Info, OpenError, Settings, TypedOption};
use crate::search::Search;
use crate::search::best_first::Tree;
use crate::search::context::{SearchContext, beside_solved, solved_table};

pub(crate) const INIT: TypedOption<Init> = options::init(
    "mobility",
    "the numbers of a new leaf: 1 and 1, the number of moves (Winands and Uiterwijk 2001), what \
     the game estimates, or what it has learnt",
);
const STORE: TypedOption<usize> = options::store(
    options::FITS,
    "the most nodes held in memory; the search stops when there is no room",
);
pub(crate) const PROVED_TABLE: TypedOption<usize> = options::proved_table(
    "0",
    "entries of 64 bits for proved nodes, which new leaves are looked up in (Winands and \
     Uiterwijk 2001); 0 for none",
);

/// What the registry says about proof-number search.
pub const INFO: Info = Info {
    name: "pn",
    summary: "best-first proof-number search with the whole tree in memory",
    source: "Allis, van der Meulen and van den Herik 1994",
    resumes: false,
    options: &[INIT.info, STORE.info, PROVED_TABLE.info],
};

/// A searcher with these settings in `memory` bytes.
pub(crate) fn open<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    memory: usize,
) -> Result<Box<dyn Search<G> + 'g>, OpenError> {
    let fits = beside_solved(memory) / Tree::<G>::NODE_BYTES;
    let store = STORE.get_set(settings)?.unwrap_or(fits.max(1));
    let proved = ProvedTable::new(PROVED_TABLE.get(settings)?)?;
    let context = SearchContext::new(game, INIT.get(settings)?, solved_table(memory)?, proved);
    Ok(Box::new(Pn::new(context, store)?))
}
