//! What can be asked about a position: whether a side can force a win, the value, the value
//! of every move, the score.
//!
//! [`ask`] answers a [`Question`] by asking a [`Prover`] as often as needed.

mod answered;
mod ended;
mod found;
mod hunt;
mod missing;
mod moves;
mod others;
mod principal;
mod prover;
mod question;
mod refutation;
mod score;
mod sides;
mod work;

use shomei_game::Side;
use shomei_search::Answer;

use crate::any::{Aim, AnyPosition};
use crate::error::Error;
use crate::solving::Wanted;

pub use answered::{Answered, CertificateKind, Kept, Told};
pub use ended::End;
pub use found::{Found, Known, MoveValue};
pub use missing::{Missing, Resists, Try, WithMore};
pub use others::OtherSolutions;
pub use principal::add_line;
pub(crate) use prover::Out;
pub use prover::{Keep, Proof, Prover};
pub use question::{Question, Value};
pub use refutation::Refutation;
pub use work::Work;

use sides::{value_of_one, who_may_win};

/// A question on its way: who searches, and what is wanted beside the answer.
pub(crate) struct Asking<'a, P> {
    prover: &'a mut P,
    wanted: &'a Wanted,
    keep: Keep,
}

/// Answers a question about a position. `keep` is about the questions that decide.
///
/// # Errors
///
/// When nobody can have meant to ask, the game has no scores, the search cannot be opened,
/// or the game fails.
pub fn ask<P: Prover>(
    prover: &mut P,
    position: &AnyPosition,
    question: Question,
    wanted: &Wanted,
    keep: Keep,
) -> Result<Told<P::Extra>, Error> {
    let attacker = match question {
        Question::MoverWins => Some(position.attacker()),
        Question::Win(attacker) | Question::MovesFor(attacker) => Some(attacker),
        Question::Value | Question::Moves | Question::Score | Question::MoveScores => None,
    };
    if let Some(attacker) = attacker {
        let ended = position.end_for(attacker);
        ended.map_err(|error| Error::from(error).context("position"))?;
    }
    let mut asking = Asking {
        prover,
        wanted,
        keep,
    };
    let mut told = match question {
        Question::MoverWins => asking.one(position, position.attacker()),
        Question::Win(attacker) => asking.one(position, attacker),
        Question::Value => asking.value(position),
        Question::Moves => asking.without_keeping().moves(position),
        Question::MovesFor(attacker) => asking.without_keeping().moves_for(position, attacker),
        Question::Score => asking.score(position),
        Question::MoveScores => asking.without_keeping().move_scores(position),
    }?;
    let asks_one = matches!(question, Question::MoverWins | Question::Win(_));
    if wanted.missing && asks_one && told.answered.answer != Answer::Proved {
        let (aim, mut work) = (told.answered.aim, told.answered.work);
        let mut asking = asking.without_keeping();
        told.answered.missing = Some(asking.missing(position, aim, &mut work)?);
        told.answered.work = work;
    }
    ended::add_end(position, attacker, &mut told.answered);
    principal::drop_misleading(position, &mut told.answered);
    principal::write_scores(position, &mut told.answered);
    // Moves and ends of play were asked beside the searches.
    match position.game().failure() {
        Some(failure) => Err(failure),
        None => Ok(told),
    }
}

impl<P: Prover> Asking<'_, P> {
    /// This question, of which no certificates are wanted.
    fn without_keeping(&mut self) -> Asking<'_, P> {
        Asking {
            prover: self.prover,
            wanted: self.wanted,
            keep: Keep::Answer,
        }
    }

    fn prove(&mut self, position: &AnyPosition, aim: Aim) -> Result<Proof<P::Extra>, Error> {
        self.prover.prove(position, aim, self.keep)
    }

    /// Asks whether a side can force a win.
    fn one(&mut self, position: &AnyPosition, attacker: Side) -> Result<Told<P::Extra>, Error> {
        let aim = Aim::win(attacker);
        let proof = self.prove(position, aim)?;
        let mut told = Told::alone(Answered::of(position, aim, self.wanted, &proof));
        told.keep(aim, CertificateKind::Whole, proof);
        Ok(told)
    }

    /// Asks whether the side to move can win, and whether its opponent can: the
    /// likelier first.
    fn value(&mut self, position: &AnyPosition) -> Result<Told<P::Extra>, Error> {
        let mover = position.to_move();
        let mut sides = match who_may_win(position)?[..] {
            [a, b] => [a, b],
            ref fewer => return value_of_one(self, position, fewer.first().copied()),
        };
        if position.guess_score() < 0 {
            sides.reverse();
        }
        let aims = sides.map(Aim::win);
        let first = self.prove(position, aims[0])?;
        let first_answer = first.solution.report.answer;
        if first_answer == Answer::Proved {
            let mut told = Told::alone(Answered::of(position, aims[0], self.wanted, &first));
            let wins = sides[0] == mover;
            told.answered.found = Found::Value(Some(if wins { Value::Win } else { Value::Loss }));
            told.keep(aims[0], CertificateKind::Whole, first);
            return Ok(told);
        }
        let second = self.prove(position, aims[1])?;
        let mut answers = [first_answer, second.solution.report.answer];
        let is_won = answers[1] == Answer::Proved;
        if sides[0] != mover {
            answers.reverse();
        }
        let value = Value::of(answers[0], answers[1]);
        // A question left open decides that the value is unknown.
        let decided_by_second = value.is_some() || first_answer != Answer::Unknown;
        let (decider, other) = if decided_by_second {
            ((aims[1], second), (aims[0], first))
        } else {
            ((aims[0], first), (aims[1], second))
        };
        let answered = Answered::of(position, decider.0, self.wanted, &decider.1);
        let mut told = Told::alone(answered);
        told.answered.found = Found::Value(value);
        told.answered.work.add(&other.1.solution);
        if is_won {
            told.keep(decider.0, CertificateKind::Whole, decider.1);
        } else {
            told.keep(decider.0, CertificateKind::OfSide, decider.1);
            told.keep(other.0, CertificateKind::OfSide, other.1);
        }
        Ok(told)
    }
}
