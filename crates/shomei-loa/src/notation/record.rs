//! Game records: moves in words, with or without move numbers.
//!
//! ```text
//! 1. c8-c6 h4-f2
//! 2. g8-g6 h2-e2 1-0
//! ```
//!
//! Numbers are not looked at; a result ends the record.

use shomei_game::{NotationError, Place};

use super::moves;
use super::words::{Word, Words};
use crate::{Loa, Position};

/// How a record may say that it ends.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// Whether a record may begin with this word: a move or a move number.
pub(super) fn begins(word: Word<'_>) -> bool {
    let bare = without_number(word.text);
    bare.len() < word.text.len() || moves::written(bare).is_some()
}

/// The position after nothing, or after `moves` and a record.
pub(super) fn continued(
    game: &Loa,
    position: Position,
    words: &Words<'_>,
) -> Result<Position, NotationError> {
    match words.first() {
        None => Ok(position),
        Some(word) if word.is("moves") => play(game, position, &words.after(1)),
        Some(word) => {
            let message = format!("expected \"moves\" before \"{}\"", word.text);
            Err(words.error(word, message))
        }
    }
}

/// The position after a record.
pub(super) fn play(
    game: &Loa,
    start: Position,
    words: &Words<'_>,
) -> Result<Position, NotationError> {
    let mut position = start;
    let mut ply = 0;
    for word in words.iter() {
        let text = without_number(word.text);
        if text.is_empty() {
            continue;
        }
        if RESULTS.contains(&text) {
            break;
        }
        ply += 1;
        position = play_one(game, &position, ply, text)?;
    }
    Ok(position)
}

/// Plays the move number `ply` of a record.
pub(super) fn play_one(
    game: &Loa,
    position: &Position,
    ply: usize,
    text: &str,
) -> Result<Position, NotationError> {
    match moves::parse(game, position, text) {
        Ok(mv) => Ok(position.play(mv)),
        Err(message) => Err(NotationError::new(
            Place::Move(ply, text.to_string()),
            message,
        )),
    }
}

/// Strips a move number such as `12.` or `12...`, which a move may follow
/// without a blank.
fn without_number(word: &str) -> &str {
    let behind_digits = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if behind_digits.len() < word.len() && behind_digits.starts_with('.') {
        behind_digits.trim_start_matches('.')
    } else {
        word
    }
}
