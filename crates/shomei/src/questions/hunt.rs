//! The order of the questions "is the score at least s?", for s on a grid.
//!
//! ```text
//! 1  at the guess
//! 2  upwards or downwards by single steps, then by two, four ..., until one answer is yes and
//!    one is no
//! 3  in the middle between them, or just below, until they are neighbours
//! ```
//!
//! A correct guess takes two questions. A "no" costs more than a "yes" at the same distance from
//! the score, because all moves must fail: 1.8 times as much next to the score and 2.2 times two
//! steps away in Othello with 20 empty squares, 3.5 and 15 times in FFO 40 to 49. So the upward
//! steps are single steps, which end with one necessary "no". Doubling the steps after three upward
//! questions costs 564 instead of 526 million nodes for FFO 40 to 49; two steps at a time downwards
//! cost 227 instead of 223 million for 80 game positions with 20 empty squares.
//!
//! If a question stays unanswered, its neighbours may still have answers: both sides of it are
//! asked in growing steps, until there is an answer on each.

use shomei_game::ScoreRange;
use shomei_search::Answer;

/// The number of upward questions before the steps double.
const UPWARDS: u32 = 7;

/// The number of downward questions before the steps double.
const DOWNWARDS: u32 = 4;

/// The known bounds of a score, and the next question.
#[derive(Clone, Debug)]
pub(super) struct Hunt {
    step: i32,
    guess: i32,
    /// The least and the greatest possible score.
    low: i32,
    high: i32,
    /// Whether an answer set the bound; else it is the end of the range.
    proved: bool,
    disproved: bool,
    /// The number of answers that led away from the guess in one direction.
    away: u32,
    gap: Option<Gap>,
}

/// The questions without an answer.
#[derive(Clone, Debug)]
struct Gap {
    /// The least and the greatest question without an answer.
    lowest: i32,
    highest: i32,
    /// The distance from these to the next question; 0 once there is an answer.
    below: i32,
    above: i32,
}

impl Hunt {
    /// A new hunt: only the range and the guess are known.
    pub(super) fn new(range: ScoreRange, guess: i32) -> Hunt {
        let ScoreRange { greatest, step, .. } = range;
        let above = guess.clamp(-greatest, greatest) + greatest;
        Hunt {
            step,
            guess: (above + step / 2) / step * step - greatest,
            low: -greatest,
            high: greatest,
            proved: false,
            disproved: false,
            away: 0,
            gap: None,
        }
    }

    /// The least and the greatest possible score.
    pub(super) fn bounds(&self) -> [i32; 2] {
        [self.low, self.high]
    }

    /// The next question: is the score at least this? `None` if the score is known, or no question
    /// is left.
    pub(super) fn next(&self) -> Option<i32> {
        if self.low >= self.high {
            return None;
        }
        if let Some(gap) = &self.gap {
            return self.beside(gap);
        }
        let least = match (self.proved, self.disproved) {
            (false, false) => self.guess,
            (true, false) => self.low + (self.step << self.away.saturating_sub(UPWARDS)),
            (false, true) => {
                let stride = self.step << self.away.saturating_sub(DOWNWARDS);
                self.high + self.step - stride
            }
            (true, true) => {
                let steps = (self.high - self.low) / self.step;
                self.low + (steps / 2).max(1) * self.step
            }
        };
        Some(least.clamp(self.low + self.step, self.high))
    }

    /// The next question on a side of the gap that has no answer yet.
    fn beside(&self, gap: &Gap) -> Option<i32> {
        let first = self.low + self.step;
        if gap.below > 0 && gap.lowest > first {
            return Some((gap.lowest - gap.below).max(first));
        }
        if gap.above > 0 && gap.highest < self.high {
            return Some((gap.highest + gap.above).min(self.high));
        }
        None
    }

