//! Game records: moves in words, with or without move numbers.
//!
//! ```text
//! 1. c8-c6 h4-f2
//! 2. g8-g6 h2-e2 1-0
//! ```
//!
//! Numbers must be correct: a record from the start begins with 1, a record after a position with
//! any number. Only a record that begins with a number may have several lines; a second line with
//! only moves might be another position. A result or a resignation ends the record, and nothing may
//! follow it.

use shomei_game::escape::excerpt;
use shomei_game::words::{Word, Words};
use shomei_game::{NotationError, Side, error_text};

use super::moves;
use crate::{Loa, Position};

/// Words that end a record.
const RESULTS: [&str; 6] = ["1-0", "0-1", "1/2-1/2", "*", "resign", "resigns"];

/// Whether a record may begin with this word: a move or a move number.
pub(super) fn begins(word: Word<'_>) -> bool {
    cut_number(word.text).is_some() || moves::written(word.text).is_some()
}

/// The position after a record. `first` is its first number, if that is known.
pub(super) fn play(
    game: &Loa,
    start: Position,
    first: Option<usize>,
    words: Words<'_>,
) -> Result<Position, NotationError> {
    let Some(begin) = words.peek() else {
        return Ok(start);
    };
    let is_numbered = cut_number(begin.text).is_some();
    let mut position = start;
    let mut ply = 0;
    // The next number, if it is known.
    let mut next = first;
    // A number whose move has not been read.
    let mut waiting = None;
    let mut is_over = false;
    for word in words {
        if is_over {
            let message = error_text!(
                "word-after-result",
                "there is \"{word}\" after the result",
                word = excerpt(word.text)
            );
            return Err(word.error(0, message));
        }
        if !is_numbered && word.line != begin.line {
            let message = error_text!(
                "loa-moves-on-two-lines",
                "moves without numbers are one line, and here begins another"
            );
            return Err(word.error(0, message));
        }
        let mut text = word.text;
        if let Some((number, rest)) = cut_number(text) {
            if let Some(expected) = next.filter(|&expected| number.parse::<usize>() != Ok(expected))
            {
                let message = error_text!(
                    "another-move-number",
                    "this is move {number}, expected {expected}",
                    number = number,
                    expected = expected
                );
                return Err(word.error(0, message));
            }
            if waiting.replace(word).is_some() {
                return Err(word.error(
                    0,
                    error_text!(
                        "second-move-number",
                        "there is a second number before a move"
                    ),
                ));
            }
            next = Some(number.parse().map_err(|_| {
                let message = error_text!(
                    "no-move-number",
                    "{number} is not a move number",
                    number = number
                );
                word.error(0, message)
            })?);
            text = rest;
        }
        if text.is_empty() {
            continue;
        }
        if RESULTS
            .iter()
            .any(|result| text.eq_ignore_ascii_case(result))
        {
            // A result takes the place of a move after a number.
            (is_over, waiting) = (true, None);
            continue;
        }
        waiting = None;
        if position.to_move() == Side::Second {
            next = next.map(|number| number.saturating_add(1));
        }
        ply += 1;
        position = play_one(game, &position, ply, text)?;
    }
    match waiting {
        Some(word) => Err(word.error(
            0,
            error_text!("number-without-move", "there is no move after this number"),
        )),
        None => Ok(position),
    }
}

/// Plays the move number `ply` of a record.
pub(super) fn play_one(
    game: &Loa,
    position: &Position,
    ply: usize,
    text: &str,
) -> Result<Position, NotationError> {
    let mv = moves::parse(game, position, text);
    mv.map(|mv| position.play(mv))
        .map_err(|message| NotationError::in_move(ply, text, message))
}

/// A move number such as `12.` or `12...`, and the text after it without a blank.
fn cut_number(word: &str) -> Option<(&str, &str)> {
    let after_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &word[..word.len() - after_digits.len()];
    let rest = after_digits.trim_start_matches('.');
    (!digits.is_empty() && rest.len() < after_digits.len()).then_some((digits, rest))
}
