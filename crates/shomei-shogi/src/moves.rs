//! A move in two bytes.

use std::fmt;

use crate::{Kind, Square};

/// A move of a piece on the board, with or without promotion, or a drop.
// Bits 0 to 6: destination; bits 7 to 13: origin, or 81 plus the kind for a drop; bit 14:
// promotion.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

/// The origin of a piece: the board or the hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Origin {
    Board(Square),
    Hand(Kind),
}

impl Move {
    /// A move on the board.
    #[must_use]
    #[inline]
    pub const fn new(from: Square, to: Square) -> Move {
        Move(to.index() as u16 | (from.index() as u16) << 7)
    }

    /// A move on the board that promotes the piece.
    #[must_use]
    #[inline]
    pub const fn promoting(from: Square, to: Square) -> Move {
        Move(Move::new(from, to).0 | 1 << 14)
    }

    /// A drop of an unpromoted piece, not a king.
    #[must_use]
    #[inline]
    pub const fn drop(kind: Kind, to: Square) -> Move {
        Move(to.index() as u16 | (81 + kind as u16) << 7)
    }

    /// The destination.
    #[must_use]
    #[inline]
    pub const fn to(self) -> Square {
        Square::from_index((self.0 & 127) as usize)
    }

    /// The square that the piece leaves; `None` for a drop.
    #[must_use]
    pub const fn from(self) -> Option<Square> {
        match self.origin() {
            Origin::Board(from) => Some(from),
            Origin::Hand(_) => None,
        }
    }

    /// The kind that is dropped; `None` for a move on the board.
    #[must_use]
    pub const fn dropped(self) -> Option<Kind> {
        match self.origin() {
            Origin::Board(_) => None,
            Origin::Hand(kind) => Some(kind),
        }
    }

    /// Whether the piece promotes.
    #[must_use]
    #[inline]
    pub const fn promotes(self) -> bool {
        self.0 >> 14 != 0
    }

    #[inline]
    pub(crate) const fn origin(self) -> Origin {
        let code = (self.0 >> 7 & 127) as usize;
        if code < 81 {
            Origin::Board(Square::from_index(code))
        } else {
            Origin::Hand(Kind::from_number(code - 81))
        }
    }

    /// Origin and destination as one number below 88 * 81.
    #[inline]
    pub(crate) const fn class(self) -> usize {
        (self.0 >> 7 & 127) as usize * 81 + (self.0 & 127) as usize
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.origin() {
            Origin::Board(from) => write!(f, "{from}{}", self.to())?,
            Origin::Hand(kind) => write!(f, "{}*{}", kind.letter(), self.to())?,
        }
        f.write_str(if self.promotes() { "+" } else { "" })
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
