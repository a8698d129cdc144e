//! PDS-PN for the registry.

use std::sync::Arc;

use shomei_game::Game;

use super::{PdsPn, PdsPnOptions};
use crate::options::{Info, OpenError, OptionInfo, Settings, parse};
use crate::search::Init;
use crate::search::growth::Growth;
use crate::search::pds::{PdsOptions, epsilon_option, fitting_entries, positive};
use crate::search::pn::{PnOptions, TABLE_PART};
use crate::table::Table;

/// What the registry says about PDS-PN.
pub const INFO: Info = Info {
    name: "pds-pn",
    summary: "PDS whose leaves are evaluated by proof-number searches",
    source: "Winands, Uiterwijk and van den Herik 2003",
    resumes: false,
    options: &[
        OptionInfo {
            name: "epsilon",
            values: "NUMBER from 0 to 1024",
            default: "0",
            help: "how far a raised threshold lies above the number, as a part of it \
                   (Pawlewicz and Lew 2006, who use 0.0625); 0 is plain PDS",
        },
        OptionInfo {
            name: "init",
            values: "unit|mobility|eval|learned",
            default: "unit",
            help: "the numbers, at the first level, of a child that the table does not know; \
                   the second level begins with the number of moves",
        },
        OptionInfo {
            name: "entries",
            values: "NUMBER of entries, at least 1",
            default: "(what the memory holds)",
            help: "the entries of the table, replacement TwoBig",
        },
        OptionInfo {
            name: "store",
            values: "NUMBER of nodes, at least 1",
            default: "(as many as entries)",
            help: "the most nodes held in memory, both levels together (N)",
        },
        OptionInfo {
            name: "a",
            values: "NUMBER of nodes above 0",
            default: "450000",
            help: "the size of the first level at which the second may be half as large",
        },
        OptionInfo {
            name: "b",
            values: "NUMBER of nodes above 0",
            default: "300000",
            help: "how slowly the second level grows around that size",
        },
    ],
};

/// A searcher with these settings in so much memory.
pub(crate) fn open<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    memory: usize,
) -> Result<PdsPn<'g, G>, OpenError> {
    let usual = PdsPnOptions::default();
    let (a, b) = usual.growth.constants();
    let constant = |text: &str| parse::<f64>(text).filter(|&x| Growth::new(x, 1.0).is_some());
    let growth = Growth::new(
        settings.get(&INFO, "a", a, constant)?,
        settings.get(&INFO, "b", b, constant)?,
    );
    let table = Table::new((memory / TABLE_PART).max(memory.min(64)))?;
    let fits = fitting_entries(memory, PnOptions::node_bytes::<G>());
    let entries = settings.get(&INFO, "entries", fits, positive)?;
    let options = PdsPnOptions {
        pds: PdsOptions {
            epsilon: settings.get(&INFO, "epsilon", usual.pds.epsilon, epsilon_option)?,
            init: settings.get(&INFO, "init", usual.pds.init, parse::<Init>)?,
            entries,
        },
        store: settings.get(&INFO, "store", entries, positive)?,
        growth: growth.unwrap_or(usual.growth),
    };
    Ok(PdsPn::new(game, &options, Arc::new(table))?)
}
