//! SFEN: `BOARD SIDE HANDS PLY`.
//!
//! The board is written row by row from 9a to 1i, with capital letters for Black, `+` before
//! promoted pieces and digits for empty squares. The move number is optional; if both hands are
//! empty, so is the hand field before it. A position has no history, so the move number is ignored
//! and always written as 1.

use std::fmt::Write;

use shomei_game::words::{Word, Words};
use shomei_game::{ErrorText, NotationError, Place, Side, error_text};

use super::expected;
use crate::{Hand, Kind, Position, Square};

/// Reads a position including the number of its move.
pub(super) fn parse(words: &mut Words<'_>) -> Result<Position, NotationError> {
    let Some(board) = words.next() else {
        return Err(NotationError::whole(error_text!(
            "shogi-empty-position",
            "the position is empty; expected SFEN or \"startpos\""
        )));
    };
    let pieces = parse_board(board)?;
    let side = || error_text!("shogi-side-to-move", "the side to move, b or w");
    let to_move = match words.next() {
        None => {
            let message = error_text!("expected-more", "expected {what}", what = side());
            return Err(words.missing(message));
        }
        Some(word) => Side::called(word.text, ["b", "w"]).ok_or_else(|| expected(&side(), word))?,
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

/// The position, or the rule that it breaks.
pub(super) fn position(
    pieces: &[(Square, Side, Kind)],
    hands: [Hand; 2],
    to_move: Side,
) -> Result<Position, NotationError> {
    Position::new(pieces, hands, to_move).map_err(|fault| {
        let place = fault.square().map(|square| Place::square(square.text()));
        NotationError::new(place.unwrap_or(Place::Whole), fault)
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
            let message = error_text!("tenth-row", "there is a tenth row; a board has nine");
            return Err(word.error(at, message));
        }
        let width = parse_row(word, at, row, rank, &mut pieces)?;
        if width != 9 {
            let name = char::from(b'a' + rank - 1);
            let message = error_text!(
                "shogi-row-width",
                "row {rank} (rank {name}) has {width} squares, expected 9",
                rank = rank,
                name = name,
                width = width
            );
            return Err(word.error(at, message));
        }
        at += row.chars().count() + 1;
    }
    if rows.len() < 9 {
        let message = error_text!(
            "shogi-too-few-rows",
            "the board has {rows} rows, expected 9",
            rows = rows.len()
        );
        return Err(word.error(0, message));
    }
    Ok(pieces)
}

/// Reads one row that begins at a character of the word, and returns its number of squares.
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
        let error = |message: ErrorText| Err(word.error(start + i, message));
        if letter == '+' && !promoted {
            promoted = true;
            continue;
        }
        if let Some(empty) = letter.to_digit(10).filter(|&n| n > 0 && !promoted) {
            file += empty;
            continue;
        }
        let Some((side, kind)) = piece_of(letter) else {
            return error(error_text!(
                "shogi-row-letter",
                "row {rank}: expected a piece or a digit, found '{letter}'",
                rank = rank,
                letter = letter
            ));
        };
        let kind = match (promoted, kind.promoted()) {
            (false, _) => kind,
            (true, Some(kind)) => kind,
            (true, None) => {
                return error(error_text!(
                    "shogi-cannot-promote",
                    "row {rank}: a {piece} cannot promote",
                    rank = rank,
                    piece = kind.text()
                ));
            }
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
        let message = error_text!(
            "shogi-nothing-to-promote",
            "row {rank}: expected a piece after '+'",
            rank = rank
        );
        return Err(word.error(end, message));
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

/// Both hands, in any order; repeated kinds are added.
pub(super) fn parse_hands(word: Word<'_>) -> Result<[Hand; 2], NotationError> {
    let mut hands = [Hand::EMPTY; 2];
    if word.text == "-" {
        return Ok(hands);
    }
    let mut number: Option<u32> = None;
    for (i, letter) in word.text.chars().enumerate() {
        let error = |message: ErrorText| Err(word.error(i, message));
        if let Some(digit) = letter.to_digit(10) {
            let value = 10 * number.unwrap_or(0) + digit;
            if value == 0 || value > 18 {
                return error(error_text!(
                    "shogi-hand-number",
                    "expected 1 to 18 pieces in hand, found {number}",
                    number = value
                ));
            }
            number = Some(value);
            continue;
        }
        let Some((side, kind)) = piece_of(letter).filter(|&(_, kind)| kind != Kind::King) else {
            return error(error_text!(
                "shogi-hand-letter",
                "'{letter}' cannot be in hand",
                letter = letter
            ));
        };
        let hand = &mut hands[side.index()];
        for _ in 0..number.take().unwrap_or(1) {
            if hand.count(kind) == kind.total() {
                return error(error_text!(
                    "shogi-hand-too-many",
                    "more than {total} {piece}s in hand",
                    total = kind.total(),
                    piece = kind.text()
                ));
            }
            *hand = hand.with(kind);
        }
    }
    if number.is_some() {
        let end = word.text.chars().count();
        let message = error_text!(
            "shogi-hand-number-without-piece",
            "expected a piece after the number"
        );
        return Err(word.error(end, message));
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

/// The letter of a piece, with `+` if it is promoted.
pub(crate) fn piece_text(side: Side, kind: Kind) -> String {
    let plus = if kind.is_promoted() { "+" } else { "" };
    format!("{plus}{}", letter(side, kind))
}

fn letter(side: Side, kind: Kind) -> char {
    match side {
        Side::First => kind.letter(),
        Side::Second => kind.letter().to_ascii_lowercase(),
    }
}

/// A hand, rooks first; empty for an empty hand.
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
