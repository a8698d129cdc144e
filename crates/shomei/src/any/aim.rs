//! What may be asked for, and how a game has ended.

use shomei_game::{Outcome, Side};

/// What an attacker has to reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Aim {
    /// The side that must reach it.
    pub attacker: Side,
    /// A score of at least so much, for the attacker; `None`: a win.
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

/// How a game has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// By the rules.
    pub outcome: Outcome,
    /// Why nothing can be played, where that says more than a winner would.
    pub why: Option<String>,
}
