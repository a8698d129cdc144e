//! The exact score, by questions whether it is at least so much.

use std::path::Path;

use shomei_game::ScoreRange;
use shomei_search::Answer;

use super::Request;
use super::answer::{Answered, Found, with_word};
use super::asking::{Asked, ask};
use super::hunt::Hunt;
use crate::erased::{Aim, AnyPosition};
use crate::failure::Failure;
use crate::output::score_text;

/// What is known of a score, as the side to move sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    /// The least and the greatest that are possible.
    pub(super) bounds: [i32; 2],
    /// How many questions were asked.
    pub(super) questions: u64,
}

impl Known {
    /// The score, if that is known.
    pub(super) fn score(&self) -> Option<i32> {
        let [low, high] = self.bounds;
        (low == high).then_some(low)
    }

    /// The score, or its bounds.
    pub(super) fn text(&self) -> String {
        let [low, high] = self.bounds.map(score_text);
        match self.score() {
            Some(_) => low,
            None => format!("between {low} and {high}"),
        }
    }
}

/// Finds the score, or as narrow bounds as the limits allow. The certificates of
/// both bounds go beside `target`, with `at-least` and `at-most` in their names.
pub(super) fn score(
    request: &Request,
    position: &dyn AnyPosition,
    range: ScoreRange,
    target: Option<&Path>,
) -> Result<Answered, Failure> {
    let mover = position.to_move();
    let guess = position.score(mover);
    let guess = guess.unwrap_or_else(|| position.guess_score());
    let mut hunt = Hunt::new(range, guess);
    let mut answered = Answered::nothing(position, Aim::score(mover, guess));
    let (mut at_least, mut at_most, mut open) = (None, None, None);
    let (mut questions, mut stop) = (0, None);
    while let Some(least) = hunt.next() {
        let asked = ask(request, position, Aim::score(mover, least), target)?;
        questions += 1;
        answered.work.add(&asked.solution);
        hunt.learn(least, asked.answer());
        // The last answers are those next to the score.
        let place = match asked.answer() {
            Answer::Proved => &mut at_least,
            Answer::Disproved => &mut at_most,
            Answer::Unknown => &mut open,
        };
        *place = Some(asked);
        stop = request.limits().reached();
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
        Some(decider) => answered.decide_by(decider),
        // Between two questions.
        None => answered.stopped_by = stop,
    }
    take(&mut answered, at_least, target, "at-least");
    take(&mut answered, at_most, target, "at-most");
    Ok(answered)
}

/// Puts the certificate of a bound in its place.
fn take(answered: &mut Answered, asked: Option<Asked>, target: Option<&Path>, word: &str) {
    if let Some(asked) = asked {
        let target = target.map(|target| with_word(target, word));
        answered.take(asked, target.as_deref());
    }
}
