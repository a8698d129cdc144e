//! Boolean alpha-beta for the last empty squares.
//!
//! Every question is "can the side to move reach at least this score?"; for its
//! opponent that is "can it reach at least two more than the negative?", since
//! scores are even.
//!
//! ```text
//! reaches(own, opponent, target)
//!   up to two empty squares   last.rs: flips counted from a table of lines
//!   up to six                 shallow.rs: each square in turn, odd quadrants first
//!   more                      fewest replies first, with a table if there is one
//! ```

mod last;
mod shallow;
mod table;

use std::cell::RefCell;

use crate::Position;
use crate::bits::{self, CORNERS, Set, count, flips, squares};
use crate::hints::square_value;
use crate::position::final_score;
use crate::rules::GREATEST;

use table::Cache;

/// Up to so many empty squares moves are tried without looking ahead.
const SHALLOW: u32 = 6;

/// From so many empty squares on results are kept.
const CACHED: u32 = 7;

/// From so many empty squares on the table is asked about the moves before one
/// of them is tried.
const PROBED: u32 = 8;

/// There are never more moves than squares that were empty at the start.
const MOST_MOVES: usize = 60;

/// A search, with or without a table.
///
/// ```
/// use shomei_othello::{Move, Position, endgame::Solver};
///
/// // Black has the board but for h8, and White's disc on g8 stands between.
/// let black = !(0b11 << 62);
/// let position = Position::new(black, 1 << 62, shomei_game::Side::First).unwrap();
/// let mut solver = Solver::with_table(10);
/// assert!(solver.reaches(&position, 64));
/// assert_eq!(solver.score(&position, 0), 64);
/// ```
#[derive(Debug)]
pub struct Solver {
    cache: Cache,
    nodes: u64,
    /// Once more than so many positions were entered the search gives up.
    limit: u64,
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

/// The table of each thread that decides leaves: 768 KiB, so that it stays in
/// the cache.
const LEAF_BITS: u32 = 15;

thread_local! {
    /// What a thread keeps of the leaves that it has decided. Nothing but time
    /// depends on it: entries hold whole positions, and bounds that are true.
    static LEAVES: RefCell<Option<Solver>> = const { RefCell::new(None) };
}

/// As [`Solver::decide`], with what this thread knows from earlier
/// leaves. The positions that were entered are added to `nodes`.
pub fn leaf_decides(
    position: &Position,
    target: i32,
    most_nodes: u64,
    nodes: &mut u64,
) -> Option<bool> {
    with_leaves(position, |solver| {
        let before = solver.nodes;
        let answer = solver.decide(position, target, most_nodes);
        *nodes += solver.nodes - before;
        answer
    })
}

/// Asks the solver of this thread, or one without a table where that would not
/// be looked at.
fn with_leaves<T>(position: &Position, ask: impl FnOnce(&mut Solver) -> T) -> T {
    if position.empties() < CACHED {
        return ask(&mut Solver::plain());
    }
    LEAVES
        .with_borrow_mut(|solver| ask(solver.get_or_insert_with(|| Solver::with_table(LEAF_BITS))))
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::plain()
    }
}

impl Solver {
    /// Without a table: nothing to set up, for small remainders.
    #[must_use]
    #[inline]
    pub fn plain() -> Solver {
        Solver {
            cache: Cache::default(),
            nodes: 0,
            limit: u64::MAX,
        }
    }

    /// With a table of 2^`bits` entries of 24 bytes.
    ///
    /// # Panics
    ///
    /// If `bits` is not from 1 to 32.
    #[must_use]
    pub fn with_table(bits: u32) -> Solver {
        assert!((1..=32).contains(&bits), "a table has 2^1 to 2^32 entries");
        Solver {
            cache: Cache::new(bits),
            ..Solver::plain()
        }
    }

    /// How many positions were entered since the solver was made.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Whether the side to move can reach at least this score.
    pub fn reaches(&mut self, position: &Position, target: i32) -> bool {
        let (own, opponent) = (position.own(), position.opponent());
        self.search(own, opponent, !(own | opponent), target)
    }

