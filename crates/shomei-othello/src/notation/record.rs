//! Move lists: `F5D6C3`, `f5 d6 c3`, `1.f5 2.d6 3.c3`, `1. f5 d6 2. c3`.
//!
//! A pass may be written or omitted. Numbers must be correct: they count moves, with or without
//! passes, or pairs of moves. Only a list that begins with a number may have several lines; another
//! line with only moves might be another position.

use shomei_game::escape::excerpt;
use shomei_game::{NotationError, error_text};

use super::cursor::Cursor;
use super::moves;
use crate::{Move, Position};

/// The words for a pass; longer words precede their prefixes.
const PASSES: [&str; 4] = ["pass", "pa", "ps", "--"];

/// Whether a text begins with a move, possibly an invalid one.
pub(super) fn begins(text: &str) -> bool {
    // The first move of a game is never a pass, and "--" begins a board.
    let text = number(text).map_or(text, |(_, after)| after.trim_start());
    is_letter_and_digit(text) || PASSES[..3].iter().any(|pass| begins_with(text, pass))
}

/// A number with a point, and the text after it.
fn number(text: &str) -> Option<(&str, &str)> {
    let (digits, after) = text.split_once('.')?;
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    is_number.then(|| (digits, after.trim_start_matches('.')))
}

/// The ways to number moves that agree with all numbers so far.
#[derive(Clone, Copy)]
struct Numbers {
    moves: bool,
    discs: bool,
    pairs: bool,
}

impl Numbers {
    /// Reads the number before the next move, if there is one.
    fn read(
        &mut self,
        cursor: &mut Cursor<'_>,
        moves: usize,
        discs: usize,
    ) -> Result<(), NotationError> {
        let Some((digits, after)) = number(cursor.rest()) else {
            return Ok(());
        };
        let begin = *cursor;
        let found = digits.parse::<usize>().unwrap_or(usize::MAX);
        self.moves &= found == moves;
        self.discs &= found == discs;
        self.pairs &= found == moves.div_ceil(2);
        if !(self.moves || self.discs || self.pairs) {
            return Err(begin.error(error_text!(
                "another-move-number",
                "this is move {number}, expected {expected}",
                number = digits,
                expected = discs
            )));
        }
        cursor.skip_to(after);
        cursor.skip_blanks();
        match cursor.rest() {
            "" => Err(begin.error(error_text!(
                "number-without-move",
                "there is no move after this number"
            ))),
            rest if number(rest).is_some() => Err(cursor.error(error_text!(
                "second-move-number",
                "there is a second number before a move"
            ))),
            _ => Ok(()),
        }
    }
}

/// The position after the rest of a text, which is empty, or `moves` and a list.
pub(super) fn continued(
    position: Position,
    cursor: &mut Cursor<'_>,
) -> Result<Position, NotationError> {
    cursor.skip_blanks();
    if cursor.rest().is_empty() {
        return Ok(position);
    }
    let begin = *cursor;
    if cursor.eat_word("moves") {
        return play(position, cursor);
    }
    let word = cursor.word();
    Err(begin.error(error_text!(
        "word-moves-missing",
        "expected \"moves\" before \"{word}\"",
        word = excerpt(word)
    )))
}

/// The position after a list.
pub(super) fn play(start: Position, cursor: &mut Cursor<'_>) -> Result<Position, NotationError> {
    let mut position = start;
    let is_numbered = number(cursor.rest().trim_start()).is_some();
    let mut numbers = Numbers {
        moves: true,
        discs: true,
        pairs: true,
    };
    for number in 1.. {
        let blanks = cursor.take_while(char::is_whitespace);
        if cursor.rest().is_empty() {
            break;
        }
        if number > 1 && blanks.contains('\n') && !is_numbered {
            return Err(cursor.error(error_text!(
                "moves-on-two-lines",
                "a list of moves is one line, and here begins another"
            )));
        }
        let discs = (start.empties() - position.empties()) as usize + 1;
        numbers.read(cursor, number, discs)?;
        let text = next_move(cursor);
        // Only before a square: a list may end before a pass.
        if Move::parse(text).is_some_and(|mv| mv != Move::PASS) {
            position = after_pass(position);
        }
        position = play_one(&position, number, text)?;
    }
    Ok(position)
}

/// The position after a pass, if the side to move must pass.
pub(crate) fn after_pass(position: Position) -> Position {
    if position.is_legal(Move::PASS) {
        position.play(Move::PASS)
    } else {
        position
    }
}

/// Plays the move with this number in its record.
pub(super) fn play_one(
    position: &Position,
    number: usize,
    text: &str,
) -> Result<Position, NotationError> {
    let mv = moves::parse(position, text);
    mv.map(|mv| position.play(mv))
        .map_err(|message| NotationError::in_move(number, text, message))
}

/// The text of the next move; moves need no blanks between them.
fn next_move<'a>(cursor: &mut Cursor<'a>) -> &'a str {
    let rest = cursor.rest();
    let pass = PASSES.iter().find(|pass| begins_with(rest, pass));
    let length = match pass {
        Some(pass) => pass.len(),
        None if is_letter_and_digit(rest) => 2,
        None => return cursor.word(),
    };
    for _ in 0..length {
        cursor.next();
    }
    &rest[..length]
}

fn begins_with(text: &str, word: &str) -> bool {
    let begin = text.as_bytes().get(..word.len());
    begin.is_some_and(|begin| begin.eq_ignore_ascii_case(word.as_bytes()))
}

fn is_letter_and_digit(text: &str) -> bool {
    matches!(text.as_bytes(), [letter, digit, ..] if letter.is_ascii_alphabetic() && digit.is_ascii_digit())
}
