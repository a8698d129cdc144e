//! The exact score, by questions whether it is at least so much.

use shomei_game::{ScoreRange, Side};
use shomei_search::Answer;

use super::found::{Found, ScoreBounds};
use super::hunt::Hunt;
use super::result::{CertificateKind, QueryResult};
use super::{Asking, Prover, SearchSink};
use crate::any::{Aim, AnyPosition, no_scores};
use crate::error::Error;
use crate::solving::Solution;

impl<P: Prover, S: SearchSink> Asking<'_, P, S> {
    /// Finds the score, or as narrow bounds as the limits allow.
    pub(super) fn score(&mut self, position: &AnyPosition) -> Result<QueryResult, Error> {
        let range = range_of(position)?;
        self.score_for(position, position.to_move(), range)
    }

    /// The same as a side sees it that need not be to move.
    pub(super) fn score_for(
        &mut self,
        position: &AnyPosition,
        mover: Side,
        range: ScoreRange,
    ) -> Result<QueryResult, Error> {
        let (mut hunt, seen) = Seen::hunt(position, mover, range);
        let guess = seen.least(hunt.next().unwrap_or_default());
        let mut result = QueryResult::nothing(position, Aim::score(mover, guess));
        let (mut at_least, mut at_most, mut open) = (None::<(Aim, Solution)>, None, None);
        let (mut questions, mut stop) = (0, None);
        while let Some(asked) = hunt.next() {
            let least = seen.least(asked);
            let aim = Aim::score(mover, least);
            let solution = self.prove(position, aim)?;
            questions += 1;
            result.work.add(&solution);
            let answer = solution.report.answer;
            hunt.learn(asked, seen.answer(answer));
            // The last answers are those next to the score.
            let place = match answer {
                Answer::Proved => &mut at_least,
                Answer::Disproved => &mut at_most,
                Answer::Unknown => &mut open,
            };
            if let Some((older, _)) = place.replace((aim, solution)) {
                self.sink.discard(older);
            }
            stop = self.prover.reached();
            if stop.is_some() {
                break;
            }
        }
        let known = ScoreBounds::of(position, seen.bounds(hunt.bounds()), questions);
        result.found = Found::Score(known);
        let decider = match known.score() {
            Some(_) => at_least.as_ref().or(at_most.as_ref()),
            None => open.as_ref(),
        };
        match decider {
            Some((aim, solution)) => result.decide_by(*aim, solution),
            // Between two questions.
            None => result.stopped_by = stop,
        }
        for (asked, part) in [
            (at_least, CertificateKind::AtLeast),
            (at_most, CertificateKind::AtMost),
        ] {
            if let Some((aim, solution)) = asked {
                result.add_decider(aim, part, &solution);
            }
        }
        Ok(result)
    }
}

/// Who sees the scores that a hunt is for. It is always the side to move, since its questions
/// are the cheaper ones to answer with "yes"; those that are asked may be seen by its opponent.
#[derive(Clone, Copy)]
enum Seen {
    ByMover,
    /// The step between scores.
    ByOpponent(i32),
}

impl Seen {
    /// A hunt for the score of a position as `side` asks about it.
    fn hunt(position: &AnyPosition, side: Side, range: ScoreRange) -> (Hunt, Seen) {
        let mover = position.to_move();
        let seen = match side == mover {
            true => Seen::ByMover,
            false => Seen::ByOpponent(range.step),
        };
        let guess = position.score(mover).unwrap_or_else(|| {
            // A "yes" is the cheaper answer, so it is better to begin too low.
            position.first_guess() - range.step
        });
        (Hunt::new(range, guess), seen)
    }

    /// What is asked, "is it at least so much?", for the question of a hunt.
    fn least(self, asked: i32) -> i32 {
        match self {
            Seen::ByMover => asked,
            // At least so much for one is not enough for its opponent.
            Seen::ByOpponent(step) => step - asked,
        }
    }

    /// What the answer is to the question of the hunt.
    fn answer(self, answer: Answer) -> Answer {
        match (self, answer) {
            (Seen::ByMover, answer) => answer,
            (Seen::ByOpponent(_), Answer::Proved) => Answer::Disproved,
            (Seen::ByOpponent(_), Answer::Disproved) => Answer::Proved,
            (Seen::ByOpponent(_), Answer::Unknown) => Answer::Unknown,
        }
    }

    fn bounds(self, [low, high]: [i32; 2]) -> [i32; 2] {
        match self {
            Seen::ByMover => [low, high],
            Seen::ByOpponent(_) => [-high, -low],
        }
    }
}

/// Which scores there are.
pub(super) fn range_of(position: &AnyPosition) -> Result<ScoreRange, Error> {
    let game = position.game();
    game.range().ok_or_else(|| no_scores(&game.name()))
}
