//! Texts of moves, and why a move is not legal.

use shomei_game::{Outcome, Side};

use crate::movegen::lines_of;
use crate::position::side_name;
use crate::{Loa, Move, Position, Square};

/// `c8-a6`, `c8xa6` for a capture, or `pass`.
pub(super) fn format(position: &Position, mv: Move) -> String {
    match mv.squares() {
        None => "pass".to_string(),
        Some((from, to)) => {
            let captures = position.at(to).is_some();
            format!("{from}{}{to}", if captures { 'x' } else { '-' })
        }
    }
}

/// A move as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Written {
    mv: Option<(Square, Square)>,
    /// `x` or `:` claims a capture; `-` or nothing between the squares claims nothing.
    claims_capture: bool,
}

/// Reads the text of a move without looking at a position.
///
/// Annotations such as `+` and `!` may follow. `None`: this is no move.
pub(super) fn written(text: &str) -> Option<Written> {
    let text = text.trim().trim_end_matches(['+', '!', '?', '#']);
    if text.eq_ignore_ascii_case("pass") {
        return Some(Written {
            mv: None,
            claims_capture: false,
        });
    }
    let (from, rest) = text.split_at_checked(2)?;
    let (claims_capture, to) = match rest.chars().next()? {
        '-' => (false, &rest[1..]),
        'x' | 'X' | ':' => (true, &rest[1..]),
        _ => (false, rest),
    };
    let mv = Some((Square::parse(from)?, Square::parse(to)?));
    Some(Written { mv, claims_capture })
}

/// Reads a legal move, or says why there is none.
pub(super) fn parse(game: &Loa, position: &Position, text: &str) -> Result<Move, String> {
    let Some(written) = written(text) else {
        return Err(format!(
            "\"{}\" is no move; expected one like c8-a6, c8xa6 or pass",
            text.trim()
        ));
    };
    if let Some(outcome) = game.result(position) {
        return Err(match outcome {
            Outcome::Win(side) => format!("the game is over: {} has won", side_name(side)),
            Outcome::Draw => "the game is over: a draw".to_string(),
        });
    }
    let Some((from, to)) = written.mv else {
        return pass(game, position);
    };
    let size = position.size();
    if let Some(beyond) = [from, to].into_iter().find(|&square| !size.has(square)) {
        let last = size.last_square();
        return Err(format!(
            "{beyond} lies beyond the board of {size} squares, a1 to {last}"
        ));
    }
    if let Some(reason) = why_illegal(position, from, to) {
        return Err(reason);
    }
    if written.claims_capture && position.at(to).is_none() {
        return Err(format!("there is nothing to capture on {to}"));
    }
    Ok(Move::new(from, to))
}

fn pass(game: &Loa, position: &Position) -> Result<Move, String> {
    if game.allows(position, Move::PASS) {
        Ok(Move::PASS)
    } else {
        let mover = side_name(position.to_move());
        Err(format!("{mover} can move and must not pass"))
    }
}

/// The rule that the move of a piece breaks, `None` when it is legal.
fn why_illegal(position: &Position, from: Square, to: Square) -> Option<String> {
    let mover = position.to_move();
    match position.at(from) {
        Some(side) if side == mover => {}
        Some(side) => {
            let (owner, mover) = (side_name(side), side_name(mover));
            return Some(format!(
                "the piece on {from} is {owner}'s, {mover} is to move"
            ));
        }
        None => return Some(format!("{from} is empty")),
    }
    if from == to {
        return Some("a piece must leave its square".to_string());
    }
    let Some((line, way)) = line_between(from, to) else {
        return Some(format!("{to} is on no line through {from}"));
    };
    let occupied = position.pieces(Side::First) | position.pieces(Side::Second);
    let distance = (line & occupied).count_ones();
    let asked = way.count_ones() + 1;
    if asked != distance {
        return Some(format!(
            "along this line {from} moves {distance} squares, one for each piece on it, not {asked}"
        ));
    }
    let in_the_way = way & position.pieces(mover.opponent());
    if in_the_way != 0 {
        let square = Square::from_low_bits(in_the_way.trailing_zeros());
        return Some(format!("the enemy piece on {square} is in the way"));
    }
    (position.at(to) == Some(mover)).then(|| format!("{to} holds a piece of {}", side_name(mover)))
}

/// The whole line through two squares, and the squares between them.
fn line_between(from: Square, to: Square) -> Option<(u64, u64)> {
    for (above, below, _) in lines_of(from) {
        let line = above | below | from.bit();
        if above & to.bit() != 0 {
            return Some((line, above & (to.bit() - 1)));
        }
        if below & to.bit() != 0 {
            return Some((line, below & !(to.bit() | (to.bit() - 1))));
        }
    }
    None
}
