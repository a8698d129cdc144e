//! A diagram to look at, and to read again.

use std::fmt::Write;

use shomei_game::{NotationError, Side};

use super::sfen::{self, format_hand, parse_hands, piece_of, piece_text};
use super::words::{Word, Words};
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
/// With the place of what does not belong there.
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
        expect(words, &file.to_string(), "the numbers of the files, 9 to 1")?;
    }
    let mut pieces = Vec::new();
    for rank in 1..=9 {
        let name = char::from(b'a' + rank - 1).to_string();
        for file in (1..=9).rev() {
            let word = next(words, "a piece or . for an empty square")?;
            if let (Some((side, kind)), Some(square)) = (piece(word)?, Square::at(file, rank)) {
                pieces.push((square, side, kind));
            }
        }
        expect(words, &name, &format!("{name}, the name of the row"))?;
    }
    expect(words, "Black", "what Black has in hand")?;
    expect(words, "in", "what Black has in hand")?;
    expect(words, "hand:", "what Black has in hand")?;
    let black = hand(words, Side::First)?;
    let begin = next(words, "the side to move")?;
    let names = TO_MOVE.map(|line| line.split(' ').next());
    let Some(last) = names.iter().position(|name| *name == Some(begin.text)) else {
        let message = format!("expected the side to move, found \"{}\"", begin.text);
        return Err(begin.error(0, message));
    };
    for word in TO_MOVE[last].split(' ').skip(1) {
        expect(words, word, TO_MOVE[last])?;
    }
    let to_move = Side::BOTH[last];
    sfen::position(&pieces, [black, white], to_move).map(Some)
}

/// Reads the next word.
fn next<'a>(words: &mut Words<'a>, what: &str) -> Result<Word<'a>, NotationError> {
    let end = words.clone();
    let word = words.next();
    word.ok_or_else(|| end.missing(format!("the diagram ends where {what} is expected")))
}

/// Reads this word and no other.
fn expect(words: &mut Words<'_>, word: &str, what: &str) -> Result<(), NotationError> {
    let found = next(words, what)?;
    match found.text == word {
        true => Ok(()),
        false => Err(found.error(0, format!("expected {what}, found \"{}\"", found.text))),
    }
}

/// What stands on a square; `None` when nothing does.
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
    found.map(Some).ok_or_else(|| {
        let message = format!(
            "expected a piece or . for an empty square, found \"{}\"",
            word.text
        );
        word.error(0, message)
    })
}

/// What a side holds.
fn hand(words: &mut Words<'_>, side: Side) -> Result<Hand, NotationError> {
    let word = next(words, "a hand, or - for none")?;
    let hands = parse_hands(word)?;
    if !hands[side.opponent().index()].is_empty() {
        let letters = ["capitals", "small letters"][side.index()];
        return Err(word.error(0, format!("what this side holds is written in {letters}")));
    }
    Ok(hands[side.index()])
}
