//! PN² for the registry.

use shomei_game::Game;

use super::Pn2;
use super::cache::TreeCache;
use crate::faithful::ProvedTable;
use crate::options::{self, Info, OpenError, Settings, TypedOption};
use crate::search::Search;
use crate::search::best_first::{SolvedSubtree, Tree};
use crate::search::context::{SearchContext, beside_solved, solved_table};
use crate::search::growth::GrowthOptions;
use crate::search::pn::{INIT, PROVED_TABLE};

const STORE: TypedOption<usize> = options::store(
    options::FITS,
    "the maximum number N of nodes in memory, of both levels together",
);
/// As in `docs/references.md [2], [5], [8]`.
const GROWTH: GrowthOptions = GrowthOptions::new("1800000", "240000");
const DELETE: TypedOption<bool> = TypedOption::switch(
    "delete",
    "on",
    "whether the second level deletes solved subtrees and can therefore continue",
);
const CACHE: TypedOption<bool> = TypedOption::switch(
    "cache",
    "off",
    "whether second-level trees are kept, with up to a tenth of N nodes, and used again when \
     their nodes are expanded",
);
const QUIT: TypedOption<bool> = TypedOption::switch(
    "quit",
    "off",
    "whether a second-level search at an OR node ends when its proof number is above twice its \
     disproof number, both above 100",
);

/// The description of PN² for the registry.
pub const INFO: Info = Info {
    name: "pn2",
    summary: "proof-number search whose leaves are evaluated by proof-number searches",
    source: "Allis 1994; Breuker, Uiterwijk and van den Herik 2001",
    resumes: false,
    options: &[
        INIT.info,
        STORE.info,
        GROWTH.a.info,
        GROWTH.b.info,
        DELETE.info,
        CACHE.info,
        QUIT.info,
        PROVED_TABLE.info,
    ],
};

/// The cache can store an additional 1/10 of the number of nodes.
const CACHE_PART: usize = 10;

/// Opens a search with these settings and `memory` bytes.
pub(crate) fn open<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    memory: usize,
) -> Result<Box<dyn Search<G> + 'g>, OpenError> {
    let proved = ProvedTable::new(PROVED_TABLE.get(settings)?)?;
    let rest = beside_solved(memory).saturating_sub(proved.bytes());
    // Both trees reserve room for all nodes.
    let fits = rest / (2 * Tree::<G>::NODE_BYTES);
    let store = STORE.get_set(settings)?.unwrap_or(fits.max(1));
    let second_solved = if DELETE.get(settings)? {
        SolvedSubtree::Deleted
    } else {
        SolvedSubtree::Kept
    };
    let cached = if CACHE.get(settings)? {
        store / CACHE_PART
    } else {
        0
    };
    Ok(Box::new(Pn2 {
        context: SearchContext::new(game, INIT.get(settings)?, solved_table(memory)?, proved),
        store,
        growth: GROWTH.get(settings)?,
        quits: QUIT.get(settings)?,
        first: Tree::new(store, SolvedSubtree::Deleted)?,
        second: Tree::new(store, second_solved)?,
        cache: TreeCache::new(cached),
        peak: 0,
    }))
}
