//! A searcher on a machine: runs jobs and reports its results for other machines.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shomei_game::Game;
use shomei_search::registry::{OpenError, Settings};
use shomei_search::search::Search;
use shomei_search::search::df_pn::{DfPn, DfPnOptions};
use shomei_search::table::Table;
use shomei_search::{Budget, Counters, Knowledge, Limits, SolvedSink, Stop};

use crate::worker::Worker;
use crate::{Done, JobOrder, TreeUpdate, machine_options};

/// Runs jobs, one after another. See [the crate](crate).
pub struct Runner<'g, G: Game> {
    root: G::Position,
    worker: Worker<'g, G>,
    /// The knowledge that the current job reports, by the keys of the positions.
    found: Arc<Mutex<HashMap<u64, Knowledge>>>,
    /// The limits of each job. A job that reaches one of them returns the result so far.
    pub limits: Limits,
}

impl<'g, G: Game> Runner<'g, G>
where
    G::Position: 'static,
{
    /// One of `searchers` searchers that share `table`, for jobs below `root`.
    ///
    /// `check` computes further bits of a position in addition to its key, so that many machines
    /// over a long time do not confuse positions. All machines must use the same function.
    ///
    /// # Errors
    ///
    /// If df-pn does not accept the settings, or disproofs can be wrong with them.
    pub fn new(
        game: &'g G,
        root: G::Position,
        settings: &Settings,
        (table, searchers): (Arc<Table>, usize),
        check: impl Fn(&G::Position) -> u64 + Send + Sync + 'static,
    ) -> Result<Runner<'g, G>, OpenError> {
        let options = machine_options(settings)?;
        table.let_grow();
        let search = DfPn::one_of(searchers, game, options, table);
        Ok(Runner {
            root,
            worker: Worker {
                game,
                search,
                check: Some(Arc::new(check)),
            },
            found: Arc::default(),
            limits: Limits::default(),
        })
    }

    /// Begins to look for repetitions on behalf of all searchers that share the table, between two
    /// jobs of this one. Exactly one of them should do so.
    pub fn watch_jobs(&mut self) {
        self.worker.search.watch_jobs();
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &'g G {
        self.worker.game
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> &Arc<Table> {
        self.worker.search.table()
    }

    /// The options for repeating searches whose entries the table has lost.
    #[must_use]
    pub fn options_for_holes(&self) -> DfPnOptions {
        self.worker.search.options_for_holes()
    }

    /// Runs a job. Returns its result and the reported knowledge, beginning with solved positions.
    pub fn run(&mut self, order: &JobOrder) -> (Done, Vec<Knowledge>) {
        self.report_from(order.reports_solved, order.reports_unsolved);
        let budget = Budget::open(self.worker.game, &self.limits);
        let walked = self.look_round(&budget, order.budget);
        let most = order.budget.saturating_add(1);
        let part = budget.part(order.budget);
        let mut result = self.worker.run(&self.root, order, most, part);
        let known = self.take_found();
        // The game can also fail while a leaf is opened, after the last check of the search.
        if result.stopped_by == Some(Stop::Game) || budget.game_has_failed() {
            return (Done::failed(order.lease, "the game has failed"), Vec::new());
        }
        if result.done.failed.is_some() {
            return (result.done, Vec::new());
        }
        result.counters.expanded += walked.expanded;
        result.counters.leaf_nodes += walked.leaf_nodes;
        (result.done.counted(&result.counters), known)
    }

    /// The position of a leaf, from the places of the moves from the root to it, the keys of the
    /// positions above it, and its own key.
    ///
    /// # Errors
    ///
    /// A message, if the game has another position there.
    pub fn leaf(&self, line: (&[u16], &[u64], u64)) -> Result<G::Position, String> {
        self.worker.leaf(&self.root, line)
    }

    /// Stores the changes that a job has made in the upper tree.
    pub fn store_update(&mut self, update: &TreeUpdate) {
        self.worker.store_update(update);
    }

    /// If the jobs revisit few positions, collects these within `most` work and solves their graph
    /// by retrograde analysis. Returns the work done.
    fn look_round(&mut self, budget: &Budget, most: u64) -> Counters {
        let search = &mut self.worker.search;
        let Some(allowed) = search.look_between_jobs(most) else {
            return Counters::default();
        };
        let part = budget.part(allowed);
        search.collect_between_jobs(&self.root, allowed, part).0
    }

    /// Makes the search report solved and unsolved positions that took at least this work.
    fn report_from(&mut self, solved: u64, unsolved: u64) {
        let (found, check) = (Arc::clone(&self.found), self.worker.check.clone());
        let sink = SolvedSink::new(solved, move |position: &G::Position, mut known| {
            if known.is_solved() {
                known.check = check.as_ref().map_or(0, |check| check(position));
            }
            let mut found = lock(&found);
            // A solved position stays, even if the table loses it and it is searched again.
            let before = found.entry(known.key).or_insert(known);
            if known.is_solved() || !before.is_solved() {
                *before = known;
            }
        });
        self.worker.search.report_to(&sink.and_unsolved(unsolved));
    }

    fn take_found(&self) -> Vec<Knowledge> {
        let mut all: Vec<Knowledge> = lock(&self.found).drain().map(|(_, known)| known).collect();
        // A map has no fixed order, but a simulation must be reproducible.
        all.sort_unstable_by_key(|known| (!known.is_solved(), known.key));
        all
    }
}

fn lock<T>(found: &Mutex<T>) -> MutexGuard<'_, T> {
    found.lock().unwrap_or_else(PoisonError::into_inner)
}

impl<G: Game> fmt::Debug for Runner<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runner")
            .field("root", &self.root)
            .finish_non_exhaustive()
    }
}
