//! A place in a text, and what stands there.

use shomei_game::{NotationError, Place};

/// Reads a text from the left. A copy of it remembers a place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    /// In bytes.
    at: usize,
}

impl<'a> Cursor<'a> {
    /// Before the first character.
    pub(super) fn new(text: &'a str) -> Cursor<'a> {
        Cursor { text, at: 0 }
    }

    /// What has not been read.
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

    /// Reads on while the characters fit; what was read.
    pub(super) fn take_while(&mut self, fits: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !fits(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    pub(super) fn skip_blanks(&mut self) {
        self.take_while(char::is_whitespace);
    }

    /// Reads blanks up to the end of the line.
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

    /// Reads a word if it stands here, in either case, and ends here.
    pub(super) fn eat_word(&mut self, word: &str) -> bool {
        let mut after = *self;
        let found = after.word().eq_ignore_ascii_case(word);
        if found {
            *self = after;
        }
        found
    }

    /// An error at the next character. In a text of one line only the column
    /// is named.
    pub(super) fn error(&self, message: impl Into<String>) -> NotationError {
        let before = &self.text[..self.at];
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        let place = if self.text.trim_end().lines().count() <= 1 {
            Place::Column(column)
        } else {
            Place::LineColumn(before.matches('\n').count() + 1, column)
        };
        NotationError::new(place, message)
    }
}
