//! The words of a text with their places, for the readers of games.

use crate::{ErrorText, NotationError, Place, error_text, escape::excerpt};

/// A word, or another part of a text.
#[derive(Clone, Copy, Debug)]
pub struct Word<'a> {
    /// The word.
    pub text: &'a str,
    /// Its line, counted from 1.
    pub line: usize,
    /// The column of its first character, counted from 1.
    pub column: usize,
    place: fn(usize, usize) -> Place,
}

impl Word<'_> {
    /// Whether it equals the given word, ignoring case.
    #[must_use]
    pub fn is(&self, word: &str) -> bool {
        self.text.eq_ignore_ascii_case(word)
    }

    /// The number of its characters.
    #[must_use]
    pub fn width(&self) -> usize {
        self.text.chars().count()
    }

    /// An error at a character of the word, counted from 0.
    pub fn error(&self, character: usize, message: impl Into<ErrorText>) -> NotationError {
        NotationError::new((self.place)(self.line, self.column + character), message)
    }
}

/// The words of a text that have not been read. Blanks separate them.
///
/// ```
/// use shomei_game::words::Words;
///
/// let mut words = Words::of("start moves\n d1-b3");
/// assert!(words.accept("Start") && !words.accept("d1-b3"));
/// let moves = words.after_moves().unwrap().next().unwrap();
/// assert_eq!(moves.error(3, "bad").to_string(), "line 2, column 5: bad");
/// ```
#[derive(Clone, Debug)]
pub struct Words<'a> {
    text: &'a str,
    /// Line and column of the first character of `text`.
    line: usize,
    column: usize,
    place: fn(usize, usize) -> Place,
}

impl<'a> Words<'a> {
    /// The words of a text. Errors in a text of one line contain only the column.
    #[must_use]
    pub fn of(text: &'a str) -> Words<'a> {
        let place: fn(usize, usize) -> Place = match text.trim_end().lines().count() {
            0 | 1 => |_, column| Place::Column(column),
            _ => Place::LineColumn,
        };
        Words {
            place,
            ..Words::of_line(1, text)
        }
    }

    /// The words of a line of a longer text, with the number of the line.
    #[must_use]
    pub fn of_line(line: usize, text: &'a str) -> Words<'a> {
        Words {
            text,
            line,
            column: 1,
            place: Place::LineColumn,
        }
    }

    /// The next word, without reading it.
    #[must_use]
    pub fn peek(&self) -> Option<Word<'a>> {
        self.clone().next()
    }

    /// Reads the next word if it equals this one, ignoring case.
    pub fn accept(&mut self, word: &str) -> bool {
        let found = self.peek().is_some_and(|next| next.is(word));
        if found {
            self.next();
        }
        found
    }

    /// Reads the rest of a line, or the next line that is not empty; nothing at the end.
    pub fn line(&mut self) -> Vec<Word<'a>> {
        let mut words: Vec<Word<'_>> = self.next().into_iter().collect();
        while let Some(word) = self.peek().filter(|next| next.line == words[0].line) {
            words.push(word);
            self.next();
        }
        words
    }

    /// The words after `moves`, which is the next word unless the text ends here.
    ///
    /// # Errors
    ///
    /// If another word is next.
    pub fn after_moves(mut self) -> Result<Words<'a>, NotationError> {
        match self.next() {
            Some(word) if !word.is("moves") => Err(word.error(
                0,
                error_text!(
                    "word-moves-missing",
                    "expected \"moves\" before \"{word}\"",
                    word = excerpt(word.text)
                ),
            )),
            _ => Ok(self),
        }
    }

    /// The moves of a list, which is one line: another line might be another position.
    pub fn one_line(self) -> impl Iterator<Item = Result<Word<'a>, NotationError>> {
        let line = self.peek().map(|word| word.line);
        self.map(move |word| match Some(word.line) == line {
            true => Ok(word),
            false => Err(word.error(
                0,
                error_text!(
                    "moves-on-two-lines",
                    "a list of moves is one line, and here begins another"
                ),
            )),
        })
    }

    /// An error after the last word that was read: another one is missing.
    pub fn missing(&self, message: impl Into<ErrorText>) -> NotationError {
        NotationError::new((self.place)(self.line, self.column), message)
    }
}

impl<'a> Iterator for Words<'a> {
    type Item = Word<'a>;

    fn next(&mut self) -> Option<Word<'a>> {
        let trimmed = self.text.trim_start();
        let text = trimmed.split(char::is_whitespace).next()?;
        if text.is_empty() {
            return None;
        }
        let blanks = &self.text[..self.text.len() - trimmed.len()];
        match blanks.rsplit_once('\n') {
            Some((before, after)) => {
                self.line += before.matches('\n').count() + 1;
                self.column = after.chars().count() + 1;
            }
            None => self.column += blanks.chars().count(),
        }
        let word = Word {
            text,
            line: self.line,
            column: self.column,
            place: self.place,
        };
        self.column += word.width();
        self.text = &trimmed[text.len()..];
        Some(word)
    }
}

/// The parts of a list between commas, without the blanks around them; none in an empty list.
pub fn settings(list: &str) -> impl Iterator<Item = Word<'_>> {
    let mut begin = 1;
    let parts = list.split(',').filter(|_| !list.trim().is_empty());
    parts.map(move |part| {
        let blanks = part.chars().count() - part.trim_start().chars().count();
        let column = begin + blanks;
        begin += part.chars().count() + 1;
        Word {
            text: part.trim(),
            line: 1,
            column,
            place: |_, column| Place::Column(column),
        }
    })
}
