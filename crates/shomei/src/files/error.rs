//! Why a file was not written.

use std::io;
use std::path::{Path, PathBuf};

use crate::{Error, ErrorKind};

/// Why a guard refuses to write a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Refusal {
    /// It is a directory, or its name is that of one.
    Directory,
    /// The program reads it.
    Input,
    /// It is read-only.
    ReadOnly,
    /// It is a file or a link that the writer may not reuse.
    Other,
}

/// Why a file was not written. The file of that name is as it was.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// Something is there that has to stay.
    #[error("cannot write {}: {why}", path.display())]
    Refused {
        /// The file.
        path: PathBuf,
        /// The kind of obstacle.
        reason: Refusal,
        /// What it is, and what to do about it.
        why: String,
    },
    /// Another program has the right to write it: see [`SoleWriter`](super::SoleWriter).
    #[error("cannot write {}: another program is writing it now", .0.display())]
    InUse(PathBuf),
    /// No file can be made in its place.
    #[error("cannot write {}: {source}", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// It could not be written to its end.
    #[error("cannot write {}: {source}", path.display())]
    Failed {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}

impl WriteError {
    pub(super) fn refused(path: &Path, reason: Refusal, why: impl Into<String>) -> WriteError {
        WriteError::Refused {
            path: path.to_path_buf(),
            reason,
            why: why.into(),
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

    /// Whose business it is.
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
        Error::caused(error.kind(), error.to_string(), error)
    }
}
