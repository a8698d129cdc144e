//! A board with the side to move, and the changes by a move.

use std::fmt;
use std::hash::{Hash, Hasher};

use shomei_game::{ErrorText, Key, KeyStream, Side, error_text};

use crate::bitboard::is_connected;
use crate::lines::{LineTables, moves_along};
use crate::{Move, Size, Square};

/// A position of Lines of Action, 32 bytes, without history.
///
/// Key, mobility and connectivity are functions of the board. A position stores them, so that
/// reading them is free. [`Position::new`] computes them from the board; [`Position::play`] updates
/// them by the changes of a move.
#[derive(Clone, Copy)]
pub struct Position {
    /// The pieces of Black and of White.
    pieces: [u64; 2],
    key: Key,
    /// Black's number of moves in the low byte, White's in the high byte.
    mobility: u16,
    /// Bit 0: Black is one unit; bit 1: White is.
    connected: u8,
    to_move: Side,
    size: Size,
}

/// A board that is not a valid position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PositionError {
    /// Both sides have a piece on this square.
    Shared(Square),
    /// A side has no piece: the rules do not allow the last one to be captured.
    NoPieces(Side),
    /// A piece is outside the board.
    Beyond(Square, Size),
}

impl From<PositionError> for ErrorText {
    fn from(error: PositionError) -> ErrorText {
        match error {
            PositionError::Shared(square) => error_text!(
                "loa-shared",
                "square {square} holds two pieces",
                square = square
            ),
            PositionError::NoPieces(side) => {
                error_text!(
                    "loa-no-pieces",
                    "{side} has no pieces",
                    side = side_text(side)
                )
            }
            PositionError::Beyond(square, size) => error_text!(
                "loa-beyond-size",
                "square {square} lies beyond the board of {size} squares",
                square = square,
                size = size
            ),
        }
    }
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        ErrorText::from(*self).fmt(f)
    }
}

impl std::error::Error for PositionError {}

/// The name of a side for the texts of errors.
pub(crate) fn side_text(side: Side) -> ErrorText {
    match side {
        Side::First => error_text!("player-black", "Black"),
        Side::Second => error_text!("player-white", "White"),
    }
}

/// `Black` or `White`.
pub(crate) fn side_name(side: Side) -> &'static str {
    ["Black", "White"][side.index()]
}

/// One key per side and square.
static SQUARES: [[Key; 64]; 2] = [
    KeyStream::new(0x10a_0001).table(),
    KeyStream::new(0x10a_0002).table(),
];

/// Marks White as the side to move.
const WHITE_TO_MOVE: Key = Key::of(0x10a_0003);

impl Position {
    /// The starting position: Black on ranks 1 and 8, White on files a and h,
    /// the corners empty, Black to move.
    #[must_use]
    pub fn start() -> Position {
        Position::start_on(Size::STANDARD)
    }

    /// The starting position of a board: Black on the first and the last rank, White on the first
    /// and the last file, the corners empty, Black to move.
    ///
    /// ```
    /// use shomei_loa::{Position, Size};
    ///
    /// let start = Position::start_on(Size::new(5).unwrap());
    /// assert_eq!(format!("{start:?}"), ".xxx.o...oo...oo...o.xxx. x");
    /// ```
    #[must_use]
    pub fn start_on(size: Size) -> Position {
        Position::computed(size, size.start(), Side::First)
    }

    /// The position with these pieces (bit 0 is a1, bit 7 is h1, bit 63 is h8).
    ///
    /// Finished positions are valid, and so are positions with more than twelve pieces of a side.
    ///
    /// ```
    /// use shomei_game::Side;
    /// use shomei_loa::{Position, PositionError};
    ///
    /// assert!(Position::new(0b01, 0b10, Side::Second).is_ok());
    /// let error = Position::new(0b01, 0, Side::Second).unwrap_err();
    /// assert_eq!(error, PositionError::NoPieces(Side::Second));
    /// assert_eq!(error.to_string(), "White has no pieces");
    /// ```
    ///
    /// # Errors
    ///
    /// If a square has two pieces or a side has no piece.
    pub fn new(black: u64, white: u64, to_move: Side) -> Result<Position, PositionError> {
        Position::on(Size::STANDARD, black, white, to_move)
    }

