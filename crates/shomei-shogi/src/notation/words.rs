//! A text cut at its blanks, every word with its place.

use shomei_game::{NotationError, Place};

/// A word with the line and the column of its first character, counted from 1.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    pub(super) line: usize,
    pub(super) column: usize,
    place: fn(usize, usize) -> Place,
}

impl Word<'_> {
    /// An error at a character of the word, the first one being 0.
    pub(super) fn error(&self, character: usize, message: impl Into<String>) -> NotationError {
        let column = self.column + character;
        NotationError::new((self.place)(self.line, column), message)
    }
}

/// The words of a text that are not read yet.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    text: &'a str,
    /// Of the first character of `text`.
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

    /// Reads the next word if it is this one, in either case.
    pub(super) fn accept(&mut self, word: &str) -> bool {
        let is_next = self
            .peek()
            .is_some_and(|w| w.text.eq_ignore_ascii_case(word));
        if is_next {
            self.next();
        }
        is_next
    }

    /// An error where the next word would be.
    pub(super) fn missing(&self, message: impl Into<String>) -> NotationError {
        NotationError::new((self.place)(self.line, self.column), message)
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        let trimmed = self.text.trim_start();
        let blanks = &self.text[..self.text.len() - trimmed.len()];
        match blanks.rsplit_once('\n') {
            Some((before, behind)) => {
                self.line += before.matches('\n').count() + 1;
                self.column = behind.chars().count() + 1;
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
