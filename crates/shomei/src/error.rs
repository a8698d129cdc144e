//! The one error of the library: what is wrong, where, and whose business that is.

use std::error::Error as StdError;
use std::fmt;

use shomei_game::escape::one_line;
use shomei_game::{Fault, NotationError, Place};

use crate::nearest;

/// Why there is no result.
///
/// The text is one line, whatever it quotes, and the same in a program, on the command
/// line and in a JSON object.
pub struct Error {
    kind: ErrorKind,
    message: String,
    place: Option<Place>,
    suggestion: Option<String>,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

/// Whose business an [`Error`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// What is asked for does not exist or does not go together: a name that is not known,
    /// an option that the algorithm does not have. No position can be worked on.
    Usage,
    /// A position, a move, a record or a file is not what it should be.
    Input,
    /// A limit was reached before all that was asked for was done.
    Limit,
    /// The game could not answer: see [`Fault`].
    Game,
    /// Something went wrong while running: memory, a file, a thread.
    Run,
}

impl Error {
    /// An error of this kind with this message.
    #[must_use]
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> Error {
        Error {
            kind,
            message: message.into(),
            place: None,
            suggestion: None,
            source: None,
        }
    }

    /// Something is asked for that does not exist.
    #[must_use]
    pub fn usage(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Usage, message)
    }

    /// Something is not what it should be.
    #[must_use]
    pub fn input(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Input, message)
    }

    /// A limit was reached.
    #[must_use]
    pub fn limit(message: impl Into<String>) -> Error {
        Error::new(ErrorKind::Limit, message)
    }

    /// Something went wrong while running; the text is that of the cause.
    #[must_use]
    pub fn run(cause: impl Into<Box<dyn StdError + Send + Sync>>) -> Error {
        let cause = cause.into();
        Error {
            source: Some(cause),
            ..Error::new(ErrorKind::Run, String::new())
        }
        .with_text_of_source()
    }

    /// An error with a text of its own and its cause.
    pub(crate) fn caused(
        kind: ErrorKind,
        message: impl Into<String>,
        cause: impl StdError + Send + Sync + 'static,
    ) -> Error {
        Error {
            source: Some(Box::new(cause)),
            ..Error::new(kind, message)
        }
    }

    /// A name that is not among the known ones. `message` says what it is not; the nearest
    /// known name, or all of them where none is near, is added to it.
    #[must_use]
    pub fn unknown<'a>(
        message: impl fmt::Display,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Error {
        let known: Vec<&str> = known.into_iter().collect();
        Error {
            suggestion: nearest::nearest(name, known.iter().copied()).map(String::from),
            ..Error::usage(format!("{message}{}", nearest::hint(name, known)))
        }
    }

    /// The error of a game that has failed; `None` for one that has not.
    #[must_use]
    pub fn of_fault(fault: Option<&Fault>) -> Option<Error> {
        let cause = fault?.error()?;
        Some(Error {
            source: Some(Box::new(Shared(cause.clone()))),
            ..Error::new(ErrorKind::Game, format!("the game failed: {cause}"))
        })
    }

    /// Whose business it is.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Where in a text something is wrong, where that is known.
    #[must_use]
    pub fn place(&self) -> Option<&Place> {
        self.place.as_ref()
    }

    /// The name that was probably meant, in place of one that is not known.
    #[must_use]
    pub fn suggestion(&self) -> Option<&str> {
        self.suggestion.as_deref()
    }

    /// This error with something said before its text: what it is about.
    #[must_use]
    pub fn context(self, about: impl fmt::Display) -> Error {
        Error {
            message: format!("{about}: {}", self.message),
            ..self
        }
    }

    /// This error with something said behind its text.
    #[must_use]
    pub fn with_advice(self, advice: impl fmt::Display) -> Error {
        Error {
            message: format!("{}{advice}", self.message),
            ..self
        }
    }

    /// This error as one of another kind.
    #[must_use]
    pub fn into_kind(self, kind: ErrorKind) -> Error {
        Error { kind, ..self }
    }

    fn with_text_of_source(mut self) -> Error {
        if let Some(cause) = &self.source {
            self.message = cause.to_string();
        }
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&one_line(&self.message))
    }
}

/// The text, as `main` prints it.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.source.as_deref().map(|source| source as _)
    }
}

impl From<NotationError> for Error {
    fn from(error: NotationError) -> Error {
        Error {
            place: Some(error.place.clone()),
            ..Error::input(error.to_string())
        }
    }
}

/// The error of a game, which others may hold, too.
#[derive(Debug)]
struct Shared(std::sync::Arc<dyn StdError + Send + Sync>);

impl fmt::Display for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl StdError for Shared {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_one_line_and_keeps_its_place() {
        let error = Error::from(NotationError::new(Place::Column(3), "no \"a\nb\""));
        assert_eq!(error.to_string(), "column 3: no \"a\\nb\"");
        assert_eq!(error.place(), Some(&Place::Column(3)));
        assert_eq!(error.kind(), ErrorKind::Input);
        let error = error.context("line 7");
        assert_eq!(error.to_string(), "line 7: column 3: no \"a\\nb\"");
        assert!(error.place().is_some());
    }

    #[test]
    fn a_name_that_is_near_is_suggested() {
        let error = Error::unknown("no game \"la\"", "la", ["loa", "othello"]);
        let expected = "no game \"la\"; did you mean \"loa\"?";
        assert_eq!(
            (error.to_string().as_str(), error.suggestion()),
            (expected, Some("loa"))
        );
        let error = Error::unknown("no game \"chess\"", "chess", ["loa", "uttt"]);
        assert_eq!(error.to_string(), "no game \"chess\"; known are loa, uttt");
        assert_eq!(error.suggestion(), None);
    }

    #[test]
    fn the_error_of_a_game_is_its_source() {
        let fault = Fault::default();
        assert!(Error::of_fault(Some(&fault)).is_none() && Error::of_fault(None).is_none());
        fault.report("no answer");
        let error = Error::of_fault(Some(&fault)).unwrap();
        assert_eq!(error.to_string(), "the game failed: no answer");
        assert_eq!(error.source().unwrap().to_string(), "no answer");
    }
}