    /// The position with these pieces on a board of another size. The squares keep their bits: b1
    /// is bit 1 and a2 bit 8 on all boards.
    ///
    /// # Errors
    ///
    /// If a square has two pieces or is outside the board, or a side has no piece.
    pub fn on(
        size: Size,
        black: u64,
        white: u64,
        to_move: Side,
    ) -> Result<Position, PositionError> {
        let beyond = (black | white) & !size.mask();
        if beyond != 0 {
            let square = Square::from_low_bits(beyond.trailing_zeros());
            return Err(PositionError::Beyond(square, size));
        }
        let shared = black & white;
        if shared != 0 {
            let square = Square::from_low_bits(shared.trailing_zeros());
            return Err(PositionError::Shared(square));
        }
        for side in Side::BOTH {
            if [black, white][side.index()] == 0 {
                return Err(PositionError::NoPieces(side));
            }
        }
        Ok(Position::computed(size, [black, white], to_move))
    }

    fn computed(size: Size, pieces: [u64; 2], to_move: Side) -> Position {
        let [black, white] = pieces;
        let mut key = match to_move {
            Side::First => Key::default(),
            Side::Second => WHITE_TO_MOVE,
        };
        for (side, set) in pieces.into_iter().enumerate() {
            for square in crate::bitboard::squares(set) {
                key ^= SQUARES[side][square.index()];
            }
        }
        Position {
            pieces,
            key,
            mobility: LineTables::of(size).mobility(black, white),
            connected: u8::from(is_connected(black)) | u8::from(is_connected(white)) << 1,
            to_move,
            size,
        }
    }

    /// The pieces of a side, bit 0 for a1 to bit 63 for h8.
    #[must_use]
    pub fn pieces(&self, side: Side) -> u64 {
        self.pieces[side.index()]
    }

    /// The side whose piece is on a square; `None` if it is empty.
    #[must_use]
    pub fn at(&self, square: Square) -> Option<Side> {
        Side::BOTH
            .into_iter()
            .find(|&side| self.pieces(side) & square.bit() != 0)
    }

    /// The size of the board.
    #[must_use]
    #[inline]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The side to move.
    #[must_use]
    #[inline]
    pub fn to_move(&self) -> Side {
        self.to_move
    }

    /// The Zobrist key, including the side to move.
    #[must_use]
    #[inline]
    pub fn key(&self) -> Key {
        self.key
    }

    /// The number of piece moves that a side has, or would have on its turn.
    ///
    /// ```
    /// use shomei_game::Side;
    /// use shomei_loa::Position;
    ///
    /// assert_eq!(Position::start().mobility(Side::First), 36);
    /// ```
    #[must_use]
    #[inline]
    pub fn mobility(&self, side: Side) -> usize {
        usize::from(self.mobility >> (8 * side.index()) & 0xff)
    }

    /// Whether a side's pieces form one unit.
    #[must_use]
    #[inline]
    pub fn is_connected(&self, side: Side) -> bool {
        self.connected >> side.index() & 1 != 0
    }

