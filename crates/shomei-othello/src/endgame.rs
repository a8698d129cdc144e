//! Boolean alpha-beta search for the last empty squares.
//!
//! Every question is "can the side to move reach at least this score?". For its opponent it becomes
//! "can it reach at least two more than the negative?", since scores are even. The answer is a
//! value: at least the target, and then a lower bound of the score; or less, and an upper bound
//! (fail-soft). The table keeps the bounds for later questions.
//!
//! ```text
//! reaches(own, opponent, target)
//!   up to four empty squares  last.rs: the squares are arguments
//!   up to six                 shallow.rs: each square in turn, odd quadrants first
//!   more                      search.rs: moves in the order of order.rs, a table
//! ```
//!
//! The search is compiled for each kind of processor: see `cpu.rs`.

mod ahead;
mod estimate;
mod last;
mod leaves;
mod order;
mod search;
mod shallow;
mod stable;
mod table;

use std::cmp::Ordering;

use crate::cpu::{OnSmall, Processor};
use crate::evaluation::Evaluation;
use crate::rules::GREATEST;
use crate::{Position, Size};

pub(crate) use ahead::look_ahead;
pub(crate) use leaves::{Leaves, deep_bits};
use search::{Any, Search};
use shallow::Empty;
use table::Cache;

/// A search, with or without a table.
///
/// ```
/// use shomei_othello::{Move, Position, endgame::Solver};
///
/// // Black has all squares except h8, and White's disc on g8 is between.
/// let black = !(0b11 << 62);
/// let position = Position::new(black, 1 << 62, shomei_game::Side::First).unwrap();
/// let mut solver = Solver::with_table(10);
/// assert!(solver.reaches(&position, 64));
/// assert_eq!(solver.score(&position, 0), 64);
/// ```
#[derive(Debug)]
pub struct Solver {
    search: Search,
    processor: Processor,
    /// The board size of the table's entries.
    size: Size,
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::plain()
    }
}

impl Solver {
    /// A solver without a table, for few empty squares: it needs no preparation.
    #[must_use]
    #[inline]
    pub fn plain() -> Solver {
        Solver {
            search: Search::new(Cache::default()),
            processor: Processor::best(),
            size: Size::default(),
        }
    }

    /// A solver with a table of 2^`bits` lines of 64 bytes, each for three positions.
    ///
    /// # Panics
    ///
    /// If `bits` is not from 1 to 24, which is a gibibyte.
    #[must_use]
    pub fn with_table(bits: u32) -> Solver {
        assert!((1..=24).contains(&bits), "a table has 2^1 to 2^24 lines");
        Solver {
            search: Search::new(Cache::new(bits)),
            ..Solver::plain()
        }
    }

    /// The solver with the default evaluation, which sorts moves in positions with many empty
    /// squares.
    #[must_use]
    pub fn evaluating(mut self) -> Solver {
        self.search.evaluation = Some(Evaluation::default());
        self
    }

    /// The solver without instructions that only some processors have. It enters the same
    /// positions, but is slower.
    #[must_use]
    pub fn portable(self) -> Solver {
        Solver {
            processor: Processor::Portable,
            ..self
        }
    }

