//! The shortest win: in how few plies can the attacker reach its goal, against
//! the defence that holds out longest?
//!
//! What it does: asks df-pn about the game with a number of plies in which it must
//! be won ([`Within`]), and narrows a bracket. A proof within p plies shows that p
//! are enough, a disproof that more are needed; when the two meet, the length is
//! proven. One table and one store of dominance serve all questions.
//!
//! ```text
//! 1  few nodes, a small table: within 1, 3, 5, ... plies, most wins are short
//! 2  plain df-pn, which is not part of this: is there a win at all? Step 3 learns
//!    what it has found: its strategy, and what has no win (`known.rs`)
//! 3  in turn, with shares of nodes that double:
//!      from below   the least number of plies that is not disproved
//!      from above   two less than those of the shortest win that is known
//! ```
//!
//! From below is first, since a short win is found soon after it is shown that
//! there is none shorter: by the weak rule 500 mates in 11 plies take 6.1 million nodes
//! so, of which 4.3 million show that there is none in 9, and 20 s. From above they were
//! not done in 90 s: the wins that plain df-pn finds there have 16 plies in the mean.
//! Where wins are long nothing but from above comes to an end.
//!
//! A number of plies is claimed only where a search proved it. A proof may be
//! shorter than was asked for: the plies of its dominance bound count.
//!
//! Memory: that of a df-pn search, but 2 MiB for the first 3,000 nodes and 8 MiB
//! for the next 30,000: the system takes longer to give 64 MiB than most mates in 5
//! take to be found. What is known of longer wins takes a part of it.

mod claims;
mod known;
mod line;
mod within;

use std::sync::Arc;

use shomei_game::{Game, Key, Resource, Role};
use shomei_search::Account;
use shomei_search::search::Search;
use shomei_search::search::df_pn::{DfPn, DfPnOptions, Gc, Searched};
use shomei_search::table::{Table, TableError};
use shomei_search::{Answer, Bracket, Counters, Event, Limits, Observer, Stop};

use crate::Strategy;

use known::Moves;
pub use within::{Bounded, Within, cut, key_of_plies};

/// A search for the shortest win of one position. See the [module text](self).
#[derive(Debug)]
pub struct Shortest<'g, G: Game> {
    game: &'g Within<'g, G>,
    root: G::Position,
    options: DfPnOptions,
    memory: usize,
    searcher: DfPn<'g, Within<'g, G>>,
    /// The memory that the searcher has.
    has: usize,
    account: Account,
    bracket: Bracket,
    /// What to begin with from above, where no win of known length is at hand.
    guess: Option<u16>,
    /// A strategy of `bracket.most` plies, if there is one at hand, and its longest
    /// line.
    strategy: Option<(Strategy, Vec<G::Move>)>,
    /// The line of a win that is known, which may be longer than `bracket.most`.
    line: Option<Vec<G::Move>>,
    /// The limit that ended the search.
    stopped_by: Option<Stop>,
    /// What has no win at all: boards, and the resource up to which that holds.
    failures: Vec<(Key, Resource)>,
    /// The strategy that was found: what the store of dominance may lose.
    moves: Arc<Moves<G::Move>>,
}

/// From where the bracket is narrowed.
#[derive(Clone, Copy, PartialEq)]
enum Side {
    /// The least number of plies that may be enough.
    Below,
    /// Fewer plies than those of the win that is known.
    Above,
}

impl<'g, G: Game> Shortest<'g, G> {
    /// The memory and the nodes of step 1, and the most plies.
    const SMALL: [(usize, u64); 2] = [(2 << 20, 3_000), (8 << 20, 30_000)];
    const SHORT: u16 = 15;

    /// The first share of nodes in step 3.
    const SHARE: u64 = 1 << 20;

    /// The fewest plies by which two wins differ.
    pub const STEP: u16 = if G::WINS_BY_OWN_MOVE { 2 } else { 1 };

    /// The fewest plies of a win of an open position with this side to move.
    #[must_use]
    pub fn least(role: Role) -> u16 {
        match role {
            Role::Defender => Self::STEP,
            Role::Attacker => 1,
        }
    }

