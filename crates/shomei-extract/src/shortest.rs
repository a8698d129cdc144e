//! The shortest win: the number of plies in which the attacker can reach its goal against the
//! defence that holds out longest.
//!
//! It searches the game with a limit of plies ([`Within`]) by df-pn, and narrows a bracket. A proof
//! within p plies shows that p plies are sufficient, a disproof that more are needed; when the two
//! meet, the length is proven. One table and one position store serve all these searches.
//!
//! ```text
//! 1  few nodes, a small table: within 1, 3, 5, ... plies, because most wins are short
//! 2  plain df-pn, done elsewhere: is there a win at all? Step 3 uses its results:
//!    the strategy, and the positions without a win (`known.rs`)
//! 3  alternately, with shares of nodes that double:
//!      from below   the least number of plies that is not disproved
//!      from above   one step fewer than the shortest known win
//! ```
//!
//! The search from below comes first, because a short win is found soon after it is shown that
//! there is no shorter one: by the weak rule, 500 mates in 11 plies take 6.1 million nodes in this
//! way, of which 4.3 million show that there is none in 9, and 20 s. From above they were not
//! finished in 90 s, because the wins that plain df-pn finds there have 16 plies on average. For
//! long wins, only the search from above finishes.
//!
//! A number of plies is claimed only if a search proved it. A proof may be shorter than requested,
//! so the plies of its dominance bound count.
//!
//! Memory: that of a df-pn search, but 2 MiB for the first 3,000 nodes and 8 MiB for the next
//! 30,000: the system takes longer to provide 64 MiB than most mates in 5 plies take to be found.
//! The strategy of a longer win takes a part of the memory.

mod claims;
mod line;
mod plain_results;
mod within;

use std::sync::Arc;

use shomei_game::{Game, Key, Resource, Role};
use shomei_proof::least_plies;
use shomei_search::Budget;
use shomei_search::search::Search;
use shomei_search::search::df_pn::{DfPn, DfPnOptions, Gc, Searched};
use shomei_search::table::{Table, TableError};
use shomei_search::{Answer, Bracket, Counters, Event, Limits, Observer, Stop};

use crate::Strategy;

use plain_results::Moves;
pub use within::{Bounded, Within, cut, key_of_plies};

/// A search for the shortest win of one position. See the [module text](self).
#[derive(Debug)]
pub struct Shortest<'g, G: Game> {
    game: &'g Within<'g, G>,
    root: G::Position,
    options: DfPnOptions,
    memory: usize,
    searcher: DfPn<'g, Within<'g, G>>,
    /// The memory of the searcher in bytes.
    has: usize,
    budget: Budget,
    bracket: Bracket,
    /// The number of plies with which the search from above begins if no win of known length is
    /// available.
    guess: Option<u16>,
    /// A strategy of `bracket.most` plies, if one is available, and its longest line.
    strategy: Option<(Strategy, Vec<G::Move>)>,
    /// The line of a known win, which can be longer than `bracket.most`.
    line: Option<Vec<G::Move>>,
    /// The limit that ended the search.
    stopped_by: Option<Stop>,
    /// Boards without any win, each with the largest resource for which this is known.
    failures: Vec<(Key, Resource)>,
    /// The moves of the known strategy, which the position store may lose.
    moves: Arc<Moves<G::Move>>,
}

/// The direction from which the bracket is narrowed.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    /// The least number of plies that may be sufficient.
    Below,
    /// Fewer plies than the known win.
    Above,
}

impl<'g, G: Game> Shortest<'g, G> {
    /// The memory and the number of nodes of the searches in step 1, and below it the largest
    /// number of plies.
    const SMALL: [(usize, u64); 2] = [(2 << 20, 3_000), (8 << 20, 30_000)];
    const SHORT: u16 = 15;

    /// The first share of nodes in step 3.
    const SHARE: u64 = 1 << 20;

    /// The smallest difference in plies between two wins.
    pub const STEP: u16 = if G::WINS_BY_OWN_MOVE { 2 } else { 1 };

    /// The smallest number of plies of a win of an open position with this side to move.
    #[must_use]
    pub fn least(role: Role) -> u16 {
        least_plies::<G>(role)
    }

