//! Alpha-beta for the registry.

use shomei_game::Game;

use super::memory::AlphaBetaEntry;
use super::{AlphaBeta, AlphaBetaOptions};
use crate::faithful::FaithfulTable;
use crate::options::{self, Info, OpenError, OptionInfo, Settings, TypedOption};
use crate::search::context::{beside_solved, solved_table};
use crate::search::pn::PnOptions;

const ENTRIES: TypedOption<usize> =
    options::entries("entries of the transposition table, replacement TwoDeep (Breuker 1998)");
const KILLERS: TypedOption<bool> = TypedOption::switch(
    "killers",
    "on",
    "whether the two moves that last decided at the same ply are tried early \
     (Akl and Newborn 1977)",
);
const HISTORY: TypedOption<bool> = TypedOption::switch(
    "history",
    "on",
    "whether moves are tried in the order of how often moves like them decided (Schaeffer 1983)",
);
const PN_NODES: TypedOption<u64> = TypedOption::new(OptionInfo {
    name: "pn-nodes",
    values: "NUMBER of generated nodes",
    default: "0",
    help: "the work of a proof-number search that goes first; the nodes it proves are known to \
           alpha-beta (Winands, Uiterwijk and van den Herik 2001); 0 for none",
});
const PN_STORE: TypedOption<usize> = options::positive(OptionInfo {
    name: "pn-store",
    values: "NUMBER of nodes, at least 1",
    default: "1000000",
    help: "the most nodes that the proof-number search holds in memory",
});
const PROVED_TABLE: TypedOption<usize> = options::proved_table(
    "262144",
    "entries of 64 bits for the nodes that the proof-number search proves",
);

/// What the registry says about alpha-beta.
pub const INFO: Info = Info {
    name: "alpha-beta",
    summary: "depth-first search to a horizon that moves away, with a window of yes and no",
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

/// A searcher with these settings and this memory.
pub(crate) fn open<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    memory: usize,
) -> Result<AlphaBeta<'g, G>, OpenError> {
    let pn_nodes = PN_NODES.get(settings)?;
    let pn_store = PN_STORE.get(settings)?;
    let proved_table = PROVED_TABLE.get(settings)?;
    let taken = match pn_nodes {
        0 => 0,
        _ => (pn_store.saturating_mul(PnOptions::node_bytes::<G>()))
            .saturating_add(proved_table.saturating_mul(size_of::<u64>())),
    };
    let rest = beside_solved(memory).saturating_sub(taken);
    let fits = rest / FaithfulTable::<AlphaBetaEntry>::entry_bytes();
    let options = AlphaBetaOptions {
        entries: ENTRIES.get_set(settings)?.unwrap_or(fits.max(1)),
        killers: KILLERS.get(settings)?,
        history: HISTORY.get(settings)?,
        pn_nodes,
        pn_store,
        proved_table,
    };
    Ok(AlphaBeta::new(game, &options, solved_table(memory)?)?)
}
