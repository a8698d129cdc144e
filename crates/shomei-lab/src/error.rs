//! The errors of the laboratory.

use std::io;
use std::path::PathBuf;

use shomei::ErrorKind;
use shomei::files::WriteError;
use shomei_game::NotationError;
use shomei_game::corpus::LineFault;
use shomei_search::registry::OpenError;
use shomei_store::StoreError;

/// An error of an experiment, a generated set or a training.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LabError {
    /// The input cannot be used.
    #[error("{0}")]
    Input(String),
    /// A file cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A line of an experiment, a set or a journal has a fault.
    #[error(transparent)]
    Line(#[from] LineFault),
    /// The folder belongs to another experiment or program.
    #[error("{}: {message}", .folder.display())]
    Folder {
        /// The folder.
        folder: PathBuf,
        /// The difference and the remedy.
        message: String,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {source}", .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// A file is not written, or incomplete.
    #[error(transparent)]
    File(#[from] WriteError),
    /// A journal cannot be read or written.
    #[error(transparent)]
    Journal(#[from] StoreError),
    /// A search cannot be opened although the test of the experiment could open it.
    #[error("a search cannot be opened: {0}")]
    Open(#[from] OpenError),
    /// The game rejects hints that the test of the experiment accepted.
    #[error("hints: {0}")]
    Hints(#[source] NotationError),
    /// The certificate of a generated position contradicts the search.
    #[error("the search and the checker contradict each other about {0}")]
    NotCertified(String),
    /// Self-play gives too few positions.
    #[error(
        "only {taken} positions were found in {games} games, and none in the last \
         thousands of them: ask for fewer, or for {advice}"
    )]
    TooRare {
        /// Positions found.
        taken: usize,
        /// Games played.
        games: u64,
        /// A suggestion for other arguments.
        advice: &'static str,
    },
    /// There is no space for a certificate.
    #[error("a certificate cannot be kept: {0}")]
    Certificate(#[source] io::Error),
    /// A certificate cannot be read back.
    #[error("a certificate cannot be checked: {0}")]
    Check(#[from] shomei::Error),
    /// A cluster cannot be simulated.
    #[error("a cluster cannot be simulated: {0}")]
    Cluster(#[source] shomei::Error),
    /// The list of runs cannot be made.
    #[error("the list of runs cannot be made: {0}")]
    Csv(#[source] csv::Error),
    /// A thread cannot be started.
    #[error("a thread cannot be started: {0}")]
    Thread(#[source] io::Error),
}

impl LabError {
    /// Whether the user's input is the cause.
    #[must_use]
    pub fn is_input(&self) -> bool {
        match self {
            LabError::File(error) | LabError::Journal(StoreError::Write(error)) => {
                error.kind() != ErrorKind::Run
            }
            LabError::Input(_)
            | LabError::Read { .. }
            | LabError::Line(_)
            | LabError::Journal(_)
            | LabError::Folder { .. } => true,
            _ => false,
        }
    }
}
