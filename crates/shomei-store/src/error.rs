//! Errors of files, with the place in the file.

use std::error::Error;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use shomei::ErrorKind;
use shomei::files::WriteError;
use shomei_game::escape::one_line;
use shomei_game::{ErrorText, error_text};

use crate::Difference;

/// An error of a store, a checkpoint or a journal.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The file cannot be read or used.
    #[error("{}: {problem}", one_line(&.path.to_string_lossy()))]
    File {
        /// The file.
        path: PathBuf,
        /// The fault.
        problem: Problem,
    },
    /// The file cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
}

/// The fault of a file.
#[derive(Debug)]
#[non_exhaustive]
pub enum Problem {
    /// The file does not exist.
    Missing,
    /// A file of another kind.
    Foreign {
        /// The expected kind: "a store".
        what: &'static str,
        /// The kind found, or the fault.
        why: ErrorText,
    },
    /// A file of another version.
    Version {
        /// Its kind.
        what: &'static str,
        /// The version of the file.
        version: String,
        /// The expected version.
        reads: u32,
    },
    /// The file belongs to something else, such as another game.
    Other {
        /// Its kind.
        what: &'static str,
        /// The owner of files of this kind: "game", "question".
        of: &'static str,
        /// The difference between the file's identity and the expected one.
        difference: Box<Difference>,
    },
    /// The file is damaged, in this place.
    Damaged(ErrorText),
    /// Another program has opened the file.
    InUse,
    /// The file cannot be read.
    Io(io::Error),
    /// Another error of the database.
    #[cfg(feature = "positions")]
    Database(Box<redb::Error>),
}

impl Problem {
    /// The text, which catalogues translate.
    #[must_use]
    pub fn text(&self) -> ErrorText {
        match self {
            Problem::Missing => error_text!("no-such-file", "there is no such file"),
            Problem::Foreign { what, why } => {
                let what = kind_text(what);
                error_text!(
                    "file-is-foreign",
                    "it is not {what}: {why}",
                    what = what,
                    why = why
                )
            }
            Problem::Version {
                what,
                version,
                reads,
            } => {
                let what = kind_text(what);
                error_text!(
                    "file-version",
                    "it is {what} of version {version}; this program reads version {reads}",
                    what = what,
                    version = one_line(version),
                    reads = reads
                )
            }
            Problem::Other {
                what,
                of,
                difference,
            } => {
                let (what, of) = (kind_text(what), owner_text(of));
                let difference = difference.text();
                error_text!(
                    "file-of-another",
                    "it is {what} of another {of}: {difference}",
                    what = what,
                    of = of,
                    difference = difference
                )
            }
            Problem::Damaged(why) => {
                error_text!("file-damaged", "it is damaged: {why}", why = why)
            }
            Problem::InUse => error_text!("file-in-use", "another program has it open"),
            Problem::Io(error) => error.to_string().into(),
            #[cfg(feature = "positions")]
            Problem::Database(error) => error.to_string().into(),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.text().fmt(f)
    }
}

impl Error for Problem {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Problem::Io(error) => Some(error),
            #[cfg(feature = "positions")]
            Problem::Database(error) => Some(&**error),
            _ => None,
        }
    }
}

/// A kind of files, which catalogues translate as far as a user of the command line sees it.
pub(crate) fn kind_text(what: &str) -> ErrorText {
    match what {
        "a store" => error_text!("kind-store", "a store"),
        "a checkpoint" => error_text!("kind-checkpoint", "a checkpoint"),
        "a journal of a list" => error_text!("kind-journal", "a journal of a list"),
        "a journal of a cluster" => error_text!("kind-cluster-journal", "a journal of a cluster"),
        other => other.into(),
    }
}

/// What a file belongs to.
fn owner_text(of: &str) -> ErrorText {
    match of {
        "game" => error_text!("owner-game", "game"),
        "question" => error_text!("owner-question", "question"),
        other => other.into(),
    }
}

/// The reason that a file is of another kind.
pub(crate) fn begins_otherwise() -> ErrorText {
    error_text!("file-begins-otherwise", "it has another format")
}

impl Problem {
    /// The error for this file.
    pub(crate) fn at(self, path: &Path) -> StoreError {
        StoreError::File {
            path: path.to_path_buf(),
            problem: self,
        }
    }
}

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Problem {
        match error.kind() {
            io::ErrorKind::NotFound => Problem::Missing,
            _ => Problem::Io(error),
        }
    }
}

impl StoreError {
    /// Whether the file is the right one, but damaged or in use: a search may continue without it.
    /// Other errors are mistakes of the caller, who should learn of them before a search begins.
    #[must_use]
    pub fn is_accident(&self) -> bool {
        let StoreError::File { problem, .. } = self else {
            return false;
        };
        match problem {
            Problem::Damaged(_) | Problem::InUse => true,
            #[cfg(feature = "positions")]
            Problem::Database(_) => true,
            _ => false,
        }
    }
}

/// The file is the subject of the text.
impl From<StoreError> for shomei::Error {
    fn from(error: StoreError) -> shomei::Error {
        match error {
            StoreError::Write(error) => error.into(),
            StoreError::File { path, problem } => {
                let path = path.to_string_lossy().into_owned();
                shomei::Error::new(ErrorKind::Input, problem.text()).context(path)
            }
        }
    }
}
