//! The global board: the states of the local boards.

use shomei_game::{Outcome, Side};

use crate::Cell;
use crate::cell::{FULL, LINES, blocks, completions, count, decides, has_line};
use crate::rules::WonBoards;

/// The state of a local board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// It has no owner yet, and moves can be played in it.
    Open,
    /// This side owns it; it is closed unless the rules leave won boards open.
    Won(Side),
    /// It is full without a line and has no owner.
    Drawn,
}

/// Sets of local boards: twelve bytes that are functions of the marks and are updated
/// incrementally.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Outline {
    /// The boards that each side has won.
    won: [u16; 2],
    /// The boards that each side has won or can still win by the marks of its opponent: in the
    /// other boards the opponent's marks are in every line.
    winnable: [u16; 2],
    /// The boards in which no more moves are played: won and full boards, or only full ones if won
    /// boards stay open.
    closed: u16,
    /// The number of empty cells in the open boards.
    room: u8,
}

impl Outline {
    /// Nine open boards.
    pub(crate) const EMPTY: Outline = Outline {
        won: [0; 2],
        winnable: [FULL; 2],
        closed: 0,
        room: 81,
    };

    /// The outline for the marks of both sides in all boards, and the boards won by X and by O.
    pub(crate) fn of(marks: &[[u16; 9]; 2], won: [u16; 2], won_boards: WonBoards) -> Outline {
        let owned = won[0] | won[1];
        let mut outline = Outline {
            won,
            closed: match won_boards {
                WonBoards::Closed => owned,
                WonBoards::Open => 0,
            },
            room: 0,
            ..Outline::EMPTY
        };
        for board in Cell::all() {
            let each = marks.map(|boards| boards[board.index()]);
            let full = each[0] | each[1];
            if full == FULL {
                outline.closed |= board.bit();
            }
            if outline.closed & board.bit() == 0 {
                outline.room += 9 - count(full) as u8;
            }
            for side in Side::BOTH {
                let other = side.opponent().index();
                let is_blocked = owned & board.bit() == 0 && blocks(each[other]);
                if won[other] & board.bit() != 0 || is_blocked {
                    outline.winnable[side.index()] &= !board.bit();
                }
            }
        }
        outline
    }

    /// The outline after a mark of `mover` in a board with an empty cell, if won boards stay open:
    /// the first line decides the owner, and only the last mark closes the board.
    pub(crate) fn after_open(mut self, mover: Side, board: Cell, own: u16, other: u16) -> Outline {
        self.room -= 1;
        if own | other == FULL {
            self.closed |= board.bit();
        }
        if (self.won[0] | self.won[1]) & board.bit() == 0 && decides(own) {
            if has_line(own) {
                self.won[mover.index()] |= board.bit();
            }
            self.winnable[mover.opponent().index()] &= !board.bit();
        }
        self
    }

    /// The outline after a mark of `mover` in an open board, in which it then has `own` and its
    /// opponent `other`.
    #[inline]
    pub(crate) fn after(mut self, mover: Side, board: Cell, own: u16, other: u16) -> Outline {
        let taken = own | other;
        self.room -= 1;
        // Most marks decide nothing about their board. The last mark of a full board does: if the
        // other side has no line, this side's marks are in all lines.
        if !decides(own) {
            return self;
        }
        if has_line(own) {
            self.won[mover.index()] |= board.bit();
            self.closed |= board.bit();
            self.room -= 9 - count(taken) as u8;
        } else if taken == FULL {
            self.closed |= board.bit();
        }
        // A line also ends the other side's chances.
        self.winnable[mover.opponent().index()] &= !board.bit();
        self
    }

    /// The outline after a mark that decides nothing about its board.
    #[inline]
    pub(crate) fn after_plain(mut self) -> Outline {
        self.room -= 1;
        self
    }

    /// The state of a board.
    pub(crate) fn state(&self, board: Cell) -> State {
        let holds = |set: u16| set & board.bit() != 0;
        match self.won {
            [x, _] if holds(x) => State::Won(Side::First),
            [_, o] if holds(o) => State::Won(Side::Second),
            _ if holds(self.closed) => State::Drawn,
            _ => State::Open,
        }
    }

