//! PDS-PN for the registry.

use shomei_game::{Game, Init};

use super::{PdsPn, PdsPnOptions};
use crate::options::{self, Info, OpenError, Settings, TypedOption};
use crate::search::context::solved_table;
use crate::search::growth::GrowthOptions;
use crate::search::pds::{ENTRIES, EPSILON, PdsOptions, fitting_entries};
use crate::search::pn::PnOptions;

const INIT: TypedOption<Init> = options::init(
    "unit",
    "the numbers, at the first level, of a child that the table does not know; the second level \
     begins with the number of moves",
);
const STORE: TypedOption<usize> = options::store(
    "(as many as entries)",
    "the most nodes held in memory, both levels together (N)",
);
const GROWTH: GrowthOptions = GrowthOptions::new("450000", "300000");

/// What the registry says about PDS-PN.
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

/// A searcher with these settings in so much memory.
pub(crate) fn open<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    memory: usize,
) -> Result<PdsPn<'g, G>, OpenError> {
    let entries = ENTRIES.get_set(settings)?;
    let entries = entries.unwrap_or_else(|| fitting_entries(memory, PnOptions::node_bytes::<G>()));
    let options = PdsPnOptions {
        pds: PdsOptions {
            epsilon: EPSILON.get(settings)?,
            init: INIT.get(settings)?,
            entries,
        },
        store: STORE.get_set(settings)?.unwrap_or(entries),
        growth: GROWTH.get(settings)?,
    };
    Ok(PdsPn::new(game, &options, solved_table(memory)?)?)
}
