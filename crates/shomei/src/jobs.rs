//! Searchers for the jobs of one question, for programs that hold the upper tree elsewhere: the
//! coordinator of many machines, or a simulation of them.
//!
//! See [`crate::parallel`] for the messages.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shomei_extract::{ExtractError, Extractor, Hole};
use shomei_game::{Game, Key, Notation};
use shomei_parallel::{Done, JobOrder, Runner, TreeUpdate};
use shomei_proof::{CheckLimits, Claim};
use shomei_search::registry::{OpenError, Settings};
use shomei_search::table::Table;
use shomei_search::{Counters, Knowledge, Limits, Stop};

use crate::certificate_parts::{self, Part, PartFault};

/// The numbers of tables and searchers, and their settings.
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
    /// Stores positions that other searchers have solved. Better entries of the table are kept.
    pub fn store(&self, known: &[Knowledge]) {
        shomei_parallel::store(&self.table, known);
    }
}

/// The way to fill a [hole](Hole) of a certificate.
#[derive(Clone, Copy, Debug)]
pub struct Filling {
    /// Search with an empty table, because a wrong entry of the searcher's own table may be the
    /// obstacle.
    pub is_apart: bool,
    /// A disproof may lead back to the positions above the hole; this is correct if they belong to
    /// the same disproof. Otherwise the disproof is valid by itself, and corrects the searcher's
    /// own table.
    pub leads_back: bool,
}

/// The result for a [hole](Hole) of a certificate.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Filled {
    /// Whether the position is proved or disproved; `None` if it was not decided.
    pub is_proved: Option<bool>,
    /// Work done, in units of about one expansion.
    pub work: u64,
    /// Nodes, as counted by node limits.
    pub nodes: u64,
    /// The reason why the search failed.
    pub failed: Option<String>,
    /// The positions below the hole that are left to the checker: their keys, and the nodes that
    /// plain search needs for each. They are entries of the
    /// [cache](shomei_extract::CertificateCache) of the certificate.
    pub plain: Vec<(u64, u64)>,
}

impl Filled {
    fn failed(why: impl Into<String>) -> Filled {
        Filled {
            failed: Some(why.into()),
            ..Filled::default()
        }
    }

    fn counted(counters: &Counters) -> Filled {
        Filled {
            work: counters.work(),
            nodes: counters.nodes(),
            ..Filled::default()
        }
    }
}

/// Does jobs: a [`Runner`] without the type of its game.
pub trait Searcher: Send {
    /// Does a job. Returns its result and the solved positions that other searchers can use.
    fn run(&mut self, order: &JobOrder) -> (Done, Vec<Knowledge>);

    /// Stores the changes of the upper tree by a job.
    fn store_update(&mut self, settled: &TreeUpdate);

    /// Fills a hole of a certificate within this number of nodes. Returns the result, and the
    /// positions of the whole strategy.
    fn fill(&mut self, hole: &Hole, nodes: u64, how: Filling) -> (Filled, Vec<Knowledge>);

    /// Opens a part of a certificate about this game.
    ///
    /// # Errors
    ///
    /// The part is damaged, or the certificate is about another question.
    fn part(
        &self,
        certificate: &Arc<[u8]>,
        records: Range<u64>,
        limits: CheckLimits,
    ) -> Result<Box<dyn Part>, PartFault>;
}

impl<G: Game + Notation + 'static> Searcher for Runner<'_, G> {
    fn run(&mut self, order: &JobOrder) -> (Done, Vec<Knowledge>) {
        Runner::run(self, order)
    }

    fn store_update(&mut self, settled: &TreeUpdate) {
        Runner::store_update(self, settled);
    }

    fn fill(&mut self, hole: &Hole, nodes: u64, how: Filling) -> (Filled, Vec<Knowledge>) {
        let position = match self.leaf((&hole.places, &hole.above, hole.key)) {
            Ok(position) => position,
            Err(why) => return (Filled::failed(why), Vec::new()),
        };
        let own = Arc::clone(self.table());
        let table = match how.is_apart {
            false => Arc::clone(&own),
            true => match own.like(own.bytes().clamp(16 << 20, 256 << 20)) {
                Ok(table) => Arc::new(table),
                // Another machine may have enough memory.
                Err(_) => return (Filled::default(), Vec::new()),
            },
        };
        let limits = Limits {
            nodes: Some(nodes),
            ..self.limits.clone()
        };
        let above: Vec<Key> = hole.above.iter().copied().map(Key).collect();
        let mut extractor = Extractor::new(self.game(), table, self.options_for_holes(), &limits);
        let outside = if how.leads_back { &above[..] } else { &[] };
        let strategy = extractor.fill(&above, &position, outside);
        let mut filled = Filled::counted(&extractor.counters());
        match strategy {
            Ok(strategy) => {
                let (known, plain) = strategy.solved(self.game(), &position);
                let is_proved = strategy.claim() == Claim::Proved;
                if is_proved || !how.leads_back {
                    shomei_parallel::correct(&own, &known);
                }
                filled.is_proved = Some(is_proved);
                filled.plain = plain;
                (filled, known)
            }
            Err(ExtractError::Stopped(Stop::Game)) => {
                (Filled::failed("the game has failed"), Vec::new())
            }
            // Another machine, or more nodes, may fill it.
            Err(_) => (filled, Vec::new()),
        }
    }

    fn part(
        &self,
        certificate: &Arc<[u8]>,
        records: Range<u64>,
        limits: CheckLimits,
    ) -> Result<Box<dyn Part>, PartFault> {
        certificate_parts::open(self.game(), certificate, records, limits)
    }
}

/// Opens searchers for jobs below a root, and passes them to `work`.
pub(crate) fn with_crews<G: Game + Notation + 'static>(
    game: &G,
    root: &G::Position,
    crews: &Crews,
    work: &mut dyn FnMut(Vec<Crew<'_>>),
) -> Result<(), OpenError> {
    let tuned = game.for_root(root, None);
    let game = tuned.as_ref().unwrap_or(game);
    let memory = game
        .useful_memory(root)
        .map_or(crews.memory, |most| crews.memory.min(most));
    let mut all = Vec::with_capacity(crews.tables);
    for _ in 0..crews.tables {
        let table = Arc::new(shomei_parallel::table::<G>(&crews.settings, memory)?);
        let mut searchers: Vec<Box<dyn Searcher + '_>> = Vec::with_capacity(crews.searchers);
        for _ in 0..crews.searchers {
            // A copy, because the searcher owns the game.
            let texts = game.with_goal(game.goal());
            let check =
                move |position: &G::Position| Knowledge::check_of(&texts.format_position(position));
            let at = (Arc::clone(&table), crews.searchers);
            let mut runner = Runner::new(game, root.clone(), &crews.settings, at, check)?;
            runner.limits.stop = Some(Arc::clone(&crews.stop));
            if searchers.is_empty() {
                runner.watch_jobs();
            }
            searchers.push(Box::new(runner));
        }
        all.push(Crew { table, searchers });
    }
    work(all);
    Ok(())
}
