//! Why a store cannot be used, with its file and the place in it.

use std::io;
use std::path::{Path, PathBuf};

use shomei::files::WriteError;
use shomei_game::escape::one_line;

/// Why a store cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// There is no such file.
    #[error("{}: there is no such file", shown(.0))]
    Missing(PathBuf),
    /// The file is none of a store.
    #[error("{}: it is no store: {why}", shown(.path))]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What it is.
        why: &'static str,
    },
    /// It is a store of another version.
    #[error("{}: it is a store of version {}; this program reads version {}", shown(.path), one_line(.version), crate::FORMAT)]
    Version {
        /// The file.
        path: PathBuf,
        /// What it says of itself.
        version: String,
    },
    /// It belongs to another game.
    #[error("{}: it is a store of another game: its {what} is {}, not {}", shown(.path), said(.theirs), said(.expected))]
    OtherGame {
        /// The file.
        path: PathBuf,
        /// What differs.
        what: &'static str,
        /// What the store says.
        theirs: String,
        /// What was expected.
        expected: String,
    },
    /// The file is damaged.
    #[error("{}: it is damaged: {place}", shown(.path))]
    Damaged {
        /// The file.
        path: PathBuf,
        /// Where, and how.
        place: String,
    },
    /// Another program has it open.
    #[error("{}: another program has it open", shown(.0))]
    InUse(PathBuf),
    /// It cannot be read or written.
    #[error("{}: {source}", shown(.path))]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It cannot be made.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The database has refused something for another reason.
    #[error("{}: {source}", shown(.path))]
    Database {
        /// The file.
        path: PathBuf,
        /// What it says.
        source: Box<redb::Error>,
    },
}

fn shown(path: &Path) -> String {
    one_line(&path.to_string_lossy()).into_owned()
}

/// A text that a file says of itself.
fn said(text: &str) -> String {
    match text {
        "" => "empty".to_string(),
        text => one_line(text).into_owned(),
    }
}

impl StoreError {
    /// Whether this is the right file, which is damaged or in use: a search may well go on without
    /// it. All else is a mistake of whoever named the file, who should know before a search begins.
    #[must_use]
    pub fn is_accident(&self) -> bool {
        matches!(
            self,
            StoreError::Damaged { .. } | StoreError::InUse(_) | StoreError::Database { .. }
        )
    }

    /// What the database says about this file.
    pub(crate) fn of(path: &Path, error: impl Into<redb::Error>) -> StoreError {
        let path = path.to_path_buf();
        match error.into() {
            redb::Error::DatabaseAlreadyOpen | redb::Error::LockProtocolMismatch => {
                StoreError::InUse(path)
            }
            redb::Error::Corrupted(place) => StoreError::Damaged { path, place },
            redb::Error::UpgradeRequired(version) => StoreError::Damaged {
                path,
                place: format!("its database says that it is of version {version}"),
            },
            redb::Error::Io(source) => match source.kind() {
                io::ErrorKind::NotFound => StoreError::Missing(path),
                // The database says so of a file that it cannot read.
                io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof => StoreError::Damaged {
                    path,
                    place: source.to_string(),
                },
                _ => StoreError::Io { path, source },
            },
            source => StoreError::Database {
                path,
                source: Box::new(source),
            },
        }
    }
}
