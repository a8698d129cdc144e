//! The first position of a review, and errors if there is none.

use shomei::AnyPosition;
use shomei_game::{ErrorText, error_text};

use super::Request;
use crate::line_of_play::LineOfPlay;
use crate::problems::Moment;

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
                Some(squares_left(left)),
            )
        }
        Moment::Last => (there, None),
        Moment::Default if request.entry.kind.range.is_some() => {
            let has_less = |moves: &usize| {
                let left = played.position(*moves).and_then(AnyPosition::remaining);
                left.is_none_or(|left| left <= USUAL_LEFT)
            };
            let first = (0..=there).find(has_less).unwrap_or(there);
            let usual = error_text!(
                "usual-squares-left",
                "{left} or fewer are left, the usual ones",
                left = USUAL_LEFT
            );
            (first, Some(usual))
        }
        Moment::Default | Moment::First => (0, None),
    };
    match (first < there, left) {
        (true, _) => Ok(first),
        (false, Some(asked)) => Err(game_ends_early(played, &asked)),
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
        (Some(from), _) if left > from => {
            error_text!(
                "game-begins-with",
                "--at empties={left}: the game begins with {from} squares left; ask for no more",
                left = left,
                from = from
            )
        }
        (_, Some(to)) if left < to => game_ends_early(played, &squares_left(left)),
        _ => error_text!(
            "no-position-of-game-with-left",
            "no position of the game has {left} squares left",
            left = left
        ),
    }
}

/// The text "N are left".
fn squares_left(left: u32) -> ErrorText {
    error_text!("squares-left", "{left} are left", left = left)
}

/// The error of a game that ends too early, with a number of squares to ask for.
fn game_ends_early(played: &LineOfPlay, asked: &ErrorText) -> ErrorText {
    let end = played.last().remaining().unwrap_or_default();
    let more = |moves: usize| {
        played
            .position(moves)?
            .remaining()
            .filter(|&left| left > end)
    };
    let last = (0..played.moves.len()).rev().find_map(more);
    let last = last.unwrap_or(end + 1);
    match end {
        1 => error_text!(
            "game-ends-with-one",
            "the game ends with 1 square left, so no move follows where {asked}; --at \
             empties={last} reviews its last move; each further square takes several times as \
             long (--time-each limits that)",
            asked = asked,
            last = last
        ),
        _ => error_text!(
            "game-ends-with",
            "the game ends with {end} squares left, so no move follows where {asked}; --at \
             empties={last} reviews its last move; each further square takes several times as \
             long (--time-each limits that)",
            end = end,
            asked = asked,
            last = last
        ),
    }
}
