//! The texts of errors, which catalogues of messages translate.

use std::fmt;

/// The text of an error in English, with an identifier and arguments by which a catalogue of another
/// language translates it. [`error_text!`](crate::error_text) makes one.
///
/// Arguments are texts, too: the name of a piece has an identifier of its own and is translated, a
/// number has none. A plain string becomes a text without an identifier, which every language shows
/// as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorText {
    id: &'static str,
    english: String,
    arguments: Vec<(&'static str, ErrorText)>,
}

impl ErrorText {
    /// A text with its identifier and arguments: see [`error_text!`](crate::error_text).
    #[must_use]
    pub fn new(
        id: &'static str,
        english: String,
        arguments: Vec<(&'static str, ErrorText)>,
    ) -> ErrorText {
        ErrorText {
            id,
            english,
            arguments,
        }
    }

    /// The identifier in the catalogues; empty for a text without one.
    #[must_use]
    pub fn id(&self) -> &'static str {
        self.id
    }

    /// The English text.
    #[must_use]
    pub fn english(&self) -> &str {
        &self.english
    }

    /// The arguments by their names.
    #[must_use]
    pub fn arguments(&self) -> &[(&'static str, ErrorText)] {
        &self.arguments
    }

    /// The text as an argument of another text, which keeps its identifier. It takes precedence
    /// over the function of [`ErrorArgument`].
    #[must_use]
    pub fn argument(&self) -> ErrorText {
        self.clone()
    }
}

/// A value that [`error_text!`](crate::error_text) takes as an argument: whatever can be displayed.
pub trait ErrorArgument: fmt::Display {
    /// The value as a text without an identifier.
    fn argument(&self) -> ErrorText {
        self.to_string().into()
    }
}

impl<T: fmt::Display + ?Sized> ErrorArgument for T {}

impl fmt::Display for ErrorText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.english)
    }
}

impl From<String> for ErrorText {
    fn from(english: String) -> ErrorText {
        ErrorText::new("", english, Vec::new())
    }
}

impl From<&str> for ErrorText {
    fn from(english: &str) -> ErrorText {
        english.to_string().into()
    }
}

impl From<&String> for ErrorText {
    fn from(english: &String) -> ErrorText {
        english.as_str().into()
    }
}

impl std::error::Error for ErrorText {}

/// The text of an error by its identifier, its English text, and the values of the names in braces.
/// A value that is an [`ErrorText`] is translated with the text around it.
///
/// ```
/// use shomei_game::error_text;
///
/// let text = error_text!("no-such-square", "there is no square {square}", square = "j1");
/// assert_eq!(text.to_string(), "there is no square j1");
/// assert_eq!(text.id(), "no-such-square");
///
/// let piece = error_text!("piece-gold", "gold");
/// let text = error_text!("no-such-piece", "there is no {piece} in hand", piece = piece);
/// assert_eq!(text.to_string(), "there is no gold in hand");
/// assert_eq!(text.arguments()[0].1.id(), "piece-gold");
/// ```
#[macro_export]
macro_rules! error_text {
    ($id:literal, $english:literal $(, $name:ident = $value:expr)* $(,)?) => {{
        #[allow(unused_imports, reason = "texts without arguments do not need it")]
        use $crate::ErrorArgument as _;
        let ($($name,)*) = ($(($value).argument(),)*);
        let english = ::std::format!($english);
        let arguments = ::std::vec![$((::std::stringify!($name), $name)),*];
        $crate::ErrorText::new($id, english, arguments)
    }};
}
