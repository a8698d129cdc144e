//! What the checker says about a certificate, for a game of a known type.

use std::io::Read;

use shomei_game::{Kind, Notation};
use shomei_proof::{CheckError, CheckLimits, Header, Reader, Rejection, Verified, check_within};

/// What the checker says.
#[derive(Debug)]
pub enum Verdict {
    /// The certificate shows what it claims.
    Accepted(Box<Checked>),
    /// It does not.
    Rejected(Rejected),
}

/// An accepted certificate.
#[derive(Debug)]
pub struct Checked {
    /// The question and the claim.
    pub header: Header,
    /// The root position to look at.
    pub diagram: String,
    /// What was checked.
    pub verified: Verified,
}

/// A rejected certificate.
#[derive(Debug)]
pub struct Rejected {
    /// The question and the claim, if that much can be read.
    pub header: Option<Box<Header>>,
    /// The record or the part, and what is wrong with it.
    pub reason: String,
    /// Whether a limit of the check was reached, so that the certificate may be right.
    pub is_limit: bool,
}

/// Checks a certificate about a game of a known type.
///
/// # Errors
///
/// When it cannot be read; that it is damaged or wrong is a verdict.
pub fn check<G: Kind>(
    reader: Reader<impl Read>,
    limits: &CheckLimits,
) -> Result<Verdict, CheckError> {
    let header = reader.header().clone();
    let (game, root) = match header.open::<G>() {
        Ok(opened) => opened,
        Err(error) => return Ok(Verdict::rejected(Some(header), error.to_string())),
    };
    match check_within(&game, &root, reader, limits) {
        Ok(verified) => Ok(Verdict::Accepted(Box::new(Checked {
            header,
            diagram: game.diagram(&root),
            verified,
        }))),
        Err(CheckError::Rejected(rejection)) => Ok(Verdict::Rejected(Rejected {
            header: Some(Box::new(header)),
            reason: reason(&rejection),
            is_limit: rejection.is_limit(),
        })),
        Err(error) => Err(error),
    }
}

fn reason(rejection: &Rejection) -> String {
    if rejection.is_limit() {
        format!("{rejection} (a limit of this check: the certificate may be right)")
    } else {
        rejection.to_string()
    }
}

impl Checked {
    /// Whether it is about this position, under these rules and with this goal.
    #[must_use]
    pub fn is_about<G: Notation>(&self, game: &G, root: &G::Position) -> bool {
        self.header == Header::of(game, root, self.header.claim)
    }
}

impl Verdict {
    /// A certificate that is rejected for this reason.
    #[must_use]
    pub fn rejected(header: Option<Header>, reason: String) -> Verdict {
        Verdict::Rejected(Rejected {
            header: header.map(Box::new),
            reason,
            is_limit: false,
        })
    }
}
