//! Searchers for the jobs of one question, for those who hold the upper tree elsewhere: the
//! coordinator of many machines, or a simulation of them.
//!
//! See [`crate::search::jobs`] for what goes to and fro.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shomei_game::{Notation, Solvable};
use shomei_proof::CheckLimits;
use shomei_search::jobs::{self, Done, Filled, Hole, JobOrder, Runner, TreeUpdate};
use shomei_search::registry::{OpenError, Settings};
use shomei_search::table::Table;
use shomei_search::{Knowledge, Solved};

use crate::parts::{self, Part, PartFault};

/// How many searchers, at how many tables.
#[derive(Clone, Debug)]
pub struct Crews {
    /// Options of df-pn.
    pub settings: Settings,
    /// The tables.
    pub tables: usize,
    /// The searchers at each table.
    pub searchers: usize,
    /// The memory of each table in bytes.
    pub memory: usize,
    /// Stops a job, from any thread.
    pub stop: Arc<AtomicBool>,
}

/// Searchers at one table.
pub struct Crew<'a> {
    /// The table.
    pub table: Arc<Table>,
    /// The searchers.
    pub searchers: Vec<Box<dyn Searcher + 'a>>,
}

impl fmt::Debug for Crew<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Crew")
            .field("searchers", &self.searchers.len())
            .finish_non_exhaustive()
    }
}

impl Crew<'_> {
    /// Puts what others have found into the table. What it knows better stays.
    pub fn store(&self, known: &[Knowledge]) {
        jobs::store(&self.table, known);
    }
}

/// Who does jobs: a [`Runner`] without the type of its game.
pub trait Searcher: Send {
    /// Does a job. What it has found that others can use.
    fn run(&mut self, order: &JobOrder) -> (Done, Vec<Knowledge>);

    /// Stores what a job has changed in the upper tree.
    fn store_update(&mut self, settled: &TreeUpdate);

    /// Fills a hole of a certificate within so many nodes; whether apart from its table, and whether
    /// a disproof may lead back above the hole: see [`Runner::fill`].
    fn fill(&mut self, hole: &Hole, nodes: u64, how: (bool, bool)) -> (Filled, Vec<Knowledge>);

    /// Opens a part of a certificate about this game.
    ///
    /// # Errors
    ///
    /// When it is damaged, or about something else.
    fn part(
        &self,
        certificate: &Arc<[u8]>,
        records: Range<u64>,
        limits: CheckLimits,
    ) -> Result<Box<dyn Part>, PartFault>;
}

impl<G: Solvable + Notation + 'static> Searcher for Runner<'_, G> {
    fn run(&mut self, order: &JobOrder) -> (Done, Vec<Knowledge>) {
        Runner::run(self, order)
    }

    fn store_update(&mut self, settled: &TreeUpdate) {
        Runner::store_update(self, settled);
    }

    fn fill(&mut self, hole: &Hole, nodes: u64, how: (bool, bool)) -> (Filled, Vec<Knowledge>) {
        Runner::fill(self, hole, nodes, how)
    }

    fn part(
        &self,
        certificate: &Arc<[u8]>,
        records: Range<u64>,
        limits: CheckLimits,
    ) -> Result<Box<dyn Part>, PartFault> {
        parts::open(self.game(), certificate, records, limits)
    }
}

/// Opens searchers for jobs below a root, and hands them to `work`.
pub(crate) fn with_crews<G: Solvable + Notation + 'static>(
    game: &G,
    root: &G::Position,
    crews: &Crews,
    work: &mut dyn FnMut(Vec<Crew<'_>>),
) -> Result<(), OpenError> {
    let tuned = game.for_root(root, None);
    let game = tuned.as_ref().unwrap_or(game);
    let memory = game
        .tuning(root)
        .useful_memory
        .map_or(crews.memory, |most| crews.memory.min(most));
    let mut all = Vec::with_capacity(crews.tables);
    for _ in 0..crews.tables {
        let table = Arc::new(jobs::table::<G>(&crews.settings, memory)?);
        let mut searchers: Vec<Box<dyn Searcher + '_>> = Vec::with_capacity(crews.searchers);
        for _ in 0..crews.searchers {
            // A copy, since the searcher has the game itself.
            let texts = game.with_goal(game.goal());
            let check =
                move |position: &G::Position| Solved::check_of(&texts.format_position(position));
            let at = (Arc::clone(&table), crews.searchers);
            let mut runner = Runner::new(game, root.clone(), &crews.settings, at, check)?;
            runner.stop_on(&crews.stop);
            searchers.push(Box::new(runner));
        }
        all.push(Crew { table, searchers });
    }
    work(all);
    Ok(())
}
