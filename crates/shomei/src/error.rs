//! The error of the library: its text, its place, and its kind.

use std::error::Error as StdError;
use std::fmt;
use std::io;

#[cfg(feature = "messages")]
use shomei_game::Lang;
use shomei_game::escape::one_line;
use shomei_game::{ErrorText, Fault, NotationError, Place, error_text};

#[cfg(feature = "messages")]
use shomei_proof::ReadError;
use shomei_search::Stop;

use crate::nearest;

/// The reason why there is no result.
///
/// `Display` prints it in English on one line. With the feature `messages` it has a text in each
/// language.
pub struct Error(Box<Parts>);

/// The parts of an error. The box keeps results small.
struct Parts {
    kind: ErrorKind,
    /// The subjects of the error, the outermost first.
    about: Vec<ErrorText>,
    place: Option<Place>,
    message: ErrorText,
    /// The text after the message.
    advice: Vec<ErrorText>,
    suggestion: Option<String>,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

/// The kind of an [`Error`]: it shows what the caller can change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The requested things do not exist or do not go together, for example an unknown name, or an
    /// option that the algorithm does not have. The request fails for every position.
    Usage,
    /// A position, a move, a record or a file is invalid.
    Input,
    /// A limit was reached before the request was complete.
    Limit,
    /// The game has failed: see [`Fault`].
    Game,
    /// A failure at run time: memory, a file, a thread.
    Run,
}

impl Error {
    /// An error of this kind with this message.
    #[must_use]
    pub fn new(kind: ErrorKind, message: impl Into<ErrorText>) -> Error {
        Error(Box::new(Parts {
            kind,
            about: Vec::new(),
            place: None,
            message: message.into(),
            advice: Vec::new(),
            suggestion: None,
            source: None,
        }))
    }

    /// A request for something that does not exist.
    #[must_use]
    pub fn usage(message: impl Into<ErrorText>) -> Error {
        Error::new(ErrorKind::Usage, message)
    }

    /// A text or a file that cannot be read.
    #[must_use]
    pub fn input(message: impl Into<ErrorText>) -> Error {
        Error::new(ErrorKind::Input, message)
    }

    /// A limit was reached.
    #[must_use]
    pub fn limit(message: impl Into<ErrorText>) -> Error {
        Error::new(ErrorKind::Limit, message)
    }

    /// A failure at run time; the text is that of the cause.
    #[must_use]
    pub fn run(cause: impl Into<Box<dyn StdError + Send + Sync>>) -> Error {
        let cause = cause.into();
        let mut error = Error::new(ErrorKind::Run, text_of(&*cause));
        error.0.source = Some(cause);
        error
    }

    /// An error with a text of its own and its cause.
    pub(crate) fn caused(
        kind: ErrorKind,
        message: impl Into<ErrorText>,
        cause: impl StdError + Send + Sync + 'static,
    ) -> Error {
        let mut error = Error::new(kind, message);
        error.0.source = Some(Box::new(cause));
        error
    }

