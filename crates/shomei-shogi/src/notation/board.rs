//! A diagram to look at.

use std::fmt::Write;

use shomei_game::Side;

use super::sfen::{format_hand, piece_text};
use crate::{Position, Square};

/// Nine rows, the hands and the side to move.
pub(super) fn diagram(position: &Position) -> String {
    let held = |side| {
        let text = format_hand(position.hand(side), side);
        if text.is_empty() { "-".into() } else { text }
    };
    let mut text = format!("White in hand: {}\n", held(Side::Second));
    text.push_str("  9  8  7  6  5  4  3  2  1\n");
    for rank in 1..=9 {
        for file in (1..=9).rev() {
            let piece = Square::at(file, rank).and_then(|square| position.piece(square));
            let piece = piece.map_or(".".into(), |(side, kind)| piece_text(side, kind));
            // Writing to a string cannot fail.
            let _ = write!(text, "{piece:>3}");
        }
        let _ = writeln!(text, "  {}", char::from(b'a' + rank - 1));
    }
    let _ = writeln!(text, "Black in hand: {}", held(Side::First));
    text.push_str(match position.to_move() {
        Side::First => "Black (capitals) to move",
        Side::Second => "White (small letters) to move",
    });
    text
}
