//! Moves and game records. A record is a line of moves: another line might be another position.

use shomei_game::escape::excerpt;
use shomei_game::words::{Word, Words};
use shomei_game::{ErrorText, NotationError, Outcome, error_text};

use crate::outline::State;
use crate::position::side_name;
use crate::rules::WonBoards;
use crate::{Cell, Move, Position};

/// Whether a record may begin with this word.
pub(super) fn begins(word: Word<'_>) -> bool {
    written(word.text).is_some()
}

/// The position after a record.
pub(super) fn play(start: Position, words: Words<'_>) -> Result<Position, NotationError> {
    let mut position = start;
    for (ply, word) in (1..).zip(words.one_line()) {
        let word = word?;
        let mv = parse_move(&position, word.text);
        let mv = mv.map_err(|message| NotationError::in_move(ply, word.text, message))?;
        position = position.play(mv);
    }
    Ok(position)
}

/// Reads a legal move; the error contains the reason.
pub(super) fn parse_move(position: &Position, text: &str) -> Result<Move, ErrorText> {
    let Some(mv) = written(text.trim()) else {
        return Err(error_text!(
            "uttt-no-move",
            "\"{text}\" is not a move; expected two letters from a to i, board and cell, such as ee",
            text = excerpt(text.trim())
        ));
    };
    match position.outcome() {
        None => {}
        Some(Outcome::Win(side)) => {
            return Err(error_text!(
                "game-is-won",
                "the game is over: {side} has won",
                side = side_name(side)
            ));
        }
        Some(Outcome::Draw) => {
            return Err(error_text!("game-is-drawn", "the game is over: a draw"));
        }
    }
    match why_illegal(position, mv) {
        Some(reason) => Err(reason),
        None => Ok(mv),
    }
}

/// Reads two letters without a position.
fn written(text: &str) -> Option<Move> {
    let mut letters = text.chars();
    let mut next = || letters.next().and_then(Cell::parse);
    let mv = Move::new(next()?, next()?);
    letters.next().is_none().then_some(mv)
}

/// The rule that a move breaks; `None` if it is legal.
fn why_illegal(position: &Position, mv: Move) -> Option<ErrorText> {
    let (board, cell) = (mv.board(), mv.cell());
    match position.target() {
        Some(target) if target != board => {
            return Some(error_text!(
                "uttt-other-board",
                "{mover} must play in board {board}",
                mover = side_name(position.to_move()),
                board = target
            ));
        }
        _ => {}
    }
    if !position.is_open(board) {
        return Some(match (position.won_boards(), position.state(board)) {
            (WonBoards::Closed, State::Won(side)) => {
                error_text!(
                    "uttt-board-is-won",
                    "board {board} is closed: {side} has won it",
                    board = board,
                    side = side_name(side)
                )
            }
            _ => error_text!(
                "uttt-board-is-full",
                "board {board} is closed: it is full",
                board = board
            ),
        });
    }
    let side = position.at(board, cell)?;
    Some(error_text!(
        "uttt-occupied",
        "cell {cell} of board {board} holds a mark of {side}",
        cell = cell,
        board = board,
        side = side_name(side)
    ))
}
