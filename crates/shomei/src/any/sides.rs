//! Sides: by their names, and the one that attacks where none is named.

use shomei_game::{Outcome, Side};

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
            let message = format_args!("{game} has no side named \"{name}\"");
            Err(Error::unknown(message, name, sides))
        }
    }
}

impl AnyGame {
    /// The name of the side that has won, or `draw`.
    #[must_use]
    pub fn outcome_name(&self, outcome: Outcome) -> String {
        match outcome {
            Outcome::Win(side) => self.side_name(side),
            Outcome::Draw => "draw".to_string(),
        }
    }
}

impl AnyPosition {
    /// The side whose win is asked for where none is named: the side to move, or its opponent
    /// where only that one can be meant.
    #[must_use]
    pub fn attacker(&self) -> Side {
        self.only_attacker().unwrap_or_else(|| self.to_move())
    }

    /// The side whose win can be asked for, where that of the other one makes no sense: in a
    /// mating problem with one king, the side without it.
    #[must_use]
    pub fn only_attacker(&self) -> Option<Side> {
        match Side::BOTH.map(|side| self.end_for(side).is_ok()) {
            [true, false] => Some(Side::First),
            [false, true] => Some(Side::Second),
            _ => None,
        }
    }
}
