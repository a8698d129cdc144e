//! Results other than a single answer: a value, a score, the value of each move.

use shomei_search::Bracket;
use shomei_search::{Answer, Stop};

use super::question::Value;
use super::work::Work;
use crate::any::AnyPosition;
use crate::messages::score_text;
use crate::solving::TextLine;

/// The result of several questions together.
#[derive(Clone, Debug)]
pub enum Found {
    /// There was only one question.
    Answer,
    /// The value, if known.
    Value(Option<Value>),
    /// The value, if known, and the value of each move, the best first.
    Moves(Option<Value>, Vec<MoveValue>),
    /// The answer to one question for each move, the best for the player of the moves first.
    Answers(Vec<MoveValue>),
    /// The bounds of the score.
    Score(ScoreBounds),
    /// The bounds of the score, and of the score of each move, the best first.
    Scores(ScoreBounds, Vec<MoveValue>),
}

/// A move and its results.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveValue {
    /// The move as text.
    pub mv: String,
    /// The value for the side that plays the move, if known.
    pub value: Option<Value>,
    /// Whether one side can force a win after the move, if only that was asked.
    pub answer: Option<Answer>,
    /// The least and the greatest possible score for the side that plays the move, if scores were
    /// asked.
    pub bounds: Option<[i32; 2]>,
    /// The bounds of the plies of the shortest win after the move, the move included, for the side
    /// that can force one. `None` if lengths were not asked, or a side is known not to win.
    pub length: Option<Bracket>,
    /// The limit that left results open.
    pub stopped_by: Option<Stop>,
    /// The work of the searches.
    pub work: Work,
    /// A line of play that begins with the move; the move alone if the value is unknown.
    pub line: TextLine,
}

impl MoveValue {
    /// A move without results.
    pub(super) fn of(mv: String) -> MoveValue {
        MoveValue {
            line: TextLine {
                moves: vec![mv.clone()],
                ..TextLine::default()
            },
            mv,
            value: None,
            answer: None,
            bounds: None,
            length: None,
            stopped_by: None,
            work: Work::default(),
        }
    }

    /// The value or the answer in a word, or the score in a few words.
    #[must_use]
    pub fn text(&self) -> String {
        match (self.bounds, self.answer, self.value) {
            (Some(bounds), ..) => bounds_text(bounds),
            (None, Some(answer), _) => answer.to_string(),
            (None, None, Some(value)) => value.to_string(),
            (None, None, None) => "unknown".to_string(),
        }
    }

    /// Whether a win is known whose length was asked for and is not known.
    pub(super) fn is_unmeasured(&self) -> bool {
        let is_won = self.answer == Some(Answer::Proved) || self.value == Some(Value::Win);
        is_won && self.length.is_some_and(|length| length.exact().is_none())
    }

    /// The exact score, if asked for and known.
    #[must_use]
    pub fn score(&self) -> Option<i32> {
        self.bounds.and_then(exact)
    }
}

/// The bounds of a score for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreBounds {
    /// The least and the greatest possible score.
    pub bounds: [i32; 2],
    /// The value of the score by the rules, if known.
    pub value: Option<Value>,
    /// The number of questions that were asked.
    pub questions: u64,
}

impl ScoreBounds {
    /// Makes the bounds of the score of a position.
    pub(super) fn of(position: &AnyPosition, bounds: [i32; 2], questions: u64) -> ScoreBounds {
        let mover = position.to_move();
        let value = |score| Value::of_outcome(position.game().outcome_of(score, mover), mover);
        ScoreBounds {
            bounds,
            value: exact(bounds).map(value),
            questions,
        }
    }

    /// The exact score, if known.
    #[must_use]
    pub fn score(&self) -> Option<i32> {
        exact(self.bounds)
    }

    /// The score, or its bounds, in words.
    #[must_use]
    pub fn text(&self) -> String {
        bounds_text(self.bounds)
    }
}

fn exact([low, high]: [i32; 2]) -> Option<i32> {
    (low == high).then_some(low)
}

fn bounds_text(bounds: [i32; 2]) -> String {
    let [low, high] = bounds.map(score_text);
    match exact(bounds) {
        Some(_) => low,
        None => format!("between {low} and {high}"),
    }
}
