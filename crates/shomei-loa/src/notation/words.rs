//! Splits a text at its blanks into words with their places.

use shomei_game::{ErrorText, NotationError, Place};

/// A word, or another part of a text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Word<'a> {
    pub(super) text: &'a str,
    /// The line, counted from 1.
    pub(super) line: usize,
    /// The column of its first character, counted from 1.
    pub(super) column: usize,
}

impl Word<'_> {
    /// Whether it equals the given word, ignoring case.
    pub(super) fn is(&self, word: &str) -> bool {
        self.text.eq_ignore_ascii_case(word)
    }

    pub(super) fn len(&self) -> usize {
        self.text.chars().count()
    }
}

/// Consecutive words of one text.
#[derive(Clone, Debug)]
pub(super) struct Words<'a> {
    words: Vec<Word<'a>>,
    /// Errors in a text of one line contain only the column.
    one_line: bool,
    /// The place after the last word of the whole text.
    end: (usize, usize),
}

impl<'a> Words<'a> {
    pub(super) fn of(text: &'a str) -> Words<'a> {
        let mut words = Vec::new();
        for (line, content) in (1..).zip(text.lines()) {
            words_of_line(content, line, &mut words);
        }
        let end = words
            .last()
            .map_or((1, 1), |last| (last.line, last.column + last.len()));
        let one_line = text.trim_end().lines().count() <= 1;
        Words {
            words,
            one_line,
            end,
        }
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

    /// The words without the first `count` ones.
    pub(super) fn after(&self, count: usize) -> Words<'a> {
        let words = self.words.iter().skip(count).copied().collect();
        Words { words, ..*self }
    }

    /// The place of a word.
    pub(super) fn place(&self, word: Word<'_>) -> Place {
        self.place_of(word.line, word.column)
    }

    pub(super) fn place_of(&self, line: usize, column: usize) -> Place {
        if self.one_line {
            Place::Column(column)
        } else {
            Place::LineColumn(line, column)
        }
    }

    /// An error at a word.
    pub(super) fn error(&self, word: Word<'_>, message: impl Into<ErrorText>) -> NotationError {
        NotationError::new(self.place(word), message)
    }

    /// An error after the last word.
    pub(super) fn error_at_end(&self, message: impl Into<ErrorText>) -> NotationError {
        NotationError::new(self.place_of(self.end.0, self.end.1), message)
    }
}

fn words_of_line<'a>(content: &'a str, line: usize, words: &mut Vec<Word<'a>>) {
    let mut column = 1;
    for piece in content.split_inclusive(char::is_whitespace) {
        let text = piece.trim();
        if !text.is_empty() {
            words.push(Word { text, line, column });
        }
        column += piece.chars().count();
    }
}
