//! Decides the last plies by static rules instead of search.
//!
//! A side *threatens* in a board if one more mark in it wins the game. Once there are such boards,
//! the outcome mostly depends on which side is sent to them, or to a closed board, which leaves the
//! choice:
//!
//! ```text
//! wins      the side to move may play in a board in which it threatens
//! loses     the opponent threatens, and every move sends it to a board in
//!           which it then threatens, or to a closed board
//! wins      a move sends the opponent to a board in which neither side
//!           threatens and from which every move sends back to a board in
//!           which the side to move threatens, or to a closed one
//! ```
//!
//! The conditions are sets of boards and cells, read from tables of all sets. If won boards stay
//! open, a board with an owner cannot be threatened any more, and only full boards are closed.

use shomei_game::Side;

use crate::Position;
use crate::cell::{FULL, cells, completions, count, has_line};
use crate::rules::WonBoards;

/// The result of the static rules for an unfinished position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outlook {
    /// The side to move wins within three plies.
    Wins,
    /// Every move lets the opponent win at once.
    Loses,
    /// Undecided; the number of moves that do not lose at once.
    Open(u32),
}

impl Position {
    /// The result for this position, whose game is not over.
    #[inline]
    pub(crate) fn outlook(&self) -> Outlook {
        match self.won_boards() {
            WonBoards::Closed => self.outlook_in::<false>(),
            WonBoards::Open => self.outlook_in::<true>(),
        }
    }

    /// The same with the rule for won boards as a constant.
    #[inline]
    pub(crate) fn outlook_in<const STAY_OPEN: bool>(&self) -> Outlook {
        let mover = self.to_move();
        let own = self.threats::<STAY_OPEN>(mover);
        if own & self.playable() != 0 {
            return Outlook::Wins;
        }
        let danger = self.threats::<STAY_OPEN>(mover.opponent());
        if own != 0 && self.comes_back(own, danger) {
            return Outlook::Wins;
        }
        if danger == 0 {
            return Outlook::Open(self.mobility());
        }
        match self.safe_moves::<STAY_OPEN>(danger) {
            0 => Outlook::Loses,
            safe => Outlook::Open(safe),
        }
    }

    /// The boards in which one more mark of a side wins the game.
    #[inline]
    pub(crate) fn threats<const STAY_OPEN: bool>(&self, side: Side) -> u16 {
        let completes =
            |&board: &crate::Cell| completions(self.marks(side, board)) & self.empty(board) != 0;
        cells(self.outline().goals::<STAY_OPEN>(side))
            .filter(completes)
            .fold(0, |set, board| set | board.bit())
    }

    /// Whether the side to move, which threatens in the boards `own` but may play in none of them,
    /// can force its opponent to send it there.
    fn comes_back(&self, own: u16, danger: u16) -> bool {
        let Some(board) = self.target() else {
            return false;
        };
        // The opponent can win in its own threatened boards, and block in those of the side to
        // move.
        let apart = !(own | danger | board.bit());
        let welcome = own | FULL & !self.outline().open();
        cells(self.empty(board) & self.outline().open() & apart)
            .any(|there| self.empty(there) & !welcome == 0)
    }

    /// The number of moves after which the opponent, which threatens in the boards `danger`, cannot
    /// win at once.
    fn safe_moves<const STAY_OPEN: bool>(&self, danger: u16) -> u32 {
        let mover = self.to_move();
        let closed = FULL & !self.outline().open();
        let mut safe_moves = 0;
        for board in cells(self.playable()) {
            let empty = self.empty(board);
            let own = self.marks(mover, board);
            let other = self.marks(mover.opponent(), board);
            // A line or the last mark ends the threat in a board and closes it; if won boards stay
            // open, only the last mark closes it.
            let ends = |mark: u16| has_line(own | mark) || empty == mark;
            let closes = |mark: u16| !STAY_OPEN && has_line(own | mark) || empty == mark;
            // 1. Moves that leave all threats unchanged.
            let mut safe = empty & !(danger | closed);
            if safe & board.bit() != 0 && closes(board.bit()) {
                safe &= !board.bit();
            }
            safe_moves += count(safe);
            // 2. Moves that end the threat in this board: by a mark in the only
            //    cell that completes a line, or by winning or filling the board.
            if danger & board.bit() == 0 {
                continue;
            }
            let completing = completions(other) & empty;
            for cell in cells(empty & (completing | completions(own))) {
                let is_closed = closes(cell.bit());
                if !ends(cell.bit()) && completing & !cell.bit() != 0 {
                    continue;
                }
                let danger = danger & !board.bit();
                let closed = if is_closed {
                    closed | board.bit()
                } else {
                    closed
                };
                let is_safe = danger == 0 || cell.bit() & (danger | closed) == 0;
                safe_moves += u32::from(is_safe && safe & cell.bit() == 0);
            }
        }
        safe_moves
    }
}
