//! Positions in which no move can be played.

use shomei_game::{Outcome, Side};

use super::result::QueryResult;
use crate::any::{AnyPosition, Ended};

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// The outcome by the rules.
    pub outcome: Outcome,
    /// The score for `mover`, in games with scores.
    pub score: Option<i32>,
    /// The side that would be to move.
    pub mover: Side,
}

/// Adds the end of the game to an answer, or the reason why no move can be played if that depends
/// on the attacker. A question without an attacker is about both sides; its answer has no end while
/// one side can play on.
pub(super) fn add_end(position: &AnyPosition, about: Option<Side>, result: &mut QueryResult) {
    let attacker = result.aim.attacker;
    let Ok(Some(Ended { outcome, why })) = position.end_for(attacker) else {
        return;
    };
    let mover = position.to_move();
    let score = position.score(mover);
    match why {
        Some(why) if score.is_none() => {
            let goes_on = matches!(position.end_for(attacker.opponent()), Ok(None));
            result.why_over = Some(why).filter(|_| about.is_some() || !goes_on);
        }
        _ => {
            result.end = Some(End {
                outcome,
                score,
                mover,
            });
        }
    }
}
