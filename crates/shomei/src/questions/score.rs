//! The exact score, by questions whether it is at least so much.

use shomei_game::{ScoreRange, Side};
use shomei_search::Answer;

use super::answered::{Answered, Part, Told};
use super::found::{Found, Known};
use super::hunt::Hunt;
use super::{Asking, Prover};
use crate::any::{Aim, AnyPosition, no_scores};
use crate::error::Error;

impl<P: Prover> Asking<'_, P> {
    /// Finds the score, or as narrow bounds as the limits allow.
    pub(super) fn score(&mut self, position: &AnyPosition) -> Result<Told<P::Extra>, Error> {
        let range = range_of(position)?;
        self.score_for(position, position.to_move(), range)
    }

    /// The same as a side sees it that need not be to move.
    pub(super) fn score_for(
        &mut self,
        position: &AnyPosition,
        mover: Side,
        range: ScoreRange,
    ) -> Result<Told<P::Extra>, Error> {
        let guess = position.score(mover).unwrap_or_else(|| {
            let guess = position.guess_score();
            let is_to_move = position.to_move() == mover;
            if is_to_move { guess } else { -guess }
        });
        let mut hunt = Hunt::new(range, guess);
        let mut answered = Answered::nothing(position, Aim::score(mover, guess));
        let (mut at_least, mut at_most, mut open) = (None, None, None);
        let (mut questions, mut stop) = (0, None);
        while let Some(least) = hunt.next() {
            let aim = Aim::score(mover, least);
            let proof = self.prove(position, aim)?;
            questions += 1;
            answered.work.add(&proof.solution);
            let answer = proof.solution.report.answer;
            hunt.learn(least, answer);
            // The last answers are those next to the score.
            let place = match answer {
                Answer::Proved => &mut at_least,
                Answer::Disproved => &mut at_most,
                Answer::Unknown => &mut open,
            };
            *place = Some((aim, proof));
            stop = self.prover.reached();
            if stop.is_some() {
                break;
            }
        }
        let known = Known {
            bounds: hunt.bounds(),
            questions,
        };
        answered.found = Found::Score(known);
        let decider = match known.score() {
            Some(_) => at_least.as_ref().or(at_most.as_ref()),
            None => open.as_ref(),
        };
        match decider {
            Some((aim, proof)) => answered.decide_by(*aim, self.wanted, proof),
            // Between two questions.
            None => answered.stopped_by = stop,
        }
        let mut told = Told::alone(answered);
        for (asked, part) in [(at_least, Part::AtLeast), (at_most, Part::AtMost)] {
            if let Some((aim, proof)) = asked {
                told.keep(aim, part, proof);
            }
        }
        Ok(told)
    }
}

/// Which scores there are.
pub(super) fn range_of(position: &AnyPosition) -> Result<ScoreRange, Error> {
    let game = position.game();
    game.range().ok_or_else(|| no_scores(&game.name()))
}
