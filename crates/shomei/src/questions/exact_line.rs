//! A line of play in which both sides keep an exact result: a score, or a draw.
//!
//! No single question has such a line: the attacker of a question is content with its aim, and the
//! defender may lose more than necessary in its line. So each side plays by its own question: the
//! question whose answer is the result that the side can keep.

use shomei_game::{KnownScore, Side};
use shomei_search::Answer;

use super::found::Found;
use super::question::Value;
use super::result::QueryResult;
use super::{Budget, CertificateWish, Prover, SearchSink, WinLength};
use crate::any::{Aim, AnyPosition};
use crate::error::Error;
use crate::solving::TextLine;

/// The result that a side can keep: a question, and its good answer for that side.
type ProvenQuestion = Option<(Aim, Answer)>;

/// Removes the line of a single question that may lose the result, in games with scores. The rows
/// of moves get none of these lines.
pub(super) fn drop_misleading(position: &AnyPosition, result: &mut QueryResult) {
    if position.game().range().is_none() {
        return;
    }
    let is_draw = result.value() == Some(Value::Draw);
    if is_draw || result.score().is_some() {
        result.line = TextLine::default();
    }
}

/// Replaces the line by one that keeps the score or the draw. The line is cut if a limit stops the
/// search for the next move. Does nothing if single questions have such a line, or if positions can
/// repeat.
///
/// # Errors
///
/// The errors of a question.
pub(crate) fn add_line<P: Prover, S: SearchSink>(
    prover: &mut P,
    position: &AnyPosition,
    result: &mut QueryResult,
    sink: &mut S,
) -> Result<(), Error> {
    // Positions never repeat: the line ends.
    let (Some(range), Some(_)) = (position.game().range(), position.remaining()) else {
        return Ok(());
    };
    let mover = position.to_move();
    let (own, other): (ProvenQuestion, ProvenQuestion) = match &result.found {
        Found::Score(known) | Found::Scores(known, _) => match known.score() {
            Some(score) => (
                Some((Aim::score(mover, score), Answer::Proved)),
                (score < range.greatest)
                    .then(|| (Aim::score(mover, score + range.step), Answer::Disproved)),
            ),
            None => return Ok(()),
        },
        Found::Value(Some(Value::Draw)) | Found::Moves(Some(Value::Draw), _) => (
            Some((Aim::win(mover.opponent()), Answer::Disproved)),
            Some((Aim::win(mover), Answer::Disproved)),
        ),
        _ => return Ok(()),
    };
    let kept_by = |side: Side| if side == mover { own } else { other };
    let mut at = position.clone();
    loop {
        let mut children = at.children();
        let place = match (children.len(), kept_by(at.to_move())) {
            (0, _) => break,
            // One legal move, or a side that has nothing to lose.
            (1, _) | (_, None) => Some(0),
            (_, Some((aim, answer))) => {
                let (length, wish) = (WinLength::Any, CertificateWish::Unwanted);
                let solution = prover.prove(&at, aim, length, wish, &Budget::default(), sink)?;
                let first = solution.line.moves.first();
                let first = first.filter(|_| solution.report.answer == answer);
                children.iter().position(|(mv, _)| Some(mv) == first)
            }
        };
        let Some(place) = place else {
            result.line.is_cut = true;
            break;
        };
        let (mv, child) = children.swap_remove(place);
        result.line.moves.push(mv);
        at = child;
    }
    write_scores(position, result);
    position.game().unless_failed(Ok(()))
}

/// Writes the known scores in the form of other programs: those of all moves, or that of the move
/// that keeps the score of the position, once there is a line.
pub(super) fn write_scores(position: &AnyPosition, result: &mut QueryResult) {
    let scores = scores(result);
    if !scores.is_empty() {
        result.scored = position.format_scores(&scores);
    }
}

/// The known scores: those of all moves, or that of the move that keeps the position's score.
fn scores(result: &QueryResult) -> Vec<KnownScore> {
    let known = |mv: &String, score| KnownScore {
        mv: mv.clone(),
        score,
    };
    match &result.found {
        Found::Scores(_, moves) => {
            let exact = moves.iter();
            exact
                .filter_map(|mv| Some(known(&mv.mv, mv.score()?)))
                .collect()
        }
        Found::Score(found) => {
            let first = result.line.moves.first().zip(found.score());
            first
                .map(|(mv, score)| known(mv, score))
                .into_iter()
                .collect()
        }
        _ => Vec::new(),
    }
}