    /// The same; `None` once more than about `most_nodes` positions were entered.
    /// What the table then knows stays right and in use: asking again with more
    /// nodes goes on where the search ended.
    ///
    /// The last plies are not interrupted, so it may be some hundreds more.
    pub fn decide(&mut self, position: &Position, target: i32, most_nodes: u64) -> Option<bool> {
        self.limit = self.nodes.saturating_add(most_nodes);
        let answer = self.reaches(position, target);
        let gave_up = self.gave_up();
        self.limit = u64::MAX;
        (!gave_up).then_some(answer)
    }

    /// Whether answers are void, since the search is on its way out. Positions
    /// are only ever added, so every caller sees it, too.
    #[inline]
    fn gave_up(&self) -> bool {
        self.nodes > self.limit
    }

    /// The exact score for the side to move; `guess` is where to begin.
    pub fn score(&mut self, position: &Position, guess: i32) -> i32 {
        let (mut least, mut most) = (-GREATEST, GREATEST);
        let mut target = (guess + guess.rem_euclid(2)).clamp(least + 2, most);
        let mut step = 2;
        while least < most {
            if self.reaches(position, target) {
                least = target;
                target = (target + step).min(most);
            } else {
                most = target - 2;
                target = (target - step).max(least + 2);
            }
            step *= 2;
            if least > -GREATEST && most < GREATEST {
                // Between two bounds: their middle.
                target = least + 2 + (most - least) / 4 * 2;
                target = target.min(most);
            }
        }
        least
    }

    fn search(&mut self, own: Set, opponent: Set, empty: Set, target: i32) -> bool {
        self.nodes += 1;
        let empties = count(empty);
        if empties <= SHALLOW {
            return shallow::begin(&mut self.nodes, own, opponent, empty, target);
        }
        let moves = bits::moves(own, opponent);
        if moves == 0 {
            if bits::moves(opponent, own) == 0 {
                return final_score(own, opponent) >= target;
            }
            return !self.search(opponent, own, empty, 2 - target);
        }
        let keep = empties >= CACHED;
        let mut first = None;
        if keep && let Some(found) = self.cache.probe(own, opponent) {
            if found.least >= target {
                return true;
            }
            if found.most < target {
                return false;
            }
            first = found.best;
        }
        let mut tries = [Try::NONE; MOST_MOVES];
        let tries = list_moves(&mut tries, own, opponent, empty, moves, first);
        if empties >= PROBED && self.child_decides(tries, own, opponent, target) {
            return true;
        }
        let mut best = None;
        for i in 0..tries.len() {
            let Try {
                square, flipped, ..
            } = next_best(&mut tries[i..]);
            let bit = 1 << square;
            let (child, other) = (opponent ^ flipped, own ^ flipped ^ bit);
            let is_refuted = self.search(child, other, empty ^ bit, 2 - target);
            if self.gave_up() {
                return false;
            }
            if !is_refuted {
                best = Some(square);
                break;
            }
        }
        if keep {
            self.cache.store(own, opponent, target, best);
        }
        best.is_some()
    }
}

