//! Lines of play, certificates and shortest wins from a table of solved positions.
//!
//! The table can have lost any part of the results of the search. Missing parts (*holes*) are
//! searched again. So a certificate can always be made if the answer is right, in the worst case at
//! the cost of the whole search.
//!
//! An [`Extractor`] makes [`Strategy`]s, also [smaller](Extractor::smaller) ones, and [`Line`]s;
//! [`shortest`] searches for wins with fewer plies.

#![forbid(unsafe_code)]

mod cache;
mod disproof;
mod holes;
mod line;
mod proof;
pub mod shortest;
mod smaller;
mod strategy;
mod tree;

use std::cell::Cell;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use shomei_game::{Game, Key, Status, Visit};
use shomei_proof::Claim;
use shomei_search::Budget;
use shomei_search::search::Search;
use shomei_search::search::df_pn::{DfPn, DfPnOptions, Searched};
use shomei_search::table::{BoardValue, Table};
use shomei_search::{Answer, Counters, Knowledge, Limits, Silent, Stop};

pub use cache::CertificateCache;
pub use holes::{Hole, Survey};
pub use line::Line;
pub use smaller::SmallParts;
pub use strategy::Strategy;
pub use tree::{Branch, Then};

/// The text for the limit or failure that stopped the extraction.
fn reason(stop: Stop) -> String {
    match stop {
        Stop::Game => "the game has failed".into(),
        limit => format!("stopped by the limit on {limit}"),
    }
}

/// Why a certificate could not be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExtractError {
    /// A limit was reached while a hole was searched again, or the game has failed.
    #[error("the certificate is not complete: {}", reason(*.0))]
    Stopped(Stop),
    /// A position that is solved according to the table could not be solved again.
    #[error("the certificate is not complete: the table contradicts a second search")]
    Contradiction,
}

/// Makes lines and certificates for one problem.
#[derive(Debug)]
pub struct Extractor<'g, G: Game> {
    game: &'g G,
    options: DfPnOptions,
    budget: Budget,
    /// The number of positions collected so far.
    collected: u64,
    /// The nodes of plain search so far. They take time, but do not count as nodes of the extraction.
    plain_nodes: Cell<u64>,
    /// Searches holes with the main table.
    searcher: DfPn<'g, G>,
    /// A searcher with a separate table, created when first needed.
    scratch: Option<DfPn<'g, G>>,
    guide: Option<Guide<'g, G>>,
    /// The memory for the tables and the collected positions; `None`: no limit.
    memory: Option<usize>,
    /// The largest number of positions that are collected.
    most: u64,
    /// The state of a survey, which records holes instead of searching them.
    surveying: Option<holes::Surveying>,
    /// The results of earlier extractions of the same certificate.
    cache: Arc<CertificateCache>,
}

/// A hint for the attacker's move if the table has none.
struct Guide<'g, G: Game>(Box<Advice<'g, G>>);

/// A move for a position, if there is one.
type Advice<'g, G> = dyn Fn(&<G as Game>::Position) -> Option<<G as Game>::Move> + 'g;

impl<G: Game> fmt::Debug for Guide<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Guide")
    }
}

impl<'g, G: Game> Extractor<'g, G> {
    /// The scratch table is as large as the main one, but at least this size: the holes of a tiny
    /// table are best filled outside it.
    const LEAST_SCRATCH: usize = 16 << 20;
    /// The largest size of the scratch table; holes are small.
    const MOST_SCRATCH: usize = 256 << 20;
    /// The least memory for an extraction.
    const LEAST_MEMORY: usize = 64 << 20;

