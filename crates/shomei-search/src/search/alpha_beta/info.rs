//! Alpha-beta for the registry.

use std::sync::Arc;

use shomei_game::Game;

use super::memory::AlphaBetaEntry;
use super::{AlphaBeta, AlphaBetaOptions};
use crate::faithful::FaithfulTable;
use crate::options::{Info, OpenError, OptionInfo, Settings, parse, switch};
use crate::search::pn::{PnOptions, TABLE_PART};
use crate::table::Table;

/// What the registry says about alpha-beta.
pub const INFO: Info = Info {
    name: "alpha-beta",
    summary: "depth-first search to a horizon that moves away, with a window of yes and no",
    source: "Winands, Uiterwijk and van den Herik 2003",
    resumes: false,
    options: &[
        OptionInfo {
            name: "entries",
            values: "NUMBER of entries, at least 1",
            default: "(what the memory holds)",
            help: "entries of the transposition table, replacement TwoDeep (Breuker 1998)",
        },
        OptionInfo {
            name: "killers",
            values: "on|off",
            default: "on",
            help: "whether the two moves that last decided at the same ply are tried early \
                   (Akl and Newborn 1977)",
        },
        OptionInfo {
            name: "history",
            values: "on|off",
            default: "on",
            help: "whether moves are tried in the order of how often moves like them decided \
                   (Schaeffer 1983)",
        },
        OptionInfo {
            name: "pn-nodes",
            values: "NUMBER of generated nodes",
            default: "0",
            help: "the work of a proof-number search that goes first; the nodes it proves are \
                   known to alpha-beta (Winands, Uiterwijk and van den Herik 2001); 0 for none",
        },
        OptionInfo {
            name: "pn-store",
            values: "NUMBER of nodes, at least 1",
            default: "1000000",
            help: "the most nodes that the proof-number search holds in memory",
        },
        OptionInfo {
            name: "proved-table",
            values: "NUMBER of entries",
            default: "262144",
            help: "entries of 64 bits for the nodes that the proof-number search proves",
        },
    ],
};

/// A searcher with these settings and this memory.
pub(crate) fn open<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    memory: usize,
) -> Result<AlphaBeta<'g, G>, OpenError> {
    let usual = AlphaBetaOptions::default();
    let at_least_1 = |text: &str| parse(text).filter(|&number| number >= 1);
    let pn_nodes = settings.get(&INFO, "pn-nodes", usual.pn_nodes, parse)?;
    let pn_store = settings.get(&INFO, "pn-store", usual.pn_store, at_least_1)?;
    let proved_table = settings.get(&INFO, "proved-table", usual.proved_table, parse)?;
    let taken = match pn_nodes {
        0 => 0,
        _ => (pn_store.saturating_mul(PnOptions::node_bytes::<G>()))
            .saturating_add(proved_table.saturating_mul(size_of::<u64>())),
    };
    let rest = (memory - memory / TABLE_PART).saturating_sub(taken);
    let fits = rest / FaithfulTable::<AlphaBetaEntry>::entry_bytes();
    let options = AlphaBetaOptions {
        entries: settings.get(&INFO, "entries", fits.max(1), at_least_1)?,
        killers: settings.get(&INFO, "killers", usual.killers, switch)?,
        history: settings.get(&INFO, "history", usual.history, switch)?,
        pn_nodes,
        pn_store,
        proved_table,
    };
    let table = Table::new((memory / TABLE_PART).max(memory.min(64)))?;
    Ok(AlphaBeta::new(game, &options, Arc::new(table))?)
}
