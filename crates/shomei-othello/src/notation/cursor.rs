//! A place in a text, and the rest of the text.

use shomei_game::NotationError;
use shomei_game::sgf::{Mark, PropertyValue};

/// Reads a text from left to right. A copy of it remembers a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    /// The place in bytes.
    at: usize,
    /// The place of the text's beginning.
    begin: Mark,
}

impl<'a> Cursor<'a> {
    /// A cursor before the first character.
    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        let begin = Mark::of(text);
        Cursor { text, at: 0, begin }
    }

    /// A cursor before the first character of a value in a file.
    pub(super) fn of_value(value: PropertyValue<'a>) -> Cursor<'a> {
        Cursor {
            text: value.raw,
            at: 0,
            begin: value.mark,
        }
    }

    /// Ends the text at the place of another cursor.
    pub(super) fn end_at(&mut self, end: &Cursor<'a>) {
        self.text = &self.text[..end.at];
    }

    /// The rest of the text.
    pub(super) fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    pub(super) fn next(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.at += character.len_utf8();
        Some(character)
    }

    /// Reads characters while they fit, and returns them.
    pub(super) fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !fits(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    /// Skips to the beginning of this part of the rest.
    pub(super) fn skip_to(&mut self, rest: &str) {
        self.at = self.text.len() - rest.len();
    }

    pub(super) fn skip_blanks(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Skips blanks up to the end of the line.
    pub(super) fn skip_blanks_in_line(&mut self) {
        self.take_while(|c| c.is_whitespace() && c != '\n');
    }

    /// Reads up to the end of the line.
    pub(super) fn line(&mut self) -> &'a str {
        self.take_while(|c| c != '\n')
    }

    /// Reads up to the next blank.
    pub(super) fn word(&mut self) -> &'a str {
        self.take_while(|c| !c.is_whitespace())
    }

    /// Reads a word if it is next, ignoring case, and ends there.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let mut after = *self;
        let found = after.word().eq_ignore_ascii_case(word);
        if found {
            *self = after;
        }
        found
    }

    /// An error at the next character.
    pub(super) fn error(&self, message: impl Into<shomei_game::ErrorText>) -> NotationError {
        self.begin.after(&self.text[..self.at]).error(message)
    }
}
