//! Results that are numbers, for games that have them.

use crate::{Notation, NotationError, Outcome, Side};

/// The scores a finished game can have, as either side sees them.
///
/// The score of one side is the negative of the other's, and a draw is 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoreRange {
    /// The greatest score; the least is its negative.
    pub greatest: i32,
    /// The difference between neighbouring scores.
    pub step: i32,
    /// What is counted, in the plural: "discs".
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
/// Every method has a default that means "win, draw or loss and no more".
///
/// # Contract
///
/// Where `RANGE` is given, `score` answers for every finished game, with a
/// positive number exactly when that side has won under the usual rules, and
/// `with_least_score` never refuses.
pub trait Scored: Notation {
    /// The scores there are, if results have a size.
    const RANGE: Option<ScoreRange> = None;

    /// [`RANGE`](Scored::RANGE) under these rules, where it depends on them.
    fn range(&self) -> Option<ScoreRange> {
        Self::RANGE
    }

    /// What [`remaining`](Scored::remaining) counts, in the plural: "empties".
    const REMAINING: &'static str = "left";

    /// The score of a finished game as `side` sees it.
    fn score(&self, _position: &Self::Position, _side: Side) -> Option<i32> {
        None
    }

    /// How a game ends, by its rules, in which `side` has this score.
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

    /// A guess at the score that the side to move will have, at a glance.
    fn guess_score(&self, _position: &Self::Position) -> i32 {
        0
    }

    /// A guess at the score that the side to move will have. A search for the exact score
    /// begins there, so it may take as long as a small part of one question of such a search.
    fn first_guess(&self, position: &Self::Position) -> i32 {
        self.guess_score(position)
    }

    /// How much of the game is left, such as the number of empty squares.
    fn remaining(&self, _position: &Self::Position) -> Option<u32> {
        None
    }

    /// A position with the scores of moves as text, as other programs write them and
    /// [`known_scores`](Scored::known_scores) reads them. `None` where there is no such text.
    fn format_scores(&self, _position: &Self::Position, _scores: &[KnownScore]) -> Option<String> {
        None
    }

    /// The scores of moves that stand behind a position in its text.
    ///
    /// # Errors
    ///
    /// When the scores cannot be read; the error has the column.
    fn known_scores(&self, _text: &str) -> Result<Vec<KnownScore>, NotationError> {
        Ok(Vec::new())
    }
}
