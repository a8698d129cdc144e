//! PN² for the registry.

use shomei_game::Game;

use super::{Pn2, Pn2Options};
use crate::options::{self, Info, OpenError, Settings, TypedOption};
use crate::search::context::{beside_solved, solved_table};
use crate::search::growth::GrowthOptions;
use crate::search::pn::{INIT, PROVED_TABLE, PnOptions};

const STORE: TypedOption<usize> = options::store(
    options::FITS,
    "the most nodes held in memory, both levels together (N)",
);
const GROWTH: GrowthOptions = GrowthOptions::new("1800000", "240000");
const DELETE: TypedOption<bool> = TypedOption::switch(
    "delete",
    "on",
    "whether the second level deletes solved subtrees and so searches on",
);
const CACHE: TypedOption<bool> = TypedOption::switch(
    "cache",
    "off",
    "whether second-level trees are kept, up to a tenth of N, for their nodes",
);
const QUIT: TypedOption<bool> = TypedOption::switch(
    "quit",
    "off",
    "whether a second-level search at an OR node ends when its proof number is above twice its \
     disproof number, both above 100",
);

/// What the registry says about PN².
pub const INFO: Info = Info {
    name: "pn2",
    summary: "proof-number search whose leaves are evaluated by proof-number searches",
    source: "Allis 1994; Breuker, Uiterwijk and van den Herik 2001",
    resumes: false,
    options: &[
        INIT.info,
        STORE.info,
        GROWTH.a.info,
        GROWTH.b.info,
        DELETE.info,
        CACHE.info,
        QUIT.info,
        PROVED_TABLE.info,
    ],
};

/// A searcher with these settings in so much memory.
pub(crate) fn open<'g, G: Game>(
    game: &'g G,
    settings: &Settings,
    memory: usize,
) -> Result<Pn2<'g, G>, OpenError> {
    // Both trees reserve room for all nodes.
    let fits = beside_solved(memory) / (2 * PnOptions::node_bytes::<G>());
    let options = Pn2Options {
        init: INIT.get(settings)?,
        store: STORE.get_set(settings)?.unwrap_or(fits.max(1)),
        growth: GROWTH.get(settings)?,
        delete: DELETE.get(settings)?,
        cache: CACHE.get(settings)?,
        quit: QUIT.get(settings)?,
        proved_table: PROVED_TABLE.get(settings)?,
    };
    Ok(Pn2::new(game, options, solved_table(memory)?)?)
}
