//! A move in two bytes.

use std::fmt;

use crate::Cell;

/// A mark in a cell of a local board.
///
/// ```
/// use shomei_uttt::{Cell, Move};
///
/// let [a, i] = ['a', 'i'].map(|letter| Cell::parse(letter).unwrap());
/// let mv = Move::new(a, i);
/// assert_eq!((mv.board(), mv.cell()), (a, i));
/// assert_eq!(mv.to_string(), "ai");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    board: Cell,
    cell: Cell,
}

impl Move {
    /// A mark in `cell` of `board`.
    #[must_use]
    #[inline]
    pub fn new(board: Cell, cell: Cell) -> Move {
        Move { board, cell }
    }

    /// The board of the mark.
    #[must_use]
    #[inline]
    pub fn board(self) -> Cell {
        self.board
    }

    /// The marked cell, which determines the opponent's board.
    #[must_use]
    #[inline]
    pub fn cell(self) -> Cell {
        self.cell
    }

    /// The index, 0 for aa to 80 for ii.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        9 * self.board.index() + self.cell.index()
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.board, self.cell)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
