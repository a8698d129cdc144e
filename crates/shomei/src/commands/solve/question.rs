//! What can be asked, and how two questions make a value.

use std::fmt;

use shomei_game::Side;
use shomei_search::Answer;

/// What is asked about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Can the side to move force a win?
    MoverWins,
    /// Can this side force a win?
    Win(Side),
    /// Win, draw or loss for the side to move?
    Value,
}

/// The value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
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
    pub(super) fn of(mover_wins: Answer, opponent_wins: Answer) -> Option<Value> {
        match (mover_wins, opponent_wins) {
            (Answer::Proved, _) => Some(Value::Win),
            (_, Answer::Proved) => Some(Value::Loss),
            (Answer::Disproved, Answer::Disproved) => Some(Value::Draw),
            _ => None,
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
