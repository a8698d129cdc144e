//! Sets of positions from self-play: forced wins of some difficulty, or, of games
//! that fill up, positions with so much left to play (`endings.rs`).
//!
//! Forced wins: plays games of a program against itself from random openings
//! until they are decided, and goes back from the end of each, to positions
//! with the later winner to move, as long as they are proved to be won within
//! a number of nodes. A set takes positions of many games so that their
//! difficulty is spread evenly over the orders of magnitude it is asked for.
//!
//! ```text
//! game i:  dice of (seed, i)
//!   1  a few random moves, then moves by rank and luck (play.rs)
//!   2  from the end backwards, the winner to move: solve with df-pn;
//!      until one is not proved, or much harder than the one before it
//! in the order of the games:
//!   3  of the positions of a game one is taken, for the hardest class of
//!      difficulty that still has room
//! ```
//!
//! The same seed gives the same set, whatever the number of threads: games do
//! not know of each other, and step 3 goes through them in their order.
//!
//! Difficulty is the number of nodes that df-pn with a table of its own of a
//! fixed size expands.

mod endings;
mod play;

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering as Memory};

use shomei_game::{Dice, Game, Goal, Key, Kind, Notation, Outcome, Scored};
use shomei_search::registry::OpenError;
use shomei_search::search::Search;
use shomei_search::search::df_pn::{DfPn, DfPnOptions};
use shomei_search::table::Table;
use shomei_search::{Answer, Limits, Silent};

use crate::LabError;
use crate::game::certified;
use crate::parallel::in_parallel;
use crate::trial::ACCEPTED;

/// Changes whenever the same seed gives another set.
pub const VERSION: u32 = 1;

/// The size of the table that measures difficulty.
const TABLE_BYTES: usize = 32 << 20;
/// Difficulties are told apart in so many classes of equal ratio.
const CLASSES: usize = 8;
/// Games between two looks at what they gave.
const BATCH: u64 = 64;

/// The most nodes for the first position of a game.
const FIRST_BUDGET: u64 = 20_000;
/// A position may be so many times as difficult as the one two plies later.
/// Most that are not won would cost the whole of the largest difficulty.
const GROWTH: u64 = 24;

/// So many batches without a position for the set, and it is given up.
const MOST_BARREN: u32 = 100;

/// What is asked of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Where all luck comes from.
    pub seed: u64,
    /// The number of positions.
    pub count: usize,
    /// Which positions.
    pub wanted: Wanted,
    /// Where the games begin; left out, at the usual start.
    pub from: Option<String>,
}

/// The positions that a set is made of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Positions that the side to move wins, which df-pn proves with so many
    /// expanded nodes.
    Wins(RangeInclusive<u64>),
    /// Positions with so much left of the game ([`Scored::remaining`]), whoever
    /// wins.
    Endings {
        /// How much.
        remaining: RangeInclusive<u32>,
        /// Only those in which the game guesses that neither side will score
        /// more than this ([`Scored::guess_score`]).
        even: Option<u32>,
    },
}

/// A position of a set; the side to move wins.
#[derive(Clone, Debug)]
struct Found<P> {
    position: P,
    /// The number of the game.
    game: u64,
    /// Plies to the end of the game as it was played.
    before_end: usize,
    /// Its difficulty.
    nodes: u64,
}

/// How far the work is.
#[derive(Clone, Copy, Debug)]
pub struct Standing {
    /// Games that were played.
    pub games: u64,
    /// Positions that were taken.
    pub taken: usize,
}

/// Makes a set of forced wins: the lines of a corpus file, each with its
/// certificate checked; `None` when `stop` was set.
///
/// The positions stand in random order, so that the first n are a fair sample.
///
/// # Errors
///
/// When there is no memory for a table, or the search and the checker
/// contradict each other.
pub fn generate<G: Game + Scored + Kind>(
    game: &G,
    plan: &Plan,
    threads: NonZeroUsize,
    stop: &Arc<AtomicBool>,
    progress: &mut dyn FnMut(Standing),
) -> Result<Option<Vec<String>>, LabError> {
    let from = match &plan.from {
        Some(text) => game.parse_position(text).map_err(LabError::From)?,
        None => game.start(),
    };
    let mut tables = Vec::new();
    for _ in 0..threads.get() {
        tables.push(Arc::new(Table::new(TABLE_BYTES).map_err(OpenError::from)?));
    }
    let workplace = Workplace {
        game,
        from: &from,
        plan,
        tables: &tables,
        stop,
    };
    match &plan.wanted {
        Wanted::Wins(nodes) => workplace.wins(nodes, progress),
        Wanted::Endings { remaining, even } => workplace.endings(remaining, *even, progress),
    }
}

