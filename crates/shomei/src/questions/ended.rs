//! Positions in which nothing can be played any more.

use shomei_game::{Outcome, Side};

use super::result::QueryResult;
use crate::any::{AnyPosition, Ended};

/// How a game has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// By the rules.
    pub outcome: Outcome,
    /// The score, as `mover` sees it, where results have a size.
    pub score: Option<i32>,
    /// The side that would be to move.
    pub mover: Side,
}

/// Adds how the game has ended to an answer, or why nothing can be played, where that depends on
/// who attacks. A question about no one attacker is about both sides; then there is nothing to say as
/// long as one of them can go on.
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
