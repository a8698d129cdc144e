//! Proof-number search for the registry.

use std::sync::Arc;

use shomei_game::Game;

use super::{Pn, PnOptions};
use crate::options::{Info, OpenError, OptionInfo, Settings, parse};
use crate::search::Init;
use crate::table::Table;

/// What the registry says about proof-number search.
pub const INFO: Info = Info {
    name: "pn",
    summary: "best-first proof-number search with the whole tree in memory",
    source: "Allis, van der Meulen and van den Herik 1994",
    resumes: false,
    options: &[
        OptionInfo {
            name: "init",
            values: "unit|mobility|eval|learned",
            default: "mobility",
            help: "the numbers of a new leaf: 1 and 1, the number of moves \
                   (Winands and Uiterwijk 2001), what the game estimates, or what it has \
                   learnt",
        },
        OptionInfo {
            name: "store",
            values: "NUMBER of nodes, at least 1",
            default: "(what the memory holds)",
            help: "the most nodes held in memory; the search stops when there is no room",
        },
        OptionInfo {
            name: "proved-table",
            values: "NUMBER of entries",
            default: "0",
            help: "entries of 64 bits for proved nodes, which new leaves are looked up in \
                   (Winands and Uiterwijk 2001); 0 for none",
        },
    ],
};

/// One part in so many of the memory goes to the table of solved positions.
pub(crate) const TABLE_PART: usize = 8;

/// A searcher with these settings in so much memory.
pub(crate) fn open<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    memory: usize,
) -> Result<Pn<'g, G>, OpenError> {
    let table = Table::new((memory / TABLE_PART).max(memory.min(64)))?;
    let fits = (memory - memory / TABLE_PART) / PnOptions::node_bytes::<G>();
    let store = |text: &str| parse(text).filter(|&nodes| nodes >= 1);
    let options = PnOptions {
        init: settings.get(&INFO, "init", PnOptions::default().init, parse::<Init>)?,
        store: settings.get(&INFO, "store", fits.max(1), store)?,
        proved_table: settings.get(&INFO, "proved-table", 0, parse)?,
    };
    Ok(Pn::new(game, &options, Arc::new(table))?)
}
