//! Why a file was not written.

use std::io;
use std::path::{Path, PathBuf};

use shomei_game::{ErrorText, error_text};

use crate::error::text_of;
use crate::{Error, ErrorKind};

/// The reason why a guard refuses to write a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// The target is a directory, or its name is that of one.
    Directory,
    /// The program reads the target.
    Input,
    /// The target is read-only.
    ReadOnly,
    /// The target is a file or a link that the writer may not reuse.
    Other,
}

/// The reason why a file was not written. The existing file is unchanged.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The existing target must be kept.
    #[error("cannot write {}: {why}", path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// The kind of obstacle.
        reason: Refusal,
        /// What it is, and what to do about it.
        why: ErrorText,
    },
    /// Another program has the right to write the file: see [`SoleWriter`](super::SoleWriter).
    #[error("cannot write {}: another program is writing it now", .0.display())]
    InUse(PathBuf),
    /// No file can be made in the directory.
    #[error("cannot write {}: {source}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The file could not be written completely.
    #[error("cannot write {}: {source}", path.display())]
    Failed {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
}

impl WriteError {
    pub(super) fn refused(path: &Path, reason: Refusal, why: ErrorText) -> WriteError {
        WriteError::Refused {
            path: path.to_path_buf(),
            reason,
            why,
        }
    }

    pub(super) fn unwritable(path: &Path, source: io::Error) -> WriteError {
        WriteError::Unwritable {
            path: path.to_path_buf(),
            source,
        }
    }

    pub(super) fn failed(path: &Path, source: io::Error) -> WriteError {
        WriteError::Failed {
            path: path.to_path_buf(),
            source,
        }
    }

    /// The kind of the error, which shows what the caller can change.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        match self {
            WriteError::Refused { .. } | WriteError::InUse(_) => ErrorKind::Input,
            WriteError::Unwritable { .. } => ErrorKind::Usage,
            WriteError::Failed { .. } => ErrorKind::Run,
        }
    }
}

impl From<WriteError> for Error {
    fn from(error: WriteError) -> Error {
        let (path, why) = match &error {
            WriteError::Refused { path, why, .. } => (path, why.clone()),
            WriteError::InUse(path) => (
                path,
                error_text!("file-being-written", "another program is writing it now"),
            ),
            WriteError::Unwritable { path, source } | WriteError::Failed { path, source } => {
                (path, text_of(source))
            }
        };
        let about = error_text!("cannot-write", "cannot write {path}", path = path.display());
        Error::caused(error.kind(), why, error).context(about)
    }
}