impl Solver {
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
#[inline]
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

/// The moves with their ranks: the one known to be good, then by the number of
/// replies (corners twice), discs that nobody can flip around corners, squares
/// where the opponent may get moves, odd quadrants and squares.
#[inline]
fn list_moves(
    tries: &mut [Try; MOST_MOVES],
    own: Set,
    opponent: Set,
    empty: Set,
    moves: Set,
    first: Option<u8>,
) -> &mut [Try] {
    let mut n = 0;
    let odd = shallow::odd_quadrants(empty);
    for square in squares(moves).take(MOST_MOVES) {
        let flipped = flips(own, opponent, square);
        let bit = 1 << square;
        let (child, other) = (opponent ^ flipped, own ^ flipped ^ bit);
        let rank = if child == 0 {
            i32::MAX
        } else if first == Some(square) {
            i32::MAX - 1
        } else {
            let replies = bits::moves(child, other);
            let chances = bits::around(other) & empty & !bit;
            let weigh = |set: Set| (count(set) + count(set & CORNERS)) as i32;
            let parity = i32::from(odd & bit != 0) << 3;
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

#[cfg(test)]
mod tests {
    use super::*;
    use shomei_game::{Game, Goal, Key, Side, Status};

    use crate::{Move, Othello, Rules};

    /// The score by the rules alone.
    fn slow_score(game: &Othello, position: &Position) -> i32 {
        if game.status(position) != Status::Open {
            return position.score(position.to_move());
        }
        let mut moves = Vec::new();
        game.moves(position, &mut moves);
        let scores = moves
            .iter()
            .map(|&mv| -slow_score(game, &position.play(mv)));
        scores.max().unwrap_or(-GREATEST)
    }

    /// A position of a random game with at most so many empty squares.
    fn random_position(seed: u64, empties: u32) -> Position {
        let mut position = Position::start();
        let mut state = seed;
        while position.empties() > empties && !position.is_over() {
            state = Key::of(state).0;
            let moves: Vec<u8> = squares(position.mobility()).collect();
            let mv = match moves.len() {
                0 => Move::PASS,
                n => Move::to(moves[state as usize % n]),
            };
            position = position.play(mv);
        }
        position
    }

    #[test]
    fn every_target_agrees_with_the_rules() {
        let game = Othello::new(Rules::Standard, Goal::win(Side::First));
        let mut cached = Solver::with_table(10);
        for seed in 0..400 {
            let position = random_position(seed, 2 + (seed % 6) as u32);
            if position.is_over() {
                continue;
            }
            let score = slow_score(&game, &position);
            for target in (-62..=64).step_by(2) {
                let reaches = Solver::plain().reaches(&position, target);
                assert_eq!(reaches, score >= target, "{position:?} {score} {target}");
                assert_eq!(cached.reaches(&position, target), reaches, "{position:?}");
            }
        }
    }

    /// From eight empty squares on what the table knows of the moves can answer,
    /// in a small table with entries that come and go.
    #[test]
    fn tables_change_no_answer() {
        let mut tables = [6, 14].map(Solver::with_table);
        let mut compared = 0;
        for seed in 0..256 {
            let position = random_position(seed, 9 + (seed % 4) as u32);
            if position.is_over() {
                continue;
            }
            for target in (-62..=64).step_by(2) {
                let reaches = Solver::plain().reaches(&position, target);
                for table in &mut tables {
                    assert_eq!(
                        table.reaches(&position, target),
                        reaches,
                        "{position:?} {target}"
                    );
                }
            }
            compared += 1;
        }
        assert!(compared > 200, "{compared}");
    }

    #[test]
    fn a_search_that_gives_up_says_so() {
        let (mut limited, mut decided, mut gave_up) = (Solver::with_table(12), 0, 0);
        for seed in 0..60 {
            let position = random_position(seed, 12);
            if position.is_over() {
                continue;
            }
            let right = Solver::with_table(12).reaches(&position, 2);
            for most in [0, 100, 1_000, 10_000, u64::MAX] {
                let before = limited.nodes();
                match limited.decide(&position, 2, most) {
                    Some(answer) => {
                        assert_eq!(answer, right, "{position:?}");
                        assert!(limited.nodes() - before <= most);
                        decided += 1;
                    }
                    None => {
                        assert!(limited.nodes() - before > most);
                        gave_up += 1;
                    }
                }
            }
            let mut nodes = 7;
            let leaf = leaf_decides(&position, 2, u64::MAX, &mut nodes);
            assert_eq!(leaf, Some(right));
            assert!(nodes > 7);
        }
        assert!(decided > 60 && gave_up > 60, "{decided} {gave_up}");
    }

    #[test]
    fn the_score_is_that_of_the_rules() {
        let game = Othello::new(Rules::Standard, Goal::win(Side::First));
        let mut cached = Solver::with_table(12);
        for seed in 0..60 {
            let position = random_position(seed, 8);
            if position.is_over() {
                continue;
            }
            let score = slow_score(&game, &position);
            for guess in [-64, -3, 0, 10, 64] {
                assert_eq!(cached.score(&position, guess), score, "{position:?}");
                assert_eq!(Solver::plain().score(&position, guess), score);
            }
        }
    }
}