    /// The keys of a side's pieces.
    #[inline]
    pub(crate) fn keys(side: Side) -> &'static [Key; 64] {
        &SQUARES[side.index()]
    }

    /// The key of the same board with the other side to move.
    #[inline]
    pub(crate) fn key_of_opponent(&self) -> Key {
        self.key ^ WHITE_TO_MOVE
    }

    /// Black's number of moves in the low byte, White's in the high byte.
    #[inline]
    pub(crate) fn packed_mobility(&self) -> u16 {
        self.mobility
    }

    /// The position after a legal move.
    ///
    /// The pass is accepted in any position: whether it is legal depends on the rules. The move of
    /// a piece must be legal; the result of an illegal move is unspecified.
    #[must_use]
    #[inline]
    pub fn play(&self, mv: Move) -> Position {
        let key = self.key_after(mv);
        let to_move = self.to_move.opponent();
        if mv.is_pass() {
            return Position {
                key,
                to_move,
                ..*self
            };
        }
        debug_assert!(self.is_legal(mv), "{mv:?} in {self:?}");

        let (from, to) = (mv.from(), mv.to());
        let (own, enemy) = self.own_and_enemy();
        let captured = enemy & to.bit();
        let own = own ^ (from.bit() | to.bit());
        let enemy = enemy & !to.bit();
        // Only a capture changes the opponent's connectivity.
        let enemy_connected = if captured != 0 {
            is_connected(enemy)
        } else {
            self.is_connected(to_move)
        };
        let connected = u8::from(is_connected(own)) << self.to_move.index()
            | u8::from(enemy_connected) << to_move.index();
        Position {
            pieces: match self.to_move {
                Side::First => [own, enemy],
                Side::Second => [enemy, own],
            },
            key,
            mobility: self.mobility_after(from, to, captured),
            connected,
            to_move,
            size: self.size,
        }
    }

    /// The pieces of the side to move, then the others. Selected by value, because an index into
    /// the array would go through memory.
    #[inline]
    pub(crate) fn own_and_enemy(&self) -> (u64, u64) {
        let [black, white] = self.pieces;
        match self.to_move {
            Side::First => (black, white),
            Side::Second => (white, black),
        }
    }

    /// The key of the position after a move, without playing it.
    #[must_use]
    #[inline]
    pub fn key_after(&self, mv: Move) -> Key {
        if mv.is_pass() {
            return self.key ^ WHITE_TO_MOVE;
        }
        let (from, to) = (mv.from(), mv.to());
        let own = &SQUARES[self.to_move.index()];
        let enemy = &SQUARES[self.to_move.opponent().index()];
        let key = self.key ^ WHITE_TO_MOVE ^ own[from.index()] ^ own[to.index()];
        if self.own_and_enemy().1 & to.bit() != 0 {
            key ^ enemy[to.index()]
        } else {
            key
        }
    }

    /// Packed mobility after the move of a piece.
    ///
    /// First the piece is removed from the four lines through its square, then it is added to the
    /// four lines through the other. The line of its movement is in both; reading it twice is
    /// cheaper than finding out which one it is.
    #[inline]
    fn mobility_after(&self, from: Square, to: Square, captured: u64) -> u16 {
        // The ternary digits of the pieces: 1 Black, 2 White.
        let own = self.to_move.index() as u32 + 1;
        let captured = if captured != 0 { 3 - own } else { 0 };
        let [mut black, mut white] = self.pieces;
        let mut gained = 0u16;
        let mut lost = 0u16;

        let board = LineTables::of(self.size);
        for (line, weight) in board.through(from) {
            let before = line.read(black, white);
            lost = lost.wrapping_add(moves_along(before));
            gained = gained.wrapping_add(moves_along(before - own * weight));
        }
        black &= !from.bit();
        white &= !from.bit();
        for (line, weight) in board.through(to) {
            let before = line.read(black, white);
            lost = lost.wrapping_add(moves_along(before));
            let after = before + own * weight - captured * weight;
            gained = gained.wrapping_add(moves_along(after));
        }
        // Borrows between the two counters cancel in the final sum.
        self.mobility.wrapping_add(gained).wrapping_sub(lost)
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        // The other fields are functions of these.
        self.pieces == other.pieces && self.to_move == other.to_move && self.size == other.size
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
        f.write_str(&crate::notation::one_line(self))
    }
}
