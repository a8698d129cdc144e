//! The board on one line: 64 squares and the side to move.

use shomei_game::{NotationError, Place, Side};

use crate::Position;

/// The position on one line: `X` black, `O` white, `-` empty, a1 to h8.
pub(crate) fn one_line(position: &Position) -> String {
    let [black, white] = Side::BOTH.map(|side| position.discs(side));
    let square = |i: u32| match (black >> i & 1, white >> i & 1) {
        (1, _) => 'X',
        (_, 1) => 'O',
        _ => '-',
    };
    let board: String = (0..64).map(square).collect();
    let side = match position.to_move() {
        Side::First => 'X',
        Side::Second => 'O',
    };
    format!("{board} {side}")
}

/// Reads it.
pub(super) fn parse(text: &str) -> Result<Position, NotationError> {
    let text = text.trim();
    let (mut black, mut white, mut squares) = (0, 0, 0);
    let mut chars = text.chars().enumerate();
    for (i, c) in chars.by_ref().take(64) {
        match c {
            'X' | 'x' => black |= 1 << i,
            'O' | 'o' => white |= 1 << i,
            '-' | '.' => {}
            _ => {
                let message = format!("\"{c}\" is no square; expected X, O or -");
                return Err(NotationError::new(Place::Column(i + 1), message));
            }
        }
        squares += 1;
    }
    if squares < 64 {
        return Err(NotationError::whole(format!(
            "{squares} squares; expected 64"
        )));
    }
    let side = match text[64..].trim() {
        "X" | "x" => Side::First,
        "O" | "o" => Side::Second,
        _ => {
            return Err(NotationError::new(
                Place::Column(65),
                "no side to move; expected X or O",
            ));
        }
    };
    Position::new(black, white, side).map_err(|error| NotationError::whole(error.to_string()))
}