    /// How the game ended; `None` if it continues.
    #[inline]
    pub(crate) fn outcome(&self) -> Option<Outcome> {
        if self.has_won(Side::First) {
            Some(Outcome::Win(Side::First))
        } else if self.has_won(Side::Second) {
            Some(Outcome::Win(Side::Second))
        } else if self.closed == FULL {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    /// Whether a side has a line of boards.
    #[inline]
    pub(crate) fn has_won(&self, side: Side) -> bool {
        has_line(self.won[side.index()])
    }

    /// Whether a side has a line of boards or may still make one: all boards of some line are won
    /// or winnable for it.
    #[inline]
    pub(crate) fn has_hope(&self, side: Side) -> bool {
        has_line(self.winnable[side.index()])
    }

    /// The chances of a side: over the lines of boards that it can still make, 1 for each without a
    /// board of its own, 3 with one, 9 with two.
    #[inline]
    pub(crate) fn chances(&self, side: Side) -> u32 {
        let (won, winnable) = (self.won[side.index()], self.winnable[side.index()]);
        let possible = LINES.iter().filter(|&&line| winnable & line == line);
        possible
            .map(|line| [1, 3, 9, 27][count(won & line) as usize])
            .sum()
    }

    /// The open boards that would complete a line of boards for a side.
    #[inline]
    pub(crate) fn goals<const STAY_OPEN: bool>(&self, side: Side) -> u16 {
        let goals = completions(self.won[side.index()]) & self.open();
        if STAY_OPEN {
            goals & !self.won[side.opponent().index()]
        } else {
            goals
        }
    }

    /// The open boards.
    #[inline]
    pub(crate) fn open(&self) -> u16 {
        FULL & !self.closed
    }

    /// The number of empty cells in the open boards.
    #[inline]
    pub(crate) fn room(&self) -> u32 {
        u32::from(self.room)
    }

    /// The board in which the opponent of `mover` must play after a mark in this cell; `self` is
    /// the outline after the mark. `None` if it may choose, or the game is over.
    #[inline]
    pub(crate) fn target(&self, mover: Side, cell: Cell) -> Option<Cell> {
        let sends = self.closed & cell.bit() == 0 && !self.has_won(mover);
        sends.then_some(cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(letter: char) -> Cell {
        Cell::parse(letter).unwrap()
    }

    /// Plays cells of one board in turn, and checks the incremental updates.
    fn play_under(won_boards: WonBoards, letters: &str) -> Outline {
        let (mut marks, mut outline, mut won) = ([[0; 9]; 2], Outline::EMPTY, [0; 2]);
        let sides = Side::BOTH.into_iter().cycle();
        for (letter, mover) in letters.chars().zip(sides) {
            marks[mover.index()][4] |= board(letter).bit();
            let [own, other] = [mover, mover.opponent()].map(|side| marks[side.index()][4]);
            outline = match won_boards {
                WonBoards::Closed => outline.after(mover, board('e'), own, other),
                WonBoards::Open => outline.after_open(mover, board('e'), own, other),
            };
            // The first line decides the owner.
            if has_line(own) && won == [0; 2] {
                won[mover.index()] = board('e').bit();
            }
            let expected = Outline::of(&marks, won, won_boards);
            assert_eq!(outline, expected, "{letters} {letter}");
        }
        outline
    }

    fn play(letters: &str) -> Outline {
        play_under(WonBoards::Closed, letters)
    }

    fn play_open(letters: &str) -> Outline {
        play_under(WonBoards::Open, letters)
    }

    #[test]
    fn a_line_closes_a_board() {
        let outline = play("abdcg");
        assert_eq!(outline.state(board('e')), State::Won(Side::First));
        assert_eq!(outline.state(board('a')), State::Open);
        assert_eq!(outline.room(), 72);
        assert_eq!(outline.winnable, [FULL, FULL & !board('e').bit()]);
    }

    #[test]
    fn a_line_leaves_a_board_open_under_open_rules() {
        // X has the column a, d, g first; then O the column c, f, i.
        let outline = play_open("acdfgi");
        assert_eq!(outline.state(board('e')), State::Won(Side::First));
        assert_eq!((outline.room(), outline.open()), (75, FULL));
        assert_eq!(outline.winnable, [FULL, FULL & !board('e').bit()]);
        assert_eq!(outline.target(Side::Second, board('e')), Some(board('e')));
        // Only the last mark closes it.
        let outline = play_open("acdfgibeh");
        assert_eq!(outline.state(board('e')), State::Won(Side::First));
        assert_eq!((outline.room(), outline.closed), (72, board('e').bit()));
        assert_eq!(outline.target(Side::First, board('e')), None);
        assert_eq!(play_open("abcedfhgi"), play("abcedfhgi"));
    }

    #[test]
    fn a_full_board_has_no_owner() {
        let outline = play("abcedfhgi");
        assert_eq!(outline.state(board('e')), State::Drawn);
        assert_eq!(outline.winnable, [FULL & !board('e').bit(); 2]);
        assert_eq!(outline.room(), 72);
    }

    #[test]
    fn a_blocked_board_can_still_be_open() {
        // X on c, d, e and h is in every line, but has none.
        let outline = play("cadbeih");
        assert_eq!(outline.state(board('e')), State::Open);
        assert_eq!(outline.winnable, [FULL, FULL & !board('e').bit()]);
    }
}