    /// A search from an open `root` that takes `memory` bytes and stays within `limits`.
    ///
    /// # Errors
    ///
    /// When the system does not give the memory.
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
            account: Account::open(game, limits),
            bracket: Bracket { least, most: None },
            guess: None,
            strategy: None,
            line: None,
            stopped_by: None,
            failures: Vec::new(),
            moves: Arc::default(),
        })
    }

    /// The game.
    pub fn game(&self) -> &'g G {
        self.game.game()
    }

    /// The position.
    pub fn root(&self) -> &G::Position {
        &self.root
    }

    /// What is known so far: nothing, if the game has failed.
    #[must_use]
    pub fn bracket(&self) -> Bracket {
        match self.account.game_has_failed() {
            true => Bracket::UNKNOWN,
            false => self.bracket,
        }
    }

    /// The work so far, including what was [added](Shortest::add).
    #[must_use]
    pub fn counters(&self) -> Counters {
        self.account.counters
    }

    /// The limit that ended the search, if one did.
    #[must_use]
    pub fn stopped_by(&self) -> Option<Stop> {
        match self.account.game_has_failed() {
            true => Some(Stop::Game),
            false => self.stopped_by.or(self.account.stopped_by),
        }
    }

    /// What is left of the limits.
    #[must_use]
    pub fn rest(&self) -> Limits {
        self.account.rest()
    }

    /// Goes on within other limits, which count the work so far. To be called when the search is
    /// over: its line and its certificate may use what was kept for them.
    pub fn go_on(&mut self, limits: &Limits) {
        self.stopped_by = self.stopped_by();
        let counters = self.account.counters;
        self.account = Account::open(self.game, limits);
        self.account.counters = counters;
    }

    /// Adds work that was done elsewhere for the same question.
    pub fn add(&mut self, counters: &Counters) {
        self.account.add(counters);
    }

    /// Step 1: spends a few nodes on short wins. Whether the length is proven.
    pub fn try_short(&mut self, observer: &mut dyn Observer) -> bool {
        for (memory, nodes) in Self::SMALL {
            if self.bracket.exact().is_some() || self.grow(memory).is_err() {
                break;
            }
            self.spend(nodes, Side::Below, Self::SHORT, observer);
        }
        self.bracket.exact().is_some()
    }

    /// Notes a length that may be enough, where no strategy is at hand.
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
    /// When the system does not give the memory.
    pub fn narrow(&mut self, observer: &mut dyn Observer) -> Result<Bracket, TableError> {
        if self.bracket.exact().is_none() {
            // What is known takes memory, too.
            let held = self.strategy.as_ref().map_or(0, |(known, _)| known.bytes());
            self.grow(self.memory.saturating_sub(held).max(self.memory / 2))?;
        }
        self.store_known();
        let mut share = Self::SHARE;
        while self.bracket.exact().is_none() && !self.is_stopped() {
            self.spend(share, Side::Below, u16::MAX, observer);
            self.spend(share, Side::Above, u16::MAX, observer);
            share = share.saturating_mul(2);
        }
        Ok(self.bracket())
    }

    /// Narrows from one side with a share of nodes, as long as no more than `most` plies are needed.
    fn spend(&mut self, share: u64, side: Side, most: u16, observer: &mut dyn Observer) {
        let end = self.account.counters.nodes().saturating_add(share);
        while self.bracket.exact().is_none() && self.bracket.least <= most {
            let left = end.saturating_sub(self.account.counters.nodes());
            if left == 0 || !self.turn(side, left, observer) {
                break;
            }
        }
    }

    /// Asks about the least number of plies that may be enough; whether that was
    /// answered.
    pub fn climbs(&mut self, nodes: u64, observer: &mut dyn Observer) -> bool {
        self.turn(Side::Below, nodes, observer)
    }

    /// Asks about one number of plies. Whether the bracket is narrower then: if not, the nodes are
    /// used up, or there is nothing to begin with.
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

    /// Notes a win within this number of plies, of which no strategy is at hand. Its length
    /// differs from the least one by whole steps.
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
        self.account.poll();
        self.account.exhausted()
    }

    /// Has the searcher take this part of the memory. What it knew is lost.
    fn grow(&mut self, memory: usize) -> Result<(), TableError> {
        let memory = memory.min(self.memory);
        if self.has < memory {
            self.searcher = searcher(self.game, &self.options, memory)?;
            self.has = memory;
        }
        Ok(())
    }

    /// Takes this memory, no more and no less, for other questions about the same game.
    ///
    /// # Errors
    ///
    /// When the system does not give the memory.
    pub fn take(&mut self, memory: usize) -> Result<(), TableError> {
        self.memory = memory;
        self.grow(memory)?;
        self.searcher.table().shrink(memory);
        Ok(())
    }

    /// Goes over to another position, with what is known of its shortest win. What
    /// the searcher knows stays.
    pub fn move_to(&mut self, root: &G::Position, bracket: Bracket) {
        self.root = root.clone();
        self.bracket = bracket;
        self.guess = None;
        self.strategy = None;
        self.line = None;
    }

    /// Whether a position is won within its plies, with this number of nodes at most.
    pub fn ask(
        &mut self,
        at: &Bounded<G::Position>,
        nodes: u64,
        observer: &mut dyn Observer,
    ) -> Searched {
        ask(&mut self.searcher, &mut self.account, at, nodes, observer)
    }

    /// Asks a searcher without plies about a position, with this number of nodes at most, as part
    /// of the same work.
    pub fn ask_plain(
        &mut self,
        searcher: &mut DfPn<'_, G>,
        at: &G::Position,
        nodes: u64,
        observer: &mut dyn Observer,
    ) -> Searched {
        ask(searcher, &mut self.account, at, nodes, observer)
    }
}

/// Asks a searcher with this number of nodes at most, within what an account has left.
fn ask<G: Game>(
    searcher: &mut DfPn<'_, G>,
    account: &mut Account,
    at: &G::Position,
    nodes: u64,
    observer: &mut dyn Observer,
) -> Searched {
    let mut limits = account.rest();
    limits.nodes = Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
    let searched = searcher.search_below(&[], at, &limits, observer);
    account.add(&searched.report.counters);
    let stop = searched
        .report
        .stopped_by
        .filter(|&stop| stop != Stop::Nodes);
    account.stopped_by = account.stopped_by.or(stop);
    searched
}

/// The options of a search in which plies are counted.
pub fn within_plies(options: &DfPnOptions) -> DfPnOptions {
    // Plies only fall: there are no cycles to be cared for. Transpositions are many, so that
    // children are worth a look.
    DfPnOptions {
        threshold_control: false,
        path_dependence: false,
        leaf_solver: false,
        probe_new: true,
        gc: Gc::Off,
        ..options.clone()
    }
}

/// A searcher whose table and store of dominance take this memory together.
fn searcher<'g, G: Game>(
    game: &'g Within<'g, G>,
    options: &DfPnOptions,
    memory: usize,
) -> Result<DfPn<'g, Within<'g, G>>, TableError> {
    let table = Table::with_boards(memory)?;
    Ok(DfPn::new(game, options.clone(), Arc::new(table)))
}
