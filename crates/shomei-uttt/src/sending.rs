//! A strategy for the first player if won boards stay open, as a hint for searches.
//!
//! Reference: G. Bertholon, R. Géraud-Stewart, A. Kugelmann, T. Lenoir and D. Naccache, *At Most 43
//! Moves, At Least 29: Optimal Strategies and Bounds for Ultimate Tic-Tac-Toe*, 2020
//! (`docs/references.md [38]`): the strategy sends the opponent only to two boards, so that the
//! opponent wins at most two boards while the own marks are spread over all.
//!
//! ```text
//! 1  mark the middle of the middle board, and the middle of every board: the opponent returns to
//!    the middle board until it is full
//! 2  in the board to which one is sent then, say l, mark cell l; so the opponent must play in l
//! 3  from then on mark cell l, or its opposite if l is marked: the opponent plays in l and in the
//!    opposite of l, and every board to which one is sent for the second time is won by the line
//!    of l, the middle and the opposite
//! 4  with a free choice, do so in the board opposite l, which the opponent must not win
//! ```
//!
//! The step of a position is determined from its marks. Unlike the paper, this is only a hint: it
//! selects the moves that are searched first, and the search decides whether they win.

use crate::cell::has_line;
use crate::outline::State;
use crate::{Cell, Move, Position};

/// Whether a legal move is the move of the strategy.
pub(crate) fn is_named(position: &Position, mv: Move) -> bool {
    let (board, cell) = (mv.board(), mv.cell());
    if position.is_open(Cell::MIDDLE) {
        let is_first = position.target().is_none();
        return cell == Cell::MIDDLE && (!is_first || board == Cell::MIDDLE);
    }
    let Some(home) = home(position) else {
        return cell == board;
    };
    let away = home.opposite();
    if position.target().is_none() && board != away {
        return false;
    }
    if position.empty(board) & home.bit() != 0
        && position.is_open(home)
        && !wins(position, board, away)
    {
        cell == home
    } else {
        cell == away
    }
}

/// The board of step 2: it has the own mark in the cell of its own letter, and none in the middle.
fn home(position: &Position) -> Option<Cell> {
    Cell::all().find(|&board| {
        let own = position.marks(position.to_move(), board);
        board != Cell::MIDDLE && own & board.bit() != 0 && own & Cell::MIDDLE.bit() == 0
    })
}

/// Whether a mark in this cell wins the board.
fn wins(position: &Position, board: Cell, cell: Cell) -> bool {
    let own = position.marks(position.to_move(), board);
    position.state(board) == State::Open
        && position.empty(board) & cell.bit() != 0
        && has_line(own | cell.bit())
}
