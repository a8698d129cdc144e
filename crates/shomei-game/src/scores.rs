//! Results that are numbers, for games that have them.

use crate::{Notation, NotationError, Outcome, Side};

/// The possible scores of a finished game, as either side sees them.
///
/// The score of one side is the negative of the other's, and a draw is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreRange {
    /// The greatest score; the least is its negative.
    pub greatest: i32,
    /// The difference between neighbouring scores.
    pub step: i32,
    /// The unit, in the plural: "discs".
    pub unit: &'static str,
}

/// A move and its score for the side that plays it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownScore {
    /// The text of the move.
    pub mv: String,
    /// The score, as the side to move sees it.
    pub score: i32,
}

/// A game whose results may have a size, such as the disc difference in Othello.
///
/// The defaults mean that a result is only a win, a draw or a loss.
///
/// # Contract
///
/// If `RANGE` is given, `score` returns a value for every finished game, which is positive exactly
/// if that side has won under the usual rules, and `with_least_score` always returns a game.
pub trait Scored: Notation {
    /// The possible scores, if results have a size.
    const RANGE: Option<ScoreRange> = None;

    /// [`RANGE`](Scored::RANGE) under these rules, if it depends on them.
    fn range(&self) -> Option<ScoreRange> {
        Self::RANGE
    }

    /// The unit of [`remaining`](Scored::remaining), in the plural: "empties".
    const REMAINING: &'static str = "left";

    /// The score of a finished game as `side` sees it.
    fn score(&self, _position: &Self::Position, _side: Side) -> Option<i32> {
        None
    }

    /// The outcome, by the rules, of a game in which `side` has this score.
    fn outcome_of(&self, score: i32, side: Side) -> Outcome {
        match score {
            0 => Outcome::Draw,
            1.. => Outcome::Win(side),
            _ => Outcome::Win(side.opponent()),
        }
    }

    /// The game in which `side` wins with a score of at least `least`, and its opponent
    /// otherwise. The attacker does not change. `None` in games without scores.
    #[must_use]
    fn with_least_score(&self, _side: Side, _least: i32) -> Option<Self> {
        None
    }

    /// A quick guess of the final score of the side to move.
    fn guess_score(&self, _position: &Self::Position) -> i32 {
        0
    }

    /// A guess of the final score of the side to move. A search for the exact score starts there,
    /// so the guess may take a small part of the time of one question of such a search.
    fn first_guess(&self, position: &Self::Position) -> i32 {
        self.guess_score(position)
    }

    /// The remaining length of the game, such as the number of empty squares.
    fn remaining(&self, _position: &Self::Position) -> Option<u32> {
        None
    }

    /// A position with the scores of moves in the notation of other programs, which
    /// [`known_scores`](Scored::known_scores) reads. `None` if there is no such notation.
    fn format_scores(&self, _position: &Self::Position, _scores: &[KnownScore]) -> Option<String> {
        None
    }

    /// The scores of moves that follow a position in its text.
    ///
    /// # Errors
    ///
    /// If the scores cannot be read; the error has the column.
    fn known_scores(&self, _text: &str) -> Result<Vec<KnownScore>, NotationError> {
        Ok(Vec::new())
    }
}
