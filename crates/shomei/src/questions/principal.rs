//! A line of play that keeps an exact result: a score, or a draw.
//!
//! No single question has such a line: who can reach a score is content with
//! it, and in the line of the question the other side may throw more away. Each side
//! has a question of its own that says what it can keep, and plays by that one.

use shomei_game::{KnownScore, Side};
use shomei_search::Answer;

use super::found::{Found, MoveValue};
use super::question::Value;
use super::result::QueryResult;
use super::{CertificateWish, Prover, SearchSink, WinLength};
use crate::any::{Aim, AnyPosition};
use crate::error::Error;
use crate::solving::TextLine;

/// What a side can keep: a question, and the answer that is good for it.
type ProvenQuestion = Option<(Aim, Answer)>;

/// Takes away lines of single questions that lose the result, where games have
/// scores.
pub(super) fn drop_misleading(position: &AnyPosition, result: &mut QueryResult) {
    if position.game().range().is_none() {
        return;
    }
    let is_draw = result.value() == Some(Value::Draw);
    if is_draw || result.score().is_some() {
        result.line = TextLine::default();
    }
    if let Found::Moves(_, moves) | Found::Scores(_, moves) = &mut result.found {
        let is_exact = |mv: &&mut MoveValue| mv.value == Some(Value::Draw) || mv.bounds.is_some();
        for known in moves.iter_mut().filter(is_exact) {
            known.line = TextLine::default();
        }
    }
}

/// Puts a line in its place that keeps the score or the draw. It is cut where a
/// limit stops the search for the next move. Nothing is done where single questions have
/// a line, or positions may come again.
///
/// # Errors
///
/// Those of a question.
pub(crate) fn add_line<P: Prover, S: SearchSink>(
    prover: &mut P,
    position: &AnyPosition,
    result: &mut QueryResult,
    sink: &mut S,
) -> Result<(), Error> {
    // Positions that never come again: the line ends.
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
            // Nothing to choose, or nothing to lose.
            (1, _) | (_, None) => Some(0),
            (_, Some((aim, answer))) => {
                let wish = CertificateWish::Unwanted;
                let solution = prover.prove(&at, aim, WinLength::Any, wish, sink)?;
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
    match position.game().failure() {
        Some(failure) => Err(failure),
        None => Ok(()),
    }
}

/// Writes the scores that are known as other programs do: those of all moves, or that of the move
/// that keeps the score of the position, once there is a line.
pub(super) fn write_scores(position: &AnyPosition, result: &mut QueryResult) {
    let scores = scores(result);
    if !scores.is_empty() {
        result.scored = position.format_scores(&scores);
    }
}

/// The scores of moves, of all or of the one that keeps the position's.
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
