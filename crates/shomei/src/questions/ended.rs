//! Positions in which nothing can be played any more.

use shomei_game::{Outcome, Side};

use super::question::Question;
use crate::any::{AnyPosition, Ended};
use crate::error::Error;
use crate::words::outcome_text;

/// How a game has ended whose results have a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    /// By the rules.
    pub outcome: Outcome,
    /// The score, as `mover` sees it.
    pub score: i32,
    /// The side that would be to move.
    pub mover: Side,
}

/// How the game has ended, or why nothing can be played. Where results have no
/// size there is nothing to ask after the end, and where they have one, it is the
/// answer. Where the end depends on who attacks, there is an answer, too.
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
    match (ended, position.score(mover)) {
        (None, _) => Ok((None, None)),
        (Some(Ended { outcome, .. }), Some(score)) => {
            let end = End {
                outcome,
                score,
                mover,
            };
            Ok((Some(end), None))
        }
        (Some(Ended { why: Some(why), .. }), None) => Ok((None, is_one_question.then_some(why))),
        (Some(Ended { outcome, why: None }), None) => {
            let how = outcome_text(outcome, [&sides[0], &sides[1]]);
            Err(Error::input(format!("the game is over: {how}")))
        }
    }
}
