//! A move in one byte.

use std::fmt;

/// A disc on a square, or a pass.
///
/// ```
/// use shomei_othello::Move;
///
/// assert_eq!(Move::parse("f5").unwrap().to_string(), "F5");
/// assert_eq!(Move::parse("pass"), Some(Move::PASS));
/// assert_eq!(Move::PASS.to_string(), "--");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u8);

impl Move {
    /// A pass, because no disc can be placed.
    pub const PASS: Move = Move(64);

    /// A disc on this square: 0 for a1, 1 for b1, ... 63 for h8.
    ///
    /// # Panics
    ///
    /// If there is no such square.
    #[must_use]
    #[inline]
    pub fn to(square: u8) -> Move {
        assert!(square < 64, "a board has 64 squares");
        Move(square)
    }

    /// The square; `None` for a pass.
    #[must_use]
    #[inline]
    pub fn square(self) -> Option<u8> {
        (self != Move::PASS).then_some(self.0)
    }

    /// Reads a square such as `F5`, or one of the words for a pass, `--`, `ps`, `pa` and `pass`,
    /// ignoring case.
    #[must_use]
    pub fn parse(text: &str) -> Option<Move> {
        match text.to_ascii_lowercase().as_bytes() {
            b"--" | b"ps" | b"pa" | b"pass" => Some(Move::PASS),
            [column @ b'a'..=b'h', row @ b'1'..=b'8'] => {
                Some(Move(8 * (row - b'1') + (column - b'a')))
            }
            _ => None,
        }
    }

    /// 0 to 63 for a square, 64 for a pass.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.square() {
            None => f.write_str("--"),
            Some(square) => f.write_str(&square_name(square)),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The name of a square: A1 for 0, H8 for 63.
pub(crate) fn square_name(square: u8) -> String {
    let column = char::from(b'A' + square % 8);
    let row = char::from(b'1' + square / 8);
    format!("{column}{row}")
}
