//! A board with the side to move.

use std::fmt;

use shomei_game::{ErrorText, Key, Outcome, Side, error_text};

use crate::bits::{self, Set, count, squares};
use crate::moves::square_name;
use crate::notation::moves::beyond;
use crate::{Move, Rules, Size};

/// A board and the side to move. Black is the first side.
///
/// The discs are stored as those of the side to move and those of its opponent, which is the form
/// that most functions need.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    own: Set,
    opponent: Set,
    to_move: Side,
    size: Size,
}

/// The reason why discs are not a valid position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionError {
    /// Two discs on one square.
    Overlap(String),
    /// No disc at all.
    Empty,
    /// A disc outside the board.
    Beyond(String, Size),
}

impl From<PositionError> for ErrorText {
    fn from(error: PositionError) -> ErrorText {
        match error {
            PositionError::Overlap(square) => error_text!(
                "othello-overlap",
                "there are discs of both sides on {square}",
                square = square
            ),
            PositionError::Empty => error_text!("othello-empty-board", "the board is empty"),
            PositionError::Beyond(square, size) => beyond(square, size),
        }
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        ErrorText::from(self.clone()).fmt(f)
    }
}

impl std::error::Error for PositionError {}

impl Position {
    /// The usual starting position, Black to move.
    #[must_use]
    pub fn start() -> Position {
        Position::start_on(Size::Eight)
    }

    /// The starting position of a board, Black to move.
    #[must_use]
    pub fn start_on(size: Size) -> Position {
        let [opponent, own] = size.start();
        Position {
            own,
            opponent,
            to_move: Side::First,
            size,
        }
    }

    /// A position from the sets of black and white discs: bit 0 is a1, bit 1 b1, bit 63 h8.
    ///
    /// # Errors
    ///
    /// If a square is in both sets, or there is no disc.
    pub fn new(black: u64, white: u64, to_move: Side) -> Result<Position, PositionError> {
        Position::on(Size::Eight, black, white, to_move)
    }

    /// The same on a board of another size. Squares keep their bits: b1 is bit 1 and a2 bit 8 on
    /// all boards.
    ///
    /// # Errors
    ///
    /// If a square is in both sets or outside the board, or there is no disc.
    pub fn on(
        size: Size,
        black: u64,
        white: u64,
        to_move: Side,
    ) -> Result<Position, PositionError> {
        if let Some(square) = squares((black | white) & !size.mask()).next() {
            return Err(PositionError::Beyond(square_name(square), size));
        }
        if let Some(square) = squares(black & white).next() {
            return Err(PositionError::Overlap(square_name(square)));
        }
        if black | white == 0 {
            return Err(PositionError::Empty);
        }
        let (own, opponent) = match to_move {
            Side::First => (black, white),
            Side::Second => (white, black),
        };
        Ok(Position {
            own,
            opponent,
            to_move,
            size,
        })
    }

    /// The side to move.
    #[must_use]
    #[inline]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The size of the board.
    #[must_use]
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The squares with discs of a side.
    #[must_use]
    #[inline]
    pub fn discs(&self, side: Side) -> u64 {
        if side == self.to_move {
            self.own
        } else {
            self.opponent
        }
    }

    /// The discs of the side to move.
    #[inline]
    pub(crate) fn own(&self) -> Set {
        self.own
    }

    /// The discs of its opponent.
    #[inline]
    pub(crate) fn opponent(&self) -> Set {
        self.opponent
    }

    /// The number of discs on the board.
    #[must_use]
    #[inline]
    pub fn disc_count(&self) -> u32 {
        count(self.own | self.opponent)
    }

    /// The number of empty squares.
    #[must_use]
    #[inline]
    pub fn empties(&self) -> u32 {
        self.size.area() - self.disc_count()
    }

    /// The squares to which the side to move can move; 0 if it has to pass or the game is over.
    #[must_use]
    #[inline]
    pub fn mobility(&self) -> u64 {
        bits::moves(self.own, self.opponent) & self.size.mask()
    }

    /// The moves that the opponent would have if it were to move.
    #[inline]
    pub(crate) fn replies(&self) -> Set {
        bits::moves(self.opponent, self.own) & self.size.mask()
    }

    /// Whether neither side can move.
    #[must_use]
    #[inline]
    pub fn is_over(&self) -> bool {
        self.mobility() == 0 && self.replies() == 0
    }

    /// Whether a move is legal.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        let mobility = self.mobility();
        match mv.square() {
            Some(square) => mobility >> square & 1 == 1,
            None => mobility == 0 && self.replies() != 0,
        }
    }

    /// The position after a legal move.
    #[must_use]
    #[inline]
    pub fn play(&self, mv: Move) -> Position {
        let (placed, flipped) = match mv.square() {
            Some(square) => (1 << square, bits::flips(self.own, self.opponent, square)),
            None => (0, 0),
        };
        self.after(placed, flipped)
    }

    /// The position after a disc is placed and these are flipped, or after a pass.
    #[inline]
    pub(crate) fn after(&self, placed: Set, flipped: Set) -> Position {
        Position {
            own: self.opponent ^ flipped,
            opponent: self.own ^ flipped ^ placed,
            to_move: self.to_move.opponent(),
            size: self.size,
        }
    }

    /// The lead of `side` in discs if the game ends here. Empty squares count for the side that is
    /// ahead.
    #[must_use]
    #[inline]
    pub fn score(&self, side: Side) -> i32 {
        let score = final_score(self.size, self.own, self.opponent);
        if side == self.to_move { score } else { -score }
    }

    /// How the game ended; `None` if it continues.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.is_over()
            .then(|| Rules::Standard.outcome(self.score(Side::First)))
    }

    /// A key of 64 well-mixed bits.
    ///
    /// Two multiplications of 64 by 64 bits with folded halves. A move changes up to 19 squares, so
    /// an incremental sum of keys of squares would cost more.
    #[must_use]
    #[inline]
    pub fn key(&self) -> Key {
        let side = match self.to_move {
            Side::First => 0x9ae1_6a3b_2f90_404f,
            Side::Second => 0xc949_d7c7_509e_6557,
        };
        let board = fold(self.own ^ 0x2d35_8dcc_aa6c_78a5, self.opponent ^ side);
        Key(fold(board ^ 0x8bb8_4b93_962e_acc9, 0xe703_7ed1_a0b4_28db) ^ board)
    }
}

/// The halves of a product, exclusive or.
#[inline]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// The score of a finished game for the side with `own`.
#[inline]
pub(crate) fn final_score(size: Size, own: Set, opponent: Set) -> i32 {
    let (own, opponent) = (count(own) as i32, count(opponent) as i32);
    let empty = size.area() as i32 - own - opponent;
    let ahead = own - opponent;
    ahead + empty * ahead.signum()
}

impl std::fmt::Debug for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&crate::notation::one_line(self))
    }
}
