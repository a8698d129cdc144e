//! Positions without blanks: SFEN with `_` or `%20` in their place, and addresses of boards at
//! lishogi, `https://lishogi.org/editor/SFEN`.

use shomei_game::{NotationError, Place};

/// What an address may begin with.
const BEGINNINGS: [&str; 3] = ["https://", "http://", "lishogi.org/"];

/// Words of an address before its position. A variant that is not here is another game.
const FOLDERS: [&str; 4] = ["editor", "analysis", "standard", "embed"];

/// A text with blanks, and the column of each of its characters in what was given.
pub(super) struct Spaced {
    pub(super) text: String,
    columns: Vec<usize>,
}

impl Spaced {
    /// The text with blanks; `None` where there is nothing to replace.
    ///
    /// # Errors
    ///
    /// When it is an address without a position of shogi.
    pub(super) fn of(text: &str) -> Result<Option<Spaced>, NotationError> {
        let begin = text.len() - text.trim_start().len();
        let word = text.trim();
        if word.contains(char::is_whitespace) {
            return Ok(None);
        }
        let is_address = BEGINNINGS.iter().any(|begin| word.starts_with(begin));
        if !is_address && !word.contains(['_', '%']) {
            return Ok(None);
        }
        let mut spaced = Spaced::decoded(word, text[..begin].chars().count());
        if is_address {
            spaced.cut_address()?;
        }
        if let Some(at) = spaced.text.find(" moves") {
            return Err(spaced.error(at + 1, "moves after a position need blanks between them"));
        }
        Ok(Some(spaced))
    }

    /// A word with its `_` and `%XX` replaced, after this number of characters.
    fn decoded(word: &str, before: usize) -> Spaced {
        let letters: Vec<char> = word.chars().collect();
        let (mut text, mut columns, mut at) = (String::new(), Vec::new(), 0);
        while let Some(&letter) = letters.get(at) {
            columns.push(before + at + 1);
            let code = letters.get(at + 1..at + 3).filter(|_| letter == '%');
            let (letter, width) = match (letter, code) {
                (_, Some(['2', '0'] | ['5', 'f' | 'F'])) => (' ', 3),
                (_, Some(['2', 'b' | 'B'])) => ('+', 3),
                (_, Some(['2', 'f' | 'F'])) => ('/', 3),
                ('_', _) => (' ', 1),
                _ => (letter, 1),
            };
            text.push(letter);
            at += width;
        }
        columns.push(before + at + 1);
        Spaced { text, columns }
    }

    /// Leaves the position of an address: without its host, folders, query and fragment.
    fn cut_address(&mut self) -> Result<(), NotationError> {
        let end = self.text.find(['?', '#']).unwrap_or(self.text.len());
        let (path, begin) = match self.text.find("lishogi.org/") {
            Some(at) if at < end => (&self.text[..end], at + "lishogi.org/".len()),
            _ => {
                return Err(self.error(
                    0,
                    "the only addresses that are read are those of lishogi.org",
                ));
            }
        };
        let mut at = begin;
        while let Some((folder, _)) = path[at..].split_once('/')
            && FOLDERS.contains(&folder)
        {
            at += folder.len() + 1;
        }
        let position = path[at..].trim_end_matches('/');
        if at == begin || position.is_empty() || FOLDERS.contains(&position) {
            let message = "expected an address with a position: https://lishogi.org/editor/SFEN, or \
                https://lishogi.org/analysis/SFEN";
            return Err(self.error(begin, message));
        }
        let columns = self.text[..at].chars().count();
        self.text = position.to_string();
        self.columns.drain(..columns);
        Ok(())
    }

    fn error(&self, byte: usize, message: &str) -> NotationError {
        let at = self.text[..byte].chars().count();
        let column = self.columns.get(at).copied().unwrap_or(1);
        NotationError::new(Place::Column(column), message)
    }

    /// An error about the text, with its place in what was given.
    pub(super) fn placed(&self, error: NotationError) -> NotationError {
        let place = match error.place {
            Place::Column(column) => {
                let last = self.columns.len() - 1;
                Place::Column(self.columns[(column - 1).min(last)])
            }
            other => other,
        };
        NotationError::new(place, error.message)
    }
}
