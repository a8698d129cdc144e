//! What can be asked, and how two answers make a value.

use std::fmt;

use shomei_game::{Outcome, Side};
use shomei_search::Answer;

/// A query about a position.
///
/// ```
/// use shomei::{Query, Question, WinLength};
///
/// let query = Query::from(Question::Value);
/// assert_eq!(query.length, WinLength::Any);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Query {
    /// The question.
    pub question: Question,
    /// Whether the length of a win matters.
    pub length: WinLength,
    /// Whether a line of play is searched for where no single search has one: for a score or a draw.
    pub line: ExactLine,
}

/// A question about a win of any length, with a line of play.
impl From<Question> for Query {
    fn from(question: Question) -> Query {
        Query {
            question,
            length: WinLength::Any,
            line: ExactLine::Search,
        }
    }
}

/// Which win is searched for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum WinLength {
    /// Any win.
    #[default]
    Any,
    /// The win in the fewest plies, and a proof that no win is shorter. Needs df-pn with one thread.
    Shortest,
}

/// Whether a line of play that keeps an exact result is searched for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ExactLine {
    /// It is, by further searches.
    Search,
    /// It is not.
    Omit,
}

/// The question of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Question {
    /// Can the side to move force a win? Where only its opponent can be meant to win, it is asked
    /// about that side: see [`AnyPosition::attacker`](crate::AnyPosition::attacker).
    MoverWins,
    /// Can this side force a win?
    Win(Side),
    /// Win, draw or loss for the side to move?
    Value,
    /// Win, draw or loss, for every legal move?
    Moves,
    /// Can this side force a win, for every legal move?
    MovesFor(Side),
    /// Which score for the side to move, in games whose results have one?
    Score,
    /// Which score, for every legal move?
    MoveScores,
}

impl Question {
    /// Whether it asks for scores.
    #[must_use]
    pub fn is_of_scores(self) -> bool {
        matches!(self, Question::Score | Question::MoveScores)
    }

    /// Whether its answer is win, draw or loss, or a score, rather than yes or no.
    #[must_use]
    pub fn is_of_value(self) -> bool {
        match self {
            Question::MoverWins | Question::Win(_) | Question::MovesFor(_) => false,
            Question::Value | Question::Moves | Question::Score | Question::MoveScores => true,
        }
    }
}

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// It can force a win.
    Win,
    /// Neither side can.
    Draw,
    /// Its opponent can force a win.
    Loss,
}

impl Value {
    /// The value, when it follows from what is known of the side to move and
    /// of its opponent.
    #[must_use]
    pub fn of(mover_wins: Answer, opponent_wins: Answer) -> Option<Value> {
        match (mover_wins, opponent_wins) {
            (Answer::Proved, _) => Some(Value::Win),
            (_, Answer::Proved) => Some(Value::Loss),
            (Answer::Disproved, Answer::Disproved) => Some(Value::Draw),
            _ => None,
        }
    }

    /// The value of a game that has ended like this, as `mover` sees it.
    #[must_use]
    pub fn of_outcome(outcome: Outcome, mover: Side) -> Value {
        match outcome {
            Outcome::Draw => Value::Draw,
            Outcome::Win(side) if side == mover => Value::Win,
            Outcome::Win(_) => Value::Loss,
        }
    }

    /// The value as the other side sees it.
    #[must_use]
    pub fn for_opponent(self) -> Value {
        match self {
            Value::Win => Value::Loss,
            Value::Draw => Value::Draw,
            Value::Loss => Value::Win,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Value::Win => "win",
            Value::Draw => "draw",
            Value::Loss => "loss",
        })
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Value {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Answer::{Disproved, Proved, Unknown};

    #[test]
    fn one_proof_is_enough_and_a_draw_needs_two_disproofs() {
        assert_eq!(Value::of(Proved, Unknown), Some(Value::Win));
        assert_eq!(Value::of(Unknown, Proved), Some(Value::Loss));
        assert_eq!(Value::of(Disproved, Proved), Some(Value::Loss));
        assert_eq!(Value::of(Disproved, Disproved), Some(Value::Draw));
        assert_eq!(Value::of(Disproved, Unknown), None);
        assert_eq!(Value::of(Unknown, Disproved), None);
    }
}
