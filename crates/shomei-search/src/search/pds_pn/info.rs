//! PDS-PN for the registry.

use shomei_game::{Game, Init};

use super::SecondLevel;
use crate::Epsilon;
use crate::options::{self, Info, OpenError, Settings, TypedOption};
use crate::search::Search;
use crate::search::best_first::{SolvedSubtree, Tree};
use crate::search::growth::GrowthOptions;
use crate::search::pds::{self, ENTRIES, EPSILON, Pds};

const INIT: TypedOption<Init> = options::init(
    "unit",
    "the initial numbers, on the first level, of a child that is not in the table; the second \
     level always begins with the number of moves",
);
const STORE: TypedOption<usize> = options::store(
    "(the number of entries)",
    "the maximum number N of nodes in memory, of both levels together",
);
/// The best of 30 pairs in `docs/references.md [5]`.
const GROWTH: GrowthOptions = GrowthOptions::new("450000", "300000");

/// The description of PDS-PN for the registry.
pub const INFO: Info = Info {
    name: "pds-pn",
    summary: "PDS whose leaves are evaluated by proof-number searches",
    source: "Winands, Uiterwijk and van den Herik 2003",
    resumes: false,
    options: &[
        EPSILON.info,
        INIT.info,
        ENTRIES.info,
        STORE.info,
        GROWTH.a.info,
        GROWTH.b.info,
    ],
};

/// Opens a search with these settings and `memory` bytes.
pub(crate) fn open<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    memory: usize,
) -> Result<Box<dyn Search<G> + 'g>, OpenError> {
    let search = pds::depth_first(game, settings, memory, Tree::<G>::NODE_BYTES)?;
    let store = STORE.get_set(settings)?.unwrap_or(search.table.capacity());
    let limit = store.max(SecondLevel::<G>::LEAST);
    Ok(Box::new(Pds {
        search,
        epsilon: EPSILON.get(settings)?.max(Epsilon::LEAST),
        second: Some(SecondLevel {
            tree: Tree::new(limit, SolvedSubtree::Deleted)?,
            growth: GROWTH.get(settings)?,
            store,
        }),
    }))
}
