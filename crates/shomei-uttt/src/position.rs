//! A board with the side to move, and what a move changes in it.

mod error;

use std::fmt;
use std::hash::{Hash, Hasher};

use shomei_game::{Key, KeyStream, Outcome, Side};

use crate::cell::{FULL, cells, count, has_line};
use crate::notation::one_line;
use crate::outline::{Outline, State};
use crate::{Cell, Move};

pub use error::PositionError;

/// A position of ultimate tic-tac-toe, 64 bytes, without history.
///
/// Positions are equal when no play can tell them apart: the marks in closed
/// boards are kept for diagrams, but only the owners of these boards count. On five positions of
/// another program, df-pn expands 5 to 25 % fewer nodes than with keys of all marks.
#[derive(Clone, Copy)]
pub struct Position {
    /// The marks of X and of O in each board, bit 0 for cell a.
    marks: [[u16; 9]; 2],
    outline: Outline,
    /// The board in which the side to move must play; [`FREE`] if it may
    /// choose or the game is over.
    target: u8,
    to_move: Side,
    key: Key,
}

/// No board in particular.
const FREE: u8 = 9;

/// `X` or `O`.
pub(crate) fn side_name(side: Side) -> &'static str {
    ["X", "O"][side.index()]
}

/// One key per side, board and cell.
static MARKS: [[Key; 81]; 2] = [
    KeyStream::new(0x0777_0001).table(),
    KeyStream::new(0x0777_0002).table(),
];

/// One key per board to be sent to.
static TARGETS: [Key; 9] = KeyStream::new(0x0777_0003).table();

/// One key per board won by X, won by O, and drawn.
static CLOSED: [[Key; 9]; 3] = [
    KeyStream::new(0x0777_0005).table(),
    KeyStream::new(0x0777_0006).table(),
    KeyStream::new(0x0777_0007).table(),
];

/// Marks O as the side to move.
const O_TO_MOVE: Key = Key::of(0x0777_0004);

impl Position {
    /// The empty board, X to move.
    #[must_use]
    pub fn start() -> Position {
        Position::computed([[0; 9]; 2], Side::First, None)
    }

    /// The position with these marks of X and of O in each board (bit 0 for
    /// cell a) in which the side to move must play in board `target`, or may
    /// choose.
    ///
    /// Positions to which no play leads are refused as far as this is easily seen. Every
    /// position of a game is accepted.
    ///
    /// ```
    /// use shomei_game::Side;
    /// use shomei_uttt::{Cell, Position, PositionError};
    ///
    /// let [a, e] = ['a', 'e'].map(|letter| Cell::parse(letter).unwrap());
    /// let mut marks = [[0; 9]; 2];
    /// marks[0][e.index()] = a.bit();
    /// assert!(Position::new(marks, Side::Second, Some(a)).is_ok());
    /// let error = Position::new(marks, Side::Second, Some(e)).unwrap_err();
    /// assert_eq!(error, PositionError::NotSent { board: e, side: Side::First });
    /// assert_eq!(
    ///     error.to_string(),
    ///     "X cannot have sent to board e: it has no mark in cell e of any board"
    /// );
    /// ```
    ///
    /// # Errors
    ///
    /// The first reason that is found.
    pub fn new(
        marks: [[u16; 9]; 2],
        to_move: Side,
        target: Option<Cell>,
    ) -> Result<Position, PositionError> {
        let marks = marks.map(|boards| boards.map(|cells| cells & FULL));
        let [x, o] = &marks;
        for board in Cell::all() {
            let (x, o) = (x[board.index()], o[board.index()]);
            if let Some(cell) = cells(x & o).next() {
                return Err(PositionError::Shared(board, cell));
            }
            if has_line(x) && has_line(o) {
                return Err(PositionError::TwoLines(board));
            }
            if [x, o].into_iter().any(is_closed_twice) {
                return Err(PositionError::ClosedTwice(board));
            }
        }
        let [x, o] = [x, o].map(|boards| boards.iter().map(|cells| cells.count_ones()).sum());
        if x != o + u32::from(to_move == Side::Second) {
            return Err(PositionError::Counts { x, o, to_move });
        }
        let position = Position::computed(marks, to_move, target);
        position.check_last_move(target)?;
        Ok(position)
    }