    /// A search from an open `root` with `memory` bytes and these limits.
    ///
    /// # Errors
    ///
    /// If the system does not provide the memory.
    pub fn new(
        game: &'g Within<'g, G>,
        root: &G::Position,
        options: &DfPnOptions,
        memory: usize,
        limits: &Limits,
    ) -> Result<Shortest<'g, G>, TableError> {
        let options = within_plies(options);
        let least = Self::least(game.game().role(root));
        let has = memory.min(Self::SMALL[0].0);
        Ok(Shortest {
            game,
            root: root.clone(),
            searcher: searcher(game, &options, has)?,
            has,
            options,
            memory,
            budget: Budget::open(game, limits),
            bracket: Bracket { least, most: None },
            guess: None,
            strategy: None,
            line: None,
            stopped_by: None,
            failures: Vec::new(),
            moves: Arc::default(),
        })
    }

    /// The game without a limit of plies.
    pub fn game(&self) -> &'g G {
        self.game.game()
    }

    /// The position.
    pub fn root(&self) -> &G::Position {
        &self.root
    }

    /// The bracket so far; [`Bracket::UNKNOWN`] if the game has failed.
    #[must_use]
    pub fn bracket(&self) -> Bracket {
        match self.budget.game_has_failed() {
            true => Bracket::UNKNOWN,
            false => self.bracket,
        }
    }

    /// The work so far, including what was [added](Shortest::add).
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.budget.counters
    }

    /// The limit that ended the search, if one did.
    #[must_use]
    pub fn stopped_by(&self) -> Option<Stop> {
        match self.budget.game_has_failed() {
            true => Some(Stop::Game),
            false => self.stopped_by.or(self.budget.stopped_by),
        }
    }

    /// The remaining limits.
    #[must_use]
    pub fn rest(&self) -> Limits {
        self.budget.rest()
    }

    /// Continues with other limits, which include the work so far. Call it when the search is over:
    /// the line and the certificate can then use the reserved part of the limits.
    pub fn go_on(&mut self, limits: &Limits) {
        self.stopped_by = self.stopped_by();
        let counters = self.budget.counters;
        self.budget = Budget::open(self.game, limits);
        self.budget.counters = counters;
    }

    /// Adds work that was done elsewhere for the same question.
    pub fn add(&mut self, counters: &Counters) {
        self.budget.add(counters);
    }

    /// Step 1: spends a few nodes on short wins. Returns whether the length is proven.
    pub fn try_short(&mut self, observer: &mut dyn Observer) -> bool {
        for (memory, nodes) in Self::SMALL {
            if self.bracket.exact().is_some() || self.grow(memory).is_err() {
                break;
            }
            self.spend(nodes, Side::Below, Self::SHORT, observer);
        }
        self.bracket.exact().is_some()
    }

    /// Sets a length that may be sufficient, if no strategy is available.
    pub fn guess(&mut self, plies: usize) {
        let odd = plies.saturating_sub(usize::from(self.bracket.least)) % usize::from(Self::STEP);
        let plies = u16::try_from(plies + odd).unwrap_or(u16::MAX - 1);
        self.guess = Some(plies.max(self.bracket.least));
    }

    /// Step 3: narrows the bracket until the length is proven or a limit is reached. The position
    /// must be won.
    ///
    /// # Errors
    ///
    /// If the system does not provide the memory.
    pub fn narrow(&mut self, observer: &mut dyn Observer) -> Result<Bracket, TableError> {
        if self.bracket.exact().is_none() {
            // The known strategy takes memory too.
            let held = self.strategy.as_ref().map_or(0, |(known, _)| known.bytes());
            self.grow(self.memory.saturating_sub(held).max(self.memory / 2))?;
        }
        self.store_plain_results();
        let mut share = Self::SHARE;
        while self.bracket.exact().is_none() && !self.is_stopped() {
            self.spend(share, Side::Below, u16::MAX, observer);
            self.spend(share, Side::Above, u16::MAX, observer);
            share = share.saturating_mul(2);
        }
        Ok(self.bracket())
    }

    /// Narrows from one side with a share of nodes, as long as at most `most` plies are needed.
    fn spend(&mut self, share: u64, side: Side, most: u16, observer: &mut dyn Observer) {
        let end = self.budget.counters.nodes().saturating_add(share);
        while self.bracket.exact().is_none() && self.bracket.least <= most {
            let left = end.saturating_sub(self.budget.counters.nodes());
            if left == 0 || !self.turn(side, left, observer) {
                break;
            }
        }
    }

    /// Searches with the least number of plies that may be sufficient. Returns whether the bracket
    /// became narrower.
    pub fn climbs(&mut self, nodes: u64, observer: &mut dyn Observer) -> bool {
        self.turn(Side::Below, nodes, observer)
    }

    /// Searches with one number of plies. Returns whether the bracket became narrower; if not, the
    /// nodes are used up, or the search from above has no starting point.
    fn turn(&mut self, side: Side, nodes: u64, observer: &mut dyn Observer) -> bool {
        let known = self.bracket;
        let plies = match (side, known.most, self.guess) {
            (Side::Below, ..) => known.least,
            (Side::Above, Some(most), _) => most.saturating_sub(Self::STEP),
            (Side::Above, None, Some(guess)) => guess.max(known.least),
            (Side::Above, None, None) => return false,
        };
        observer.event(&Event::Length { known, next: plies });
        let at = self.bounded(plies);
        match (self.ask(&at, nodes, observer).report.answer, side) {
            (Answer::Proved, Side::Below) => self.is_won_within(plies),
            (Answer::Proved, Side::Above) => self.is_won_within(self.plies_needed(plies)),
            (Answer::Disproved, _) => {
                let Some(more) = plies.checked_add(Self::STEP) else {
                    return false;
                };
                self.bracket.least = more;
                if side == Side::Above {
                    self.guess(2 * usize::from(plies));
                }
            }
            (Answer::Unknown, _) => return false,
        }
        true
    }

    /// Records a win within this number of plies without a strategy. Its length differs from the
    /// least one by whole steps.
    fn is_won_within(&mut self, plies: u16) {
        let least = self.bracket.least;
        self.bracket.most = Some(plies - plies.saturating_sub(least) % Self::STEP);
        if let Some((_, line)) = self.strategy.take() {
            self.line = Some(line);
        }
    }

    /// The root with this number of plies.
    fn bounded(&self, plies: u16) -> Bounded<G::Position> {
        Bounded::new(&self.root, plies)
    }

    /// Whether a limit is reached.
    pub fn is_stopped(&mut self) -> bool {
        self.budget.poll();
        self.budget.exhausted()
    }

    /// Gives the searcher this much memory. Its results are lost.
    fn grow(&mut self, memory: usize) -> Result<(), TableError> {
        let memory = memory.min(self.memory);
        if self.has < memory {
            self.searcher = searcher(self.game, &self.options, memory)?;
            self.has = memory;
        }
        Ok(())
    }

    /// Takes exactly this memory, for other searches of the same game.
    ///
    /// # Errors
    ///
    /// If the system does not provide the memory.
    pub fn take(&mut self, memory: usize) -> Result<(), TableError> {
        self.memory = memory;
        self.grow(memory)?;
        self.searcher.table().shrink(memory);
        Ok(())
    }

    /// Changes to another position, with the bracket of its shortest win. The searcher keeps its
    /// results.
    pub fn move_to(&mut self, root: &G::Position, bracket: Bracket) {
        self.root = root.clone();
        self.bracket = bracket;
        self.guess = None;
        self.strategy = None;
        self.line = None;
    }

    /// Searches whether a position is won within its plies, with at most this number of nodes.
    pub fn ask(
        &mut self,
        at: &Bounded<G::Position>,
        nodes: u64,
        observer: &mut dyn Observer,
    ) -> Searched {
        ask(&mut self.searcher, &mut self.budget, at, nodes, observer)
    }

    /// Searches a position by a searcher without a limit of plies, with at most this number of
    /// nodes. The work counts for this search.
    pub fn ask_plain(
        &mut self,
        searcher: &mut DfPn<'_, G>,
        at: &G::Position,
        nodes: u64,
        observer: &mut dyn Observer,
    ) -> Searched {
        ask(searcher, &mut self.budget, at, nodes, observer)
    }
}

