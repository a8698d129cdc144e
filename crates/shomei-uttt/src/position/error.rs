//! The reasons why a board is not a valid position.

use std::error::Error;
use std::fmt;

use shomei_game::{ErrorText, Side, error_text};

use super::side_name;
use crate::Cell;

/// A board that is not a valid position, or that cannot occur in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionError {
    /// Both sides have a mark in this cell.
    Shared(Cell, Cell),
    /// Both sides have a line in this board, but the first one closed it.
    TwoLines(Cell),
    /// A side has lines in this board without a common cell, but the first line closed it.
    ClosedTwice(Cell),
    /// This board has an owner without a line, or a line without an owner.
    Owner(Cell),
    /// A side has lines of boards without a common board, but the first line ended the game.
    WonTwice(Side),
    /// X moves first and the sides take turns.
    Counts {
        /// The number of marks of X.
        x: u32,
        /// The number of marks of O.
        o: u32,
        /// The side to move.
        to_move: Side,
    },
    /// The side to move has a line of boards, but its opponent moved last.
    WonBefore(Side),
    /// A side is sent to a board although the game is over.
    SentAfterTheEnd(Cell),
    /// A side is sent to a closed board.
    SentToClosed(Cell),
    /// The opponent has no mark that sends to this board.
    NotSent {
        /// The board.
        board: Cell,
        /// The side that moved last.
        side: Side,
    },
    /// The opponent has no mark that sends to a closed board.
    NotFree(Side),
}

impl From<PositionError> for ErrorText {
    fn from(error: PositionError) -> ErrorText {
        match error {
            PositionError::Shared(board, cell) => error_text!(
                "uttt-shared",
                "board {board}: both sides have a mark in cell {cell}",
                board = board,
                cell = cell
            ),
            PositionError::TwoLines(board) => error_text!(
                "uttt-two-lines",
                "board {board}: both sides have a line",
                board = board
            ),
            PositionError::ClosedTwice(board) => error_text!(
                "uttt-closed-twice",
                "board {board}: a line was made after another had closed it",
                board = board
            ),
            PositionError::Owner(board) => error_text!(
                "uttt-owner",
                "board {board}: a side that owns it has a line in it, and it has an owner if it has a \
                 line",
                board = board
            ),
            PositionError::WonTwice(side) => error_text!(
                "uttt-won-twice",
                "{side} has a line of boards that was made after another had ended the game",
                side = side_name(side)
            ),
            PositionError::Counts {
                x,
                o,
                to_move: Side::First,
            } => error_text!(
                "uttt-counts-of-x",
                "marks of X: {x}, of O: {o}; with X to move X has as many as O",
                x = x,
                o = o
            ),
            PositionError::Counts { x, o, .. } => error_text!(
                "uttt-counts-of-o",
                "marks of X: {x}, of O: {o}; with O to move X has one more",
                x = x,
                o = o
            ),
            PositionError::WonBefore(side) => error_text!(
                "uttt-won-before",
                "{side} has a line of boards, so it made the last move and is not to move",
                side = side_name(side)
            ),
            PositionError::SentAfterTheEnd(board) => error_text!(
                "uttt-sent-after-end",
                "the game is over, so no side is sent to board {board}",
                board = board
            ),
            PositionError::SentToClosed(board) => error_text!(
                "uttt-sent-to-closed",
                "no side is sent to board {board}, which is closed",
                board = board
            ),
            PositionError::NotSent { board, side } => error_text!(
                "uttt-not-sent",
                "{side} cannot have sent to board {board}: it has no mark in cell {board} of any board",
                side = side_name(side),
                board = board
            ),
            PositionError::NotFree(side) => error_text!(
                "uttt-not-free",
                "the move of {side} before sent to an open board: it has no mark in the cell of a \
                 closed one",
                side = side_name(side)
            ),
        }
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        ErrorText::from(*self).fmt(f)
    }
}

impl Error for PositionError {}
