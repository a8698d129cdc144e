//! A certificate that was written, or why there is none.

use std::io;

use shomei_extract::ExtractError;
use shomei_proof::{Header, Summary, WriteError};

use crate::error::{Error, ErrorKind};

/// A certificate that was written.
#[derive(Debug)]
pub struct WrittenCertificate {
    /// The question and the claim.
    pub header: Header,
    /// How large it is.
    pub summary: Summary,
}

/// Why there is no certificate.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CertifyError {
    /// The strategy is not complete.
    #[error(transparent)]
    Extract(#[from] ExtractError),
    /// It cannot be written.
    #[error("the certificate cannot be written")]
    Write(#[from] WriteError),
    /// What is written cannot be brought out.
    #[error(transparent)]
    Flush(#[from] io::Error),
    /// It was read back, and is not right.
    #[error("it does not pass the check: {reason}")]
    ReadBack {
        /// What is wrong.
        reason: String,
    },
}

impl From<CertifyError> for Error {
    fn from(error: CertifyError) -> Error {
        let text = format!("no certificate: {error}");
        let kind = match &error {
            CertifyError::Extract(ExtractError::Stopped(_)) => ErrorKind::Limit,
            _ => ErrorKind::Run,
        };
        Error::caused(kind, text, error)
    }
}
