//! Squares and their names.

use std::fmt;

/// A square of the board: 0 is a1, 7 is h1, 63 is h8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Square(u8);

impl Square {
    /// All squares, a1 to h1 first, a8 to h8 last.
    ///
    /// ```
    /// use shomei_loa::Square;
    ///
    /// assert_eq!(Square::all().nth(8).unwrap().to_string(), "a2");
    /// ```
    pub fn all() -> impl Iterator<Item = Square> {
        (0..64).map(Square)
    }

    /// The square on a file (0 to 7 for a to h) and a rank (0 to 7 for 1 to 8); `None` outside the
    /// board.
    #[must_use]
    pub fn at(file: u8, rank: u8) -> Option<Square> {
        (file < 8 && rank < 8).then(|| Square(8 * rank + file))
    }

    /// The square of a number from 0 to 63; higher bits are ignored.
    pub(crate) const fn from_low_bits(bits: u32) -> Square {
        Square((bits & 63) as u8)
    }

    /// Reads a name such as `d4`, ignoring case.
    ///
    /// ```
    /// use shomei_loa::Square;
    ///
    /// assert_eq!(Square::parse("H8"), Square::at(7, 7));
    /// assert_eq!(Square::parse("i1"), None);
    /// ```
    #[must_use]
    pub fn parse(name: &str) -> Option<Square> {
        let &[file, rank] = name.as_bytes() else {
            return None;
        };
        let file = file.to_ascii_lowercase();
        Square::at(file.wrapping_sub(b'a'), rank.wrapping_sub(b'1'))
    }

    /// The index, 0 to 63.
    #[must_use]
    pub const fn index(self) -> usize {
        // The mask changes nothing; it removes the bounds checks of 64-entry tables.
        (self.0 & 63) as usize
    }

    /// The file, 0 to 7 for a to h.
    #[must_use]
    pub const fn file(self) -> u8 {
        self.0 & 7
    }

    /// The rank, 0 to 7 for 1 to 8.
    #[must_use]
    pub const fn rank(self) -> u8 {
        (self.0 & 63) >> 3
    }

    /// The set of this square alone.
    pub(crate) const fn bit(self) -> u64 {
        1 << self.index()
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = char::from(b'a' + self.file());
        write!(f, "{file}{}", self.rank() + 1)
    }
}
