//! Errors in a text file of the test data.

use std::path::PathBuf;

use shomei_game::corpus::LineFault;

/// An error in a test file, with its place.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileFault {
    /// The file cannot be read.
    #[error("{}: {source}", .path.display())]
    Read {
        /// The path of the file.
        path: PathBuf,
        /// The error of the system.
        source: std::io::Error,
    },
    /// A line is not valid.
    #[error(transparent)]
    Line(#[from] LineFault),
}

/// The text of a file in the folder `corpus` of the repository.
pub(crate) fn read(name: &str) -> Result<String, FileFault> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus");
    let path = PathBuf::from(folder).join(name);
    std::fs::read_to_string(&path).map_err(|source| FileFault::Read { path, source })
}
