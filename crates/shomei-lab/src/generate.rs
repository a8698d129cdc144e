//! Generates sets of positions from self-play: forced wins of a given difficulty, or, in games that
//! fill the board, positions with a given number of remaining moves (`endings.rs`).
//!
//! Forced wins: the program plays games against itself from random openings until they are decided.
//! Then it goes back from the end of each game, to positions with the winner to move, as long as
//! they are proved within a limit of nodes. A set takes positions of many games so that their
//! difficulty is spread evenly over the requested orders of magnitude.
//!
//! ```text
//! game i:  random numbers of (seed, i)
//!   1  a few random moves, then moves by rank and random numbers (play.rs)
//!   2  from the end backwards, the winner to move: solve with df-pn;
//!      until one is not proved, or much harder than the one before it
//! in the order of the games:
//!   3  take one position of a game, for the hardest class of difficulty that
//!      is not full
//! ```
//!
//! The same seed gives the same set with any number of threads: games are independent, and step 3
//! processes them in order.
//!
//! Difficulty is the number of nodes that df-pn expands with an empty table of a fixed size.

mod endings;
mod play;

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering as Memory};

use shomei_game::{Dice, Game, Goal, Key, Kind, Notation, Outcome, Scored};
use shomei_search::search::Search;
use shomei_search::search::df_pn::{self, DfPn, DfPnOptions};
use shomei_search::table::Table;
use shomei_search::{Answer, Limits, Silent};

use crate::LabError;
use crate::experiment::Run;
use crate::game::answered;
use crate::running::{in_parallel, tables};

/// The version of the generator. It changes whenever the same seed gives another set.
pub(crate) const VERSION: u32 = 1;

/// The size in bytes of the table that measures difficulty.
const TABLE_BYTES: usize = 32 << 20;
/// The number of classes of difficulty, which have equal ratios.
const CLASSES: usize = 8;
/// The number of games in a batch.
const BATCH: u64 = 64;

/// The limit of nodes for the first position of a game.
const FIRST_BUDGET: u64 = 20_000;
/// A position's limit of nodes as a multiple of the difficulty two plies later. Without it, most
/// positions that are not won would cost the largest difficulty.
const GROWTH: u64 = 24;

/// Generation fails after this number of batches without a position for the set.
const MOST_BARREN: u32 = 100;

/// The parameters of a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// The seed of the random numbers.
    pub(crate) seed: u64,
    /// The number of positions.
    pub(crate) count: usize,
    /// The kind of the positions.
    pub(crate) wanted: Wanted,
    /// The first position of the games; `None` is the usual start.
    pub(crate) from: Option<String>,
}

/// The kind of a set's positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    /// Positions that the side to move wins, which df-pn proves with this number of expanded nodes.
    Wins(RangeInclusive<u64>),
    /// Positions with this much left of the game ([`Scored::remaining`]), won or lost.
    Endings {
        /// The range of [`Scored::remaining`].
        remaining: RangeInclusive<u32>,
        /// The limit of the estimated score of either side ([`Scored::guess_score`]).
        even: Option<u32>,
    },
}

/// A position of a set.
#[derive(Clone, Debug)]
struct Found<P> {
    position: P,
    /// The number of the game.
    game: u64,
    /// The rest of its name.
    remark: String,
    /// Its difficulty, if the set needs it.
    nodes: u64,
}

/// The progress of a generation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Generated {
    /// The number of games played.
    pub(crate) games: u64,
    /// The number of positions taken.
    pub(crate) taken: usize,
}

