//! Splits a text at its blanks into words with their places.

use shomei_game::{NotationError, Place};

/// A word of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    /// The line, counted from 1.
    pub(super) line: usize,
    /// The column of its first character, counted from 1.
    column: usize,
}

impl Word<'_> {
    /// Whether it equals the given word, ignoring case.
    pub(super) fn is(&self, word: &str) -> bool {
        self.text.eq_ignore_ascii_case(word)
    }
}

/// The words of one text.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    words: Vec<Word<'a>>,
    /// Errors in a text of one line contain only the column.
    one_line: bool,
}

impl<'a> Words<'a> {
    pub(super) fn of(text: &'a str) -> Words<'a> {
        let mut words = Vec::new();
        for (line, content) in (1..).zip(text.lines()) {
            let mut column = 1;
            for piece in content.split_inclusive(char::is_whitespace) {
                let text = piece.trim();
                if !text.is_empty() {
                    words.push(Word { text, line, column });
                }
                column += piece.chars().count();
            }
        }
        let one_line = text.trim_end().lines().count() <= 1;
        Words { words, one_line }
    }

    pub(super) fn first(&self) -> Option<Word<'a>> {
        self.words.first().copied()
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Word<'a>> {
        self.words.iter().copied()
    }

    /// The words of each line that is not empty.
    pub(super) fn lines(&self) -> impl Iterator<Item = &[Word<'a>]> {
        self.words.chunk_by(|a, b| a.line == b.line)
    }

    /// The words without the first one.
    pub(super) fn after_first(&self) -> Words<'a> {
        self.after(1)
    }

    /// The words without the first `count` ones.
    pub(super) fn after(&self, count: usize) -> Words<'a> {
        let words = self.words.iter().skip(count).copied().collect();
        Words { words, ..*self }
    }

    /// An error at a character of a word, counted from 0.
    pub(super) fn error(
        &self,
        word: Word<'_>,
        offset: usize,
        message: impl Into<shomei_game::ErrorText>,
    ) -> NotationError {
        let column = word.column + offset;
        let place = if self.one_line {
            Place::Column(column)
        } else {
            Place::LineColumn(word.line, column)
        };
        NotationError::new(place, message)
    }
}
