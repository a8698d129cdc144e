//! The verdicts of the checker on certificates.
//!
//! The checker uses only the rules of the game and shares no code with the searches. Use
//! [`Kinds::check`](crate::Kinds::check) for a file, and [`AnyGame::check`](crate::AnyGame::check)
//! for a game that was made at run time.

use std::io::Read;

use shomei_game::{Kind, Notation};
use shomei_proof::{
    CheckError, CheckLimits, Claim, Header, HeaderError, ReadError, Reader, Rejection, Verified,
    check_within,
};

use crate::any::{Aim, AnyGame, AnyPosition};
use crate::error::Error;

/// The verdict of the checker.
#[derive(Debug)]
pub enum Verdict {
    /// The certificate proves its claim.
    Accepted(Box<Checked>),
    /// The certificate does not prove its claim.
    Rejected(Rejected),
}

/// An accepted certificate.
#[derive(Debug)]
pub struct Checked {
    /// The question and the claim.
    pub header: Header,
    /// The diagram of the root position.
    pub diagram: String,
    /// The totals of the check.
    pub verified: Verified,
}

/// A rejected certificate.
#[derive(Debug)]
pub struct Rejected {
    /// The question and the claim, if they could be read.
    pub header: Option<Box<Header>>,
    /// The record or the part of the file, and its fault.
    pub reason: String,
    /// Whether a limit of the check was reached: then the certificate may still be correct.
    pub is_limit: bool,
    /// The rejection of the checker; `None` if the file could not be opened.
    pub found: Option<Box<Rejection>>,
}

/// Opens a certificate. A damaged beginning is a verdict.
///
/// # Errors
///
/// The source cannot be read.
pub fn open<'a>(
    certificate: impl Read + 'a,
) -> Result<Result<Reader<Box<dyn Read + 'a>>, Verdict>, Error> {
    let certificate: Box<dyn Read + 'a> = Box::new(certificate);
    match Reader::open(certificate) {
        Ok(reader) => Ok(Ok(reader)),
        Err(ReadError::Damaged(damage)) => Ok(Err(Verdict::Rejected(Rejected {
            header: None,
            reason: damage.to_string(),
            is_limit: false,
            found: Some(Box::new(damage.into())),
        }))),
        Err(error) => Err(Error::run(error)),
    }
}

/// Checks a certificate about a kind of game, under the rules of its header.
///
/// # Errors
///
/// The source cannot be read, or the game fails. A damaged or wrong certificate is not an error but a
/// verdict.
pub fn check<G: Kind>(reader: Reader<impl Read>, limits: &CheckLimits) -> Result<Verdict, Error> {
    let opened = reader.header().open::<G>();
    check_opened(opened, reader, limits)
}

/// Checks a certificate about an opened game. A certificate about another game or other rules is
/// rejected.
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
        // The answers of a game that has failed are not a reason to accept or to reject.
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
    /// Whether the certificate is about this position, under these rules and with this goal.
    #[must_use]
    pub fn is_about<G: Notation>(&self, game: &G, root: &G::Position) -> bool {
        let header = Header::of(game, root, self.header.claim);
        let plies = self.header.plies;
        self.header == Header { plies, ..header }
    }
}

impl AnyGame {
    /// Checks a certificate about this game, under the rules of this game. No [`Kind`](crate::Kind)
    /// is needed, so this also checks certificates about a game that was made at run time.
    ///
    /// ```
    /// use shomei::{Aim, CheckLimits, Claim, Kinds, Session};
    ///
    /// let game = Kinds::builtin().open("tree", "r = OR { a, b } a = AND { b } b = AND { Won }")?;
    /// let root = game.position("r")?;
    /// let aim = Aim::win(root.attacker());
    /// let mut certificate = Vec::new();
    /// Session::new(&game)?.certify(&root, aim, &mut certificate)?;
    /// let verdict = game.check(&certificate[..], &CheckLimits::default())?;
    /// assert!(verdict.proves(&root, aim, Claim::Proved));
    /// # Ok::<(), shomei::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The source cannot be read, or the game fails. A damaged or wrong certificate is not an error
    /// but a verdict.
    pub fn check(&self, certificate: impl Read, limits: &CheckLimits) -> Result<Verdict, Error> {
        match open(certificate)? {
            Ok(reader) => self.check_opened(reader, limits),
            Err(verdict) => Ok(verdict),
        }
    }
}

impl Verdict {
    /// Whether the certificate proves its claim, which its header names: it can be about another
    /// position or side, or be a disproof. See [`Verdict::proves`].
    #[must_use]
    pub fn is_accepted(&self) -> bool {
        matches!(self, Verdict::Accepted(_))
    }

    /// Whether the certificate proves this claim: the aim can be forced in this position, or it
    /// cannot.
    ///
    /// A certificate of a win within some plies proves the win, but one that there is no win within
    /// some plies does not disprove it.
    #[must_use]
    pub fn proves(&self, position: &AnyPosition, aim: Aim, claim: Claim) -> bool {
        let (Verdict::Accepted(checked), Ok(header)) = (self, position.header(aim, claim)) else {
            return false;
        };
        let plies = checked.header.plies.filter(|_| claim == Claim::Proved);
        checked.header == Header { plies, ..header }
    }

    /// The verdict on a certificate that was rejected for this reason.
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
