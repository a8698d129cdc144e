//! Errors as data.

use serde::Serialize;
use shomei_game::{NotationError, Place};

use crate::error::{Error, ErrorKind};

/// An error as data.
#[derive(Clone, Debug, Serialize)]
pub struct ErrorData {
    /// The text of the error.
    pub error: String,
    /// "input" if the request is wrong, "run" if a failure happened at run time. See `error_type`
    /// for the exact kind.
    pub error_kind: &'static str,
    /// The [`ErrorKind`]: "usage", "input", "limit", "game" or "run".
    pub error_type: &'static str,
    /// The place of the fault in the text of a position.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error_place: Option<ErrorPlace>,
    /// The name that was probably meant instead of an unknown one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<String>,
}

/// A place in a text, as data; counted from 1.
#[derive(Clone, Debug, Default, Serialize)]
pub struct ErrorPlace {
    /// The line, in a text of several lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
    /// The name of the square.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub square: Option<String>,
    /// The number of the move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<usize>,
    /// The text of the move.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
}

impl ErrorPlace {
    /// A place in a text; `None` for the whole text.
    #[must_use]
    pub fn of(place: &Place) -> Option<ErrorPlace> {
        let mut found = ErrorPlace::default();
        match place {
            Place::Column(column) => found.column = Some(*column),
            Place::LineColumn(line, column) => {
                (found.line, found.column) = (Some(*line), Some(*column));
            }
            Place::Square(name) => found.square = Some(name.english().to_string()),
            Place::Move(number, text) => {
                found.number = Some(*number);
                found.mv = Some(text.clone());
            }
            _ => return None,
        }
        Some(found)
    }
}

impl From<&Error> for ErrorData {
    fn from(error: &Error) -> ErrorData {
        ErrorData {
            error: error.to_string(),
            error_kind: match error.kind() {
                ErrorKind::Usage | ErrorKind::Input => "input",
                ErrorKind::Limit | ErrorKind::Game | ErrorKind::Run => "run",
            },
            error_type: match error.kind() {
                ErrorKind::Usage => "usage",
                ErrorKind::Input => "input",
                ErrorKind::Limit => "limit",
                ErrorKind::Game => "game",
                ErrorKind::Run => "run",
            },
            error_place: error.place().and_then(ErrorPlace::of),
            suggestion: error.suggestion().map(String::from),
        }
    }
}

impl From<&NotationError> for ErrorData {
    fn from(error: &NotationError) -> ErrorData {
        ErrorData::from(&Error::from(error.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_says_its_type_and_what_was_meant() {
        let types = [
            (ErrorKind::Usage, "usage", "input"),
            (ErrorKind::Input, "input", "input"),
            (ErrorKind::Limit, "limit", "run"),
            (ErrorKind::Game, "game", "run"),
            (ErrorKind::Run, "run", "run"),
        ];
        for (kind, name, coarse) in types {
            let data = ErrorData::from(&Error::new(kind, "text"));
            assert_eq!((data.error_type, data.error_kind), (name, coarse));
            assert!(data.suggestion.is_none());
        }
        let unknown = Error::unknown("no game \"la\"", "la", ["loa", "othello"]);
        let data = ErrorData::from(&unknown);
        assert_eq!(data.suggestion.as_deref(), Some("loa"));
    }
}
