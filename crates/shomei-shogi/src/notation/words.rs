//! Splits a text at its blanks into words with their places.

use shomei_game::{ErrorText, NotationError, Place, error_text};

/// A word with the line and the column of its first character, counted from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) line: usize,
    pub(super) column: usize,
    place: fn(usize, usize) -> Place,
}

impl Word<'_> {
    /// An error at a character of the word, counted from 0.
    pub(super) fn error(&self, character: usize, message: ErrorText) -> NotationError {
        let column = self.column + character;
        NotationError::new((self.place)(self.line, column), message)
    }

    /// The error that this word is found where something else is expected.
    pub(super) fn expected(&self, what: &ErrorText) -> NotationError {
        let message = error_text!(
            "expected-word",
            "expected {what}, found \"{found}\"",
            what = what,
            found = self.text
        );
        self.error(0, message)
    }
}

/// The words of a text that have not been read.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    text: &'a str,
    /// Line and column of the first character of `text`.
    line: usize,
    column: usize,
    /// The place of a line and a column: in a text of one line, the column alone.
    place: fn(usize, usize) -> Place,
}

impl<'a> Words<'a> {
    pub(super) fn of(text: &'a str) -> Words<'a> {
        Words {
            text,
            line: 1,
            column: 1,
            place: match text.trim_end().lines().count() {
                0 | 1 => |_, column| Place::Column(column),
                _ => Place::LineColumn,
            },
        }
    }

    /// The next word, without reading it.
    pub(super) fn peek(&self) -> Option<Word<'a>> {
        self.clone().next()
    }

    /// Reads the next word if it equals this one, ignoring case.
    pub(super) fn accept(&mut self, word: &str) -> bool {
        let is_next = self
            .peek()
            .is_some_and(|w| w.text.eq_ignore_ascii_case(word));
        if is_next {
            self.next();
        }
        is_next
    }

    /// An error at the place where a word is missing.
    pub(super) fn missing(&self, message: ErrorText) -> NotationError {
        NotationError::new((self.place)(self.line, self.column), message)
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        let trimmed = self.text.trim_start();
        let blanks = &self.text[..self.text.len() - trimmed.len()];
        match blanks.rsplit_once('\n') {
            Some((before, after)) => {
                self.line += before.matches('\n').count() + 1;
                self.column = after.chars().count() + 1;
            }
            None => self.column += blanks.chars().count(),
        }
        let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
        let (text, rest) = trimmed.split_at(end);
        let word = Word {
            text,
            line: self.line,
            column: self.column,
            place: self.place,
        };
        self.column += text.chars().count();
        self.text = rest;
        (!text.is_empty()).then_some(word)
    }
}
