//! Compares the results with the scores in a list.

use std::fmt::Display;

use shomei_game::{ErrorText, KnownScore, Side, error_text};
use shomei_search::Answer;

use super::answer::Answered;
use crate::failure::Failure;
use crate::output::{score_text, word_text};
use shomei::questions::ScoreBounds;
use shomei::{AnyGame, AnyPosition, Error, ErrorKind, Found, MoveValue, Value};

/// The scores after a position, seen from the side to move.
#[derive(Debug)]
pub(super) struct ExpectedScores {
    mover: Side,
    /// The greatest score.
    score: i32,
    /// The value of this score under the rules.
    value: Value,
    /// The scores of moves, with their values. The moves have their usual texts.
    moves: Vec<(KnownScore, Value)>,
}

/// The comparison of the expected values with the result.
#[derive(Debug)]
pub(super) struct Comparison {
    /// The expected score, where there is one.
    pub(super) score: Option<i32>,
    /// The expected result, as text that fits the question.
    pub(super) text: String,
    /// `None` if the result is too incomplete for a comparison.
    pub(super) agrees: Option<bool>,
    /// The other compared facts: key and expected text.
    pub(super) facts: Vec<(&'static str, String)>,
}

/// The expected scores in the text of a position; `None` if there are none.
pub(super) fn expected(
    game: &AnyGame,
    position: &AnyPosition,
    text: &str,
) -> Result<Option<ExpectedScores>, Failure> {
    let known = game.known_scores(text).map_err(Failure::from)?;
    let Some(score) = known.iter().map(|known| known.score).max() else {
        return Ok(None);
    };
    let mover = position.to_move();
    let value = |score| Value::of_outcome(game.outcome_of(score, mover), mover);
    let usual = |known: KnownScore| match position.move_text(&known.mv) {
        Ok(mv) => Ok((KnownScore { mv, ..known }, value(known.score))),
        Err(error) => {
            let about = error_text!("score-of-move", "the score of {mv}", mv = known.mv);
            Err(Failure::from(error).context(about))
        }
    };
    Ok(Some(ExpectedScores {
        mover,
        score,
        value: value(score),
        moves: known.into_iter().map(usual).collect::<Result<_, _>>()?,
    }))
}

/// The comparison of one expected value.
struct ExpectedValue {
    expected: String,
    agrees: Option<bool>,
    /// The error that names the difference.
    difference: Option<Error>,
}

impl ExpectedScores {
    /// Compares the scores with the result. Each difference is a problem of the answer.
    pub(super) fn compare(&self, answered: &mut Answered) {
        let value = self.value;
        let judged = match &answered.result.found {
            Found::Answer | Found::Answers(_) => vec![self.answer(answered)],
            Found::Value(found) => vec![ExpectedValue::of(value, *found, self.score)],
            Found::Moves(found, moves) => {
                let whole = ExpectedValue::of(value, *found, self.score);
                let each = self.moves.iter().map(|mv| of_move(mv, moves));
                [whole].into_iter().chain(each).collect()
            }
            Found::Score(known) => vec![self.bounds(known)],
            Found::Scores(known, moves) => {
                let each = self.moves.iter().map(|(mv, _)| bounds_of_move(mv, moves));
                [self.bounds(known)].into_iter().chain(each).collect()
            }
        };
        let text = match (&answered.result.found, judged.first()) {
            (Found::Moves(..), _) | (_, None) => value.to_string(),
            (_, Some(only)) => only.expected.clone(),
        };
        // One difference suffices for `false`; `true` needs all values.
        let agree = |all: Option<bool>, next: &ExpectedValue| match (all, next.agrees) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        };
        answered.comparison = Some(Comparison {
            score: Some(self.score),
            text,
            agrees: judged.iter().fold(Some(true), agree),
            facts: Vec::new(),
        });
        let differences = judged.into_iter().filter_map(|judged| judged.difference);
        let problems = differences.map(Failure::Library);
        answered.problems.extend(problems);
    }

    fn answer(&self, answered: &Answered) -> ExpectedValue {
        let wins = match answered.result.aim.attacker == self.mover {
            true => Value::Win,
            false => Value::Loss,
        };
        let expected = match self.value == wins {
            true => Answer::Proved,
            false => Answer::Disproved,
        };
        let known = answered.result.answer != Answer::Unknown;
        ExpectedValue::of(
            expected,
            known.then_some(answered.result.answer),
            self.score,
        )
    }

    fn bounds(&self, known: &ScoreBounds) -> ExpectedValue {
        ExpectedValue::of_bounds(self.score, known.bounds, &known.text())
    }
}

fn bounds_of_move(expected: &KnownScore, moves: &[MoveValue]) -> ExpectedValue {
    let found = moves.iter().find(|found| found.mv == expected.mv);
    let bounds = found.and_then(|found| Some((found.bounds?, found.text())));
    let judged = match bounds {
        Some((bounds, text)) => ExpectedValue::of_bounds(expected.score, bounds, &text),
        None => ExpectedValue::of(expected.score, None, expected.score),
    };
    judged.named(&expected.mv)
}

fn of_move((expected, value): &(KnownScore, Value), moves: &[MoveValue]) -> ExpectedValue {
    let found = moves.iter().find(|found| found.mv == expected.mv);
    let found = found.and_then(|found| found.value);
    ExpectedValue::of(*value, found, expected.score).named(&expected.mv)
}

/// The error of a difference.
fn different(text: ErrorText) -> Error {
    Error::new(ErrorKind::Run, text)
}

impl ExpectedValue {
    /// Compares a score with bounds.
    fn of_bounds(score: i32, [low, high]: [i32; 2], found: &str) -> ExpectedValue {
        let agrees = match () {
            () if low == high => Some(low == score),
            () if (low..=high).contains(&score) => None,
            () => Some(false),
        };
        let expected = score_text(score);
        let differs = agrees == Some(false);
        ExpectedValue {
            difference: differs.then(|| {
                different(error_text!(
                    "expected-found",
                    "expected {expected}, found {found}",
                    expected = expected,
                    found = found
                ))
            }),
            expected,
            agrees,
        }
    }

    /// Adds the move to the message of a difference.
    fn named(self, mv: &str) -> ExpectedValue {
        let difference = self.difference;
        ExpectedValue {
            difference: difference.map(|difference| {
                difference.context(error_text!("subject-move", "move {mv}", mv = mv))
            }),
            ..self
        }
    }

    fn of<T: Copy + Display + PartialEq>(
        expected: T,
        found: Option<T>,
        score: i32,
    ) -> ExpectedValue {
        let other = found.as_ref().filter(|&found| *found != expected);
        let difference = other.map(|other| {
            let [wanted, other] = [expected.to_string(), other.to_string()];
            let text = error_text!(
                "expected-score-found",
                "expected {expected} (score {score}), found {found}",
                expected = word_text(&wanted),
                score = score_text(score),
                found = word_text(&other)
            );
            different(text)
        });
        ExpectedValue {
            agrees: found.map(|found| found == expected),
            expected: expected.to_string(),
            difference,
        }
    }
}
