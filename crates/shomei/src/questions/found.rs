//! What is found beyond one answer: a value, a score, the value of each move.

use shomei_search::Bracket;
use shomei_search::{Answer, Stop};

use super::question::Value;
use super::work::Work;
use crate::any::AnyPosition;
use crate::solving::TextLine;
use crate::words::{length_text, score_text};

/// What comes of several questions together.
#[derive(Clone, Debug)]
pub enum Found {
    /// There was but one question.
    Answer,
    /// The value, if it is known.
    Value(Option<Value>),
    /// The value, if it is known, and that of each move, the best first.
    Moves(Option<Value>, Vec<MoveValue>),
    /// The answer for each move, that of one question, the best first for who plays it.
    Answers(Vec<MoveValue>),
    /// What is known of the score.
    Score(ScoreBounds),
    /// What is known of the score, and of that of each move, the best first.
    Scores(ScoreBounds, Vec<MoveValue>),
}

/// A move and what is known of it.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveValue {
    /// The move as text.
    pub mv: String,
    /// What it is worth for the side that plays it, if that is known.
    pub value: Option<Value>,
    /// Whether one side can force a win behind it, where that alone was asked for.
    pub answer: Option<Answer>,
    /// The least and the greatest score that are possible for the side that plays it, where scores
    /// were asked for.
    pub bounds: Option<[i32; 2]>,
    /// The plies of the shortest win behind it, the move included, of the side that can force one;
    /// where lengths were asked for, and none of the sides is known not to win.
    pub length: Option<Bracket>,
    /// Why not all is known.
    pub stopped_by: Option<Stop>,
    /// What it took to find out.
    pub work: Work,
    /// A line of play that begins with the move; nothing more than the move
    /// where the value is unknown.
    pub line: TextLine,
}

impl MoveValue {
    /// A move of which nothing is known.
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

    /// What is known of it, in a word, or of a score in a few.
    #[must_use]
    pub fn text(&self) -> String {
        match (self.bounds, self.answer, self.value) {
            (Some(bounds), ..) => bounds_text(bounds),
            (None, Some(answer), _) => answer.to_string(),
            (None, None, Some(value)) => value.to_string(),
            (None, None, None) => "unknown".to_string(),
        }
    }

    /// What is known of it, with the plies of a win where those were asked for.
    #[must_use]
    pub fn text_with_length(&self) -> String {
        match self.length {
            Some(length) => format!("{}, {}", self.text(), length_text(length)),
            None => self.text(),
        }
    }

    /// Whether a win is known, the plies of which are not, though they were asked for.
    pub(super) fn is_unmeasured(&self) -> bool {
        let is_won = self.answer == Some(Answer::Proved) || self.value == Some(Value::Win);
        is_won && self.length.is_some_and(|length| length.exact().is_none())
    }

    /// Its score, if that was asked for and is known.
    #[must_use]
    pub fn score(&self) -> Option<i32> {
        self.bounds.and_then(exact)
    }
}

/// What is known of a score, as the side to move sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreBounds {
    /// The least and the greatest that are possible.
    pub bounds: [i32; 2],
    /// What the score is worth by the rules, if it is known.
    pub value: Option<Value>,
    /// How many questions were asked.
    pub questions: u64,
}

impl ScoreBounds {
    /// What is known of the score of a position.
    pub(super) fn of(position: &AnyPosition, bounds: [i32; 2], questions: u64) -> ScoreBounds {
        let mover = position.to_move();
        let value = |score| Value::of_outcome(position.game().outcome_of(score, mover), mover);
        ScoreBounds {
            bounds,
            value: exact(bounds).map(value),
            questions,
        }
    }

    /// The score, if that is known.
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
