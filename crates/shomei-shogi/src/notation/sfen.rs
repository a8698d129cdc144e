//! SFEN: `BOARD SIDE HANDS PLY`.
//!
//! The board goes row by row from 9a to 1i, capital letters for Black, `+` before
//! promoted pieces, digits for empty squares. The number of the move may be left
//! out, and the hands with it where nobody holds a piece. It says nothing about a
//! position, which has no history, and is always written as 1.

use std::fmt::Write;

use shomei_game::{NotationError, Place, Side};

use super::words::{Word, Words};
use crate::{Hand, Kind, Position, Square};

/// Reads a position up to the number of its move.
pub(super) fn parse(words: &mut Words<'_>) -> Result<Position, NotationError> {
    let Some(board) = words.next() else {
        let message = "the position is empty; expected SFEN or \"startpos\"";
        return Err(NotationError::whole(message));
    };
    let pieces = parse_board(board)?;
    let to_move = match words.next() {
        None => return Err(words.missing("expected the side to move, b or w")),
        Some(word) => Side::called(word.text, ["b", "w"]).ok_or_else(|| {
            let found = word.text;
            let message = format!("expected the side to move, b or w, found \"{found}\"");
            word.error(0, message)
        })?,
    };
    let hands = match words.peek() {
        Some(word) if word.text != "moves" && !is_number(word) => {
            words.next();
            parse_hands(word)?
        }
        _ => [Hand::EMPTY; 2],
    };
    if words.peek().is_some_and(is_number) {
        words.next();
    }
    position(&pieces, hands, to_move)
}

/// The position, or which rule it breaks.
pub(super) fn position(
    pieces: &[(Square, Side, Kind)],
    hands: [Hand; 2],
    to_move: Side,
) -> Result<Position, NotationError> {
    Position::new(pieces, hands, to_move).map_err(|fault| {
        let place = fault
            .square()
            .map(|square| Place::Square(square.to_string()));
        NotationError::new(place.unwrap_or(Place::Whole), fault.to_string())
    })
}

