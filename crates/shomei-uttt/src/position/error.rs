//! Why a board is no position.

use shomei_game::Side;

use super::side_name;
use crate::Cell;

/// A board that is no position of the game, or one that no play leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionError {
    /// Both sides have a mark in this cell.
    #[error("board {0}: both sides have a mark in cell {1}")]
    Shared(Cell, Cell),
    /// Both sides have a line in this board, which the first one closed.
    #[error("board {0}: both sides have a line")]
    TwoLines(Cell),
    /// A side has lines in this board without a common cell, but the first one
    /// closed it.
    #[error("board {0}: a line was made after another had closed it")]
    ClosedTwice(Cell),
    /// This board has an owner without a line in it, or a line and no owner.
    #[error("board {0}: whoever owns it has a line in it, and with a line in it somebody owns it")]
    Owner(Cell),
    /// A side has lines of boards without a common board, but the first one
    /// ended the game.
    #[error("{} has a line of boards that was made after another had ended the game", side_name(*.0))]
    WonTwice(Side),
    /// X moves first and the sides take turns.
    #[error("marks of X: {x}, of O: {o}; with {} to move X has {}", side_name(*.to_move), if *.to_move == Side::First { "as many as O" } else { "one more" })]
    Counts {
        /// The number of marks of X.
        x: u32,
        /// The number of marks of O.
        o: u32,
        /// The side to move.
        to_move: Side,
    },
    /// The side to move has a line of boards, but its opponent moved last.
    #[error("{} has a line of boards, so it made the last move and is not to move", side_name(*.0))]
    WonBefore(Side),
    /// Somebody is sent to a board although the game is over.
    #[error("the game is over, so nobody is sent to board {0}")]
    SentAfterTheEnd(Cell),
    /// Somebody is sent to a closed board.
    #[error("nobody is sent to board {0}, which is closed")]
    SentToClosed(Cell),
    /// The opponent has no mark that sends to this board.
    #[error("{side} cannot have sent to board {board}: it has no mark in cell {board} of any board", side = side_name(*.side))]
    NotSent {
        /// The board.
        board: Cell,
        /// The side that moved last.
        side: Side,
    },
    /// The opponent has no mark that sends to a closed board.
    #[error("the move of {} before sent to an open board: it has no mark in the cell of a closed one", side_name(*.0))]
    NotFree(Side),
}
