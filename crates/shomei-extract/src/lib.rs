//! From a table of solved positions to lines of play, certificates and shortest wins.
//!
//! The table may have lost any part of what a search once knew. What is
//! missing (a *hole*) is searched again. So a certificate can be made whenever
//! the answer is right, at worst for the price of the search.
//!
//! An [`Extractor`] makes [`Strategy`]s and [`Line`]s; [`shortest`] asks for fewer and fewer plies.

#![forbid(unsafe_code)]

mod cache;
mod disproof;
mod holes;
mod line;
mod proof;
pub mod shortest;
mod strategy;
mod tree;

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use shomei_game::{Game, Key, Status, Visit};
use shomei_proof::Claim;
use shomei_search::Account;
use shomei_search::search::Search;
use shomei_search::search::df_pn::{DfPn, DfPnOptions, Searched};
use shomei_search::table::{BoardValue, Table};
use shomei_search::{Answer, Counters, Knowledge, Limits, Silent, Stop};

pub use cache::CertificateCache;
pub use holes::{Hole, Survey};
pub use line::Line;
pub use strategy::Strategy;
pub use tree::{Branch, Then};

/// The text of what stopped the making of a certificate.
fn reason(stop: Stop) -> String {
    match stop {
        Stop::Game => "the game has failed".into(),
        limit => format!("stopped by the limit on {limit}"),
    }
}

/// Why there is no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ExtractError {
    /// A limit was reached while a hole was searched again, or the game has failed.
    #[error("the certificate is not complete: {}", reason(*.0))]
    Stopped(Stop),
    /// A position that the table calls solved could not be solved again.
    #[error("the certificate is not complete: the table contradicts a second search")]
    Contradiction,
}

/// Makes lines and certificates of one problem.
#[derive(Debug)]
pub struct Extractor<'g, G: Game> {
    game: &'g G,
    options: DfPnOptions,
    account: Account,
    /// Positions that were collected so far.
    collected: u64,
    /// Searches holes with the table that is read.
    searcher: DfPn<'g, G>,
    /// A searcher with a table of its own, made when first needed.
    scratch: Option<DfPn<'g, G>>,
    guide: Option<Guide<'g, G>>,
    /// The memory for the tables and what is collected; `None`: as much as is needed.
    memory: Option<usize>,
    /// The most positions that are collected.
    most: u64,
    /// Where holes are noted, and not searched.
    surveying: Option<holes::Surveying>,
    /// What earlier extractions of the same certificate have found out.
    cache: Arc<CertificateCache>,
}

/// What the attacker may play where the table knows nothing.
struct Guide<'g, G: Game>(Box<Advice<'g, G>>);

/// A move for a position, if there is one.
type Advice<'g, G> = dyn Fn(&<G as Game>::Position) -> Option<<G as Game>::Move> + 'g;

impl<G: Game> fmt::Debug for Guide<'_, G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Guide")
    }
}

impl<'g, G: Game> Extractor<'g, G> {
    /// The scratch table is as large as the main one, but not smaller than this: the holes of a
    /// tiny table are best filled outside it.
    const LEAST_SCRATCH: usize = 16 << 20;
    /// Nor larger than this: holes are small.
    const MOST_SCRATCH: usize = 256 << 20;
    /// The least memory for an extraction.
    const LEAST_MEMORY: usize = 64 << 20;

