//! Questions about a position: whether a side can force a win, the value, the value of every move,
//! the score.
//!
//! [`ask`] answers a [`Query`] by asking a [`Prover`] as often as needed.

mod ended;
mod exact_line;
mod found;
mod hunt;
mod moves;
mod partial;
mod prover;
mod question;
mod result;
mod score;
mod sides;
mod value;
mod work;

use shomei_game::{ErrorText, Side, error_text};

use crate::any::{Aim, AnyPosition};
use crate::error::Error;
use crate::sink::{CertificateWish, SearchSink};
use crate::solving::Solution;

pub use ended::End;
pub(crate) use exact_line::add_line;
pub use found::{Found, MoveValue, ScoreBounds};
pub use partial::{Budget, Rounds};
pub use prover::Prover;
pub use question::{ExactLine, Query, Question, Value, WinLength};
pub use result::{CertificateKind, Decider, QueryResult};
pub use work::Work;

use partial::PartialSearch;
use sides::who_may_win;
use value::ValueSearch;

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
/// The question makes no sense for the position, the game has no scores, the search cannot be
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
    if question.is_of_scores() && query.length == WinLength::Shortest {
        return Err(Error::usage(error_text!(
            "score-without-length",
            "shortest: a score has no length"
        )));
    }
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
        Question::Moves => asking.of_moves().moves(position),
        Question::MovesFor(attacker) => asking.of_moves().moves_for(position, attacker),
        Question::Score => asking.score(position),
        Question::MoveScores => asking.of_moves().move_scores(position),
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
/// The game has failed.
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

/// The subject of errors about a position.
pub(crate) fn position_subject() -> ErrorText {
    error_text!("subject-position", "position")
}

/// Refuses an attacker who cannot be meant.
pub(crate) fn check_attacker(position: &AnyPosition, attacker: Option<Side>) -> Result<(), Error> {
    if let Some(attacker) = attacker {
        let ended = position.end_for(attacker);
        ended.map_err(|error| Error::from(error).context(position_subject()))?;
    }
    Ok(())
}

/// Adds the results that take no search.
fn finish(
    position: &AnyPosition,
    attacker: Option<Side>,
    result: &mut QueryResult,
) -> Result<(), Error> {
    ended::add_end(position, attacker, result);
    exact_line::drop_misleading(position, result);
    exact_line::write_scores(position, result);
    // The moves and the ends of play were found outside the searches.
    position.game().unless_failed(Ok(()))
}

impl<P: Prover, S: SearchSink> Asking<'_, P, S> {
    /// This query, with certificates of moves.
    fn of_moves(&mut self) -> Asking<'_, P, S> {
        Asking {
            prover: self.prover,
            query: self.query,
            sink: self.sink,
            wish: CertificateWish::OfMove,
        }
    }

    /// Asks whether a side can force a win.
    fn one(&mut self, position: &AnyPosition, attacker: Side) -> Result<QueryResult, Error> {
        let mut search = PartialSearch::new(Aim::win(attacker));
        self.advance(position, &mut search, None)?;
        Ok(search.result(position))
    }

    /// Asks whether the side to move can win, and whether its opponent can; the more likely
    /// question is asked first.
    fn value(&mut self, position: &AnyPosition) -> Result<QueryResult, Error> {
        let mut value = ValueSearch::of(position, &who_may_win(position)?);
        self.advance_value(position, &mut value, None)?;
        if let Some(aim) = value.superseded() {
            self.sink.discard(aim);
        }
        Ok(value.result(position))
    }
}
