//! Checking a certificate that lies in a file.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use shomei_game::{Game, Notation};
use shomei_proof::{
    CheckError, CheckLimits, Header, ReadError, Reader, Rejection, Verified, check_within,
};

use crate::failure::Failure;
use crate::games;
use crate::input::unreadable;
use crate::nearest::hint;

/// What the checker says.
#[derive(Debug)]
pub(crate) enum Verdict {
    /// The certificate shows what it claims.
    Accepted(Box<Checked>),
    /// It does not.
    Rejected(Rejected),
}

/// An accepted certificate.
#[derive(Debug)]
pub(crate) struct Checked {
    /// The question and the claim.
    pub(crate) header: Header,
    /// The root position to look at.
    pub(crate) diagram: String,
    /// What was checked.
    pub(crate) verified: Verified,
}

/// A rejected certificate.
#[derive(Debug)]
pub(crate) struct Rejected {
    /// The question and the claim, if that much can be read.
    pub(crate) header: Option<Box<Header>>,
    /// The record or the part, and what is wrong with it.
    pub(crate) reason: String,
}

/// Checks a file.
///
/// Fails when the file cannot be read or is about a game that is not known.
pub(crate) fn check_file(path: &Path, limits: &CheckLimits) -> Result<Verdict, Failure> {
    let name = path.display().to_string();
    if path.is_dir() {
        return Err(Failure::Input(format!(
            "cannot read {name}: it is a directory"
        )));
    }
    let file = File::open(path).map_err(|error| unreadable(&name, &error))?;
    let reader = match Reader::open(BufReader::new(file)) {
        Ok(reader) => reader,
        Err(ReadError::Damaged(damage)) => return Ok(rejected(None, damage.to_string())),
        Err(error) => return Err(unread(error, &name)),
    };
    let game = &reader.header().game;
    let Some(entry) = games::get(game) else {
        let known = hint(game, games::GAMES.iter().map(|entry| entry.name));
        let message = format!("{name} is about the game {game:?}, which is not known here{known}");
        return Err(Failure::Input(message));
    };
    entry.check(reader, limits)
}

/// Checks a certificate about a game of a known type.
pub(crate) fn check<G: Game + Notation>(
    reader: Reader<BufReader<File>>,
    limits: &CheckLimits,
) -> Result<Verdict, Failure> {
    let header = reader.header().clone();
    let (game, root) = match header.open::<G>() {
        Ok(opened) => opened,
        Err(error) => return Ok(rejected(Some(header), error.to_string())),
    };
    match check_within(&game, &root, reader, limits) {
        Ok(verified) => Ok(Verdict::Accepted(Box::new(Checked {
            header,
            diagram: game.diagram(&root),
            verified,
        }))),
        Err(CheckError::Rejected(rejection)) => Ok(rejected(Some(header), reason(&rejection))),
        Err(error) => Err(unread(error, "the certificate")),
    }
}

fn reason(rejection: &Rejection) -> String {
    if rejection.is_limit() {
        format!("{rejection} (a limit of this check: the certificate may be right)")
    } else {
        rejection.to_string()
    }
}

fn rejected(header: Option<Header>, reason: String) -> Verdict {
    Verdict::Rejected(Rejected {
        header: header.map(Box::new),
        reason,
    })
}

fn unread(error: impl Into<anyhow::Error>, name: &str) -> Failure {
    Failure::Run(error.into().context(name.to_string()))
}
