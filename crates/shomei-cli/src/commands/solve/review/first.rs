//! Where a review begins, and why there is nothing to review.

use shomei::AnyPosition;

use super::Request;
use crate::output::counted;
use crate::played::Played;
use crate::problems::Moment;

/// From how many empty squares on Othello is proven where nothing is said.
const USUAL_LEFT: u32 = 16;

/// Behind how many moves the first position stands that is looked at. There is a move behind it.
pub(super) fn first_of(request: &Request, played: &Played) -> Result<usize, String> {
    let there = played.moves.len();
    let (first, left) = match request.moment {
        Moment::After {
            branch: Some(_), ..
        } => {
            return Err("a review is of the main line, not of a branch".to_string());
        }
        Moment::After { moves, .. } => (moves, None),
        Moment::Left(left) => {
            let first = played.with_left(left);
            (
                first.ok_or_else(|| nowhere(played, left))?,
                Some(format!("{left} are left")),
            )
        }
        Moment::Last => (there, None),
        Moment::Usual if request.entry.kind.range.is_some() => {
            let has_less = |moves: &usize| {
                let left = played.position(*moves).and_then(AnyPosition::remaining);
                left.is_none_or(|left| left <= USUAL_LEFT)
            };
            let first = (0..=there).find(has_less).unwrap_or(there);
            let usual = format!("{USUAL_LEFT} or fewer are left, the usual ones");
            (first, Some(usual))
        }
        Moment::Usual | Moment::First => (0, None),
    };
    match (first < there, left) {
        (true, _) => Ok(first),
        (false, Some(asked)) => Err(no_end(played, &asked)),
        (false, None) => Err(format!(
            "there is no move behind move {first}: the game has {there}"
        )),
    }
}

/// Why no position has so many squares left.
fn nowhere(played: &Played, left: u32) -> String {
    match (played.root.remaining(), played.last().remaining()) {
        (Some(from), _) if left > from => {
            let from = counted(u64::from(from), "square");
            format!("--at empties={left}: the game begins with {from} left; ask for no more")
        }
        (_, Some(to)) if left < to => no_end(played, &format!("{left} are left")),
        _ => format!("no position of the game has {left} squares left"),
    }
}

/// The game ends before the squares that are asked for: which ones there are, and what to do.
fn no_end(played: &Played, asked: &str) -> String {
    let end = played.last().remaining().unwrap_or_default();
    let more = |moves: usize| {
        played
            .position(moves)?
            .remaining()
            .filter(|&left| left > end)
    };
    let last = (0..played.moves.len()).rev().find_map(more);
    let last = last.unwrap_or(end + 1);
    let end = counted(u64::from(end), "square");
    format!(
        "the game ends with {end} left, so no move follows where {asked}; --at empties={last} reviews its last move, \
         and more squares more of them, each of which takes several times as long (--time-each limits that)"
    )
}
