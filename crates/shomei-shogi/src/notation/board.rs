//! The diagram of a position, which can also be read.

use std::fmt::Write;

use shomei_game::words::{Word, Words};
use shomei_game::{ErrorText, NotationError, Side, error_text};

use super::expected;
use super::sfen::{self, format_hand, parse_hands, piece_of, piece_text};
use crate::{Hand, Kind, Position, Square};

/// The last line of a diagram, by the side to move.
const TO_MOVE: [&str; 2] = ["Black (capitals) to move", "White (small letters) to move"];

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
    text + TO_MOVE[position.to_move().index()]
}

/// Reads a diagram if one begins here.
///
/// # Errors
///
/// Contains the place of the error.
pub(super) fn parse(words: &mut Words<'_>) -> Result<Option<Position>, NotationError> {
    let mut ahead = words.clone();
    let is_diagram = ["White", "in", "hand:"]
        .iter()
        .all(|word| ahead.accept(word));
    if !is_diagram {
        return Ok(None);
    }
    *words = ahead;
    let white = hand(words, Side::Second)?;
    for file in (1..=9).rev() {
        let what = error_text!("shogi-file-numbers", "the numbers of the files, 9 to 1");
        expect(words, &file.to_string(), &what)?;
    }
    let mut pieces = Vec::new();
    for rank in 1..=9 {
        let name = char::from(b'a' + rank - 1).to_string();
        for file in (1..=9).rev() {
            let word = next(words, &cell_text())?;
            if let (Some((side, kind)), Some(square)) = (piece(word)?, Square::at(file, rank)) {
                pieces.push((square, side, kind));
            }
        }
        let what = error_text!("shogi-row-name", "{name}, the name of the row", name = name);
        expect(words, &name, &what)?;
    }
    let what = error_text!("shogi-hand-of-black", "what Black has in hand");
    for word in ["Black", "in", "hand:"] {
        expect(words, word, &what)?;
    }
    let black = hand(words, Side::First)?;
    let what = error_text!("the-side-to-move", "the side to move");
    let begin = next(words, &what)?;
    let names = TO_MOVE.map(|line| line.split(' ').next());
    let Some(last) = names.iter().position(|name| *name == Some(begin.text)) else {
        return Err(expected(&what, begin));
    };
    for word in TO_MOVE[last].split(' ').skip(1) {
        expect(words, word, &TO_MOVE[last].into())?;
    }
    let to_move = Side::BOTH[last];
    sfen::position(&pieces, [black, white], to_move).map(Some)
}

/// Reads the next word.
fn next<'a>(words: &mut Words<'a>, what: &ErrorText) -> Result<Word<'a>, NotationError> {
    words.next().ok_or_else(|| {
        words.missing(error_text!(
            "diagram-ends",
            "the diagram ends where {what} is expected",
            what = what
        ))
    })
}

/// Reads the given word and refuses any other.
fn expect(words: &mut Words<'_>, word: &str, what: &ErrorText) -> Result<(), NotationError> {
    let found = next(words, what)?;
    match found.text == word {
        true => Ok(()),
        false => Err(expected(what, found)),
    }
}

/// The piece on a square; `None` if the square is empty.
fn piece(word: Word<'_>) -> Result<Option<(Side, Kind)>, NotationError> {
    if word.text == "." {
        return Ok(None);
    }
    let bare = word.text.strip_prefix('+');
    let mut letters = bare.unwrap_or(word.text).chars();
    let found = match (letters.next().and_then(piece_of), letters.next(), bare) {
        (Some((side, kind)), None, None) => Some((side, kind)),
        (Some((side, kind)), None, Some(_)) => kind.promoted().map(|kind| (side, kind)),
        _ => None,
    };
    found.map(Some).ok_or_else(|| expected(&cell_text(), word))
}

fn cell_text() -> ErrorText {
    error_text!("shogi-cell", "a piece or . for an empty square")
}

/// The hand of a side.
fn hand(words: &mut Words<'_>, side: Side) -> Result<Hand, NotationError> {
    let word = next(words, &error_text!("shogi-hand", "a hand, or - for none"))?;
    let hands = parse_hands(word)?;
    if !hands[side.opponent().index()].is_empty() {
        let message = match side {
            Side::First => error_text!(
                "shogi-hand-in-capitals",
                "the pieces in this hand are written in capitals"
            ),
            Side::Second => error_text!(
                "shogi-hand-in-small-letters",
                "the pieces in this hand are written in small letters"
            ),
        };
        return Err(word.error(0, message));
    }
    Ok(hands[side.index()])
}
