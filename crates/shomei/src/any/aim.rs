//! The aim of an attacker, and the end of a game.

use shomei_game::{Outcome, Side};

/// The result that an attacker has to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Aim {
    /// The side that must reach it.
    pub attacker: Side,
    /// The least score that the attacker must reach; `None`: a win.
    pub least: Option<i32>,
}

impl Aim {
    /// A win.
    #[must_use]
    pub fn win(attacker: Side) -> Aim {
        Aim {
            attacker,
            least: None,
        }
    }

    /// A score of at least `least`, in the units of the game's
    /// [range](crate::AnyGame::range).
    #[must_use]
    pub fn score(attacker: Side, least: i32) -> Aim {
        Aim {
            attacker,
            least: Some(least),
        }
    }
}

/// The end of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The outcome by the rules.
    pub outcome: Outcome,
    /// The reason why no move can be played, if it says more than an outcome.
    pub why: Option<String>,
}
