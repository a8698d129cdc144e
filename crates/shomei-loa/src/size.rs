//! Boards smaller than eight by eight.
//!
//! A board of n by n squares is in the corner a1 of the 64 squares, so squares keep their names and
//! bits on all boards. No piece is ever outside the board, so counting the pieces of a line does
//! not depend on the size; only the allowed destinations do.
//!
//! ```text
//! 8  . . . . . . . .
//! 7  . . . . . . . .      the board of 5 by 5 squares
//! 6  . . . . . . . .      ends with file e and rank 5
//! 5  # # # # # . . .
//! 4  # # # # # . . .
//! 3  # # # # # . . .
//! 2  # # # # # . . .
//! 1  # # # # # . . .
//!    a b c d e f g h
//! ```

use std::fmt;

use shomei_game::Side;

use crate::Square;
use crate::bitboard::{FILE_A, RANK_1};

/// The number of files and ranks of a board: 5 to 8.
///
/// ```
/// use shomei_loa::{Size, Square};
///
/// let small = Size::new(5).unwrap();
/// assert_eq!(small.to_string(), "5x5");
/// assert_eq!(small.squares().count(), 25);
/// assert_eq!(small.squares().nth(5), Square::parse("a2"));
/// assert!(!small.has(Square::parse("f1").unwrap()));
/// assert_eq!((Size::new(4), Size::new(8)), (None, Some(Size::STANDARD)));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size(u8);

impl Size {
    /// The usual board, 8 by 8.
    pub const STANDARD: Size = Size(8);

    /// All sizes, the smallest first.
    pub const ALL: [Size; 4] = [Size(5), Size(6), Size(7), Size(8)];

    /// The board with this number of files and ranks; `None` unless it is 5 to 8.
    #[must_use]
    pub fn new(edge: u8) -> Option<Size> {
        Size::ALL.into_iter().find(|size| size.0 == edge)
    }

    /// The number of files, which equals the number of ranks.
    #[must_use]
    pub const fn edge(self) -> u8 {
        self.0
    }

    /// The squares, a1 first, rank by rank.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        Square::all().filter(move |&square| self.has(square))
    }

    /// Whether a square is on the board.
    #[must_use]
    pub const fn has(self, square: Square) -> bool {
        self.mask() & square.bit() != 0
    }

    /// The number of squares.
    pub(crate) fn area(self) -> usize {
        usize::from(self.0).pow(2)
    }

    /// The name of the square on the last file and rank.
    pub(crate) fn last_square(self) -> String {
        let far = self.0 - 1;
        Square::at(far, far).map_or_else(String::new, |square| square.to_string())
    }

    /// The letters of the files.
    pub(crate) fn files(self) -> impl Iterator<Item = char> {
        ('a'..='h').take(usize::from(self.0))
    }

    /// The squares as a set.
    #[inline]
    pub(crate) const fn mask(self) -> u64 {
        MASKS[self.place()]
    }

    /// The index in [`Size::ALL`].
    #[inline]
    pub(crate) const fn place(self) -> usize {
        // 5, 6, 7 and 8 differ in their last two bits.
        (self.0 as usize).wrapping_sub(5) & 3
    }

    /// The pieces of both sides at the start: Black on the first and the last rank, White on the
    /// first and the last file, the corners empty.
    pub(crate) fn start(self) -> [u64; 2] {
        let far = u32::from(self.0 - 1);
        let ranks = (RANK_1 | RANK_1 << (8 * far)) & self.mask();
        let files = (FILE_A | FILE_A << far) & self.mask();
        debug_assert_eq!(Side::First.index(), 0);
        [ranks & !files, files & !ranks]
    }
}

impl Default for Size {
    fn default() -> Size {
        Size::STANDARD
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}", self.0)
    }
}

const MASKS: [u64; 4] = {
    let mut masks = [0; 4];
    let mut i = 0;
    while i < 4 {
        let edge = Size::ALL[i].0;
        let mut rank = 0;
        while rank < edge {
            masks[i] |= (RANK_1 >> (8 - edge)) << (8 * rank);
            rank += 1;
        }
        i += 1;
    }
    masks
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_board_is_its_mask() {
        for size in Size::ALL {
            let set = size.squares().fold(0, |set, square| set | square.bit());
            assert_eq!(set, size.mask(), "{size}");
            assert_eq!(set.count_ones() as usize, size.area(), "{size}");
            let last = size.squares().last().unwrap();
            assert_eq!(last.to_string(), size.last_square());
        }
        assert_eq!(Size::STANDARD.mask(), u64::MAX);
        let names: String = Size::ALL[1].files().collect();
        assert_eq!(names, "abcdef");
    }

    #[test]
    fn the_start_leaves_corners_and_the_middle_empty() {
        assert_eq!(
            Size::STANDARD.start(),
            [0x7e00_0000_0000_007e, 0x0081_8181_8181_8100]
        );
        assert_eq!(Size::ALL[0].start(), [0x000e_0000_000e, 0x1111_1100]);
    }
}
