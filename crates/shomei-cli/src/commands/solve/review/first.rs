//! The first position of a review, and errors if there is none.

use shomei::AnyPosition;
use shomei_game::{ErrorText, error_text};

use super::Request;
use crate::line_of_play::LineOfPlay;
use crate::problems::{Moment, without_left};

/// The usual number of empty squares at which a review of a game with scores begins.
const USUAL_LEFT: u32 = 16;

/// The number of moves before the first position of the review. At least one move follows it.
pub(super) fn first_of(request: &Request, played: &LineOfPlay) -> Result<usize, ErrorText> {
    let there = played.moves.len();
    let (first, left) = match request.moment {
        Moment::After {
            branch: Some(_), ..
        } => {
            return Err(error_text!(
                "review-of-a-branch",
                "a review is of the main line, not of a branch"
            ));
        }
        Moment::After { moves, .. } => (moves, None),
        Moment::Remaining(left) => {
            let first = played.first_with_remaining(left);
            (
                first.ok_or_else(|| no_such_position(played, left))?,
                Some(left),
            )
        }
        Moment::Last => (there, None),
        Moment::Default if request.kind.range.is_some() => {
            let has_less = |moves: &usize| {
                let left = played.position(*moves).and_then(AnyPosition::remaining);
                left.is_none_or(|left| left <= USUAL_LEFT)
            };
            let first = (0..=there).find(has_less).unwrap_or(there);
            (first, Some(USUAL_LEFT))
        }
        Moment::Default | Moment::First => (0, None),
    };
    match (first < there, left) {
        (true, _) => Ok(first),
        (false, Some(left)) => Err(game_ends_early(played, left)),
        (false, None) => Err(error_text!(
            "no-move-after",
            "there is no move after move {first}: the game has {there}",
            first = first,
            there = there
        )),
    }
}

/// Why no position has this number of squares left.
fn no_such_position(played: &LineOfPlay, left: u32) -> ErrorText {
    match (played.root.remaining(), played.last().remaining()) {
        (None, _) => without_left(played.root.game()),
        (Some(from), _) if left > from => {
            error_text!(
                "game-begins-with",
                "--at empties={left}: the game begins with {from} squares left; ask for no more",
                left = left,
                from = from
            )
        }
        (_, Some(to)) if left < to => game_ends_early(played, left),
        _ => error_text!(
            "no-position-of-game-with-left",
            "no position of the game has {left} squares left",
            left = left
        ),
    }
}

/// The error of a game that ends before `left` squares are left, with a number to ask for.
fn game_ends_early(played: &LineOfPlay, left: u32) -> ErrorText {
    let end = played.last().remaining().unwrap_or_default();
    let more = |moves: usize| {
        played
            .position(moves)?
            .remaining()
            .filter(|&left| left > end)
    };
    let last = (0..played.moves.len()).rev().find_map(more);
    error_text!(
        "game-ends-early",
        "the review begins at {left} empty squares, but the game ends with {end} left; choose an \
         earlier position, such as --at empties={last}; each further square takes several times \
         as long (--time-each limits that)",
        left = left,
        end = end,
        last = last.unwrap_or(end + 1)
    )
}
