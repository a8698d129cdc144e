//! PN² for the registry.

use std::sync::Arc;

use shomei_game::Game;

use super::{Pn2, Pn2Options};
use crate::options::{Info, OpenError, OptionInfo, Settings, parse, switch};
use crate::search::Init;
use crate::search::growth::Growth;
use crate::search::pn::{PnOptions, TABLE_PART};
use crate::table::Table;

/// What the registry says about PN².
pub const INFO: Info = Info {
    name: "pn2",
    summary: "proof-number search whose leaves are evaluated by proof-number searches",
    source: "Allis 1994; Breuker, Uiterwijk and van den Herik 2001",
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
            help: "the most nodes held in memory, both levels together (N)",
        },
        OptionInfo {
            name: "a",
            values: "NUMBER of nodes above 0",
            default: "1800000",
            help: "the size of the first level at which the second may be half as large",
        },
        OptionInfo {
            name: "b",
            values: "NUMBER of nodes above 0",
            default: "240000",
            help: "how slowly the second level grows around that size",
        },
        OptionInfo {
            name: "delete",
            values: "on|off",
            default: "on",
            help: "whether the second level deletes solved subtrees and so searches on",
        },
        OptionInfo {
            name: "cache",
            values: "on|off",
            default: "off",
            help: "whether second-level trees are kept, up to a tenth of N, for their nodes",
        },
        OptionInfo {
            name: "quit",
            values: "on|off",
            default: "off",
            help: "whether a second-level search at an OR node ends when its proof number is \
                   above twice its disproof number, both above 100",
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

/// A searcher with these settings in so much memory.
pub(crate) fn open<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    memory: usize,
) -> Result<Pn2<'g, G>, OpenError> {
    let usual = Pn2Options::default();
    let get_switch = |name, default| settings.get(&INFO, name, default, switch);
    let (a, b) = usual.growth.constants();
    let positive = |text: &str| parse::<f64>(text).filter(|&x| Growth::new(x, 1.0).is_some());
    let growth = Growth::new(
        settings.get(&INFO, "a", a, positive)?,
        settings.get(&INFO, "b", b, positive)?,
    );
    let table = Table::new((memory / TABLE_PART).max(memory.min(64)))?;
    // Both trees reserve room for all nodes.
    let fits = (memory - memory / TABLE_PART) / (2 * PnOptions::node_bytes::<G>());
    let store = |text: &str| parse(text).filter(|&nodes| nodes >= 1);
    let options = Pn2Options {
        init: settings.get(&INFO, "init", usual.init, parse::<Init>)?,
        store: settings.get(&INFO, "store", fits.max(1), store)?,
        growth: growth.unwrap_or(usual.growth),
        delete: get_switch("delete", usual.delete)?,
        cache: get_switch("cache", usual.cache)?,
        quit: get_switch("quit", usual.quit)?,
        proved_table: settings.get(&INFO, "proved-table", usual.proved_table, parse)?,
    };
    Ok(Pn2::new(game, options, Arc::new(table))?)
}
