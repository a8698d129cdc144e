//! Proof-number search for the registry.

use shomei_game::{Game, Init};

use super::{Pn, PnOptions};
use crate::options::{self, Info, OpenError, Settings, TypedOption};
use crate::search::context::{beside_solved, solved_table};

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

/// A searcher with these settings in so much memory.
pub(crate) fn open<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    memory: usize,
) -> Result<Pn<'g, G>, OpenError> {
    let fits = beside_solved(memory) / PnOptions::node_bytes::<G>();
    let options = PnOptions {
        init: INIT.get(settings)?,
        store: STORE.get_set(settings)?.unwrap_or(fits.max(1)),
        proved_table: PROVED_TABLE.get(settings)?,
    };
    Ok(Pn::new(game, &options, solved_table(memory)?)?)
}
