//! PDS for the registry.

use std::sync::Arc;

use shomei_game::Game;

use super::{Pds, PdsOptions};
use crate::Epsilon;
use crate::faithful::FaithfulTable;
use crate::options::{Info, OpenError, OptionInfo, Settings, parse};
use crate::search::Init;
use crate::search::pn::TABLE_PART;
use crate::table::{Table, Value};

/// What the registry says about PDS.
pub const INFO: Info = Info {
    name: "pds",
    summary: "depth-first search with both numbers, by multiple iterative deepening",
    source: "Nagai 1998; Winands, Uiterwijk and van den Herik 2003",
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

/// Reads a value of the option `epsilon`.
pub(crate) fn epsilon_option(text: &str) -> Option<Epsilon> {
    parse(text).and_then(Epsilon::new)
}

/// Reads a number that is not 0.
pub(crate) fn positive(text: &str) -> Option<usize> {
    parse(text).filter(|&number| number >= 1)
}

/// The entries of a faithful table that fit so much memory, next to the table
/// of solved positions and to `beside` bytes an entry.
pub(crate) fn fitting_entries(memory: usize, beside: usize) -> usize {
    let entry = FaithfulTable::<Value>::entry_bytes() + beside;
    ((memory - memory / TABLE_PART) / entry).max(1)
}

/// A searcher with these settings in so much memory.
pub(crate) fn open<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    memory: usize,
) -> Result<Pds<'g, G>, OpenError> {
    let usual = PdsOptions::default();
    let table = Table::new((memory / TABLE_PART).max(memory.min(64)))?;
    let options = PdsOptions {
        epsilon: settings.get(&INFO, "epsilon", usual.epsilon, epsilon_option)?,
        init: settings.get(&INFO, "init", usual.init, parse::<Init>)?,
        entries: settings.get(&INFO, "entries", fitting_entries(memory, 0), positive)?,
    };
    Ok(Pds::new(game, &options, Arc::new(table))?)
}