/// What all games of a set share.
struct Workplace<'w, G: Notation> {
    game: &'w G,
    from: &'w G::Position,
    plan: &'w Plan,
    tables: &'w [Arc<Table>],
    stop: &'w Arc<AtomicBool>,
}

impl<G: Game + Kind> Workplace<'_, G> {
    fn wins(
        &self,
        nodes: &RangeInclusive<u64>,
        progress: &mut dyn FnMut(Standing),
    ) -> Result<Option<Vec<String>>, LabError> {
        let Workplace {
            game,
            plan,
            tables,
            stop,
            ..
        } = *self;
        let mut set = GrowingSet::new(plan.count, nodes);
        let mut games = 0;
        let mut barren = 0;
        while !set.is_full() {
            let play = |table: &Arc<Table>, i| self.candidates(games + i, nodes, table);
            let batch = in_parallel(BATCH, tables, stop, play);
            games += BATCH;
            let before = set.taken.len();
            for candidates in batch {
                set.take_one_of(game, candidates);
            }
            if stop.load(Memory::Relaxed) {
                return Ok(None);
            }
            let taken = set.taken.len();
            barren = if taken > before { 0 } else { barren + 1 };
            if barren > MOST_BARREN {
                return Err(LabError::TooRare {
                    taken,
                    games,
                    advice: "a wider range of difficulty",
                });
            }
            progress(Standing { games, taken });
        }
        let set = set.shuffled(plan.seed);
        let line = |_: &Arc<Table>, i| line(game, &set[i as usize], stop);
        let lines = in_parallel(set.len() as u64, tables, stop, line);
        if stop.load(Memory::Relaxed) {
            return Ok(None);
        }
        lines.into_iter().collect::<Result<_, _>>().map(Some)
    }

    /// Plays a game and goes back from its end: the positions that are proved and
    /// as difficult as they should be.
    fn candidates(
        &self,
        number: u64,
        nodes: &RangeInclusive<u64>,
        table: &Arc<Table>,
    ) -> Vec<Found<G::Position>> {
        let wanted = nodes;
        let mut dice = Dice::of(self.plan.seed, number);
        let played = play::game(self.game, self.from, &mut dice);
        let Some(Outcome::Win(winner)) = self.game.outcome(&played[played.len() - 1]) else {
            return Vec::new();
        };
        let game = self.game.with_goal(Goal::win(winner));
        let last = played.len() - 1;
        let mut found = Vec::new();
        let mut budget = FIRST_BUDGET;
        for (ply, position) in played.iter().enumerate().rev().skip(1) {
            if game.to_move(position) != winner {
                continue;
            }
            let most = budget.min(*wanted.end());
            let Some(nodes) = difficulty(&game, position, most, table, self.stop) else {
                break;
            };
            budget = budget.max(nodes * GROWTH);
            if wanted.contains(&nodes) {
                found.push(Found {
                    position: position.clone(),
                    game: number,
                    before_end: last - ply,
                    nodes,
                });
            }
        }
        found
    }
}

/// The line of a corpus file for a position, once its certificate is accepted.
fn line<G: Game + Kind>(
    game: &G,
    found: &Found<G::Position>,
    stop: &Arc<AtomicBool>,
) -> Result<String, LabError> {
    let winner = game.to_move(&found.position);
    let game = game.with_goal(Goal::win(winner));
    let text = game.format_position(&found.position);
    let (answer, verdict) = certified(&game, &found.position, TABLE_BYTES, stop)?;
    let is_shown = answer == Answer::Proved && verdict == ACCEPTED;
    if !is_shown && !stop.load(Memory::Relaxed) {
        return Err(LabError::NotCertified(format!(
            "{text}: {answer}, {verdict}"
        )));
    }
    let Found {
        game: number,
        before_end,
        nodes,
        ..
    } = found;
    let side = game.sides()[winner.index()];
    Ok(format!(
        "{text} ; attacker={side} ; value=proved ; \
         name=game {number}, {before_end} plies before its end, {nodes} nodes"
    ))
}

