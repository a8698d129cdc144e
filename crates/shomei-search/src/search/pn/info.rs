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
    "the initial numbers of a new leaf: 1 and 1 (unit), the number of moves (mobility, Winands \
     and Uiterwijk 2001), the estimate of the game (eval), or learned numbers",
);
const STORE: TypedOption<usize> = options::store(
    options::FITS,
    "the maximum number of nodes in memory; the search stops when the memory is full",
);
pub(crate) const PROVED_TABLE: TypedOption<usize> = options::proved_table(
    "0",
    "the number of entries, of 64 bits each, for proved nodes, in which new leaves are looked up \
     (Winands and Uiterwijk 2001); 0 for none",
);

/// The description of proof-number search for the registry.
pub const INFO: Info = Info {
    name: "pn",
    summary: "best-first proof-number search with the whole tree in memory",
    source: "Allis, van der Meulen and van den Herik 1994",
    resumes: false,
    options: &[INIT.info, STORE.info, PROVED_TABLE.info],
};

/// Opens a search with these settings and `memory` bytes.
pub(crate) fn open<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    memory: usize,
) -> Result<Box<dyn Search<G> + 'g>, OpenError> {
    let proved = ProvedTable::new(PROVED_TABLE.get(settings)?)?;
    let rest = beside_solved(memory).saturating_sub(proved.bytes());
    let fits = rest / Tree::<G>::NODE_BYTES;
    let store = STORE.get_set(settings)?.unwrap_or(fits.max(1));
    let context = SearchContext::new(game, INIT.get(settings)?, solved_table(memory)?, proved);
    Ok(Box::new(Pn::new(context, store)?))
}
