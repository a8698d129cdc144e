//! Writes bundles: several certificates with the results that they prove together.

use std::io::{Cursor, Write};
use std::path::Path;

use shomei::bundles::{self, Manifest};
use shomei::files::{Pending, Purpose};
use shomei::{Aim, AnyPosition, Question};
use shomei_game::error_text;
use shomei_search::Limits;

use super::Request;
use super::answer::{self, StoredCertificate};
use super::result_sink::limits_of_check;
use crate::failure::Failure;

/// Where the certificates of an answer go.
#[derive(Debug)]
pub(super) enum Proofs<'a> {
    /// No certificates are wanted.
    Omit,
    /// A file for each certificate. The path is that of the only one; the names of several have a
    /// further word.
    Files(&'a Path),
    /// A bundle at this path.
    Bundle(&'a Path),
    /// The certificates in memory, for a bundle about several positions.
    Memory(&'a mut Vec<Vec<u8>>),
}

impl<'a> Proofs<'a> {
    pub(super) fn at(target: Option<&'a Path>) -> Proofs<'a> {
        match target {
            Some(path) if is_bundle(path) => Proofs::Bundle(path),
            Some(path) => Proofs::Files(path),
            None => Proofs::Omit,
        }
    }
}

/// Whether the name of a file is that of a bundle.
pub(super) fn is_bundle(path: &Path) -> bool {
    let extension = path.extension();
    extension.is_some_and(|extension| extension.eq_ignore_ascii_case(EXTENSION))
}

/// Checks before a search that the certificates of one position replace no other files.
pub(super) fn check_target(
    request: &Request,
    position: &AnyPosition,
    path: &Path,
) -> Result<(), Failure> {
    if is_bundle(path) {
        let purpose = Purpose::bundle(request.entry.kind.name, &position.text());
        request.guard.check(path, &purpose)?;
        return Ok(());
    }
    if extension_in_directory(request.question) == EXTENSION {
        return Err(Failure::usage(error_text!(
            "moves-need-a-bundle",
            "--moves needs several certificates, which a bundle holds: give --proof a name such as \
             x.zip"
        )));
    }
    answer::check_target(request, position, path).map(drop)
}

/// The extension of bundles.
const EXTENSION: &str = "zip";

/// The extension of the files with certificates for each position of a list: the results for every
/// move need a bundle.
pub(super) fn extension_in_directory(question: Question) -> &'static str {
    match question {
        Question::Moves | Question::MovesFor(_) | Question::MoveScores => EXTENSION,
        _ => "proof",
    }
}

/// Begins a bundle about a position, so that an unwritable path costs no time.
pub(super) fn begin(request: &Request, position: &str, path: &Path) -> Result<Pending, Failure> {
    let purpose = Purpose::bundle(request.entry.kind.name, position);
    Ok(request.guard.begin(path, &purpose)?)
}

/// Checks the certificates and writes the bundle. If all results are
/// known (`is_known`), the bundle must prove them.
pub(super) fn finish(
    request: &Request,
    limits: &Limits,
    (mut file, path): (Pending, &Path),
    (manifest, is_known): (Manifest, bool),
    certificates: Vec<Vec<u8>>,
    aim: Aim,
) -> Result<(StoredCertificate, Option<Failure>), Failure> {
    let mut bytes = Cursor::new(Vec::new());
    let limits = |usual| limits_of_check(request, limits, &usual);
    let kind = &request.entry.kind;
    let bundle = bundles::write(kind, &manifest, certificates, &mut bytes, &limits)?;
    let bytes = bytes.into_inner();
    file.write_all(&bytes).map_err(shomei::Error::run)?;
    file.keep()?;
    let open = bundle.manifest.open_results();
    let problem = (is_known && open > 0).then(|| {
        Failure::limit(error_text!(
            "results-without-certificate",
            "results without a certificate: {count}; they are unknown in the bundle",
            count = open
        ))
    });
    let stored = StoredCertificate {
        aim,
        path: path.to_path_buf(),
        records: bundle.records,
        bytes: bytes.len() as u64,
        bundled: Some(bundle.certificates as u64),
    };
    Ok((stored, problem))
}
