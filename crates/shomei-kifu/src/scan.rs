//! A line of a record that is read from left to right.

use crate::{Error, Spot};

/// What is left of a line.
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

    /// What is left.
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

    /// Reads these characters, if they come next.
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

    /// Reads the first of these texts that comes next; its value.
    pub(crate) fn accept_any<T: Clone>(&mut self, texts: &[(&str, T)]) -> Option<T> {
        let found = texts.iter().find(|(text, _)| self.accept(text));
        found.map(|(_, value)| value.clone())
    }

    /// Leaves out what follows this number of bytes.
    pub(crate) fn cut(&mut self, bytes: usize) {
        self.rest = self.rest.get(..bytes).unwrap_or(self.rest);
    }

    /// Leaves out blanks at the end.
    pub(crate) fn trim_end(&mut self) {
        self.rest = self.rest.trim_end();
    }

    /// Reads blanks, wide ones too.
    pub(crate) fn skip_blanks(&mut self) {
        while self.peek().is_some_and(char::is_whitespace) {
            self.next();
        }
    }

    /// Reads a heading and the colon after it; `None` where no colon is, or nothing before it.
    pub(crate) fn heading(&mut self) -> Option<&'a str> {
        let (name, _) = self.rest.split_once(['：', ':'])?;
        self.accept(name);
        self.next();
        let name = name.trim_end();
        (!name.is_empty()).then_some(name)
    }

    /// Reads a number, in wide digits too; `None` where no digit comes next.
    pub(crate) fn number(&mut self) -> Option<usize> {
        let mut number: Option<usize> = None;
        while let Some(digit) = self.peek().and_then(digit) {
            self.next();
            let before = number.unwrap_or(0);
            number = Some(before.saturating_mul(10).saturating_add(digit));
        }
        number
    }

    /// Refuses what is left, if anything is.
    pub(crate) fn end(&self, what: &str) -> Result<(), Error> {
        match self.peek() {
            None => Ok(()),
            Some(_) => Err(self.expected(what)),
        }
    }

    /// An error at the next character.
    pub(crate) fn error(&self, message: impl Into<String>) -> Error {
        self.spot.error(message)
    }

    /// An error that says what was found instead.
    pub(crate) fn expected(&self, what: &str) -> Error {
        let found = match self.peek() {
            None => "the end of the line".to_string(),
            Some(letter) => format!("'{}'", shown(letter.encode_utf8(&mut [0; 4]))),
        };
        self.error(format!("expected {what}, found {found}"))
    }
}

/// How many characters of a record an error shows.
const SHOWN: usize = 40;

/// Text of a record as an error shows it: what would act on a terminal is escaped, and
/// the end of a long one is left out.
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
