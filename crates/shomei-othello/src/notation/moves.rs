//! Reads and writes moves, and explains why a move is illegal.

use shomei_game::escape::excerpt;
use shomei_game::{ErrorText, Side, error_text};

use crate::bits::squares;
use crate::moves::square_name;
use crate::{Move, Position, Size};

/// The name of a side for messages.
pub(crate) fn side_name(side: Side) -> &'static str {
    match side {
        Side::First => "Black",
        Side::Second => "White",
    }
}

/// Reads a legal move; the error contains the reason.
/// The name of a side for the texts of errors.
pub(crate) fn side_text(side: Side) -> ErrorText {
    match side {
        Side::First => error_text!("player-black", "Black"),
        Side::Second => error_text!("player-white", "White"),
    }
}

pub(crate) fn parse(position: &Position, text: &str) -> Result<Move, ErrorText> {
    let text = text.trim();
    let mv = Move::parse(text).ok_or_else(|| {
        error_text!(
            "othello-no-move",
            "\"{text}\" is not a move; expected a square from A1 to {last}, or -- for a pass",
            text = excerpt(text),
            last = position.size().last_square()
        )
    })?;
    match why_illegal(position, mv) {
        Some(reason) => Err(reason),
        None => Ok(mv),
    }
}

/// The rule that a move breaks; `None` if it is legal.
pub(crate) fn why_illegal(position: &Position, mv: Move) -> Option<ErrorText> {
    if position.is_legal(mv) {
        return None;
    }
    if position.is_over() {
        return Some(error_text!(
            "game-is-over",
            "the game is over: {result}",
            result = standing(position)
        ));
    }
    let size = position.size();
    if let Some(square) = mv.square()
        && size.mask() >> square & 1 == 0
    {
        return Some(beyond(mv, size));
    }
    let mover = side_text(position.to_move());
    if position.mobility() == 0 {
        return Some(error_text!(
            "must-pass",
            "{mover} has no move and must pass",
            mover = mover
        ));
    }
    let Some(square) = mv.square() else {
        return Some(error_text!(
            "othello-may-not-pass",
            "{mover} can move and must not pass; legal are {moves}",
            mover = mover,
            moves = legal(position)
        ));
    };
    let holds = |side: &Side| position.discs(*side) >> square & 1 == 1;
    Some(match Side::BOTH.into_iter().find(holds) {
        Some(side) => error_text!(
            "othello-occupied",
            "{mv} holds a disc of {side}; legal are {moves}",
            mv = mv,
            side = side_text(side),
            moves = legal(position)
        ),
        None => error_text!(
            "othello-flips-nothing",
            "a disc of {mover} on {mv} flips nothing; legal are {moves}",
            mover = mover,
            mv = mv,
            moves = legal(position)
        ),
    })
}

/// The error for a square outside the board.
pub(crate) fn beyond(square: impl std::fmt::Display, size: Size) -> ErrorText {
    error_text!(
        "othello-beyond",
        "{square} lies beyond the board of {size} squares, A1 to {last}",
        square = square,
        size = size,
        last = size.last_square()
    )
}

fn legal(position: &Position) -> String {
    let names: Vec<String> = squares(position.mobility()).map(square_name).collect();
    names.join(" ")
}

/// The lead in a finished game. The rules decide which side wins.
pub(super) fn standing(position: &Position) -> ErrorText {
    let score = position.score(Side::First);
    let ahead = match score {
        0 => {
            return error_text!("othello-even", "both sides have the same number of discs");
        }
        1.. => Side::First,
        _ => Side::Second,
    };
    error_text!(
        "othello-ahead",
        "{side} is {discs} discs ahead",
        side = side_text(ahead),
        discs = score.abs()
    )
}