/// Generates a set as the lines of a corpus file, whose certificates are checked; `None` if `stop`
/// was set.
///
/// Forced wins have a random order, so that the first n are a fair sample.
pub(crate) fn generate<G: Game + Scored + Kind>(
    game: &G,
    plan: &Plan,
    threads: NonZeroUsize,
    stop: &Arc<AtomicBool>,
    progress: &mut dyn FnMut(Generated),
) -> Result<Option<Vec<String>>, LabError> {
    let from = match &plan.from {
        Some(text) => game
            .parse_position(text)
            .map_err(|error| LabError::Input(format!("the position to begin from: {error}")))?,
        None => game.start(),
    };
    let tables = tables(threads, TABLE_BYTES)?;
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

/// The parameters and resources that the games of a set share.
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
        progress: &mut dyn FnMut(Generated),
    ) -> Result<Option<Vec<String>>, LabError> {
        let mut set = GrowingSet::new(self.plan.count, nodes);
        let mut games = 0;
        let mut barren = 0;
        while !set.is_full() {
            let play = |table: &Arc<Table>, i| self.candidates(games + i, nodes, table);
            let batch = in_parallel(BATCH as usize, self.tables, self.stop, play)?;
            games += BATCH;
            let before = set.taken.len();
            for candidates in batch {
                set.take_one_of(self.game, candidates);
            }
            if self.stop.load(Memory::Relaxed) {
                return Ok(None);
            }
            let taken = set.taken.len();
            count_barren(
                &mut barren,
                [before, taken],
                games,
                "a wider range of difficulty",
            )?;
            progress(Generated { games, taken });
        }
        self.lines(&set.shuffled(self.plan.seed), &mut |_| {})
    }

    /// The lines of a corpus file for these positions after their certificates are accepted.
    /// Reports the number of lines so far.
    fn lines(
        &self,
        found: &[Found<G::Position>],
        progress: &mut dyn FnMut(usize),
    ) -> Result<Option<Vec<String>>, LabError> {
        let mut lines = Vec::new();
        for batch in found.chunks(BATCH as usize) {
            let line = |_: &Arc<Table>, i: u64| self.line(&batch[i as usize]);
            let batch = in_parallel(batch.len(), self.tables, self.stop, line)?;
            lines.extend(batch);
            if self.stop.load(Memory::Relaxed) {
                return Ok(None);
            }
            progress(lines.len());
        }
        lines.into_iter().collect::<Result<_, _>>().map(Some)
    }

    fn line(&self, found: &Found<G::Position>) -> Result<String, LabError> {
        let Found {
            position,
            game: number,
            remark,
            ..
        } = found;
        let mover = self.game.to_move(position);
        let game = self.game.with_goal(Goal::win(mover));
        let text = game.format_position(position);
        let run = Run {
            certify: true,
            ..Run::new("", &df_pn::INFO, TABLE_BYTES)
        };
        let Some(found) = answered(&game, position, &run, self.stop)? else {
            // After an interrupt there is no set.
            return Ok(text);
        };
        let is_wanted = match self.plan.wanted {
            Wanted::Wins(_) => found.answer == "proved",
            Wanted::Endings { .. } => found.is_known(),
        };
        let answer = &found.answer;
        if !is_wanted || !found.has_sound_certificate() {
            let verdict = found.certificate.map(|certificate| certificate.verdict);
            let verdict = verdict.unwrap_or_else(|| "no certificate".into());
            let message = format!("{text}: {answer}, {verdict}");
            return Err(LabError::NotCertified(message));
        }
        let side = game.sides()[mover.index()];
        Ok(format!(
            "{text} ; attacker={side} ; value={answer} ; name=game {number}, {remark}"
        ))
    }

    /// Plays a game and goes back from its end. Returns the proved positions of the requested
    /// difficulty.
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
                    remark: format!("{} plies before its end, {nodes} nodes", last - ply),
                    nodes,
                });
            }
        }
        found
    }
}

/// Counts batches without a position; too many are an error.
fn count_barren(
    barren: &mut u32,
    [before, taken]: [usize; 2],
    games: u64,
    advice: &'static str,
) -> Result<(), LabError> {
    *barren = if taken > before { 0 } else { *barren + 1 };
    if *barren > MOST_BARREN {
        return Err(LabError::TooRare {
            taken,
            games,
            advice,
        });
    }
    Ok(())
}

/// The nodes to prove a position; `None` if it is not proved within `most`.
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

/// An incomplete set.
struct GrowingSet<'p, P> {
    nodes: &'p RangeInclusive<u64>,
    taken: Vec<Found<P>>,
    known: HashSet<Key>,
    /// The number of positions missing in each class, the easiest class first.
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

    /// The class of a difficulty. The classes have equal ratios, not equal differences.
    fn class(&self, nodes: u64) -> usize {
        let least = log2(*self.nodes.start());
        let range = log2(*self.nodes.end()) - least;
        let share = (log2(nodes) - least) * CLASSES as u64 / range.max(1);
        (share as usize).min(CLASSES - 1)
    }

    /// Takes the hardest of these positions whose class is not full.
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

/// The logarithm to base 2 of a number above 0, in 65,536ths, rounded down. It uses integers so
/// that every machine makes the same set.
fn log2(x: u64) -> u64 {
    const BITS: u32 = 16;
    let whole = x.ilog2();
    // x as a fixed-point number with 63 fraction bits; each squaring gives a bit of the logarithm.
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
