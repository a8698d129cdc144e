//! How a command ends: the exit codes, and what is said when it fails.

use std::fmt;
use std::io;
use std::process::ExitCode;

use shomei::data::ErrorData;
use shomei::files::WriteError;
use shomei::{Error, ErrorKind};
use shomei_game::NotationError;
use shomei_game::escape::one_line;

use crate::output::complain;

/// How a command ended that did what it could.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Every question has its answer.
    Done,
    /// Something went wrong while running, or a certificate was rejected.
    Failed,
    /// A usage or input error.
    Bad,
    /// An answer is unknown because a limit was reached.
    Unknown,
}

impl Exit {
    /// How a command ends whose parts have ended so: a bad part counts before an error, and that
    /// before what is not known.
    pub(crate) fn of(parts: &[Exit]) -> Exit {
        let worst = [Exit::Bad, Exit::Failed, Exit::Unknown];
        let worst = worst.into_iter().find(|exit| parts.contains(exit));
        worst.unwrap_or(Exit::Done)
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> ExitCode {
        ExitCode::from(match exit {
            Exit::Done => 0,
            Exit::Failed => 1,
            Exit::Bad => 2,
            Exit::Unknown => 3,
        })
    }
}

/// How a command ends with an error of the library.
fn exit_of(kind: ErrorKind) -> Exit {
    match kind {
        ErrorKind::Usage | ErrorKind::Input => Exit::Bad,
        ErrorKind::Limit => Exit::Unknown,
        _ => Exit::Failed,
    }
}

/// Why a command, or one position of a batch, has no result.
#[derive(Debug)]
pub enum Failure {
    /// The command line asks for what does not exist: no position can be
    /// worked on.
    Usage(String),
    /// A position or a file is not what it should be.
    Input(String),
    /// A file may not be written.
    Write(WriteError),
    /// A limit was reached before all that was asked for was done.
    Limit(String),
    /// What the library says.
    Library(shomei::Error),
    /// Something went wrong while running.
    Run(anyhow::Error),
}

impl Failure {
    /// The exit code of a command that ends with this.
    pub fn exit(&self) -> Exit {
        match self {
            Failure::Usage(_) | Failure::Input(_) => Exit::Bad,
            Failure::Limit(_) => Exit::Unknown,
            Failure::Library(error) => exit_of(error.kind()),
            Failure::Write(error) => exit_of(error.kind()),
            Failure::Run(_) => Exit::Failed,
        }
    }

    /// The same for JSON.
    pub(crate) fn data(&self) -> ErrorData {
        let of_kind = |kind| ErrorData::from(&Error::new(kind, self.to_string()));
        match self {
            Failure::Library(error) => ErrorData::from(error),
            Failure::Usage(_) => of_kind(ErrorKind::Usage),
            Failure::Input(_) => of_kind(ErrorKind::Input),
            Failure::Write(error) => of_kind(error.kind()),
            Failure::Limit(_) => of_kind(ErrorKind::Limit),
            Failure::Run(_) => of_kind(ErrorKind::Run),
        }
    }

    /// Says it on standard error.
    pub fn report(&self) {
        if !self.is_closed_pipe() {
            complain(format_args!("error: {self}"));
        }
    }

    /// Whether nobody reads the output any more: nothing to talk about.
    fn is_closed_pipe(&self) -> bool {
        let Failure::Run(error) = self else {
            return false;
        };
        error
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// On one line, whatever is quoted.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(text) | Failure::Input(text) | Failure::Limit(text) => {
                f.write_str(&one_line(text))
            }
            Failure::Library(error) => error.fmt(f),
            Failure::Write(error) => f.write_str(&one_line(&error.to_string())),
            // With all causes.
            Failure::Run(error) => f.write_str(&one_line(&format!("{error:#}"))),
        }
    }
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Failure {
        Failure::Run(error)
    }
}

impl From<shomei::Error> for Failure {
    fn from(error: shomei::Error) -> Failure {
        Failure::Library(error)
    }
}

impl From<WriteError> for Failure {
    fn from(error: WriteError) -> Failure {
        match error.kind() {
            ErrorKind::Usage => Failure::Usage(error.to_string()),
            ErrorKind::Input => Failure::Write(error),
            _ => Failure::Run(error.into()),
        }
    }
}

impl From<NotationError> for Failure {
    fn from(error: NotationError) -> Failure {
        Failure::Library(error.into())
    }
}
