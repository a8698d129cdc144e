//! Reads and writes moves, and explains why a move is illegal.

use shomei_game::escape::excerpt;
use shomei_game::{ErrorText, Outcome, Side, error_text};

use crate::movegen::lines_of;
use crate::position::side_text;
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

/// A move as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Written {
    mv: Option<(Square, Square)>,
    /// Whether `x` or `:` claims a capture; `-` or nothing between the squares claims none.
    claims_capture: bool,
}

/// Reads the text of a move without a position.
///
/// Annotations such as `+` and `!` may follow. `None` if the text is not a move.
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

/// Reads a legal move; the error contains the reason.
pub(super) fn parse(game: &Loa, position: &Position, text: &str) -> Result<Move, ErrorText> {
    let Some(written) = written(text) else {
        return Err(error_text!(
            "loa-no-move",
            "\"{text}\" is not a move; expected a move such as c8-a6, c8xa6 or pass",
            text = excerpt(text.trim())
        ));
    };
    if let Some(outcome) = game.result(position) {
        return Err(match outcome {
            Outcome::Win(side) => error_text!(
                "game-is-won",
                "the game is over: {side} has won",
                side = side_text(side)
            ),
            Outcome::Draw => error_text!("game-is-drawn", "the game is over: a draw"),
        });
    }
    let Some((from, to)) = written.mv else {
        return pass(game, position);
    };
    let size = position.size();
    if let Some(beyond) = [from, to].into_iter().find(|&square| !size.has(square)) {
        return Err(error_text!(
            "loa-beyond",
            "{square} lies beyond the board of {size} squares, a1 to {last}",
            square = beyond,
            size = size,
            last = size.last_square()
        ));
    }
    if let Some(reason) = why_illegal(position, from, to) {
        return Err(reason);
    }
    if written.claims_capture && position.at(to).is_none() {
        return Err(error_text!(
            "nothing-to-capture",
            "there is nothing to capture on {square}",
            square = to
        ));
    }
    Ok(Move::new(from, to))
}

fn pass(game: &Loa, position: &Position) -> Result<Move, ErrorText> {
    if game.allows(position, Move::PASS) {
        Ok(Move::PASS)
    } else {
        Err(error_text!(
            "may-not-pass",
            "{mover} can move and must not pass",
            mover = side_text(position.to_move())
        ))
    }
}

/// The rule that the move of a piece breaks; `None` if it is legal.
fn why_illegal(position: &Position, from: Square, to: Square) -> Option<ErrorText> {
    let mover = position.to_move();
    match position.at(from) {
        Some(side) if side == mover => {}
        Some(side) => {
            return Some(error_text!(
                "loa-other-piece",
                "the piece on {square} is {owner}'s, {mover} is to move",
                square = from,
                owner = side_text(side),
                mover = side_text(mover)
            ));
        }
        None => return Some(error_text!("loa-empty", "{square} is empty", square = from)),
    }
    if from == to {
        return Some(error_text!(
            "loa-same-square",
            "a piece must leave its square"
        ));
    }
    let Some((line, way)) = line_between(from, to) else {
        return Some(error_text!(
            "loa-no-line",
            "{to} is on no line through {from}",
            to = to,
            from = from
        ));
    };
    let occupied = position.pieces(Side::First) | position.pieces(Side::Second);
    let distance = (line & occupied).count_ones();
    let asked = way.count_ones() + 1;
    if asked != distance {
        return Some(error_text!(
            "loa-other-distance",
            "along this line {from} moves {distance} squares, one for each piece on it, not {found}",
            from = from,
            distance = distance,
            found = asked
        ));
    }
    let in_the_way = way & position.pieces(mover.opponent());
    if in_the_way != 0 {
        let square = Square::from_low_bits(in_the_way.trailing_zeros());
        return Some(error_text!(
            "loa-in-the-way",
            "the enemy piece on {square} is in the way",
            square = square
        ));
    }
    (position.at(to) == Some(mover)).then(|| {
        error_text!(
            "loa-own-piece",
            "{square} holds a piece of {side}",
            square = to,
            side = side_text(mover)
        )
    })
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
