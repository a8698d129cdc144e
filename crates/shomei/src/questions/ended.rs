//! Positions in which nothing can be played any more.

use shomei_game::{Outcome, Side};

use super::question::Question;
use crate::any::{AnyPosition, Ended};
use crate::error::Error;

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

/// How the game has ended, or why nothing can be played, where that depends on who attacks.
pub(super) fn end(
    question: Question,
    position: &AnyPosition,
    mover: Side,
) -> Result<(Option<End>, Option<String>), Error> {
    let (attacker, is_one_question) = match question {
        Question::Win(attacker) | Question::MovesFor(attacker) => (attacker, true),
        Question::MoverWins => (mover, true),
        Question::Value | Question::Moves | Question::Score | Question::MoveScores => {
            (mover, false)
        }
    };
    let sides = position.game().sides();
    let ended = match position.end_for(attacker) {
        Ok(ended) => ended,
        // The questions of both sides have answers, if only formal ones.
        Err(_) if !is_one_question => return Ok((None, None)),
        Err(error) => {
            let other = attacker.opponent();
            let hint = match (question, position.end_for(other)) {
                (Question::MoverWins, Ok(_)) => {
                    let name = &sides[other.index()];
                    format!("; with the attacker {name} it is asked whether that side can")
                }
                _ => String::new(),
            };
            return Err(Error::from(error).context("position").with_advice(hint));
        }
    };
    let score = position.score(mover);
    Ok(match ended {
        None => (None, None),
        Some(Ended { why: Some(why), .. }) if score.is_none() => {
            (None, is_one_question.then_some(why))
        }
        Some(Ended { outcome, .. }) => {
            let end = End {
                outcome,
                score,
                mover,
            };
            (Some(end), None)
        }
    })
}