    /// Reads `table`, and searches holes with `options`, all of them together within `limits`.
    pub fn new(
        game: &'g G,
        table: Arc<Table>,
        options: DfPnOptions,
        limits: &Limits,
    ) -> Extractor<'g, G> {
        Extractor {
            game,
            searcher: DfPn::new(game, options.clone(), table),
            options,
            budget: Budget::open(game, limits),
            collected: 0,
            plain_nodes: Cell::new(0),
            scratch: None,
            guide: None,
            memory: None,
            most: u64::MAX,
            surveying: None,
            cache: Arc::default(),
        }
    }

    /// Uses the results of earlier extractions of the same certificate, and adds to them.
    #[must_use]
    pub fn with_cache(mut self, cache: Arc<CertificateCache>) -> Extractor<'g, G> {
        self.cache = cache;
        self
    }

    /// Limits the total memory, including the table. As soon as more memory is needed, the table
    /// releases the part that it can do without; lost entries are searched again. If the memory is
    /// still insufficient, extraction stops with [`Stop::Memory`].
    ///
    /// The limit is at least 64 MiB.
    #[must_use]
    pub fn within_memory(mut self, bytes: usize) -> Extractor<'g, G> {
        self.memory = Some(bytes.max(Self::LEAST_MEMORY));
        self
    }

    /// Shrinks the table to a quarter of the memory, because most of its entries are no longer
    /// needed.
    fn make_room(&mut self) {
        if let Some(bytes) = self.memory {
            self.table().shrink(bytes / 4);
        }
    }

    /// The main table.
    fn table(&self) -> &Arc<Table> {
        self.searcher.table()
    }

    /// Checks at intervals whether these bytes fit into the memory too.
    fn hold(&self, bytes: impl FnOnce() -> usize) -> Result<(), ExtractError> {
        let is_due = self.collected.is_multiple_of(Limits::POLL);
        let Some(memory) = self.memory.filter(|_| is_due) else {
            return Ok(());
        };
        let tables = self.tables(Tables::Both);
        let held: usize = tables.map(|table| table.bytes_in_use()).sum();
        match held + self.cache.bytes() + bytes() > memory {
            true => Err(ExtractError::Stopped(Stop::Memory)),
            false => Ok(()),
        }
    }

    /// Calls `guide` for positions of the attacker without a proof in the table, before they are
    /// searched. A wrong hint can cost time but cannot make the proof wrong.
    ///
    /// Collects at most `most` positions. Positions in the table do not count as nodes, but they
    /// take time too; a larger number counts as a limit on nodes.
    pub(crate) fn guided(
        mut self,
        most: u64,
        guide: impl Fn(&G::Position) -> Option<G::Move> + 'g,
    ) -> Extractor<'g, G> {
        self.most = most;
        self.guide = Some(Guide(Box::new(guide)));
        self
    }

    /// Makes a strategy that shows `claim` for an open `root`.
    ///
    /// If closing a disproof finds that the root is proved, the returned strategy is a proof: check
    /// [`Strategy::claim`].
    ///
    /// # Errors
    ///
    /// If a limit is reached, or the table is wrong about a proof.
    pub fn strategy(&mut self, root: &G::Position, claim: Claim) -> Result<Strategy, ExtractError> {
        self.strategy_of(root, claim, &HashSet::new())
    }

    /// Makes a strategy, where a disproof may return to positions with the keys `outside`.
    fn strategy_of(
        &mut self,
        root: &G::Position,
        claim: Claim,
        outside: &HashSet<Key>,
    ) -> Result<Strategy, ExtractError> {
        if !self.surveys() {
            self.cache.end_walks();
        }
        let closed = match claim {
            Claim::Proved => Ok(None),
            Claim::Disproved => disproof::close(self, root, outside, None),
        };
        let strategy = match closed.transpose() {
            Some(closed) => closed,
            None => {
                self.forget_holes();
                proof::collect(self, root)
            }
        };
        match self.budget.game_has_failed() {
            true => Err(ExtractError::Stopped(Stop::Game)),
            false => strategy,
        }
    }

    /// Makes a disproof within the plies of `root`, with each position of the game once.
    fn disproof_within(
        &mut self,
        root: &G::Position,
        identity: disproof::Identity<'_, G>,
    ) -> Result<Strategy, ExtractError> {
        let closed = disproof::close(self, root, &HashSet::new(), Some(identity));
        match self.budget.game_has_failed() {
            true => Err(ExtractError::Stopped(Stop::Game)),
            false => closed?.ok_or(ExtractError::Contradiction),
        }
    }

    /// A line of play from a root that is solved as claimed: the side that reaches its goal plays
    /// moves that do so, and the other side plays the moves that hold out longest. If the table has
    /// lost a part of a proof, the line follows `strategy`.
    pub fn line(
        &mut self,
        root: &G::Position,
        claim: Claim,
        strategy: Option<&Strategy>,
    ) -> Line<G::Move> {
        let line = line::walk(self, root, claim, strategy);
        match self.budget.game_has_failed() {
            true => Line {
                moves: Vec::new(),
                is_complete: false,
                may_be_longer: false,
            },
            false => line,
        }
    }

    /// The work of the repeated searches.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.budget.counters
    }

    /// Searches a hole with the main table or the scratch table. Returns the claim, and the place
    /// of the move that was played.
    fn search(
        &mut self,
        tables: Tables,
        prefix: &[Key],
        position: &G::Position,
    ) -> Result<(Claim, Option<usize>), ExtractError> {
        let limits = self.budget.rest();
        let searcher = match tables {
            Tables::Main => &mut self.searcher,
            Tables::Scratch | Tables::Both => self.scratch()?,
        };
        let Searched { report, best } =
            searcher.search_below(prefix, position, &limits, &mut Silent);
        self.budget.add(&report.counters);
        match (report.answer, report.stopped_by) {
            (Answer::Proved, _) => Ok((Claim::Proved, best)),
            (Answer::Disproved, _) => Ok((Claim::Disproved, best)),
            (Answer::Unknown, Some(stop)) => Err(ExtractError::Stopped(stop)),
            (Answer::Unknown, None) => Err(ExtractError::Contradiction),
        }
    }

    /// Empties the scratch table, if there is one.
    fn clear_scratch(&mut self) {
        if let Some(scratch) = &mut self.scratch {
            scratch.clear_table();
        }
    }

    /// The scratch searcher.
    fn scratch(&mut self) -> Result<&mut DfPn<'g, G>, ExtractError> {
        if self.scratch.is_none() {
            self.make_room();
            let bytes = self.table().bytes();
            let bytes = bytes.clamp(Self::LEAST_SCRATCH, Self::MOST_SCRATCH);
            let most = self.memory.map_or(bytes, |memory| memory / 8);
            let table = self.table().like(bytes.min(most));
            let table = table.map_err(|_| ExtractError::Stopped(Stop::Memory))?;
            let searcher = DfPn::new(self.game, self.options.clone(), Arc::new(table));
            self.scratch = Some(searcher);
        }
        self.scratch.as_mut().ok_or(ExtractError::Contradiction)
    }

    /// Counts a position of the certificate and checks the limits, because a table without holes is
    /// collected without any search.
    fn count(&mut self) -> Result<(), ExtractError> {
        self.collected += 1;
        if self.collected > self.most {
            return Err(ExtractError::Stopped(Stop::Nodes));
        }
        let done = self.collected + self.plain_nodes.get();
        match self.budget.stop_beside(done) {
            Some(stop) => Err(ExtractError::Stopped(stop)),
            None => Ok(()),
        }
    }

    /// The solved board that decides a position.
    fn solved_board(&self, position: &G::Position, tables: Tables) -> Option<BoardValue> {
        if !G::DOMINATES {
            return None;
        }
        let resource = self.game.resource(position);
        self.tables(tables)
            .find_map(|table| table.boards()?.find(resource))
    }

    /// The entries that contain a solution of a position as claimed.
    fn solved(
        &self,
        key: Key,
        claim: Claim,
        tables: Tables,
    ) -> impl Iterator<Item = Knowledge> + use<'_, 'g, G> {
        self.tables(tables)
            .filter_map(move |table| Knowledge::of_entry((key.0, 0), &table.probe(key)?))
            .filter(move |solved| solved.claim() == Some(claim))
    }

    /// Whether a table has a solution of a position as claimed.
    fn is_solved(&self, key: Key, claim: Claim, tables: Tables) -> bool {
        self.solved(key, claim, tables).next().is_some()
    }

    /// The status of a position by the game's leaf solver for positions when they are created.
    fn leaf(&self, position: &G::Position) -> Status {
        self.game.solve_leaf(position, Visit::Made, &mut 0)
    }

    fn tables(&self, tables: Tables) -> impl Iterator<Item = &Arc<Table>> {
        let scratch = self.scratch.as_ref().filter(|_| tables != Tables::Main);
        let main = (tables != Tables::Scratch).then(|| self.table());
        scratch.map(Search::table).into_iter().chain(main)
    }
}

/// The tables to read.
#[derive(Clone, Copy, PartialEq)]
enum Tables {
    Main,
    Scratch,
    /// The scratch table first, because it contains the holes that were filled last.
    Both,
}

/// The approximate bytes of a map with room for this number of entries.
fn bytes_of_map<K, V>(capacity: usize) -> usize {
    capacity * (size_of::<(K, V)>() + 1) * 8 / 7
}

/// The moves of a position.
pub fn moves_of<G: Game>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

/// Calls a function that recurses as deep as a line of play, and extends the stack as needed.
pub fn deep<T>(call: impl FnOnce() -> T) -> T {
    const LEFT: usize = 64 << 10;
    const TAKEN: usize = 1 << 20;
    stacker::maybe_grow(LEFT, TAKEN, call)
}

/// Compiles and runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
