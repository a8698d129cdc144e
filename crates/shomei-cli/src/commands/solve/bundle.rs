//! Writes bundles: several certificates with the results that they prove together.

use std::io::Cursor;
use std::path::Path;

use sha2::{Digest, Sha256};
use shomei::bundles::{self, BundleDraft, FinishedBundle, Manifest};
use shomei::files::{Pending, Purpose};
use shomei::{Aim, AnyPosition, Question};
use shomei_game::error_text;
use shomei_search::Limits;

use super::Request;
use super::answer::{self, StoredCertificate};
use crate::checking::limits_after_search;
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
        let purpose = Purpose::bundle(request.kind.name, &position.text());
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
    let purpose = Purpose::bundle(request.kind.name, position);
    Ok(request.guard.begin(path, &purpose)?)
}

/// A written bundle, for reports.
#[derive(Debug)]
pub(super) struct WrittenBundle {
    /// The question and the results.
    pub(super) manifest: Manifest,
    /// The checksum of the file.
    pub(super) sha256: String,
    /// The certificates.
    pub(super) files: Vec<BundledFile>,
}

/// A certificate in a bundle.
#[derive(Debug)]
pub(super) struct BundledFile {
    pub(super) name: String,
    pub(super) bytes: u64,
    pub(super) sha256: String,
}

impl WrittenBundle {
    fn of(bundle: &FinishedBundle) -> Result<WrittenBundle, Failure> {
        let files = bundles::certificates(Cursor::new(&bundle.bytes))?.into_iter();
        let file = |(name, bytes): (String, Vec<u8>)| BundledFile {
            name,
            bytes: bytes.len() as u64,
            sha256: sha256(&bytes),
        };
        Ok(WrittenBundle {
            manifest: bundle.checked.manifest.clone(),
            sha256: sha256(&bundle.bytes),
            files: files.map(file).collect(),
        })
    }
}

/// The SHA-256 of these bytes in hexadecimal digits.
fn sha256(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Checks the certificates and writes the bundle.
pub(super) fn finish(
    request: &Request,
    limits: &Limits,
    (file, path): (Pending, &Path),
    draft: BundleDraft,
    aim: Aim,
) -> Result<(StoredCertificate, Option<Failure>), Failure> {
    let memory = request.config.memory;
    let limits = |usual| limits_after_search(memory, limits, &usual);
    let bundle = draft.finish(&request.kind, &limits)?;
    file.keep_with(&bundle.bytes)?;
    let stored = StoredCertificate {
        aim,
        path: path.to_path_buf(),
        records: bundle.checked.records,
        bytes: bundle.bytes.len() as u64,
        bundled: Some(WrittenBundle::of(&bundle)?),
    };
    Ok((stored, bundle.missing.map(Failure::from)))
}
