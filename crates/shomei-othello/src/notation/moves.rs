//! Texts of moves, and why a move is not legal.

use shomei_game::Side;

use crate::bits::squares;
use crate::moves::square_name;
use crate::{Move, Position};

/// The name of a side in a message.
pub(crate) fn side_name(side: Side) -> &'static str {
    match side {
        Side::First => "Black",
        Side::Second => "White",
    }
}

/// Reads a legal move, or says why there is none.
pub(crate) fn parse(position: &Position, text: &str) -> Result<Move, String> {
    let text = text.trim();
    let mv = Move::parse(text).ok_or_else(|| {
        let last = position.size().last_square();
        format!("\"{text}\" is no move; expected a square from A1 to {last}, or -- for a pass")
    })?;
    match why_illegal(position, mv) {
        Some(reason) => Err(reason),
        None => Ok(mv),
    }
}

/// The rule that a move breaks, `None` when it is legal.
pub(crate) fn why_illegal(position: &Position, mv: Move) -> Option<String> {
    if position.is_legal(mv) {
        return None;
    }
    if position.is_over() {
        return Some(format!("the game is over: {}", standing(position)));
    }
    let size = position.size();
    if let Some(square) = mv.square()
        && size.mask() >> square & 1 == 0
    {
        let last = size.last_square();
        return Some(format!(
            "{mv} lies beyond the board of {size} squares, A1 to {last}"
        ));
    }
    let mover = side_name(position.to_move());
    if position.mobility() == 0 {
        return Some(format!("{mover} has no move and must pass"));
    }
    let Some(square) = mv.square() else {
        return Some(format!(
            "{mover} can move and must not pass; legal are {}",
            legal(position)
        ));
    };
    let holds = |side: &Side| position.discs(*side) >> square & 1 == 1;
    Some(match Side::BOTH.into_iter().find(holds) {
        Some(side) => format!(
            "{mv} holds a disc of {}; legal are {}",
            side_name(side),
            legal(position)
        ),
        None => format!(
            "a disc of {mover} on {mv} flips nothing; legal are {}",
            legal(position)
        ),
    })
}

fn legal(position: &Position) -> String {
    let names: Vec<String> = squares(position.mobility()).map(square_name).collect();
    names.join(" ")
}

/// Who is ahead in a finished game. Whose win that is, the rules say.
pub(super) fn standing(position: &Position) -> String {
    let score = position.score(Side::First);
    let ahead = match score {
        0 => return "both sides have the same number of discs".to_string(),
        1.. => Side::First,
        _ => Side::Second,
    };
    format!("{} is {} discs ahead", side_name(ahead), score.abs())
}
