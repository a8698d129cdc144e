//! Positions without blanks: SFEN with `_` or `%20` instead of blanks, and addresses of boards at
//! lishogi, `https://lishogi.org/editor/SFEN`.

use shomei_game::{ErrorText, NotationError, Place, error_text};

/// Possible beginnings of an address.
const BEGINNINGS: [&str; 3] = ["https://", "http://", "lishogi.org/"];

/// Words of an address before its position. Variants that are not listed are other games.
const FOLDERS: [&str; 4] = ["editor", "analysis", "standard", "embed"];

/// A text with blanks restored, and the column of each of its characters in the original text.
pub(super) struct Spaced {
    pub(super) text: String,
    columns: Vec<usize>,
}

impl Spaced {
    /// The text with blanks restored; `None` if there is nothing to replace.
    ///
    /// # Errors
    ///
    /// If it is an address without a position of shogi.
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
            let message = error_text!(
                "shogi-moves-without-blanks",
                "moves after a position need blanks between them"
            );
            return Err(spaced.error(at + 1, message));
        }
        Ok(Some(spaced))
    }

    /// A word with its `_` and `%XX` replaced; `before` is the number of characters before the
    /// word.
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

    /// Reduces an address to its position: removes host, folders, query and fragment.
    fn cut_address(&mut self) -> Result<(), NotationError> {
        let end = self.text.find(['?', '#']).unwrap_or(self.text.len());
        let (path, begin) = match self.text.find("lishogi.org/") {
            Some(at) if at < end => (&self.text[..end], at + "lishogi.org/".len()),
            _ => {
                let message = error_text!(
                    "shogi-foreign-address",
                    "the only addresses that are read are those of lishogi.org"
                );
                return Err(self.error(0, message));
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
            let message = error_text!(
                "shogi-address-without-position",
                "expected an address with a position: https://lishogi.org/editor/SFEN, or \
                 https://lishogi.org/analysis/SFEN"
            );
            return Err(self.error(begin, message));
        }
        let columns = self.text[..at].chars().count();
        self.text = position.to_string();
        self.columns.drain(..columns);
        Ok(())
    }

    fn error(&self, byte: usize, message: ErrorText) -> NotationError {
        let at = self.text[..byte].chars().count();
        let column = self.columns.get(at).copied().unwrap_or(1);
        NotationError::new(Place::Column(column), message)
    }

    /// The error with its place in the original text.
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
