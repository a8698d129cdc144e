//! A written certificate, or the reason why there is none.

use std::fmt;
use std::io::{self, Write};

use shomei_extract::ExtractError;
use shomei_game::{ErrorText, error_text};
use shomei_proof::{Header, Summary, WriteError};
use shomei_search::Stop;

use crate::error::{Error, ErrorKind, stop_text};

/// Where the certificates of a search for the shortest win go.
#[derive(Default)]
pub struct ShortestOutputs<'a> {
    /// The certificate of the answer.
    pub answer: Option<&'a mut dyn Write>,
    /// The certificate that no win is shorter.
    pub no_shorter: Option<&'a mut dyn Write>,
}

impl fmt::Debug for ShortestOutputs<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ShortestOutputs").finish_non_exhaustive()
    }
}

/// A written certificate.
#[derive(Debug)]
pub struct WrittenCertificate {
    /// The question and the claim.
    pub header: Header,
    /// The size of the certificate.
    pub summary: Summary,
}

/// The reason why there is no certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// The strategy is incomplete.
    #[error(transparent)]
    Extract(#[from] ExtractError),
    /// The certificate cannot be encoded.
    #[error("the certificate cannot be written")]
    Write(#[from] WriteError),
    /// The output cannot be written.
    #[error(transparent)]
    Flush(#[from] io::Error),
    /// The certificate was read back and is wrong.
    #[error("it does not pass the check: {reason}")]
    ReadBack {
        /// The fault.
        reason: String,
    },
}

impl From<CertifyError> for Error {
    fn from(error: CertifyError) -> Error {
        let text = match &error {
            CertifyError::Extract(error) => {
                let why = why_incomplete(*error);
                error_text!(
                    "certificate-incomplete",
                    "the certificate is not complete: {why}",
                    why = why
                )
            }
            CertifyError::Write(_) => error_text!(
                "certificate-not-written",
                "the certificate cannot be written"
            ),
            CertifyError::Flush(error) => error.to_string().into(),
            CertifyError::ReadBack { reason } => error_text!(
                "certificate-not-passed",
                "it does not pass the check: {reason}",
                reason = reason
            ),
        };
        let about = error_text!("no-certificate", "no certificate");
        let kind = match &error {
            CertifyError::Extract(ExtractError::Stopped(_)) => ErrorKind::Limit,
            _ => ErrorKind::Run,
        };
        Error::caused(kind, text, error).context(about)
    }
}

/// Why a strategy is not complete.
pub(crate) fn why_incomplete(error: ExtractError) -> ErrorText {
    match error {
        ExtractError::Stopped(Stop::Game) => error_text!("the-game-failed", "the game has failed"),
        ExtractError::Stopped(stop) => {
            let limit = stop_text(stop);
            error_text!(
                "stopped-by-limit",
                "stopped by the limit on {limit}",
                limit = limit
            )
        }
        _ => error_text!("table-contradicts", "the table contradicts a second search"),
    }
}
