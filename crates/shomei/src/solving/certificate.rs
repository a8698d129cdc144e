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

/// The error for an incomplete strategy.
pub(super) fn incomplete(error: ExtractError) -> Error {
    let kind = match error {
        ExtractError::Stopped(_) => ErrorKind::Limit,
        _ => ErrorKind::Run,
    };
    let why = why_incomplete(error);
    let text = error_text!(
        "certificate-incomplete",
        "the certificate is not complete: {why}",
        why = why
    );
    no_certificate(Error::caused(kind, text, error))
}

/// The error for a certificate that cannot be encoded.
pub(super) fn not_encoded(error: WriteError) -> Error {
    let text = error_text!(
        "certificate-not-written",
        "the certificate cannot be written"
    );
    no_certificate(Error::caused(ErrorKind::Run, text, error))
}

/// The error for an output that cannot be written.
pub(super) fn not_written(error: io::Error) -> Error {
    no_certificate(Error::run(error))
}

/// The error for a certificate that was read back and is wrong.
pub(super) fn not_passed(reason: &str) -> Error {
    let text = error_text!(
        "certificate-not-passed",
        "it does not pass the check: {reason}",
        reason = reason
    );
    no_certificate(Error::new(ErrorKind::Run, text))
}

fn no_certificate(error: Error) -> Error {
    error.context(error_text!("no-certificate", "no certificate"))
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
