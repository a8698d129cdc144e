//! What can go wrong with an experiment.

use std::io;
use std::path::PathBuf;

use shomei::ErrorKind;
use shomei::files::WriteError;
use shomei_game::NotationError;
use shomei_game::corpus::LineFault;
use shomei_search::registry::OpenError;

/// Why an experiment cannot be run, or not to its end.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LabError {
    /// Nothing bears this name.
    #[error("{0}")]
    NotFound(String),
    /// A file cannot be read.
    #[error("cannot read {}: {source}", .path.display())]
    Read {
        /// Which.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A set that is given cannot be used.
    #[error("{0}")]
    Set(String),
    /// A line of an experiment, a set or a journal is not what it should be.
    #[error(transparent)]
    Line(#[from] LineFault),
    /// The folder belongs to something else.
    #[error("{}: {message}", .folder.display())]
    Folder {
        /// Which.
        folder: PathBuf,
        /// To what, and what to do.
        message: String,
    },
    /// A file cannot be written.
    #[error("cannot write {}: {source}", .path.display())]
    Write {
        /// Which.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A file is not written, or not to its end.
    #[error(transparent)]
    File(#[from] WriteError),
    /// A search cannot be opened although it was tried out.
    #[error("a search cannot be opened: {0}")]
    Open(#[from] OpenError),
    /// The game has no such hints although they were tried out.
    #[error("hints: {0}")]
    Hints(#[source] NotationError),
    /// The game does not know the position from which games are to begin.
    #[error("the position to begin from: {0}")]
    From(#[source] NotationError),
    /// Positions with so much left are asked of a game that does not fill up.
    #[error("{0} does not say how much of a game is left")]
    NoEndings(String),
    /// No game comes to positions with so much left.
    #[error(
        "positions with {from}..{to} left are not to be had: games begin with {most} left and \
         are over with 0; expected a range within 1..{most}"
    )]
    EndingsRange {
        /// The least that is to be left.
        from: u32,
        /// The most.
        to: u32,
        /// What is left where games begin.
        most: u32,
    },
    /// A generated position has no certificate of the answer.
    #[error("the search and the checker contradict each other about {0}")]
    NotCertified(String),
    /// Self-play does not give as many positions as are asked for.
    #[error(
        "only {taken} positions were found in {games} games, and none in the last \
         thousands of them: ask for fewer, or for {advice}"
    )]
    TooRare {
        /// Positions found.
        taken: usize,
        /// Games played.
        games: u64,
        /// What else could be asked for.
        advice: &'static str,
    },
    /// There is no room for a certificate.
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
    /// The system gives no thread.
    #[error("a thread cannot be started: {0}")]
    Thread(#[source] io::Error),
}

impl LabError {
    /// Whether the request is wrong, not the machine.
    #[must_use]
    pub fn is_input(&self) -> bool {
        use LabError::{EndingsRange, File, Folder, From, Line, NoEndings, NotFound, Read, Set};
        if let File(error) = self {
            return error.kind() != ErrorKind::Run;
        }
        matches!(
            self,
            NotFound(_)
                | From(_)
                | NoEndings(_)
                | EndingsRange { .. }
                | Read { .. }
                | Line(_)
                | Set(_)
                | Folder { .. }
        )
    }
}
