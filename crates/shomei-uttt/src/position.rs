//! A board with the side to move, and the changes by a move.

mod error;
mod keys;
mod legal;

use std::fmt;
use std::hash::{Hash, Hasher};

use shomei_game::{Key, Outcome, Side};

use crate::cell::{FULL, cells, count, has_line};
use crate::notation::one_line;
use crate::outline::{Outline, State};
use crate::rules::WonBoards;
use crate::{Cell, Move};

use keys::{CLOSED, MARKS, O_TO_MOVE, TAKEN, contents, key_of_target, taken};

pub use error::PositionError;

/// A position of ultimate tic-tac-toe, 64 bytes, without history.
///
/// Positions are equal if no play can distinguish them: the marks in closed boards are kept for
/// diagrams, but only the owners of these boards count. On five positions of another program, df-pn
/// expands 5 to 25 % fewer nodes than with keys of all marks. In a won board that stays open, the
/// owner and the occupied cells count, but not the sides of the marks.
#[derive(Clone, Copy)]
pub struct Position {
    /// The marks of X and of O in each board, bit 0 for cell a.
    marks: [[u16; 9]; 2],
    outline: Outline,
    /// The board in which the side to move must play; [`FREE`] if it may choose or the game is
    /// over.
    target: u8,
    to_move: Side,
    /// The rule for won boards; the same throughout a game.
    won_boards: WonBoards,
    key: Key,
}

/// Represents no particular board.
const FREE: u8 = 9;

/// `X` or `O`.
pub(crate) fn side_name(side: Side) -> &'static str {
    ["X", "O"][side.index()]
}

impl Position {
    /// The empty board, X to move, under a rule for won boards.
    ///
    /// ```
    /// use shomei_uttt::{Position, WonBoards};
    ///
    /// let start = Position::start(WonBoards::Open);
    /// assert_eq!(start.won_boards(), WonBoards::Open);
    /// ```
    #[must_use]
    pub fn start(won_boards: WonBoards) -> Position {
        Position::computed([[0; 9]; 2], [0; 2], won_boards, Side::First, None)
    }

    fn computed(
        marks: [[u16; 9]; 2],
        won: [u16; 2],
        won_boards: WonBoards,
        to_move: Side,
        target: Option<Cell>,
    ) -> Position {
        let outline = Outline::of(&marks, won, won_boards);
        let mut key = key_of_target(target);
        if to_move == Side::Second {
            key ^= O_TO_MOVE;
        }
        for board in Cell::all() {
            let at = board.index();
            key ^= match (outline.state(board), won_boards) {
                (State::Open, _) => contents(board, &marks),
                (State::Drawn, _) => CLOSED[2][at],
                (State::Won(side), WonBoards::Closed) => CLOSED[side.index()][at],
                (State::Won(side), WonBoards::Open) => {
                    CLOSED[side.index()][at] ^ taken(board, marks[0][at] | marks[1][at])
                }
            };
        }
        Position {
            marks,
            outline,
            target: target.map_or(FREE, |board| board.index() as u8),
            to_move,
            won_boards,
            key,
        }
    }

    /// The marks of a side in a board, bit 0 for cell a to bit 8 for cell i.
    #[must_use]
    #[inline]
    pub fn marks(&self, side: Side, board: Cell) -> u16 {
        self.marks[side.index()][board.index()]
    }

