//! The standard board and a smaller one.
//!
//! The board of 6 by 6 squares is in the corner a1 of the 64 squares, so squares keep their names
//! and bits. No disc is ever outside the board, so a line that leaves it flips nothing; only moves
//! have to be restricted to the board.
//!
//! ```text
//!    a b c d e f g h
//! 1  # # # # # # . .
//! 2  # # # # # # . .
//! 3  # # O X # # . .      the board of 6 by 6 squares
//! 4  # # X O # # . .      ends with file f and row 6
//! 5  # # # # # # . .
//! 6  # # # # # # . .
//! 7  . . . . . . . .
//! 8  . . . . . . . .
//! ```

use std::fmt;

use crate::bits::{Set, squares};
use crate::moves::square_name;

/// The number of files and rows of a board.
///
/// ```
/// use shomei_othello::{Position, Size};
///
/// let start = Position::start_on(Size::Six);
/// assert_eq!(start.empties(), 32);
/// assert_eq!(Size::Six.edge(), 6);
/// assert_eq!(Size::Six.to_string(), "6x6");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Size {
    /// 8 by 8 squares, the usual board.
    #[default]
    Eight,
    /// 6 by 6 squares.
    Six,
}

impl Size {
    /// All sizes.
    pub(crate) const ALL: [Size; 2] = [Size::Eight, Size::Six];

    /// The number of files, which equals the number of rows.
    #[must_use]
    #[inline]
    pub const fn edge(self) -> u8 {
        match self {
            Size::Eight => 8,
            Size::Six => 6,
        }
    }

    /// The number of squares, which is also the greatest score.
    #[must_use]
    #[inline]
    pub const fn area(self) -> u32 {
        match self {
            Size::Eight => 64,
            Size::Six => 36,
        }
    }

    /// The squares: bit 0 is a1, bit 8 a2, bit 63 h8.
    #[must_use]
    #[inline]
    pub const fn mask(self) -> u64 {
        match self {
            Size::Eight => Set::MAX,
            Size::Six => SIX,
        }
    }

    /// The four corners.
    #[inline]
    pub(crate) const fn corners(self) -> Set {
        match self {
            Size::Eight => crate::bits::CORNERS,
            Size::Six => 1 | 1 << 5 | 1 << 40 | 1 << 45,
        }
    }

    /// The squares, a1 first, row by row.
    pub(crate) fn squares(self) -> impl Iterator<Item = u8> {
        squares(self.mask())
    }

    /// The name of the last square.
    pub(crate) fn last_square(self) -> String {
        square_name(9 * (self.edge() - 1))
    }

    /// The discs of White and of Black at the start.
    pub(crate) const fn start(self) -> [Set; 2] {
        let far = 9 * (self.edge() as u32 / 2);
        let near = far - 9;
        [1 << near | 1 << far, 1 << (near + 1) | 1 << (far - 1)]
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.edge())
    }
}

const SIX: Set = 0x3f * 0x0000_0101_0101_0101;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_its_mask() {
        for size in Size::ALL {
            let edge = size.edge();
            let inside = (0..64).filter(|square| square % 8 < edge && square / 8 < edge);
            assert!(inside.eq(size.squares()), "{size}");
            assert_eq!(size.squares().count(), size.area() as usize);
            let last = size.squares().last().map(square_name);
            assert_eq!(last, Some(size.last_square()));
        }
        assert_eq!(Size::Eight.start(), [1 << 27 | 1 << 36, 1 << 28 | 1 << 35]);
        let corners: Vec<String> = squares(Size::Six.corners()).map(square_name).collect();
        assert_eq!(corners, ["A1", "F1", "A6", "F6"]);
    }
}
