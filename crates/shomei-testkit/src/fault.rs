//! What can be wrong with a text file of the test data.

use std::path::PathBuf;

use shomei_game::corpus::LineFault;

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
    #[error(transparent)]
    Line(#[from] LineFault),
}

/// The text of a file of the folder `corpus` of the repository.
pub(crate) fn read(name: &str) -> Result<String, FileFault> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus");
    let path = PathBuf::from(folder).join(name);
    std::fs::read_to_string(&path).map_err(|source| FileFault::Read { path, source })
}
