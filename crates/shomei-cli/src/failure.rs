//! Exit codes and failures of commands.

use std::fmt;
use std::io;
use std::process::ExitCode;

use shomei::data::ErrorData;
use shomei::files::WriteError;
use shomei::{Error, ErrorKind};
use shomei_game::escape::one_line;
use shomei_game::{ErrorText, Lang, NotationError, error_text};
use shomei_messages::{self as msg, Message};
use shomei_store::{Problem, StoreError};

use crate::language::user_language;
use crate::output::print_stderr;

/// The result of a command, which determines the exit code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// Every question was answered.
    Done,
    /// An error while running, or a rejected certificate.
    Failed,
    /// A usage or input error.
    Bad,
    /// An answer is unknown because a limit was reached.
    Unknown,
}

impl Exit {
    /// The result of a command with several parts. Bad input takes precedence over an error, and an
    /// error over an unknown answer.
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

/// The result of a command that ends with an error of this kind.
fn exit_of(kind: ErrorKind) -> Exit {
    match kind {
        ErrorKind::Usage | ErrorKind::Input => Exit::Bad,
        ErrorKind::Limit => Exit::Unknown,
        _ => Exit::Failed,
    }
}

/// The reason why a command, or one position of a list, has no result.
#[derive(Debug)]
pub enum Failure {
    /// An error in the arguments, a text or a file, or another error of the library.
    Library(shomei::Error),
    /// A failure while running.
    Run(anyhow::Error),
}

impl Failure {
    /// An error in the arguments, which concerns every position of a list.
    pub fn usage(text: impl Into<ErrorText>) -> Failure {
        Failure::Library(Error::usage(text))
    }

    /// A position or a file cannot be read.
    pub fn input(text: impl Into<ErrorText>) -> Failure {
        Failure::Library(Error::input(text))
    }

    /// A limit was reached before everything was done.
    pub fn limit(text: impl Into<ErrorText>) -> Failure {
        Failure::Library(Error::limit(text))
    }

    /// A failure while running, with the texts of the chain of causes. `about` names the action
    /// that failed.
    pub(crate) fn caused(about: impl Into<ErrorText>, cause: impl Into<anyhow::Error>) -> Failure {
        Failure::run(format!("{:#}", cause.into())).context(about)
    }

    /// A failure while running.
    pub(crate) fn run(text: impl Into<ErrorText>) -> Failure {
        Failure::Library(Error::new(ErrorKind::Run, text))
    }

    /// The failure with its subject before its text.
    pub(crate) fn context(self, about: impl Into<ErrorText>) -> Failure {
        match self {
            Failure::Library(error) => Failure::Library(error.context(about)),
            Failure::Run(error) => Failure::Run(error.context(about.into())),
        }
    }

    /// The failure as an error of the library, with advice after its text.
    pub(crate) fn with_advice(self, advice: impl Into<ErrorText>) -> Error {
        let error = match self {
            Failure::Library(error) => error,
            failure @ Failure::Run(_) => Error::new(ErrorKind::Run, failure.to_string()),
        };
        error.with_advice(advice)
    }

    /// The failure as an input error.
    pub(crate) fn into_input(self) -> Failure {
        match self {
            Failure::Library(error) => error.into_kind(ErrorKind::Input).into(),
            failure @ Failure::Run(_) => failure,
        }
    }

    /// Whether the arguments are wrong, so that every problem of a list would fail.
    pub(crate) fn is_usage(&self) -> bool {
        matches!(self, Failure::Library(error) if error.kind() == ErrorKind::Usage)
    }

    /// The result of a command that ends with this failure.
    pub fn exit(&self) -> Exit {
        match self {
            Failure::Library(error) => exit_of(error.kind()),
            Failure::Run(_) => Exit::Failed,
        }
    }

    /// The failure as JSON data.
    pub(crate) fn data(&self) -> ErrorData {
        match self {
            Failure::Library(error) => ErrorData::from(error),
            Failure::Run(_) => ErrorData::from(&Error::new(ErrorKind::Run, self.to_string())),
        }
    }

    /// The line that reports the failure, with the place of the problem in the input.
    pub(crate) fn line_at(&self, place: &ErrorText, lang: Lang) -> String {
        let about = msg::error_text(place, lang);
        let error = self.text_in(lang);
        let error = msg::ErrorAbout { about, error }.text(lang);
        msg::ErrorHeadline { error }.text(lang)
    }

    /// The text in a language, on one line.
    pub(crate) fn text_in(&self, lang: Lang) -> String {
        match self {
            Failure::Library(error) => error.text_in(lang),
            Failure::Run(_) => self.to_string(),
        }
    }

    /// Prints the failure on standard error in the user's language.
    pub fn report(&self) {
        if !self.is_closed_pipe() {
            let error = self.text_in(user_language());
            print_stderr(msg::ErrorHeadline { error }.text(user_language()));
        }
    }

    /// Whether the reader of the output has closed the pipe, which is not an error.
    fn is_closed_pipe(&self) -> bool {
        let Failure::Run(error) = self else {
            return false;
        };
        error
            .downcast_ref::<io::Error>()
            .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
    }
}

/// In English on one line.
impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Library(error) => error.fmt(f),
            // The alternate form includes all causes.
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
        Failure::Library(error.into())
    }
}

/// An error of a checkpoint or journal. If a new file would help, the text adds this advice.
impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        let can_begin_anew = match &error {
            StoreError::File { problem, .. } => {
                matches!(problem, Problem::Other { .. } | Problem::Damaged(_))
            }
            _ => false,
        };
        let error = Error::from(error);
        Failure::Library(match can_begin_anew {
            false => error,
            true => error.with_advice(error_text!(
                "begin-anew",
                "; remove it to begin anew, or name another file"
            )),
        })
    }
}

impl From<NotationError> for Failure {
    fn from(error: NotationError) -> Failure {
        Failure::Library(error.into())
    }
}