/// The nodes it takes to prove a position; `None` if it is not proved within
/// `most`.
fn difficulty<G: Game>(
    game: &G,
    position: &G::Position,
    most: u64,
    table: &Arc<Table>,
    stop: &Arc<AtomicBool>,
) -> Option<u64> {
    table.clear();
    let limits = Limits {
        nodes: Some(most),
        stop: Some(Arc::clone(stop)),
        ..Limits::default()
    };
    let mut search = DfPn::new(game, DfPnOptions::default(), Arc::clone(table));
    let report = search.search(position, &limits, &mut Silent);
    (report.answer == Answer::Proved).then_some(report.counters.expanded)
}

/// A set in the making.
struct GrowingSet<'p, P> {
    nodes: &'p RangeInclusive<u64>,
    taken: Vec<Found<P>>,
    known: HashSet<Key>,
    /// Positions still wanted of each class, the easiest first.
    room: [usize; CLASSES],
}

impl<'p, P> GrowingSet<'p, P> {
    fn new(count: usize, nodes: &'p RangeInclusive<u64>) -> GrowingSet<'p, P> {
        let each = |class: usize| (count + class) / CLASSES;
        GrowingSet {
            nodes,
            taken: Vec::new(),
            known: HashSet::new(),
            room: std::array::from_fn(each),
        }
    }

    fn is_full(&self) -> bool {
        self.room.iter().all(|&room| room == 0)
    }

    /// The class of a difficulty: equal ratios, not equal differences.
    fn class(&self, nodes: u64) -> usize {
        let least = log2(*self.nodes.start());
        let range = log2(*self.nodes.end()) - least;
        let share = (log2(nodes) - least) * CLASSES as u64 / range.max(1);
        (share as usize).min(CLASSES - 1)
    }

    /// Takes the hardest of these positions that is wanted.
    fn take_one_of<G: Notation<Position = P>>(&mut self, game: &G, mut candidates: Vec<Found<P>>) {
        candidates.sort_by_key(|found| std::cmp::Reverse(found.nodes));
        let wanted = candidates.into_iter().find(|found| {
            let key = game.key(&found.position);
            self.room[self.class(found.nodes)] > 0 && !self.known.contains(&key)
        });
        if let Some(found) = wanted {
            self.room[self.class(found.nodes)] -= 1;
            self.known.insert(game.key(&found.position));
            self.taken.push(found);
        }
    }

    fn shuffled(mut self, seed: u64) -> Vec<Found<P>> {
        let mut dice = Dice::of(seed, u64::MAX);
        for i in (1..self.taken.len()).rev() {
            self.taken.swap(i, dice.below(i + 1));
        }
        self.taken
    }
}

/// The logarithm to base 2 in 65,536ths, rounded down, of a number above 0: in
/// whole numbers, so that every machine makes the same set.
fn log2(x: u64) -> u64 {
    const BITS: u32 = 16;
    let whole = x.ilog2();
    // x as 1.63 bits, then a bit of the fraction for each squaring.
    let mut rest = u128::from(x) << (63 - whole);
    let mut log = u64::from(whole);
    for _ in 0..BITS {
        rest = (rest * rest) >> 63;
        let carry = (rest >> 64) as u64;
        rest >>= carry;
        log = log << 1 | carry;
    }
    log
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_everybody() {
        for x in (1..5000).chain([u64::MAX / 2, u64::MAX]) {
            let exact = (x as f64).log2() * 65_536.0;
            let error = exact - log2(x) as f64;
            assert!((-0.01..1.01).contains(&error), "{x}: {error}");
        }
    }

    #[test]
    fn classes_have_equal_ratios() {
        let set = GrowingSet::<()>::new(80, &(1..=256));
        let classes = [1, 2, 3, 4, 100, 128, 255, 256].map(|nodes| set.class(nodes));
        assert_eq!(classes, [0, 1, 1, 2, 6, 7, 7, 7]);
        assert_eq!(set.room, [10; CLASSES]);
    }
}
