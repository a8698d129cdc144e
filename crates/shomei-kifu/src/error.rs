//! Errors of records, and their places.

use std::fmt;

use shomei_game::escape::one_line;
use shomei_game::{NotationError, Place};

/// A place in a text: line and column, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    /// The line.
    pub line: usize,
    /// The character in the line.
    pub column: usize,
}

impl Spot {
    /// An error here.
    pub(crate) fn error(self, message: impl Into<shomei_game::ErrorText>) -> Error {
        Error {
            spot: Some(self),
            message: message.into(),
        }
    }
}

/// The reason why a file is not a record of shogi, or an oddity of a record that was read.
///
/// `Display` writes the error with its place, on one line, and makes control characters of the file
/// visible.
///
/// ```
/// use shomei_kifu::Kifu;
///
/// let error = Kifu::parse("手合割：平手\n   1 ７六歩(67)\n").unwrap_err();
/// assert_eq!(error.spot.unwrap().line, 2);
/// assert_eq!(
///     error.to_string(),
///     "line 2, column 6: 6g7f is not legal here"
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Error {
    /// The place; `None` if the error concerns the whole file.
    pub spot: Option<Spot>,
    /// The error, and what was expected.
    pub message: shomei_game::ErrorText,
}

impl Error {
    /// An error of the whole file.
    pub(crate) fn whole(message: impl Into<shomei_game::ErrorText>) -> Error {
        Error {
            spot: None,
            message: message.into(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Spot { line, column }) = self.spot {
            write!(f, "line {line}, column {column}: ")?;
        }
        f.write_str(&one_line(self.message.english()))
    }
}

impl std::error::Error for Error {}

impl From<Error> for NotationError {
    fn from(error: Error) -> NotationError {
        let place = error.spot.map_or(Place::Whole, |spot| {
            Place::LineColumn(spot.line, spot.column)
        });
        NotationError::new(place, error.message)
    }
}
