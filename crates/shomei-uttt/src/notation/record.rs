//! Moves, and game records, which are moves in words on one line: another line might be
//! another position.

use shomei_game::{NotationError, Outcome, Place};

use super::words::{Word, Words};
use crate::outline::State;
use crate::position::side_name;
use crate::rules::WonBoards;
use crate::{Cell, Move, Position};

/// Whether a record may begin with this word.
pub(super) fn begins(word: Word<'_>) -> bool {
    written(word.text).is_some()
}

/// The position after nothing, or after `moves` and a record.
pub(super) fn continued(position: Position, words: &Words<'_>) -> Result<Position, NotationError> {
    match words.first() {
        None => Ok(position),
        Some(word) if word.is("moves") => play(position, &words.after_first()),
        Some(word) => {
            let message = format!("expected \"moves\" before \"{}\"", word.text);
            Err(words.error(word, 0, message))
        }
    }
}

/// The position after a record.
pub(super) fn play(start: Position, words: &Words<'_>) -> Result<Position, NotationError> {
    let mut position = start;
    let line = words.first().map(|word| word.line);
    for (ply, word) in (1..).zip(words.iter()) {
        if Some(word.line) != line {
            let message = "a list of moves is one line, and here begins another";
            return Err(words.error(word, 0, message));
        }
        let mv = parse_move(&position, word.text).map_err(|message| {
            NotationError::new(Place::Move(ply, word.text.to_string()), message)
        })?;
        position = position.play(mv);
    }
    Ok(position)
}

/// Reads a legal move, or says why there is none.
pub(super) fn parse_move(position: &Position, text: &str) -> Result<Move, String> {
    let Some(mv) = written(text.trim()) else {
        return Err(format!(
            "\"{}\" is no move; expected two letters from a to i, board and cell, such as ee",
            text.trim()
        ));
    };
    match position.outcome() {
        None => {}
        Some(Outcome::Win(side)) => {
            return Err(format!("the game is over: {} has won", side_name(side)));
        }
        Some(Outcome::Draw) => return Err("the game is over: a draw".to_string()),
    }
    match why_illegal(position, mv) {
        Some(reason) => Err(reason),
        None => Ok(mv),
    }
}

/// Two letters, without looking at a position.
fn written(text: &str) -> Option<Move> {
    let mut letters = text.chars();
    let mut next = || letters.next().and_then(Cell::parse);
    let mv = Move::new(next()?, next()?);
    letters.next().is_none().then_some(mv)
}

/// The rule that a move breaks, `None` when it is legal.
fn why_illegal(position: &Position, mv: Move) -> Option<String> {
    let (board, cell) = (mv.board(), mv.cell());
    match position.target() {
        Some(target) if target != board => {
            let mover = side_name(position.to_move());
            return Some(format!("{mover} must play in board {target}"));
        }
        _ => {}
    }
    if !position.is_open(board) {
        return Some(match (position.won_boards(), position.state(board)) {
            (WonBoards::Closed, State::Won(side)) => {
                format!("board {board} is closed, {} won it", side_name(side))
            }
            _ => format!("board {board} is closed, it is full"),
        });
    }
    let side = position.at(board, cell)?;
    Some(format!(
        "cell {cell} of board {board} holds a mark of {}",
        side_name(side)
    ))
}
