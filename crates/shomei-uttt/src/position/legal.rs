//! Which marks are valid positions: refuses marks that cannot occur in a game.

use shomei_game::Side;

use super::{Position, PositionError};
use crate::Cell;
use crate::cell::{FULL, cells, has_line};
use crate::outline::State;
use crate::rules::WonBoards;

impl Position {
    /// The position with these marks of X and of O in each board (bit 0 for cell a), in which the
    /// side to move must play in board `target`, or may choose. `won` contains the boards of X and
    /// those of O, bit 0 for board a: if won boards stay open, both sides may have a line in a
    /// board, and its owner had the first.
    ///
    /// Positions that cannot occur in a game are refused if that is easy to detect. Every position
    /// of a game is accepted.
    ///
    /// ```
    /// use shomei_game::Side;
    /// use shomei_uttt::{Cell, Position, PositionError, State, WonBoards};
    ///
    /// // In board a X has made its line of three first, then O its own.
    /// let [a, g] = ['a', 'g'].map(|letter| Cell::parse(letter).unwrap());
    /// let mut marks = [[0; 9]; 2];
    /// (marks[0][0], marks[1][0]) = (0o007, 0o070);
    /// let open = |marks, won| Position::new(marks, won, WonBoards::Open, Side::First, Some(a));
    /// let error = open(marks, [a.bit(), 0]).unwrap_err();
    /// assert_eq!(error, PositionError::NotSent { board: a, side: Side::Second });
    /// assert_eq!(
    ///     error.to_string(),
    ///     "O cannot have sent to board a: it has no mark in cell a of any board"
    /// );
    /// (marks[0][1], marks[1][1]) = (g.bit(), a.bit());
    /// let position = open(marks, [a.bit(), 0]).unwrap();
    /// assert_eq!(position.state(a), State::Won(Side::First));
    /// assert_eq!(open(marks, [0, 0]).unwrap_err(), PositionError::Owner(a));
    /// ```
    ///
    /// # Errors
    ///
    /// The first error that is found.
    pub fn new(
        marks: [[u16; 9]; 2],
        won: [u16; 2],
        won_boards: WonBoards,
        to_move: Side,
        target: Option<Cell>,
    ) -> Result<Position, PositionError> {
        let marks = marks.map(|boards| boards.map(|cells| cells & FULL));
        let won = won.map(|boards| boards & FULL);
        check_shared(&marks)?;
        for board in Cell::all() {
            let each = marks.map(|boards| boards[board.index()]);
            let lines = each.map(has_line);
            if won_boards == WonBoards::Closed {
                if lines == [true; 2] {
                    return Err(PositionError::TwoLines(board));
                }
                if each.into_iter().any(is_closed_twice) {
                    return Err(PositionError::ClosedTwice(board));
                }
            }
            let owns = won.map(|boards| boards & board.bit() != 0);
            let may_own = lines[0] >= owns[0] && lines[1] >= owns[1];
            let is_owned = lines.contains(&true) == owns.contains(&true);
            if !may_own || !is_owned || owns == [true; 2] {
                return Err(PositionError::Owner(board));
            }
        }
        check_counts(&marks, to_move)?;
        let position = Position::computed(marks, won, won_boards, to_move, target);
        position.check_last_move(target)?;
        Ok(position)
    }

    /// Checks that a move of the opponent can have led here.
    fn check_last_move(&self, target: Option<Cell>) -> Result<(), PositionError> {
        if self.outline.has_won(self.to_move) {
            return Err(PositionError::WonBefore(self.to_move));
        }
        let won =
            |side: Side| Cell::all().filter(move |&board| self.state(board) == State::Won(side));
        for side in Side::BOTH {
            if is_closed_twice(won(side).fold(0, |set, board| set | board.bit())) {
                return Err(PositionError::WonTwice(side));
            }
        }
        let opponent = self.to_move.opponent();
        // The boards to which a mark of the opponent may have sent.
        let named = self.marks[opponent.index()]
            .iter()
            .fold(0, |set, cells| set | cells);
        match target {
            Some(board) if self.outline.outcome().is_some() => {
                Err(PositionError::SentAfterTheEnd(board))
            }
            Some(board) if !self.is_open(board) => Err(PositionError::SentToClosed(board)),
            Some(board) if named & board.bit() == 0 => Err(PositionError::NotSent {
                board,
                side: opponent,
            }),
            // Before the first move, or after the end of the game.
            None if named == 0 || self.outline.outcome().is_some() => Ok(()),
            None if named & !self.outline.open() == 0 => Err(PositionError::NotFree(opponent)),
            Some(_) | None => Ok(()),
        }
    }
}

/// Checks that no cell has two marks.
fn check_shared([x, o]: &[[u16; 9]; 2]) -> Result<(), PositionError> {
    for board in Cell::all() {
        if let Some(cell) = cells(x[board.index()] & o[board.index()]).next() {
            return Err(PositionError::Shared(board, cell));
        }
    }
    Ok(())
}

/// Checks that the sides have marked in turn.
fn check_counts(marks: &[[u16; 9]; 2], to_move: Side) -> Result<(), PositionError> {
    let [x, o] = marks.map(|boards| boards.iter().map(|cells| cells.count_ones()).sum());
    if x == o + u32::from(to_move == Side::Second) {
        Ok(())
    } else {
        Err(PositionError::Counts { x, o, to_move })
    }
}

/// Whether a set has lines, but no mark that is in all of them and so can have completed the first.
fn is_closed_twice(set: u16) -> bool {
    has_line(set) && cells(set).all(|cell| has_line(set & !cell.bit()))
}
