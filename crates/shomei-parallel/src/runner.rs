//! A searcher of a machine: it does jobs, and reports what it has found to others.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use shomei_game::Game;
use shomei_search::registry::{OpenError, Settings};
use shomei_search::search::Search;
use shomei_search::search::df_pn::{DfPn, DfPnOptions};
use shomei_search::table::Table;
use shomei_search::{Account, Counters, Knowledge, Limits, SolvedSink, Stop};

use crate::worker::Worker;
use crate::{Done, JobOrder, TreeUpdate, machine_options};

/// Does jobs, one after another. See [the crate](crate).
pub struct Runner<'g, G: Game> {
    root: G::Position,
    worker: Worker<'g, G>,
    /// The knowledge that the job reports, by the keys of its positions.
    found: Arc<Mutex<HashMap<u64, Knowledge>>>,
    /// The limits of each job. A job that one of them stops brings back what it has done.
    pub limits: Limits,
}

impl<'g, G: Game> Runner<'g, G>
where
    G::Position: 'static,
{
    /// One of several searchers at `table`, for jobs below `root`.
    ///
    /// `check` gives further bits of a position, beside its key, so that many machines in a long
    /// time do not take one for another; all of them must give the same.
    ///
    /// # Errors
    ///
    /// When the settings are none of df-pn, or ones with which disproofs can be wrong.
    pub fn new(
        game: &'g G,
        root: G::Position,
        settings: &Settings,
        (table, searchers): (Arc<Table>, usize),
        check: impl Fn(&G::Position) -> u64 + Send + Sync + 'static,
    ) -> Result<Runner<'g, G>, OpenError> {
        let options = machine_options(settings)?;
        table.let_grow();
        let mut search = DfPn::one_of(searchers, game, options, table);
        search.watch_jobs();
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

    /// How the search asks again for what its table has lost.
    #[must_use]
    pub fn options_for_holes(&self) -> DfPnOptions {
        self.worker.search.options_for_holes()
    }

    /// Does a job. Its result, and the knowledge that it reports: what is solved first.
    pub fn run(&mut self, order: &JobOrder) -> (Done, Vec<Knowledge>) {
        self.report_from(order.reports_solved, order.reports_unsolved);
        let account = Account::open(self.worker.game, &self.limits);
        let walked = self.look_round(&account, order.budget);
        let most = order.budget.saturating_add(1);
        let part = account.part(order.budget);
        let mut result = self.worker.run(&self.root, order, most, part);
        let known = self.take_found();
        // Also where a leaf was opened, after the last look of the search.
        if result.stopped_by == Some(Stop::Game) || account.game_has_failed() {
            return (Done::failed(order.lease, "the game has failed"), Vec::new());
        }
        if result.done.failed.is_some() {
            return (result.done, Vec::new());
        }
        result.counters.expanded += walked.expanded;
        result.counters.leaf_nodes += walked.leaf_nodes;
        (result.done.counted(&result.counters), known)
    }

    /// The position of a leaf, by the places of the moves from the root to it, the keys of the
    /// positions above it, and its own key.
    ///
    /// # Errors
    ///
    /// A text, when the game has another position there.
    pub fn leaf(&self, line: (&[u16], &[u64], u64)) -> Result<G::Position, String> {
        self.worker.leaf(&self.root, line)
    }

    /// Stores what a job has changed in the upper tree.
    pub fn store_update(&mut self, update: &TreeUpdate) {
        self.worker.store_update(update);
    }

    /// Where jobs walk round among few positions: collects these, within `most` work, and reads
    /// their graph backwards. The work of it.
    fn look_round(&mut self, account: &Account, most: u64) -> Counters {
        let search = &mut self.worker.search;
        let Some(allowed) = search.look_between_jobs(most) else {
            return Counters::default();
        };
        let part = account.part(allowed);
        search.collect_between_jobs(&self.root, allowed, part).0
    }

    /// Asks the search to report what took this much work: what is solved, and what is not.
    fn report_from(&mut self, solved: u64, unsolved: u64) {
        let (found, check) = (Arc::clone(&self.found), self.worker.check.clone());
        let sink = SolvedSink::new(solved, move |position: &G::Position, mut known| {
            if known.is_solved() {
                known.check = check.as_ref().map_or(0, |check| check(position));
            }
            let mut found = lock(&found);
            // What is solved stays, also where the table loses it and it is searched again.
            let before = found.entry(known.key).or_insert(known);
            if known.is_solved() || !before.is_solved() {
                *before = known;
            }
        });
        self.worker.search.report_to(&sink.and_unsolved(unsolved));
    }

    fn take_found(&self) -> Vec<Knowledge> {
        let mut all: Vec<Knowledge> = lock(&self.found).drain().map(|(_, known)| known).collect();
        // A map has no order, and a simulation must repeat itself.
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
