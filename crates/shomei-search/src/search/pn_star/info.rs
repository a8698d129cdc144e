//! PN* for the registry.

use std::sync::Arc;

use shomei_game::Game;

use super::{Ordering, PnStar, PnStarOptions};
use crate::options::{Info, OpenError, OptionInfo, Settings, parse};
use crate::search::Init;
use crate::search::pds::{epsilon_option, fitting_entries, positive};
use crate::search::pn::TABLE_PART;
use crate::table::Table;

/// What the registry says about PN*.
pub const INFO: Info = Info {
    name: "pn-star",
    summary: "depth-first iterative deepening on the proof number alone (PN*)",
    source: "Seo, Iida and Uiterwijk 2001",
    resumes: false,
    options: &[
        OptionInfo {
            name: "ordering",
            values: "dynamic|none",
            default: "dynamic",
            help: "in which order a node tries its children: by their proof numbers, or as the \
                   game lists them (Winands and Uiterwijk 2001)",
        },
        OptionInfo {
            name: "epsilon",
            values: "NUMBER from 0 to 1024",
            default: "0.0625",
            help: "how far a raised threshold lies above the number, as a part of it; 0 is plain \
                   PN*, which may take long where positions repeat and the table is small",
        },
        OptionInfo {
            name: "init",
            values: "unit|mobility|eval|learned",
            default: "unit",
            help: "the numbers of a child that the table does not know: 1 and 1, the number \
                   of moves, what the game estimates, or what it has learnt",
        },
        OptionInfo {
            name: "entries",
            values: "NUMBER of entries, at least 1",
            default: "(what the memory holds)",
            help: "the entries of the table, replacement TwoBig",
        },
    ],
};

/// A searcher with these settings in so much memory.
pub(crate) fn open<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    memory: usize,
) -> Result<PnStar<'g, G>, OpenError> {
    let usual = PnStarOptions::default();
    let table = Table::new((memory / TABLE_PART).max(memory.min(64)))?;
    let options = PnStarOptions {
        ordering: settings.get(&INFO, "ordering", usual.ordering, parse::<Ordering>)?,
        epsilon: settings.get(&INFO, "epsilon", usual.epsilon, epsilon_option)?,
        init: settings.get(&INFO, "init", usual.init, parse::<Init>)?,
        entries: settings.get(&INFO, "entries", fitting_entries(memory, 0), positive)?,
    };
    Ok(PnStar::new(game, &options, Arc::new(table))?)
}
