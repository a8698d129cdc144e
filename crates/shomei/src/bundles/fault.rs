//! Why a bundle is not accepted, or not written.

use shomei_game::error_text;

use crate::checking::Rejected;
use crate::error::{Error, ErrorKind};

/// Why a bundle is not accepted, or not written.
#[derive(Debug)]
pub(super) enum Fault {
    /// The bundle is wrong, or the file is not a bundle.
    Wrong(String),
    /// A limit of the check was reached: the bundle may be right.
    Limit(String),
    /// A certificate is not accepted.
    Certificate(Rejected),
    /// The source cannot be read, or the game has failed.
    Failed(Error),
}

impl Fault {
    /// A question that makes no sense is a fault of the manifest.
    pub(super) fn of_manifest(error: Error) -> Fault {
        match error.kind() {
            ErrorKind::Usage | ErrorKind::Input => Fault::Wrong(error.to_string()),
            _ => Fault::Failed(error),
        }
    }

    /// The fault with the name of the entry that is wrong.
    pub(super) fn in_entry(self, name: &str) -> Fault {
        match self {
            Fault::Wrong(reason) => Fault::Wrong(format!("{name}: {reason}")),
            Fault::Certificate(rejected) => Fault::Certificate(Rejected {
                reason: format!("{name}: {}", rejected.reason),
                ..rejected
            }),
            fault => fault,
        }
    }

    /// The rejection of the bundle.
    ///
    /// # Errors
    ///
    /// The source cannot be read, or the game has failed.
    pub(super) fn rejected(self) -> Result<Rejected, Error> {
        let (reason, is_limit) = match self {
            Fault::Wrong(reason) => (reason, false),
            Fault::Limit(reason) => (format!("{reason}: the bundle may be right"), true),
            Fault::Certificate(rejected) => return Ok(rejected),
            Fault::Failed(error) => return Err(error),
        };
        Ok(Rejected {
            header: None,
            reason,
            is_limit,
            found: None,
        })
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        Fault::Failed(error)
    }
}

impl From<Fault> for Error {
    fn from(fault: Fault) -> Error {
        match fault {
            Fault::Wrong(reason) => Error::input(reason),
            Fault::Limit(reason) => Error::limit(reason),
            Fault::Certificate(Rejected {
                reason,
                is_limit: true,
                ..
            }) => Error::limit(error_text!(
                "certificate-check-stopped",
                "a limit ended the check of a certificate: {reason}",
                reason = reason
            )),
            Fault::Certificate(Rejected { reason, .. }) => Error::new(
                ErrorKind::Run,
                error_text!(
                    "check-not-passed",
                    "the certificate has not passed the check: {reason}",
                    reason = reason
                ),
            ),
            Fault::Failed(error) => error,
        }
    }
}