    /// The instructions that the solver uses: `portable`, `avx2` or `avx512`.
    #[must_use]
    pub fn processor(&self) -> &'static str {
        self.processor.name()
    }

    /// Clears the stored results.
    fn clear(&mut self) {
        self.search.clear();
    }

    /// The number of positions that were entered since the solver was made.
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.search.nodes
    }

    /// Whether the side to move can reach at least this score.
    pub fn reaches(&mut self, position: &Position, target: i32) -> bool {
        // Scores are even, and bounds are stored in eight bits.
        let size = position.size();
        let greatest = size.area() as i32;
        if target > greatest {
            return false;
        }
        if target <= -greatest {
            return true;
        }
        if size != self.size {
            // On another board the same discs may have another value.
            self.clear();
            self.size = size;
        }
        let target = target + target.rem_euclid(2);
        let (own, opponent) = (position.own(), position.opponent());
        let empty = Empty::of(size, !(own | opponent) & size.mask());
        let (search, cpu) = (&mut self.search, self.processor);
        let value = match size {
            Size::Eight => cpu.enter::<Any>(search, own, opponent, empty, target),
            Size::Six => cpu.enter::<OnSmall<Any>>(search, own, opponent, empty, target),
        };
        value >= target
    }

    /// Whether the side to move can reach at least this score, or `None` after about `most_nodes`
    /// entered positions. The stored results remain valid and in use: asking again with more nodes
    /// continues the search.
    ///
    /// The last plies are not interrupted, so some hundreds of additional positions may be entered.
    pub fn decide(&mut self, position: &Position, target: i32, most_nodes: u64) -> Option<bool> {
        self.search.limit = self.search.nodes.saturating_add(most_nodes);
        let answer = self.reaches(position, target);
        let gave_up = self.search.gave_up();
        self.search.limit = u64::MAX;
        (!gave_up).then_some(answer)
    }

    /// Whether the side to move wins (`Greater`), draws or loses. The evaluation, if any, decides
    /// which half of the question is asked first: the other one is seldom needed.
    pub fn outcome(&mut self, position: &Position) -> Ordering {
        let guess = |evaluation: &Evaluation| evaluation.score(position);
        if self
            .search
            .evaluation
            .as_ref()
            .is_some_and(|e| guess(e) < 0)
        {
            if !self.reaches(position, 0) {
                return Ordering::Less;
            }
            let wins = self.reaches(position, 2);
            return if wins {
                Ordering::Greater
            } else {
                Ordering::Equal
            };
        }
        if self.reaches(position, 2) {
            return Ordering::Greater;
        }
        let draws = self.reaches(position, 0);
        if draws {
            Ordering::Equal
        } else {
            Ordering::Less
        }
    }

    /// The exact score for the side to move; the search starts at `guess`.
    pub fn score(&mut self, position: &Position, guess: i32) -> i32 {
        let (mut least, mut most) = (-GREATEST, GREATEST);
        let guess = guess.clamp(least, most);
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
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::bits::squares;
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

    /// A position of a random game with at most `empties` empty squares.
    pub(crate) fn random_position(seed: u64, empties: u32) -> Position {
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
            for target in targets(seed) {
                let reaches = Solver::plain().reaches(&position, target);
                assert_eq!(reaches, score >= target, "{position:?} {score} {target}");
                assert_eq!(cached.reaches(&position, target), reaches, "{position:?}");
            }
        }
    }

    /// All targets in an order that the seed gives: bounds that are stored by one question then meet
    /// targets on both sides.
    fn targets(seed: u64) -> impl Iterator<Item = i32> {
        (0..64).map(move |at| 2 * (((2 * seed + 1) * at % 64) as i32) - 62)
    }

    /// Every kind of processor enters the same positions.
    #[test]
    fn processors_differ_in_time_only() {
        for seed in 0..300 {
            let position = random_position(seed, 2 + (seed % 13) as u32);
            if position.is_over() {
                continue;
            }
            let target = (seed % 9) as i32 * 2 - 8;
            let mut portable = Solver::with_table(8).evaluating().portable();
            let answer = portable.reaches(&position, target);
            for processor in Processor::all() {
                let mut solver = Solver::with_table(8).evaluating();
                solver.processor = processor;
                let name = solver.processor();
                assert_eq!(solver.reaches(&position, target), answer, "{name}");
                assert_eq!(solver.nodes(), portable.nodes(), "{name}");
            }
        }
    }

    /// From eight empty squares on, the table can answer a question by the entries of the moves;
    /// here in a small table in which entries are replaced.
    #[test]
    fn tables_change_no_answer() {
        let mut tables = vec![Solver::with_table(6), Solver::with_table(14)];
        tables.push(Solver::with_table(10).evaluating());
        let mut with_two = Solver::with_table(6);
        with_two.search.deepen(8);
        tables.push(with_two);
        let mut compared = 0;
        for seed in 0..256 {
            let position = random_position(seed, 9 + (seed % 4) as u32);
            if position.is_over() {
                continue;
            }
            for target in targets(seed) {
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
            // Other targets, too: what a search stores before it gives up must be right.
            for (target, most) in [(4, 0), (2, 100), (-2, 1_000), (6, 10_000), (0, 300)]
                .into_iter()
                .chain([-6, 8, 2, 0, 4].map(|target| (target, u64::MAX)))
            {
                let right = Solver::with_table(12).reaches(&position, target);
                let before = limited.nodes();
                match limited.decide(&position, target, most) {
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
            let right = Solver::with_table(12).reaches(&position, 2);
            let mut nodes = 7;
            let leaf = Leaves::default().decide(&position, 2, u64::MAX, &mut nodes);
            assert_eq!(leaf, Some(right));
            assert!(nodes > 7);
        }
        assert!(decided > 300 && gave_up > 60, "{decided} {gave_up}");
    }

    #[test]
    fn the_score_is_that_of_the_rules() {
        let game = Othello::new(Rules::Standard, Goal::win(Side::First));
        let mut cached = Solver::with_table(12).evaluating();
        for seed in 0..60 {
            let position = random_position(seed, 8);
            if position.is_over() {
                continue;
            }
            let score = slow_score(&game, &position);
            for guess in [-64, -3, 0, 10, 64] {
                assert_eq!(cached.score(&position, guess), score, "{position:?}");
                assert_eq!(cached.outcome(&position), score.cmp(&0), "{position:?}");
                assert_eq!(Solver::plain().score(&position, guess), score);
            }
        }
    }
}
