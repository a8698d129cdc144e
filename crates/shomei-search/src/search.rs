//! The algorithms, one file each, and the code that they share.

pub mod alpha_beta;
mod best_first;
mod context;
mod depth_first;
pub mod df_pn;
pub(crate) mod evaluate;
mod growth;
pub(crate) mod outcome;
pub mod pds;
pub mod pds_pn;
pub mod pn;
pub mod pn2;
pub mod pn_star;
mod sibling_gc;
mod twins;

use std::sync::Arc;

use shomei_game::Game;

use crate::search::df_pn::DfPnOptions;
use crate::table::Table;
use crate::{Limits, Observer, Report, SolvedSink};

pub use evaluate::Init;

/// A search for one problem: a game with its goal.
///
/// It can be called repeatedly on positions of that problem. Solved positions remain in its table.
pub trait Search<G: Game> {
    /// Searches until the root is solved or a limit is reached.
    ///
    /// * `Proved`: the attacker can force its goal from `root`.
    /// * `Disproved`: it cannot, even if play continues for ever.
    /// * `Unknown`: `stopped_by` names the limit, and the bounds are the last ones.
    fn search(
        &mut self,
        root: &G::Position,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report;

    /// The table of solved positions, the source for lines of play and certificates.
    fn table(&self) -> &Arc<Table>;

    /// Makes the search report its results to `sink` from now on. Returns whether the search
    /// supports this; only df-pn does. An experimental search whose disproofs can be wrong reports
    /// nothing.
    fn report_to(&mut self, _sink: &SolvedSink<G::Position>) -> bool {
        false
    }

    /// The options of df-pn for repeating searches whose entries this table has lost. They always
    /// give correct disproofs, whatever the options of the original search.
    fn options_for_holes(&self) -> DfPnOptions {
        DfPnOptions {
            leaf_solver: false,
            ..DfPnOptions::default()
        }
    }
}
