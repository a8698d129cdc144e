//! Seven and more empty squares: moves are sorted, and results kept.

use super::last::pass;
use super::shallow::{Empty, SHALLOW, Shallow, begin};
use super::table::Cache;
use crate::bits::{self, CORNERS, Set, count, squares};
use crate::cpu::{Cpu, Ply};
use crate::evaluation::Evaluation;
use crate::evaluation::weights::{UNIT, Weights};
use crate::hints::square_value;

/// From so many empty squares on results are kept.
pub(super) const CACHED: u32 = 7;

/// From so many empty squares on the table is asked about the moves before one
/// of them is tried.
const PROBED: u32 = 8;

/// From so many empty squares on moves are sorted by the evaluation, too.
const EVALUATED: u32 = 11;

/// What the evaluation weighs: a quarter of a reply for a disc. Half as much and
/// twice as much leave 2 to 9% more positions to enter.
const EVALUATION: i32 = (1 << 15) / 4 / UNIT;

/// There are never more moves than squares that were empty at the start.
const MOST_MOVES: usize = 60;

/// What a search carries along.
#[derive(Debug)]
pub(super) struct Search {
    cache: Cache,
    /// What moves are sorted by, too, far from the end.
    pub(super) evaluation: Option<Evaluation>,
    /// Positions that were entered.
    pub(super) nodes: u64,
    /// Once more than so many positions were entered the search gives up.
    pub(super) limit: u64,
}

/// A move to be tried: what it flips, and its rank.
#[derive(Clone, Copy)]
struct Try {
    square: u8,
    rank: i32,
    flipped: Set,
}

impl Try {
    const NONE: Try = Try {
        square: 0,
        rank: 0,
        flipped: 0,
    };
}

/// Any number of empty squares.
pub(super) struct Any;

impl Ply for Any {
    type Search = Search;
    type Rest = Empty;

    #[inline(always)]
    fn decide<C: Cpu>(
        cpu: C,
        search: &mut Search,
        own: Set,
        opponent: Set,
        empty: Empty,
        target: i32,
    ) -> bool {
        search.nodes += 1;
        if count(empty.all) <= SHALLOW {
            begin(cpu, search, own, opponent, empty, target)
        } else {
            cpu.enter::<Sorted>(search, own, opponent, empty, target)
        }
    }
}

/// More empty squares than [`SHALLOW`].
struct Sorted;

impl Ply for Sorted {
    type Search = Search;
    type Rest = Empty;

    #[inline(always)]
    fn decide<C: Cpu>(
        cpu: C,
        search: &mut Search,
        own: Set,
        opponent: Set,
        empty: Empty,
        target: i32,
    ) -> bool {
        let empties = count(empty.all);
        let moves = cpu.moves(own, opponent);
        if moves == 0 {
            return pass::<C, Sorted>(cpu, search, own, opponent, empty, target);
        }
        let mut first = None;
        if let Some(found) = search.cache.probe(own, opponent) {
            if found.least >= target {
                return true;
            }
            if found.most < target {
                return false;
            }
            first = found.best;
        }
        let mut tries = [Try::NONE; MOST_MOVES];
        let tries = list_moves(cpu, &mut tries, own, opponent, empty, moves, first);
        if empties >= EVALUATED
            && tries.len() > 1
            && let Some(evaluation) = &search.evaluation
        {
            evaluate(cpu, evaluation.weights(), tries, own, opponent);
        }
        if empties >= PROBED && search.child_decides(tries, own, opponent, target) {
            return true;
        }
        let mut best = None;
        for i in 0..tries.len() {
            let Try {
                square, flipped, ..
            } = next_best(&mut tries[i..]);
            search.nodes += 1;
            let (child, other) = (opponent ^ flipped, own ^ flipped ^ (1 << square));
            let (rest, most) = (empty.without(square), 2 - target);
            let is_refuted = if empties == SHALLOW + 1 {
                cpu.enter::<Shallow>(search, child, other, rest, most)
            } else {
                cpu.enter::<Sorted>(search, child, other, rest, most)
            };
            if search.gave_up() {
                return false;
            }
            if !is_refuted {
                best = Some(square);
                break;
            }
        }
        search.cache.store(own, opponent, target, best);
        best.is_some()
    }
}

impl Search {
    pub(super) fn new(cache: Cache) -> Search {
        Search {
            cache,
            evaluation: None,
            nodes: 0,
            limit: u64::MAX,
        }
    }

    /// Whether answers are void, since the search is on its way out. Positions
    /// are only ever added, so every caller sees it, too.
    #[inline(always)]
    pub(super) fn gave_up(&self) -> bool {
        self.nodes > self.limit
    }

    /// Whether the table knows of a move that reaches the target.
    #[inline]
    fn child_decides(&self, tries: &[Try], own: Set, opponent: Set, target: i32) -> bool {
        tries.iter().any(
            |&Try {
                 square, flipped, ..
             }| {
                let (child, other) = (opponent ^ flipped, own ^ flipped ^ (1 << square));
                let found = self.cache.probe(child, other);
                found.is_some_and(|found| found.most < 2 - target)
            },
        )
    }
}

/// The most promising of some moves, which changes places with the first.
#[inline(always)]
fn next_best(tries: &mut [Try]) -> Try {
    let mut best = 0;
    for i in 1..tries.len() {
        if tries[i].rank > tries[best].rank {
            best = i;
        }
    }
    tries.swap(0, best);
    tries[0]
}

/// Adds what an evaluation says of the moves to their ranks.
#[inline(always)]
fn evaluate<C: Cpu>(cpu: C, weights: &Weights, tries: &mut [Try], own: Set, opponent: Set) {
    for Try {
        square,
        rank,
        flipped,
    } in tries
    {
        if *rank < i32::MAX - 1 {
            let (child, other) = (opponent ^ *flipped, own ^ *flipped ^ (1 << *square));
            *rank -= weights.sum(cpu, child, other) * EVALUATION;
        }
    }
}

/// The moves with their ranks: the one known to be good, then by the number of
/// replies (corners twice), discs that nobody can flip around corners, squares
/// where the opponent may get moves, odd quadrants and squares.
#[inline(always)]
fn list_moves<C: Cpu>(
    cpu: C,
    tries: &mut [Try; MOST_MOVES],
    own: Set,
    opponent: Set,
    empty: Empty,
    moves: Set,
    first: Option<u8>,
) -> &mut [Try] {
    let mut n = 0;
    for square in squares(moves).take(MOST_MOVES) {
        let flipped = cpu.flips(own, opponent, square);
        let bit = 1 << square;
        let (child, other) = (opponent ^ flipped, own ^ flipped ^ bit);
        let rank = if child == 0 {
            i32::MAX
        } else if first == Some(square) {
            i32::MAX - 1
        } else {
            let replies = cpu.moves(child, other);
            let chances = bits::around(other) & empty.all & !bit;
            let weigh = |set: Set| (count(set) + count(set & CORNERS)) as i32;
            let parity = i32::from(empty.odd & bit != 0) << 3;
            let corners = count(bits::safe_at_corners(other)) as i32;
            (corners << 11) + parity + square_value(square)
                - (weigh(replies) << 15)
                - (weigh(chances) << 5)
        };
        tries[n] = Try {
            square,
            rank,
            flipped,
        };
        n += 1;
    }
    &mut tries[..n]
}
