//! A move in two bytes.

use std::fmt;

use crate::Square;

/// A move of a piece from one square to another, or a pass. Whether it captures depends on the
/// position.
///
/// ```
/// use shomei_loa::{Move, Square};
///
/// let (d1, b3) = (Square::parse("d1").unwrap(), Square::parse("b3").unwrap());
/// assert_eq!(Move::new(d1, b3).squares(), Some((d1, b3)));
/// assert_eq!(Move::PASS.squares(), None);
/// ```
// Bits 0 to 5: origin; bits 6 to 11: destination. No piece stays on its square, so all zeros (a1 to
// a1) represents the pass.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u16);

impl Move {
    /// The only move of a side that cannot move a piece.
    pub const PASS: Move = Move(0);

    /// The move of a piece; the squares must differ.
    #[must_use]
    pub fn new(from: Square, to: Square) -> Move {
        debug_assert_ne!(from, to, "a piece that moves leaves its square");
        Move(from.index() as u16 | (to.index() as u16) << 6)
    }

    /// Whether this is the pass.
    #[must_use]
    pub fn is_pass(self) -> bool {
        self == Move::PASS
    }

    /// Origin and destination; `None` for the pass.
    #[must_use]
    pub fn squares(self) -> Option<(Square, Square)> {
        (!self.is_pass()).then(|| (self.from(), self.to()))
    }

    /// The origin; a1 for the pass.
    pub(crate) fn from(self) -> Square {
        Square::from_low_bits(u32::from(self.0))
    }

    /// The destination; a1 for the pass.
    pub(crate) fn to(self) -> Square {
        Square::from_low_bits(u32::from(self.0 >> 6))
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.squares() {
            Some((from, to)) => write!(f, "{from}-{to}"),
            None => f.write_str("pass"),
        }
    }
}
