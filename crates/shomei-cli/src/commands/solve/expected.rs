//! What a list says of a position, held against what was found.

use std::fmt::Display;

use anyhow::anyhow;
use shomei_game::{KnownScore, Side};
use shomei_search::Answer;

use super::answer::Answered;
use crate::failure::Failure;
use crate::output::score_text;
use shomei::questions::ScoreBounds;
use shomei::{AnyGame, AnyPosition, Found, MoveValue, Value};

/// The scores that stand behind a position, as the side to move sees them.
#[derive(Debug)]
pub(super) struct Expected {
    mover: Side,
    /// The greatest.
    score: i32,
    /// What that is by the rules.
    value: Value,
    /// Of moves by their usual texts, and what that is.
    moves: Vec<(KnownScore, Value)>,
}

/// What was expected, and whether that was found.
#[derive(Debug)]
pub(super) struct Comparison {
    /// The expected score, where there is one.
    pub(super) score: Option<i32>,
    /// What was expected in the terms of the question.
    pub(super) text: String,
    /// `None` as long as what was found is not enough to tell.
    pub(super) agrees: Option<bool>,
    /// What else was compared, with what is said of it.
    pub(super) facts: Vec<(&'static str, String)>,
}

/// What the text of a position says of it; `None` where it says nothing.
pub(super) fn expected(
    game: &AnyGame,
    position: &AnyPosition,
    text: &str,
) -> Result<Option<Expected>, Failure> {
    let known = game
        .known_scores(text)
        .map_err(|error| Failure::Input(error.to_string()))?;
    let Some(score) = known.iter().map(|known| known.score).max() else {
        return Ok(None);
    };
    let mover = position.to_move();
    let value = |score| Value::of_outcome(game.outcome_of(score, mover), mover);
    let usual = |known: KnownScore| match position.move_text(&known.mv) {
        Ok(mv) => Ok((KnownScore { mv, ..known }, value(known.score))),
        Err(error) => {
            let mv = &known.mv;
            Err(Failure::Input(format!("the score of {mv}: {error}")))
        }
    };
    Ok(Some(Expected {
        mover,
        score,
        value: value(score),
        moves: known.into_iter().map(usual).collect::<Result<_, _>>()?,
    }))
}

/// One thing that was expected.
struct ExpectedValue {
    expected: String,
    agrees: Option<bool>,
    /// What was found in its place.
    difference: Option<String>,
}

impl Expected {
    /// Compares; that something else was found is a problem of the answer.
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
        // One difference is enough; to agree all must be known.
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
        let problems = differences.map(|difference| Failure::Run(anyhow!("{difference}")));
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

impl ExpectedValue {
    /// A score of which bounds were found.
    fn of_bounds(score: i32, [low, high]: [i32; 2], found: &str) -> ExpectedValue {
        let agrees = match () {
            () if low == high => Some(low == score),
            () if (low..=high).contains(&score) => None,
            () => Some(false),
        };
        let expected = score_text(score);
        let differs = agrees == Some(false);
        ExpectedValue {
            difference: differs.then(|| format!("expected {expected}, found {found}")),
            expected,
            agrees,
        }
    }

    /// The same of a move, which a difference names.
    fn named(self, mv: &str) -> ExpectedValue {
        let difference = self.difference;
        ExpectedValue {
            difference: difference.map(|difference| format!("move {mv}: {difference}")),
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
            let score = score_text(score);
            format!("expected {expected} (score {score}), found {other}")
        });
        ExpectedValue {
            agrees: found.map(|found| found == expected),
            expected: expected.to_string(),
            difference,
        }
    }
}