    /// The side whose mark is in a cell of a board; `None` if it is empty.
    #[must_use]
    pub fn at(&self, board: Cell, cell: Cell) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|&side| self.marks(side, board) & cell.bit() != 0)
    }

    /// The state of a board.
    #[must_use]
    pub fn state(&self, board: Cell) -> State {
        self.outline.state(board)
    }

    /// Whether moves can be played in a board: it has an empty cell, and it is not won unless the
    /// rules leave won boards open.
    #[must_use]
    pub fn is_open(&self, board: Cell) -> bool {
        self.outline.open() & board.bit() != 0
    }

    /// Whether won boards stay open under the rules of this position.
    #[must_use]
    #[inline]
    pub fn won_boards(&self) -> WonBoards {
        self.won_boards
    }

    /// The side to move.
    #[must_use]
    #[inline]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The board in which the side to move must play; `None` if it may choose among the open ones,
    /// or the game is over.
    #[must_use]
    #[inline]
    pub fn target(&self) -> Option<Cell> {
        Cell::new(usize::from(self.target))
    }

    /// The Zobrist key, including the side to move.
    #[must_use]
    #[inline]
    pub fn key(&self) -> Key {
        self.key
    }

    #[inline]
    pub(crate) fn outline(&self) -> &Outline {
        &self.outline
    }

    /// The empty cells of a board.
    #[inline]
    pub(crate) fn empty(&self, board: Cell) -> u16 {
        FULL & !(self.marks[0][board.index()] | self.marks[1][board.index()])
    }

    /// The boards in which the side to move may play if the game is not over.
    #[inline]
    pub(crate) fn playable(&self) -> u16 {
        match self.target() {
            Some(board) => board.bit(),
            None => self.outline.open(),
        }
    }

    /// Whether a cell may be marked in an unfinished position.
    pub(crate) fn is_legal(&self, mv: Move) -> bool {
        self.playable() & mv.board().bit() != 0 && self.empty(mv.board()) & mv.cell().bit() != 0
    }

    /// The position after a legal move; the result of an illegal move is unspecified.
    #[must_use]
    #[inline]
    pub fn play(&self, mv: Move) -> Position {
        debug_assert!(self.is_legal(mv), "{mv} in {self:?}");
        self.after(mv, &self.step(mv))
    }

    /// The position after a move with a known step.
    #[inline]
    pub(crate) fn after(&self, mv: Move, step: &Step) -> Position {
        let mut marks = self.marks;
        marks[self.to_move.index()][mv.board().index()] |= mv.cell().bit();
        Position {
            marks,
            outline: step.outline,
            target: step.target.map_or(FREE, |board| board.index() as u8),
            to_move: self.to_move.opponent(),
            won_boards: self.won_boards,
            key: step.key,
        }
    }

    /// How the game ended; `None` if it continues.
    #[must_use]
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outline.outcome()
    }

    /// The number of legal moves if the game is not over.
    #[must_use]
    #[inline]
    pub fn mobility(&self) -> u32 {
        match self.target() {
            Some(board) => count(self.empty(board)),
            None => self.outline.room(),
        }
    }

    /// The key of the position after a move, without playing it.
    #[must_use]
    #[inline]
    pub fn key_after(&self, mv: Move) -> Key {
        self.step(mv).key
    }

    /// The changes by a legal move, except the mark.
    #[inline]
    pub(crate) fn step(&self, mv: Move) -> Step {
        match self.won_boards {
            WonBoards::Closed => self.step_in::<false>(mv),
            WonBoards::Open => self.step_in::<true>(mv),
        }
    }

    /// The same with the rule for won boards as a constant.
    #[inline]
    pub(crate) fn step_in<const STAY_OPEN: bool>(&self, mv: Move) -> Step {
        if STAY_OPEN {
            return self.step_open(mv);
        }
        let mover = self.to_move;
        let (board, cell) = (mv.board(), mv.cell());
        let own = self.marks(mover, board) | cell.bit();
        let other = self.marks(mover.opponent(), board);
        let outline = self.outline.after(mover, board, own, other);
        let target = outline.target(mover, cell);
        let mut key = self.key
            ^ O_TO_MOVE
            ^ key_of_target(self.target())
            ^ key_of_target(target)
            ^ MARKS[mover.index()][mv.index()];
        if outline.open() & board.bit() == 0 {
            // The owner replaces the marks.
            let mut marks = self.marks;
            marks[mover.index()][board.index()] = own;
            let owner = if has_line(own) { mover.index() } else { 2 };
            key ^= contents(board, &marks) ^ CLOSED[owner][board.index()];
        }
        Step {
            outline,
            target,
            key,
        }
    }

    /// The key with the opponent to move, without the mark and without the board to which it is
    /// sent.
    #[inline]
    pub(crate) fn key_before_marks(&self) -> Key {
        self.key ^ O_TO_MOVE ^ key_of_target(self.target())
    }

    /// The changes by a move that decides nothing about its board, if won boards are closed.
    /// `before` is [`Position::key_before_marks`].
    #[inline]
    pub(crate) fn plain_step(&self, before: Key, mv: Move) -> Step {
        let outline = self.outline.after_plain();
        let target = outline.open() & mv.cell().bit() != 0;
        let target = target.then_some(mv.cell());
        Step {
            outline,
            target,
            key: before ^ key_of_target(target) ^ MARKS[self.to_move.index()][mv.index()],
        }
    }

    /// The changes by a legal move if won boards stay open.
    fn step_open(&self, mv: Move) -> Step {
        let mover = self.to_move;
        let (board, cell) = (mv.board(), mv.cell());
        let own = self.marks(mover, board) | cell.bit();
        let other = self.marks(mover.opponent(), board);
        let outline = self.outline.after_open(mover, board, own, other);
        let target = outline.target(mover, cell);
        let mut key = self.key ^ O_TO_MOVE ^ key_of_target(self.target()) ^ key_of_target(target);
        key ^= match (self.state(board), outline.state(board)) {
            (State::Won(_), _) => TAKEN[mv.index()],
            (_, State::Open) => MARKS[mover.index()][mv.index()],
            // The owner and the occupied cells replace the marks.
            (_, State::Won(_)) => {
                contents(board, &self.marks)
                    ^ CLOSED[mover.index()][board.index()]
                    ^ taken(board, own | other)
            }
            (_, State::Drawn) => contents(board, &self.marks) ^ CLOSED[2][board.index()],
        };
        Step {
            outline,
            target,
            key,
        }
    }
}

/// The changes by a move, except the mark.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) outline: Outline,
    pub(crate) target: Option<Cell>,
    pub(crate) key: Key,
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let same = |board: &Cell| match self.state(*board) {
            State::Won(_) => self.empty(*board) == other.empty(*board),
            _ => Side::BOTH
                .into_iter()
                .all(|side| self.marks(side, *board) == other.marks(side, *board)),
        };
        self.key == other.key
            && self.outline == other.outline
            && (self.target, self.to_move) == (other.target, other.to_move)
            && self.won_boards == other.won_boards
            && cells(self.outline.open()).all(|board| same(&board))
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.key.hash(state);
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&one_line(self))
    }
}