    /// Takes the answer to a question.
    pub(super) fn learn(&mut self, least: i32, answer: Answer) {
        self.away += 1;
        match answer {
            Answer::Proved => {
                self.proved = true;
                self.low = least;
            }
            Answer::Disproved => {
                self.disproved = true;
                self.high = least - self.step;
            }
            Answer::Unknown => {}
        }
        self.gap = match self.gap.take() {
            None if answer == Answer::Unknown => Some(Gap {
                lowest: least,
                highest: least,
                below: self.step,
                above: self.step,
            }),
            None => None,
            Some(gap) => gap.after(least, answer),
        };
    }
}

impl Gap {
    /// The gap after the answer to a neighbouring question; `None` if the answer closes it.
    fn after(mut self, least: i32, answer: Answer) -> Option<Gap> {
        let is_below = least < self.lowest;
        match answer {
            Answer::Unknown if is_below => {
                self.lowest = least;
                self.below *= 2;
            }
            Answer::Unknown => {
                self.highest = least;
                self.above *= 2;
            }
            Answer::Proved if is_below => self.below = 0,
            Answer::Disproved if !is_below => self.above = 0,
            // A "yes" above the gap, or a "no" below it, answers the whole gap.
            Answer::Proved | Answer::Disproved => return None,
        }
        Some(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RANGE: ScoreRange = ScoreRange {
        greatest: 64,
        step: 2,
        unit: "discs",
    };

    /// The questions that are asked if those in `unknown` have no answer, and the bounds at the
    /// end.
    fn hunt(score: i32, guess: i32, unknown: &[i32]) -> (Vec<i32>, [i32; 2]) {
        let mut hunt = Hunt::new(RANGE, guess);
        let mut asked = Vec::new();
        while let Some(least) = hunt.next() {
            assert!(!asked.contains(&least), "{asked:?}, then {least}");
            assert!(least % 2 == 0 && (-62..=64).contains(&least), "{least}");
            asked.push(least);
            hunt.learn(
                least,
                match () {
                    () if unknown.contains(&least) => Answer::Unknown,
                    () if score >= least => Answer::Proved,
                    () => Answer::Disproved,
                },
            );
        }
        (asked, hunt.bounds())
    }

    #[test]
    fn every_score_is_found_from_every_guess() {
        for score in (-64..=64).step_by(2) {
            for guess in -70..=70 {
                let (asked, bounds) = hunt(score, guess, &[]);
                assert_eq!(bounds, [score, score]);
                assert!(asked.len() <= 19, "{score}, {guess}: {asked:?}");
            }
        }
    }

    #[test]
    fn a_good_guess_takes_two_questions_and_the_ends_take_one() {
        assert_eq!(hunt(6, 6, &[]).0, [6, 8]);
        assert_eq!(hunt(6, 7, &[]).0, [8, 6]);
        assert_eq!(hunt(64, 64, &[]).0, [64]);
        assert_eq!(hunt(-64, -64, &[]).0, [-62]);
    }

    #[test]
    fn steps_grow_and_halves_close_in() {
        let up = [0, 2, 4, 6, 8, 10, 12, 14, 18, 26, 20, 22, 24];
        assert_eq!(hunt(22, 0, &[]).0, up);
        let down = [0, -2, -4, -6, -8, -12, -20, -18];
        assert_eq!(hunt(-20, 0, &[]).0, down);
    }

    #[test]
    fn what_has_no_answer_is_bounded_from_both_sides() {
        assert_eq!(hunt(6, 6, &[4, 6, 8, 10]), (vec![6, 4, 0, 8, 12], [0, 10]));
        assert_eq!(hunt(6, 6, &[8]), (vec![6, 8, 10], [6, 8]));
        let all: Vec<i32> = (-62..=64).collect();
        let (asked, bounds) = hunt(6, 6, &all);
        assert_eq!(bounds, [-64, 64]);
        assert!(asked.len() <= 14, "{asked:?}");
        // The answer of a neighbour can answer the whole gap.
        assert_eq!(hunt(-10, 0, &[0]).1, [-10, -10]);
    }
}