    /// Whether some move of the opponent can have led here.
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
        // The boards that a mark of the opponent may have sent to.
        let named = self.marks[opponent.index()]
            .iter()
            .fold(0, |set, cells| set | cells);
        match target {
            Some(board) if self.outline.outcome().is_some() => {
                Err(PositionError::SentAfterTheEnd(board))
            }
            Some(board) if self.outline.state(board) != State::Open => {
                Err(PositionError::SentToClosed(board))
            }
            Some(board) if named & board.bit() == 0 => Err(PositionError::NotSent {
                board,
                side: opponent,
            }),
            // The first move, and after the end nobody moves.
            None if named == 0 || self.outline.outcome().is_some() => Ok(()),
            None if named & !self.outline.open() == 0 => Err(PositionError::NotFree(opponent)),
            Some(_) | None => Ok(()),
        }
    }

    fn computed(marks: [[u16; 9]; 2], to_move: Side, target: Option<Cell>) -> Position {
        let outline = Outline::of(&marks);
        let mut key = match to_move {
            Side::First => Key::default(),
            Side::Second => O_TO_MOVE,
        };
        for board in Cell::all() {
            key ^= match outline.state(board) {
                State::Open => contents(board, &marks),
                State::Won(side) => CLOSED[side.index()][board.index()],
                State::Drawn => CLOSED[2][board.index()],
            };
        }
        Position {
            marks,
            outline,
            target: target.map_or(FREE, |board| board.index() as u8),
            to_move,
            key: key ^ key_of_target(target),
        }
    }

    /// The marks of a side in a board, bit 0 for cell a to bit 8 for cell i.
    #[must_use]
    #[inline]
    pub fn marks(&self, side: Side, board: Cell) -> u16 {
        self.marks[side.index()][board.index()]
    }

    /// The side whose mark is in a cell of a board, `None` where it is empty.
    #[must_use]
    pub fn at(&self, board: Cell, cell: Cell) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|&side| self.marks(side, board) & cell.bit() != 0)
    }

    /// Whether a board is open, won by a side, or drawn.
    #[must_use]
    pub fn state(&self, board: Cell) -> State {
        self.outline.state(board)
    }

    /// The side to move.
    #[must_use]
    #[inline]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The board in which the side to move must play; `None` if it may choose
    /// among the open ones, or the game is over.
    #[must_use]
    #[inline]
    pub fn target(&self) -> Option<Cell> {
        Cell::new(usize::from(self.target))
    }

    /// The Zobrist key, side to move included.
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

    /// The boards in which the side to move may play, before the game is over.
    #[inline]
    pub(crate) fn playable(&self) -> u16 {
        match self.target() {
            Some(board) => board.bit(),
            None => self.outline.open(),
        }
    }

    /// Whether a cell may be marked, in a position whose game goes on.
    pub(crate) fn is_legal(&self, mv: Move) -> bool {
        self.playable() & mv.board().bit() != 0 && self.empty(mv.board()) & mv.cell().bit() != 0
    }

    /// The position after a legal move; what an illegal one leads to is
    /// unspecified.
    #[must_use]
    #[inline]
    pub fn play(&self, mv: Move) -> Position {
        debug_assert!(self.is_legal(mv), "{mv} in {self:?}");
        self.after(mv, &self.step(mv))
    }

    /// The position after a move whose step is known.
    #[inline]
    pub(crate) fn after(&self, mv: Move, step: &Step) -> Position {
        let mut marks = self.marks;
        marks[self.to_move.index()][mv.board().index()] |= mv.cell().bit();
        Position {
            marks,
            outline: step.outline,
            target: step.target.map_or(FREE, |board| board.index() as u8),
            to_move: self.to_move.opponent(),
            key: step.key,
        }
    }

    /// How the game ended, `None` while it goes on.
    #[must_use]
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.outline.outcome()
    }

    /// How many legal moves there are, before the game is over.
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

    /// What a legal move changes besides the mark.
    #[inline]
    pub(crate) fn step(&self, mv: Move) -> Step {
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
            // The marks give way to the owner.
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
}

/// What a move leads to, without the marks.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step {
    pub(crate) outline: Outline,
    pub(crate) target: Option<Cell>,
    pub(crate) key: Key,
}

#[inline]
fn key_of_target(target: Option<Cell>) -> Key {
    target.map_or(Key::default(), |board| TARGETS[board.index()])
}

/// Whether a set has lines but no mark that made the first of them: one that is
/// in all of its lines.
fn is_closed_twice(set: u16) -> bool {
    has_line(set) && cells(set).all(|cell| has_line(set & !cell.bit()))
}

/// The key of the marks in a board.
fn contents(board: Cell, marks: &[[u16; 9]; 2]) -> Key {
    let mut key = Key::default();
    for side in Side::BOTH {
        for cell in cells(marks[side.index()][board.index()]) {
            key ^= MARKS[side.index()][Move::new(board, cell).index()];
        }
    }
    key
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let same = |board: &Cell| {
            let i = board.index();
            self.marks[0][i] == other.marks[0][i] && self.marks[1][i] == other.marks[1][i]
        };
        self.key == other.key
            && self.outline == other.outline
            && (self.target, self.to_move) == (other.target, other.to_move)
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
