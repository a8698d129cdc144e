//! Alpha-beta for the registry.

use std::sync::Arc;

use shomei_game::{Children, Game, Init};

use super::AlphaBeta;
use super::memory::AlphaBetaEntry;
use super::order::Order;
use crate::faithful::{FaithfulTable, ProvedTable};
use crate::options::{self, Info, OpenError, OptionInfo, Settings, TypedOption};
use crate::search::Search;
use crate::search::best_first::Tree;
use crate::search::context::{SearchContext, beside_solved, solved_table};
use crate::search::pn::Pn;

const ENTRIES: TypedOption<usize> = options::entries(
    "the number of entries of the transposition table, with the replacement \
     scheme TwoDeep (Breuker 1998)",
);
const KILLERS: TypedOption<bool> = TypedOption::switch(
    "killers",
    "on",
    "whether the last two decisive moves at the same ply are tried early (killer moves, Akl and \
     Newborn 1977)",
);
const HISTORY: TypedOption<bool> = TypedOption::switch(
    "history",
    "on",
    "whether moves are ordered by how often similar moves were decisive (Schaeffer 1983)",
);
const PN_NODES: TypedOption<u64> = TypedOption::new(OptionInfo {
    name: "pn-nodes",
    values: "NUMBER of generated nodes",
    default: "0",
    help: "the number of nodes of a proof-number search that runs first; alpha-beta uses the \
           nodes that it proves (Winands, Uiterwijk and van den Herik 2001); 0 for none",
});
const PN_STORE: TypedOption<usize> = options::positive(OptionInfo {
    name: "pn-store",
    values: "NUMBER of nodes, at least 1",
    default: "1000000",
    help: "the maximum number of nodes in memory for the proof-number search",
});
const PROVED_TABLE: TypedOption<usize> = options::proved_table(
    "262144",
    "the number of entries, of 64 bits each, for nodes that the proof-number search proves",
);

/// The description of alpha-beta for the registry.
pub const INFO: Info = Info {
    name: "alpha-beta",
    summary: "depth-first search with iterative deepening and a minimal window",
    source: "Winands, Uiterwijk and van den Herik 2003",
    resumes: false,
    options: &[
        ENTRIES.info,
        KILLERS.info,
        HISTORY.info,
        PN_NODES.info,
        PN_STORE.info,
        PROVED_TABLE.info,
    ],
};

/// Opens a search with these settings and `memory` bytes.
pub(crate) fn open<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    memory: usize,
) -> Result<Box<dyn Search<G> + 'g>, OpenError> {
    let solved = solved_table(memory)?;
    let pn_nodes = PN_NODES.get(settings)?;
    let pn_store = PN_STORE.get(settings)?;
    let (pn, taken) = if pn_nodes == 0 {
        (None, 0)
    } else {
        let proved = ProvedTable::new(PROVED_TABLE.get(settings)?)?;
        let taken = (pn_store.saturating_mul(Tree::<G>::NODE_BYTES)).saturating_add(proved.bytes());
        let context = SearchContext::new(game, Init::Mobility, Arc::clone(&solved), proved);
        (Some((Pn::new(context, pn_store)?, pn_nodes)), taken)
    };
    let rest = beside_solved(memory).saturating_sub(taken);
    let fits = rest / FaithfulTable::<AlphaBetaEntry>::entry_bytes();
    let entries = ENTRIES.get_set(settings)?.unwrap_or(fits.max(1));
    Ok(Box::new(AlphaBeta {
        context: SearchContext::new(game, Init::Unit, solved, ProvedTable::default()),
        table: FaithfulTable::new(entries)?,
        order: Order {
            killers: KILLERS.get(settings)?.then(Vec::new),
            history: HISTORY.get(settings)?.then(Default::default),
        },
        pn,
        iteration: 0,
        frames: Vec::new(),
        candidates: Vec::new(),
        moves: Vec::new(),
        children: Children::new(),
    }))
}
