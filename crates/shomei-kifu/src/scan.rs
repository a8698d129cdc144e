//! Reads a line of a record from left to right.

use shomei_game::{ErrorText, error_text};

use crate::{Error, Spot};

/// What is expected, for the text of an error.
pub(crate) type What = fn() -> ErrorText;

/// The rest of a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scan<'a> {
    rest: &'a str,
    spot: Spot,
}

impl<'a> Scan<'a> {
    /// A whole line; `line` counts from 1.
    pub(crate) fn of(text: &'a str, line: usize) -> Scan<'a> {
        let spot = Spot { line, column: 1 };
        Scan { rest: text, spot }
    }

    /// The place of the next character.
    pub(crate) fn spot(&self) -> Spot {
        self.spot
    }

    /// The rest of the line.
    pub(crate) fn rest(&self) -> &'a str {
        self.rest
    }

    /// The next character, without reading it.
    pub(crate) fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Reads a character.
    pub(crate) fn next(&mut self) -> Option<char> {
        let letter = self.peek()?;
        self.rest = &self.rest[letter.len_utf8()..];
        self.spot.column += 1;
        Some(letter)
    }

    /// Reads these characters, if they are next.
    pub(crate) fn accept(&mut self, text: &str) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                self.spot.column += text.chars().count();
                true
            }
            None => false,
        }
    }

    /// Reads the first of these texts that is next, and returns its value.
    pub(crate) fn accept_any<T: Clone>(&mut self, texts: &[(&str, T)]) -> Option<T> {
        let found = texts.iter().find(|(text, _)| self.accept(text));
        found.map(|(_, value)| value.clone())
    }

    /// Drops everything after this number of bytes.
    pub(crate) fn cut(&mut self, bytes: usize) {
        self.rest = self.rest.get(..bytes).unwrap_or(self.rest);
    }

    /// Drops blanks at the end.
    pub(crate) fn trim_end(&mut self) {
        self.rest = self.rest.trim_end();
    }

    /// Skips blanks, including wide ones.
    pub(crate) fn skip_blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.next();
        }
    }

    /// Reads a heading and the colon after it; `None` if there is no colon or nothing before it.
    pub(crate) fn heading(&mut self) -> Option<&'a str> {
        let (name, _) = self.rest.split_once(['：', ':'])?;
        self.accept(name);
        self.next();
        let name = name.trim_end();
        (!name.is_empty()).then_some(name)
    }

    /// Reads a number, also in wide digits; `None` if no digit is next.
    pub(crate) fn number(&mut self) -> Option<usize> {
        let mut number: Option<usize> = None;
        while let Some(digit) = self.peek().and_then(digit) {
            self.next();
            let before = number.unwrap_or(0);
            number = Some(before.saturating_mul(10).saturating_add(digit));
        }
        number
    }

    /// Refuses a rest that is not empty.
    pub(crate) fn end(&self, what: What) -> Result<(), Error> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.expected(what())),
        }
    }

    /// An error at the next character.
    pub(crate) fn error(&self, message: impl Into<ErrorText>) -> Error {
        self.spot.error(message)
    }

    /// An error with the expected and the found text.
    pub(crate) fn expected(&self, what: impl Into<ErrorText>) -> Error {
        let what = what.into();
        self.error(match self.peek() {
            None => error_text!(
                "expected-at-end-of-line",
                "expected {what}, found the end of the line",
                what = what
            ),
            Some(letter) => error_text!(
                "expected-letter",
                "expected {what}, found '{found}'",
                what = what,
                found = shown(letter.encode_utf8(&mut [0; 4]))
            ),
        })
    }
}

/// The text of an error with the expected and the found words.
pub(crate) fn expected_word(what: impl Into<ErrorText>, found: &str) -> ErrorText {
    let what = what.into();
    error_text!(
        "expected-word",
        "expected {what}, found \"{found}\"",
        what = what,
        found = shown(found)
    )
}

/// The number of characters of a record in an error.
const SHOWN: usize = 40;

/// Text of a record for an error message: control characters are escaped, and a long text is cut.
pub(crate) fn shown(text: &str) -> String {
    let mut letters = text.chars();
    let mut shown = String::new();
    for letter in letters.by_ref().take(SHOWN) {
        match letter {
            '\'' | '"' | '\\' => shown.push(letter),
            _ => shown.extend(letter.escape_debug()),
        }
    }
    if letters.next().is_some() {
        shown.push('…');
    }
    shown
}

/// A digit, narrow or wide.
pub(crate) fn digit(letter: char) -> Option<usize> {
    match letter {
        '0'..='9' => Some(letter as usize - '0' as usize),
        '０'..='９' => Some(letter as usize - '０' as usize),
        _ => None,
    }
}
