//! What the checker says about a certificate.
//!
//! The checker plays by the rules alone and shares no code with the searches. Who has only
//! the file asks [`Kinds::check`](crate::Kinds::check); who has a game that was made at run
//! time asks [`AnyGame::check`](crate::AnyGame::check).

use std::io::Read;

use shomei_game::{Kind, Notation};
use shomei_proof::{
    CheckError, CheckLimits, Header, HeaderError, ReadError, Reader, Rejection, Verified,
    check_within,
};

use crate::error::Error;

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
    /// What the checker has found; nothing where the file could not be opened.
    pub found: Option<Box<Rejection>>,
}

/// Begins to read a certificate; the verdict, where its beginning is damaged.
///
/// # Errors
///
/// When it cannot be read.
pub fn open<'a>(
    certificate: impl Read + 'a,
) -> Result<Result<Reader<Box<dyn Read + 'a>>, Verdict>, Error> {
    let certificate: Box<dyn Read + 'a> = Box::new(certificate);
    match Reader::open(certificate) {
        Ok(reader) => Ok(Ok(reader)),
        Err(ReadError::Damaged(damage)) => Ok(Err(Verdict::rejected(None, damage.to_string()))),
        Err(error) => Err(Error::run(error)),
    }
}

/// Checks a certificate about a kind of game, under the rules that it says.
///
/// # Errors
///
/// When it cannot be read, or the game fails; that it is damaged or wrong is a verdict.
pub fn check<G: Kind>(reader: Reader<impl Read>, limits: &CheckLimits) -> Result<Verdict, Error> {
    let opened = reader.header().open::<G>();
    check_opened(opened, reader, limits)
}

/// Checks a certificate about a kind of game, of a source of any type.
pub(crate) fn check_as<G: Kind>(
    reader: Reader<Box<dyn Read + '_>>,
    limits: &CheckLimits,
) -> Result<Verdict, Error> {
    check::<G>(reader, limits)
}

/// Checks a certificate about a game that is there already: one under other rules, or about
/// another game, is rejected.
pub(crate) fn check_with<G: Notation>(
    game: &G,
    reader: Reader<Box<dyn Read + '_>>,
    limits: &CheckLimits,
) -> Result<Verdict, Error> {
    let opened = reader.header().open_with(game);
    check_opened(opened, reader, limits)
}

fn check_opened<G: Notation>(
    opened: Result<(G, G::Position), HeaderError>,
    reader: Reader<impl Read>,
    limits: &CheckLimits,
) -> Result<Verdict, Error> {
    let header = reader.header().clone();
    let (game, root) = match opened {
        Ok(opened) => opened,
        Err(error) => return Ok(Verdict::rejected(Some(header), error.to_string())),
    };
    let checked = check_within(&game, &root, reader, limits);
    if let Some(failure) = Error::of_fault(game.fault()) {
        // What a game says that has failed is no reason to accept or to reject.
        return Err(failure);
    }
    match checked {
        Ok(verified) => Ok(Verdict::Accepted(Box::new(Checked {
            header,
            diagram: game.diagram(&root),
            verified,
        }))),
        Err(CheckError::Rejected(rejection)) => Ok(Verdict::Rejected(Rejected {
            header: Some(Box::new(header)),
            reason: reason(&rejection),
            is_limit: rejection.is_limit(),
            found: Some(Box::new(rejection)),
        })),
        Err(error) => Err(Error::run(error)),
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
    /// Whether the certificate shows what it claims.
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        matches!(self, Verdict::Accepted(_))
    }

    /// The verdict on a certificate that is rejected for this reason.
    #[must_use]
    pub fn rejected(header: Option<Header>, reason: String) -> Verdict {
        Verdict::Rejected(Rejected {
            header: header.map(Box::new),
            reason,
            is_limit: false,
            found: None,
        })
    }
}