    /// Reads `table`, and searches holes again with `options`, all of them
    /// together within `limits`.
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
            account: Account::open(game, limits),
            collected: 0,
            scratch: None,
            guide: None,
            memory: None,
            most: u64::MAX,
            surveying: None,
            cache: Arc::default(),
        }
    }

    /// Uses what earlier extractions of the same certificate have found out, and adds to it.
    #[must_use]
    pub fn with_cache(mut self, cache: Arc<CertificateCache>) -> Extractor<'g, G> {
        self.cache = cache;
        self
    }

    /// Limits the memory of everything, the table included. The table gives up what it can do
    /// without as soon as more is needed, and what it has forgotten is searched again. If the
    /// memory is still not enough, extraction stops with [`Stop::Memory`].
    ///
    /// At least 64 MiB are used.
    #[must_use]
    pub fn within_memory(mut self, bytes: usize) -> Extractor<'g, G> {
        self.memory = Some(bytes.max(Self::LEAST_MEMORY));
        self
    }

    /// The table keeps a quarter of the memory, most of which it needs no longer.
    fn make_room(&mut self) {
        if let Some(bytes) = self.memory {
            self.table().shrink(bytes / 4);
        }
    }

    /// The table that is read.
    fn table(&self) -> &Arc<Table> {
        self.searcher.table()
    }

    /// Checks, now and then, whether these bytes fit into the memory, too.
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

    /// Asks `guide` about positions of the attacker of which the table knows nothing, before
    /// they are searched again. A proof is made in any case, or it fails.
    ///
    /// Collects at most this number of positions: those that the table knows are no nodes, but
    /// take time too. More count as a limit on nodes.
    pub(crate) fn guided(
        mut self,
        most: u64,
        guide: impl Fn(&G::Position) -> Option<G::Move> + 'g,
    ) -> Extractor<'g, G> {
        self.most = most;
        self.guide = Some(Guide(Box::new(guide)));
        self
    }

    /// A strategy that shows `claim` for an open `root`.
    ///
    /// When the closing of a disproof finds that the root is proved, the
    /// strategy returned is a proof: look at [`Strategy::claim`].
    ///
    /// # Errors
    ///
    /// When a limit is reached, or the table is wrong about a proof.
    pub fn strategy(&mut self, root: &G::Position, claim: Claim) -> Result<Strategy, ExtractError> {
        self.strategy_of(root, claim, &HashSet::new())
    }

    /// The same, where a disproof may lead back to positions with the keys `outside`.
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
            Claim::Disproved => disproof::close(self, root, outside),
        };
        let strategy = match closed.transpose() {
            Some(closed) => closed,
            None => {
                self.forget_holes();
                proof::collect(self, root)
            }
        };
        match self.account.game_has_failed() {
            true => Err(ExtractError::Stopped(Stop::Game)),
            false => strategy,
        }
    }

    /// A line of play from a root that is solved as claimed: the side that reaches its goal plays
    /// moves that do so, and the other side plays what holds out longest. Where the table has lost
    /// the way of a proof, the line follows `strategy`.
    pub fn line(
        &mut self,
        root: &G::Position,
        claim: Claim,
        strategy: Option<&Strategy>,
    ) -> Line<G::Move> {
        let line = line::walk(self, root, claim, strategy);
        match self.account.game_has_failed() {
            true => Line {
                moves: Vec::new(),
                is_complete: false,
                may_be_longer: false,
            },
            false => line,
        }
    }

    /// The work of searching again.
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.account.counters
    }

    /// Searches a hole again with the main table, or with the scratch table: what it is, and the
    /// place of the move that was played.
    fn search(
        &mut self,
        tables: Tables,
        prefix: &[Key],
        position: &G::Position,
    ) -> Result<(Claim, Option<usize>), ExtractError> {
        let limits = self.account.rest();
        let searcher = match tables {
            Tables::Main => &mut self.searcher,
            Tables::Scratch | Tables::Both => self.scratch()?,
        };
        let Searched { report, best } =
            searcher.search_below(prefix, position, &limits, &mut Silent);
        self.account.add(&report.counters);
        match (report.answer, report.stopped_by) {
            (Answer::Proved, _) => Ok((Claim::Proved, best)),
            (Answer::Disproved, _) => Ok((Claim::Disproved, best)),
            (Answer::Unknown, Some(stop)) => Err(ExtractError::Stopped(stop)),
            (Answer::Unknown, None) => Err(ExtractError::Contradiction),
        }
    }

    /// Empties the scratch table. A new one would be empty, and clearing it would touch all of its
    /// memory.
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

    /// Counts a position of the certificate, and looks at the limits now and
    /// then: a table without holes is collected without any search.
    fn count(&mut self) -> Result<(), ExtractError> {
        self.collected += 1;
        if self.collected.is_multiple_of(Limits::POLL) || self.account.game_has_failed() {
            self.account.poll();
        }
        if self.collected > self.most {
            return Err(ExtractError::Stopped(Stop::Nodes));
        }
        match self.account.stopped_by {
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

    /// The entries that call a position solved as claimed.
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

    /// Whether a table calls a position solved as claimed.
    fn is_solved(&self, key: Key, claim: Claim, tables: Tables) -> bool {
        self.solved(key, claim, tables).next().is_some()
    }

    /// The status of a position by what the game decides of every position that it visits.
    fn leaf(&self, position: &G::Position) -> Status {
        self.game.solve_leaf(position, Visit::Made, &mut 0)
    }

    fn tables(&self, tables: Tables) -> impl Iterator<Item = &Arc<Table>> {
        let scratch = self.scratch.as_ref().filter(|_| tables != Tables::Main);
        let main = (tables != Tables::Scratch).then(|| self.table());
        scratch.map(Search::table).into_iter().chain(main)
    }
}

/// Which tables are asked.
#[derive(Clone, Copy, PartialEq)]
enum Tables {
    Main,
    Scratch,
    /// The scratch table first: it fits the holes that were filled last.
    Both,
}

/// The approximate memory of a map with room for this number of entries.
fn bytes_of_map<K, V>(capacity: usize) -> usize {
    capacity * (size_of::<(K, V)>() + 1) * 8 / 7
}

/// The moves of a position.
pub fn moves_of<G: Game>(game: &G, position: &G::Position) -> Vec<G::Move> {
    let mut moves = Vec::new();
    game.moves(position, &mut moves);
    moves
}

/// Calls a function that recurses as deep as a line of play: the stack grows with it.
pub fn deep<T>(call: impl FnOnce() -> T) -> T {
    const LEFT: usize = 64 << 10;
    const TAKEN: usize = 1 << 20;
    stacker::maybe_grow(LEFT, TAKEN, call)
}

/// The example of the README is a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
