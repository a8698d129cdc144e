//! The moves of a review with their values and losses.

use serde::Serialize;
use shomei::AnyPosition;
use shomei_game::Side;

use super::Reviewed;
use crate::commands::solve::request::Request;
use crate::line_of_play::LineOfPlay;
use crate::problems::Name;

/// A move with its value and loss.
#[derive(Debug, Serialize)]
pub(in crate::commands::solve) struct ReviewRow {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::commands::solve) problem: Option<String>,
    /// The number of the move. Passes are not counted in games that count squares.
    pub(in crate::commands::solve) number: usize,
    /// The number of the move with all passes counted: `--at` and the names of certificates count
    /// like this.
    pub(in crate::commands::solve) ply: usize,
    pub(in crate::commands::solve) side: String,
    pub(in crate::commands::solve) position: String,
    #[serde(rename = "move")]
    pub(in crate::commands::solve) mv: String,
    /// A best move, if known.
    pub(in crate::commands::solve) best: Option<String>,
    /// The bounds of the value before and after the move, for the side that moves: scores, or 1, 0
    /// and -1.
    pub(in crate::commands::solve) before: [i32; 2],
    pub(in crate::commands::solve) after: [i32; 2],
    /// The least and greatest loss by the move.
    pub(in crate::commands::solve) loses: [i32; 2],
    /// The certificates of the positions before and after the move; absent without `--proof`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(in crate::commands::solve) proofs: Option<Vec<String>>,
    #[serde(skip)]
    pub(in crate::commands::solve) mover: Side,
    #[serde(skip)]
    pub(in crate::commands::solve) names: [String; 2],
}

/// The moves with their values and losses.
pub(super) fn rows(
    request: &Request,
    name: &Name,
    played: &LineOfPlay,
    first: usize,
    reviewed: &[Reviewed],
) -> Vec<ReviewRow> {
    let mut number = count_of(played, first);
    let mut rows = Vec::new();
    for (at, pair) in reviewed.windows(2).enumerate() {
        let moves = first + at;
        let (Some(position), Some((mv, next))) = (played.position(moves), played.moves.get(moves))
        else {
            break;
        };
        let mover = position.to_move();
        let [before, after] = [pair[0].worth, pair[1].worth].map(|worth| worth.of(mover));
        number += usize::from(counts(position, next));
        let last = moves.checked_sub(1).and_then(|at| played.moves.get(at));
        let last = last.map(|(mv, _)| mv.as_str());
        let named = |mv: &str| {
            let name = position.move_name(mv, last, request.lang);
            name.unwrap_or_else(|_| mv.to_string())
        };
        let best = pair[0].best.clone();
        let proofs = pair.iter().flat_map(|found| found.proofs.iter().cloned());
        rows.push(ReviewRow {
            problem: name.file_label(),
            number,
            ply: moves + 1,
            side: request.kind.sides[mover.index()].to_string(),
            position: position.text(),
            names: [named(mv), best.as_deref().map(named).unwrap_or_default()],
            mv: mv.clone(),
            best,
            before,
            after,
            // The move cannot gain, so its loss is at least 0.
            loses: [(before[0] - after[1]).max(0), before[1] - after[0]],
            proofs: request.proof.is_some().then(|| proofs.collect()),
            mover,
        });
    }
    rows
}

/// The number of counted moves among the first `moves`.
fn count_of(played: &LineOfPlay, moves: usize) -> usize {
    let pairs = (0..moves).filter_map(|at| Some((played.position(at)?, played.position(at + 1)?)));
    pairs.filter(|(from, to)| counts(from, to)).count()
}

/// Whether a move is counted. A pass is not: it leaves the number of squares unchanged.
fn counts(from: &AnyPosition, to: &AnyPosition) -> bool {
    from.remaining().is_none() || from.remaining() != to.remaining()
}
