//! What can be wrong with a text file of the test data.

use std::path::PathBuf;

use shomei_game::NotationError;

/// A test file that cannot be used, with the place.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileFault {
    /// The file cannot be read.
    #[error("{}: {source}", .path.display())]
    Read {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A line is not what it should be.
    #[error("{file}:{line}: {message}")]
    Line {
        /// The name of the file.
        file: String,
        /// Counted from 1.
        line: usize,
        /// What is wrong, and what was expected.
        message: String,
    },
    /// The game does not accept a text of the line.
    #[error("{file}:{line}: {what}: {error}")]
    Notation {
        /// The name of the file.
        file: String,
        /// Counted from 1.
        line: usize,
        /// Which text: the rules or the position.
        what: &'static str,
        /// What the game says.
        error: NotationError,
    },
}

/// A place in a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct At {
    pub(crate) file: String,
    /// Counted from 1.
    pub(crate) line: usize,
}

impl At {
    pub(crate) fn fault(&self, message: impl Into<String>) -> FileFault {
        FileFault::Line {
            file: self.file.clone(),
            line: self.line,
            message: message.into(),
        }
    }

    pub(crate) fn notation(&self, what: &'static str, error: NotationError) -> FileFault {
        FileFault::Notation {
            file: self.file.clone(),
            line: self.line,
            what,
            error,
        }
    }
}

/// The lines that say something, with their places: no blank ones, no comments.
pub(crate) fn lines<'a>(file: &'a str, text: &'a str) -> impl Iterator<Item = (At, &'a str)> {
    (1..)
        .zip(text.lines())
        .map(|(line, text)| (line, text.trim()))
        .filter(|(_, text)| !text.is_empty() && !text.starts_with('#'))
        .map(move |(line, text)| {
            let file = file.to_string();
            (At { file, line }, text)
        })
}

/// The text of a file of the folder `corpus` of the repository.
pub(crate) fn read(name: &str) -> Result<String, FileFault> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus");
    let path = PathBuf::from(folder).join(name);
    std::fs::read_to_string(&path).map_err(|source| FileFault::Read { path, source })
}
