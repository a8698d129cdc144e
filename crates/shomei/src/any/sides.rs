//! Finds sides by name, and the default attacker.

use shomei_game::{Outcome, Side, error_text};

use super::{AnyGame, AnyPosition};
use crate::error::Error;

/// The side of a game with this name.
pub(crate) fn side_of(game: &str, sides: [&str; 2], name: &str) -> Result<Side, Error> {
    let lower = name.to_lowercase();
    let begins = |side: &Side| sides[side.index()].starts_with(&lower);
    let mut fitting = Side::BOTH.into_iter().filter(begins);
    let fitting = match (fitting.next(), fitting.next()) {
        (Some(side), None) => Some(side),
        _ => Side::called(name, sides),
    };
    match fitting {
        Some(side) => Ok(side),
        None => {
            let message = error_text!(
                "no-such-side",
                "{game} has no side named \"{name}\"",
                game = game,
                name = name
            );
            Err(Error::unknown(message, name, sides))
        }
    }
}

impl AnyGame {
    /// The name of the winner, or `draw`.
    #[must_use]
    pub fn outcome_name(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Win(side) => self.side_name(side),
            Outcome::Draw => "draw".to_string(),
        }
    }
}

impl AnyPosition {
    /// The default attacker: the side to move, or its opponent if only the opponent can win.
    #[must_use]
    pub fn attacker(&self) -> Side {
        self.only_attacker().unwrap_or_else(|| self.to_move())
    }

    /// The only side that can win, if there is one: in a mating problem with one king, the side
    /// without the king.
    #[must_use]
    pub fn only_attacker(&self) -> Option<Side> {
        match Side::BOTH.map(|side| self.end_for(side).is_ok()) {
            [true, false] => Some(Side::First),
            [false, true] => Some(Side::Second),
            _ => None,
        }
    }
}
