//! PN* for the registry.

use shomei_game::Game;

use super::{Ordering, PnStar};
use crate::Epsilon;
use crate::options::{self, Info, OpenError, OptionInfo, Settings, TypedOption};
use crate::search::Search;
use crate::search::pds::{self, ENTRIES, INIT};

const ORDERING: TypedOption<Ordering> = TypedOption::read_by(
    |text| match text {
        "dynamic" => Some(Ordering::Dynamic),
        "none" => Some(Ordering::None),
        _ => None,
    },
    OptionInfo {
        name: "ordering",
        values: "dynamic|none",
        default: "dynamic",
        help: "the order of the children: by their proof numbers (dynamic), or as the game \
                lists them (none) (Winands and Uiterwijk 2001)",
    },
);
const EPSILON: TypedOption<Epsilon> = options::epsilon(
    "0.0625",
    "how far a raised threshold exceeds the number, as a fraction of the number, in multiples of \
     1/1024; 0 counts as 1/1024, with which PN* is plain for numbers up to 1024 and can be slow \
     if positions repeat and the table is small",
);

/// The description of PN* for the registry.
pub const INFO: Info = Info {
    name: "pn-star",
    summary: "depth-first iterative deepening on the proof number alone (PN*)",
    source: "Seo, Iida and Uiterwijk 2001",
    resumes: false,
    options: &[ORDERING.info, EPSILON.info, INIT.info, ENTRIES.info],
};

/// Opens a search with these settings and `memory` bytes.
pub(crate) fn open<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    memory: usize,
) -> Result<Box<dyn Search<G> + 'g>, OpenError> {
    Ok(Box::new(PnStar {
        search: pds::depth_first(game, settings, memory, 0)?,
        ordering: ORDERING.get(settings)?,
        epsilon: EPSILON.get(settings)?.max(Epsilon::LEAST),
    }))
}
