//! Squares and their names.

use std::fmt;

/// A square of the board. The numbers run file by file from rank a downwards: 0 is 1a, 8 is 1i, 80
/// is 9i.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// All squares, 1a to 1i first, 9a to 9i last.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..81).map(Square)
    }

    /// The square on a file (1 to 9) and a rank (1 to 9 for a to i); `None` outside the board.
    #[must_use]
    pub fn at(file: u8, rank: u8) -> Option<Square> {
        let inside = (1..=9).contains(&file) && (1..=9).contains(&rank);
        inside.then(|| Square(9 * (file - 1) + rank - 1))
    }

    /// The square of a number below 81.
    #[inline]
    pub(crate) const fn from_index(index: usize) -> Square {
        debug_assert!(index < 81);
        Square(index as u8)
    }

    /// Reads a name such as `5e`.
    ///
    /// ```
    /// use shomei_shogi::Square;
    ///
    /// assert_eq!(Square::parse("5e"), Square::at(5, 5));
    /// assert_eq!(Square::parse("0a"), None);
    /// ```
    #[must_use]
    pub fn parse(name: &str) -> Option<Square> {
        let &[file, rank] = name.as_bytes() else {
            return None;
        };
        Square::at(
            file.wrapping_sub(b'0'),
            rank.wrapping_sub(b'a').wrapping_add(1),
        )
    }

    /// The index of the square, 0 to 80.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The file, 1 to 9.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 / 9 + 1
    }

    /// The rank, 1 to 9 for a to i.
    #[must_use]
    pub const fn rank(self) -> u8 {
        self.0 % 9 + 1
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), char::from(b'a' + self.rank() - 1))
    }
}
