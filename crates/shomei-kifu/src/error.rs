//! What is wrong with a file, and where.

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
    pub(crate) fn error(self, message: impl Into<String>) -> Error {
        Error {
            spot: Some(self),
            message: message.into(),
        }
    }
}

/// Why a file is no record of shogi, or what is odd about one that was read.
///
/// It is shown with its place, on one line with visible escapes, since it mostly quotes the file.
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
    /// Where; `None` where it is about the file as a whole.
    pub spot: Option<Spot>,
    /// What is wrong, and what was expected.
    pub message: String,
}

impl Error {
    /// The error that this is wrong with the file as a whole.
    pub(crate) fn whole(message: impl Into<String>) -> Error {
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
        f.write_str(&one_line(&self.message))
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