    /// An unknown name. The nearest known name, or all of them where none is near, follows the
    /// message.
    #[must_use]
    pub fn unknown<'a>(
        message: impl Into<ErrorText>,
        name: &str,
        known: impl IntoIterator<Item = &'a str>,
    ) -> Error {
        let known: Vec<&str> = known.into_iter().collect();
        let hint = nearest::hint(name, known.iter().copied());
        let mut error = Error::usage(message).with_advice(hint);
        let suggestion = nearest::nearest(name, known.iter().copied());
        error.0.suggestion = suggestion.map(String::from);
        error
    }

    /// The error of a game that has failed; `None` if it has not failed.
    #[must_use]
    pub fn of_fault(fault: Option<&Fault>) -> Option<Error> {
        let cause = fault?.error()?;
        let text = error_text!("game-failed", "the game failed: {cause}", cause = cause);
        let mut error = Error::new(ErrorKind::Game, text);
        error.0.source = Some(Box::new(Shared(cause.clone())));
        Some(error)
    }

    /// The kind.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.0.kind
    }

    /// The place in a text, if known.
    #[must_use]
    pub fn place(&self) -> Option<&Place> {
        self.0.place.as_ref()
    }

    /// The known name that is nearest to an unknown one.
    #[must_use]
    pub fn suggestion(&self) -> Option<&str> {
        self.0.suggestion.as_deref()
    }

    /// Puts a subject before the text of this error.
    #[must_use]
    pub fn context(mut self, about: impl Into<ErrorText>) -> Error {
        self.0.about.insert(0, about.into());
        self
    }

    /// Puts a text after the text of this error.
    #[must_use]
    pub fn with_advice(mut self, advice: impl Into<ErrorText>) -> Error {
        self.0.advice.push(advice.into());
        self
    }

    /// Changes the kind of this error.
    #[must_use]
    pub fn into_kind(mut self, kind: ErrorKind) -> Error {
        self.0.kind = kind;
        self
    }

    /// The text in a language, on one line.
    #[cfg(feature = "messages")]
    #[must_use]
    pub fn text_in(&self, lang: Lang) -> String {
        use shomei_messages::{ErrorAbout, Message, error_text, place_text};
        let damage = self.damage_in(lang);
        let mut text = damage.unwrap_or_else(|| error_text(&self.0.message, lang));
        if let Some(place) = &self.0.place {
            text = place_text(place, &text, lang);
        }
        for about in self.0.about.iter().rev() {
            let about = error_text(about, lang);
            text = ErrorAbout { about, error: text }.text(lang);
        }
        text.extend(self.0.advice.iter().map(|advice| error_text(advice, lang)));
        one_line(&text).into_owned()
    }

    /// The damage of a certificate that cannot be read, in a language; `None` in English, whose
    /// text is that of the checker, and for other errors.
    #[cfg(feature = "messages")]
    fn damage_in(&self, lang: Lang) -> Option<String> {
        match self.0.source.as_deref()?.downcast_ref()? {
            ReadError::Damaged(damage) if lang != Lang::EN => {
                crate::messages::damage_in(&damage.clone().into(), lang)
            }
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        for about in &self.0.about {
            text.push_str(about.english());
            text.push_str(": ");
        }
        text.extend(self.0.place.iter().map(Place::to_string));
        text.push_str(self.0.message.english());
        text.extend(self.0.advice.iter().map(ErrorText::english));
        f.write_str(&one_line(&text))
    }
}

/// Prints the text, so that it is readable if `main` returns the error. For errors of other types,
/// such as [`NotationError`], use `map_err(shomei::Error::from)`.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.as_deref().map(|source| source as _)
    }
}

impl From<NotationError> for Error {
    fn from(error: NotationError) -> Error {
        let mut placed = Error::input(error.message);
        placed.0.place = Some(error.place);
        placed
    }
}

/// The limit that stopped a search.
pub(crate) fn stop_text(stop: Stop) -> ErrorText {
    match stop {
        Stop::Nodes => error_text!("limit-nodes", "nodes"),
        Stop::Time => error_text!("limit-time", "time"),
        Stop::Memory => error_text!("limit-memory", "memory"),
        Stop::Interrupt => error_text!("limit-interrupt", "interrupt"),
        other => other.to_string().into(),
    }
}

/// The text of a cause, which catalogues translate where it is an [`ErrorText`] or an error of the
/// system with one.
pub(crate) fn text_of(cause: &(dyn StdError + 'static)) -> ErrorText {
    let of_system = cause.downcast_ref::<io::Error>();
    let within = of_system.and_then(io::Error::get_ref);
    let within = within.and_then(|within| within.downcast_ref::<ErrorText>());
    match cause.downcast_ref::<ErrorText>().or(within) {
        Some(text) => text.clone(),
        None => cause.to_string().into(),
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
    #[cfg(feature = "messages")]
    fn a_damaged_certificate_is_reported_in_japanese() {
        let kinds = crate::Kinds::default();
        let opened = crate::certificates::Certificate::open(&kinds, io::Cursor::new("no proof"));
        let error = opened.err().unwrap().context("x.proof");
        let english = "x.proof: this is not a certificate: the first bytes are not ";
        assert!(error.text_in(Lang::EN).starts_with(english), "{error}");
        assert_eq!(error.text_in(Lang::JA), "x.proof：証明書ではありません");
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