/// Searches with at most this number of nodes, and within the remaining limits of the budget.
fn ask<G: Game>(
    searcher: &mut DfPn<'_, G>,
    budget: &mut Budget,
    at: &G::Position,
    nodes: u64,
    observer: &mut dyn Observer,
) -> Searched {
    let mut limits = budget.rest();
    limits.nodes = Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
    let searched = searcher.search_below(&[], at, &limits, observer);
    budget.add(&searched.report.counters);
    let stop = searched
        .report
        .stopped_by
        .filter(|&stop| stop != Stop::Nodes);
    budget.stopped_by = budget.stopped_by.or(stop);
    searched
}

/// The options of a search in which plies are counted.
pub fn within_plies(options: &DfPnOptions) -> DfPnOptions {
    // The number of plies decreases with each move, so there are no cycles. Transpositions are
    // frequent, so looking up new children is worth the time.
    DfPnOptions {
        threshold_control: false,
        path_dependence: false,
        leaf_solver: false,
        probe_new: true,
        gc: Gc::Off,
        ..options.clone()
    }
}

/// A searcher whose table and position store together take this memory.
fn searcher<'g, G: Game>(
    game: &'g Within<'g, G>,
    options: &DfPnOptions,
    memory: usize,
) -> Result<DfPn<'g, Within<'g, G>>, TableError> {
    let table = Table::with_boards(memory)?;
    Ok(DfPn::new(game, options.clone(), Arc::new(table)))
}