fn is_number(word: Word<'_>) -> bool {
    word.text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The pieces of the board.
fn parse_board(word: Word<'_>) -> Result<Vec<(Square, Side, Kind)>, NotationError> {
    let mut pieces = Vec::new();
    let rows: Vec<&str> = word.text.split('/').collect();
    let mut at = 0;
    for (rank, row) in (1..).zip(&rows) {
        if rank > 9 {
            return Err(word.error(at, "there is a tenth row; a board has nine"));
        }
        let width = parse_row(word, at, row, rank, &mut pieces)?;
        if width != 9 {
            let name = char::from(b'a' + rank - 1);
            let message = format!("row {rank} (rank {name}) has {width} squares, expected 9");
            return Err(word.error(at, message));
        }
        at += row.chars().count() + 1;
    }
    if rows.len() < 9 {
        let message = format!("the board has {} rows, expected 9", rows.len());
        return Err(word.error(0, message));
    }
    Ok(pieces)
}

/// Reads one row that begins at a character of the word; how many squares it has.
fn parse_row(
    word: Word<'_>,
    start: usize,
    row: &str,
    rank: u8,
    pieces: &mut Vec<(Square, Side, Kind)>,
) -> Result<u32, NotationError> {
    let mut file: u32 = 0;
    let mut promoted = false;
    for (i, letter) in row.chars().enumerate() {
        let error = |message: String| Err(word.error(start + i, message));
        if letter == '+' && !promoted {
            promoted = true;
            continue;
        }
        if let Some(empty) = letter.to_digit(10).filter(|&n| n > 0 && !promoted) {
            file += empty;
            continue;
        }
        let Some((side, kind)) = piece_of(letter) else {
            return error(format!(
                "row {rank}: expected a piece or a digit, found '{letter}'"
            ));
        };
        let kind = match (promoted, kind.promoted()) {
            (false, _) => kind,
            (true, Some(kind)) => kind,
            (true, None) => return error(format!("row {rank}: a {} cannot promote", kind.name())),
        };
        let free = u8::try_from(file)
            .ok()
            .and_then(|file| 9_u8.checked_sub(file));
        if let Some(square) = free.and_then(|file| Square::at(file, rank)) {
            pieces.push((square, side, kind));
        }
        file += 1;
        promoted = false;
    }
    if promoted {
        let end = start + row.chars().count();
        return Err(word.error(end, format!("row {rank}: expected a piece after '+'")));
    }
    Ok(file)
}

/// Side and unpromoted kind of a letter.
pub(super) fn piece_of(letter: char) -> Option<(Side, Kind)> {
    let kind = Kind::of_letter(letter.to_ascii_uppercase())?;
    let side = if letter.is_ascii_uppercase() {
        Side::First
    } else {
        Side::Second
    };
    Some((side, kind))
}

/// Both hands, in any order; what comes twice adds up.
pub(super) fn parse_hands(word: Word<'_>) -> Result<[Hand; 2], NotationError> {
    let mut hands = [Hand::EMPTY; 2];
    if word.text == "-" {
        return Ok(hands);
    }
    let mut number: Option<u32> = None;
    for (i, letter) in word.text.chars().enumerate() {
        let error = |message: String| Err(word.error(i, message));
        if let Some(digit) = letter.to_digit(10) {
            let value = 10 * number.unwrap_or(0) + digit;
            if value == 0 || value > 18 {
                return error(format!("{value} is no number of pieces in hand (1 to 18)"));
            }
            number = Some(value);
            continue;
        }
        let Some((side, kind)) = piece_of(letter).filter(|&(_, kind)| kind != Kind::King) else {
            return error(format!("'{letter}' cannot be in hand"));
        };
        let hand = &mut hands[side.index()];
        for _ in 0..number.take().unwrap_or(1) {
            if hand.count(kind) == kind.total() {
                let (name, total) = (kind.name(), kind.total());
                return error(format!("more than {total} {name}s in hand"));
            }
            *hand = hand.with(kind);
        }
    }
    if number.is_some() {
        let end = word.text.chars().count();
        return Err(word.error(end, "expected a piece after the number"));
    }
    Ok(hands)
}

/// The position on one line.
pub(crate) fn format(position: &Position) -> String {
    let rows: Vec<String> = (1..=9).map(|rank| format_row(position, rank)).collect();
    let side = match position.to_move() {
        Side::First => 'b',
        Side::Second => 'w',
    };
    let hands: String = Side::BOTH
        .into_iter()
        .map(|side| format_hand(position.hand(side), side))
        .collect();
    let hands = if hands.is_empty() { "-" } else { &hands };
    format!("{} {side} {hands} 1", rows.join("/"))
}

fn format_row(position: &Position, rank: u8) -> String {
    let (mut text, mut empty) = (String::new(), 0);
    for file in (1..=9).rev() {
        match Square::at(file, rank).and_then(|square| position.piece(square)) {
            None => empty += 1,
            Some((side, kind)) => {
                push_empty(&mut text, empty);
                empty = 0;
                text.push_str(&piece_text(side, kind));
            }
        }
    }
    push_empty(&mut text, empty);
    text
}

fn push_empty(text: &mut String, empty: u32) {
    if empty > 0 {
        // Writing to a string cannot fail.
        let _ = write!(text, "{empty}");
    }
}

/// The letter of a piece, with `+` when it is promoted.
pub(super) fn piece_text(side: Side, kind: Kind) -> String {
    let plus = if kind.is_promoted() { "+" } else { "" };
    format!("{plus}{}", letter(side, kind))
}

fn letter(side: Side, kind: Kind) -> char {
    match side {
        Side::First => kind.letter(),
        Side::Second => kind.letter().to_ascii_lowercase(),
    }
}

/// A hand, rooks first; nothing when it is empty.
pub(super) fn format_hand(hand: Hand, side: Side) -> String {
    let mut text = String::new();
    for kind in Kind::WRITTEN {
        match hand.count(kind) {
            0 => {}
            1 => text.push(letter(side, kind)),
            count => {
                let _ = write!(text, "{count}{}", letter(side, kind));
            }
        }
    }
    text
}
