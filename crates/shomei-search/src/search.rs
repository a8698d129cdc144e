//! The algorithms, one file each, and what they have in common.

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
/// It can be called again and again on positions of that problem; what it has
/// solved stays in its table.
pub trait Search<G: Game> {
    /// Searches until the root is solved or a limit is reached.
    ///
    /// * `Proved`: the attacker forces its goal from `root`.
    /// * `Disproved`: it cannot, endless play included.
    /// * `Unknown`: `stopped_by` names the limit; the bounds are the last ones.
    fn search(
        &mut self,
        root: &G::Position,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report;

    /// The solved positions, where lines of play and certificates come from.
    fn table(&self) -> &Arc<Table>;

    /// Asks the search to report what it finds from now on. Returns whether it can: only df-pn
    /// does. A search whose disproofs can be wrong, for experiments, reports nothing.
    fn report_to(&mut self, _sink: &SolvedSink<G::Position>) -> bool {
        false
    }

    /// How df-pn is to search again what this table has lost. Whatever the
    /// search itself did, disproofs are to be right.
    fn options_for_holes(&self) -> DfPnOptions {
        DfPnOptions {
            leaf_solver: false,
            ..DfPnOptions::default()
        }
    }
}
