//! What can be asked about a position: whether a side can force a win, the value, the value
//! of every move, the score.
//!
//! [`ask`] answers a [`Question`] by asking a [`Prover`] as often as needed.

mod ended;
mod found;
mod hunt;
mod moves;
mod principal;
mod prover;
mod question;
mod result;
mod score;
mod sides;
mod work;

use shomei_game::Side;
use shomei_search::Answer;

use crate::any::{Aim, AnyPosition};
use crate::error::Error;
use crate::sink::{CertificateWish, SearchSink};
use crate::solving::Solution;

pub use ended::End;
pub use found::{Found, MoveValue, ScoreBounds};
pub(crate) use principal::add_line;
pub use prover::Prover;
pub use question::{ExactLine, Query, Question, Value, WinLength};
pub use result::{CertificateKind, Decider, QueryResult};
pub use work::Work;

use sides::{value_of_one, who_may_win};

/// A query in progress.
struct Asking<'a, P, S> {
    prover: &'a mut P,
    query: &'a Query,
    sink: &'a mut S,
    wish: CertificateWish,
}

/// Answers a query about a position.
///
/// # Errors
///
/// When the question makes no sense for the position, the game has no scores, the search cannot be
/// opened, or the game or the sink fails.
pub fn ask<P: Prover, S: SearchSink>(
    prover: &mut P,
    position: &AnyPosition,
    query: &Query,
    sink: &mut S,
) -> Result<QueryResult, Error> {
    let question = query.question;
    let attacker = match question {
        Question::MoverWins => Some(position.attacker()),
        Question::Win(attacker) | Question::MovesFor(attacker) => Some(attacker),
        Question::Value | Question::Moves | Question::Score | Question::MoveScores => None,
    };
    check_attacker(position, attacker)?;
    let mut asking = Asking {
        prover,
        query,
        sink,
        wish: CertificateWish::Wanted,
    };
    let mut result = match question {
        Question::MoverWins => asking.one(position, position.attacker()),
        Question::Win(attacker) => asking.one(position, attacker),
        Question::Value => asking.value(position),
        Question::Moves => asking.without_certificates().moves(position),
        Question::MovesFor(attacker) => asking.without_certificates().moves_for(position, attacker),
        Question::Score => asking.score(position),
        Question::MoveScores => asking.without_certificates().move_scores(position),
    }?;
    finish(position, attacker, &mut result)?;
    if query.line == ExactLine::Search {
        add_line(prover, position, &mut result, sink)?;
    }
    Ok(result)
}

/// The result of one search about a position.
///
/// # Errors
///
/// When the game has failed.
pub fn of_search(
    position: &AnyPosition,
    aim: Aim,
    solution: &Solution,
) -> Result<QueryResult, Error> {
    let mut result = QueryResult::of(position, aim, solution);
    result.add_decider(aim, CertificateKind::Whole, solution);
    finish(position, Some(aim.attacker), &mut result)?;
    Ok(result)
}

/// Refuses an attacker who cannot be meant.
pub(crate) fn check_attacker(position: &AnyPosition, attacker: Option<Side>) -> Result<(), Error> {
    if let Some(attacker) = attacker {
        let ended = position.end_for(attacker);
        ended.map_err(|error| Error::from(error).context("position"))?;
    }
    Ok(())
}

/// Adds what is known without a search.
fn finish(
    position: &AnyPosition,
    attacker: Option<Side>,
    result: &mut QueryResult,
) -> Result<(), Error> {
    ended::add_end(position, attacker, result);
    principal::drop_misleading(position, result);
    principal::write_scores(position, result);
    // Moves and ends of play were asked beside the searches.
    match position.game().failure() {
        Some(failure) => Err(failure),
        None => Ok(()),
    }
}

impl<P: Prover, S: SearchSink> Asking<'_, P, S> {
    /// This query, of which no certificates are wanted.
    fn without_certificates(&mut self) -> Asking<'_, P, S> {
        Asking {
            prover: self.prover,
            query: self.query,
            sink: self.sink,
            wish: CertificateWish::Unwanted,
        }
    }

    fn prove(&mut self, position: &AnyPosition, aim: Aim) -> Result<Solution, Error> {
        let length = self.query.length;
        self.prover
            .prove(position, aim, length, self.wish, self.sink)
    }

    /// Asks whether a side can force a win.
    fn one(&mut self, position: &AnyPosition, attacker: Side) -> Result<QueryResult, Error> {
        let aim = Aim::win(attacker);
        let solution = self.prove(position, aim)?;
        let mut result = QueryResult::of(position, aim, &solution);
        result.add_decider(aim, CertificateKind::Whole, &solution);
        Ok(result)
    }

    /// Asks whether the side to move can win, and whether its opponent can: the more likely one
    /// first.
    fn value(&mut self, position: &AnyPosition) -> Result<QueryResult, Error> {
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
        let first_answer = first.report.answer;
        if first_answer == Answer::Proved {
            let mut result = QueryResult::of(position, aims[0], &first);
            let wins = sides[0] == mover;
            result.found = Found::Value(Some(if wins { Value::Win } else { Value::Loss }));
            result.add_decider(aims[0], CertificateKind::Whole, &first);
            return Ok(result);
        }
        let second = self.prove(position, aims[1])?;
        let mut answers = [first_answer, second.report.answer];
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
        let mut result = QueryResult::of(position, decider.0, &decider.1);
        result.found = Found::Value(value);
        result.work.add(&other.1);
        if is_won {
            result.add_decider(decider.0, CertificateKind::Whole, &decider.1);
            self.sink.discard(other.0);
        } else {
            result.add_decider(decider.0, CertificateKind::OfSide, &decider.1);
            result.add_decider(other.0, CertificateKind::OfSide, &other.1);
        }
        Ok(result)
    }
}
