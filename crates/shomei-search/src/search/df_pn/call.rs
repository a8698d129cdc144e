//! How df-pn is called: as a [`Search`], and by the extraction of certificates,
//! which searches below a line.

use std::sync::Arc;

use shomei_game::{Key, Solvable};

use super::fixpoint::Watched;
use super::{Assumed, DfPn, DfPnOptions, Gc};
use crate::account::Account;
use crate::rule::Pair;
use crate::search::Search;
use crate::search::evaluate;
use crate::table::Table;
use crate::{Harvest, Limits, Observer, Report};

/// What a search below a line hands back.
#[derive(Debug)]
pub struct Searched {
    /// The report of the search.
    pub report: Report,
    /// The place of the move that solves the root, where one move does.
    pub best: Option<usize>,
}

impl<G: Solvable> DfPn<'_, G> {
    /// Searches `root` as if play had come to it through the positions with
    /// the keys `prefix`: returning to one of them fails.
    pub fn search_below(
        &mut self,
        prefix: &[Key],
        root: &G::Position,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Searched {
        self.account = Account::open(self.game, limits);
        self.watch_walk(Watched::Search);
        let mut best = None;
        self.root_bounds = match evaluate::solved(self.game.status(root)) {
            Some(bounds) => bounds,
            None => {
                let key = self.game.key(root);
                let (outcome, _) = self.run(prefix, root.clone(), key, Pair::INFINITE, observer);
                best = outcome.best;
                outcome.bounds
            }
        };
        let report = self.account.report(self.root_bounds);
        Searched { report, best }
    }

    /// The positions that count as failed in the searches to come. Their
    /// disproofs are only as good as the assumption: use a table of its own.
    pub fn assumed(&mut self) -> &mut Assumed {
        &mut self.assumed
    }

    /// Forgets everything that was searched.
    pub fn clear_table(&mut self) {
        self.table.clear();
        self.stack.sources.clear();
    }
}

impl<G: Solvable> Search<G> for DfPn<'_, G> {
    fn search(
        &mut self,
        root: &G::Position,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Report {
        if let Some(gc) = &mut self.gc {
            gc.begin(&self.table);
        }
        let mut report = self.search_below(&[], root, limits, observer).report;
        report.counters.stored = match &self.gc {
            Some(gc) => gc.most(),
            // A root that the game decides leaves the table as it is, and a look
            // at a large one takes longer than that.
            None if report.counters.generated == 0 => 0,
            None => self.table.used(),
        };
        report
    }

    fn table(&self) -> &Arc<Table> {
        &self.table
    }

    fn show_to(&mut self, harvest: &Harvest<G::Position>) -> bool {
        let is_sound = self.options.path_dependence;
        self.harvest = is_sound.then(|| harvest.clone());
        is_sound
    }

    fn options_for_holes(&self) -> DfPnOptions {
        DfPnOptions {
            threshold_control: true,
            path_dependence: true,
            leaf_solver: false,
            gc: Gc::Off,
            shuffle: None,
            ..self.options.clone()
        }
    }
}
