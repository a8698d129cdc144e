//! Checks bundles and writes them.

use std::io::{Read, Seek, Write};

use serde::Serialize;
use serde_json::{Value, to_value};
use shomei_game::error_text;
use shomei_game::escape::excerpt;
use shomei_proof::CheckLimits;
use shomei_search::Limits;

use super::archive::{self, Archive, ArchiveError};
use super::claims::Claims;
use super::derive::{NoResults, derive};
use super::manifest::{Manifest, MoveResult, PositionResult};
use super::rulebook::Rulebook;
use crate::any::AnyGame;
use crate::checking::{self, Checked, Rejected, Verdict};
use crate::error::{Error, ErrorKind};

/// An accepted bundle.
#[derive(Debug)]
pub struct CheckedBundle {
    /// The question and the results, which the certificates prove.
    pub manifest: Manifest,
    /// The number of certificates.
    pub certificates: usize,
    /// The number of records of all certificates.
    pub records: u64,
}

/// Why a bundle is not accepted.
enum Fault {
    Rejected(Rejected),
    Failed(Error),
}

impl From<ArchiveError> for Fault {
    fn from(error: ArchiveError) -> Fault {
        match error {
            ArchiveError::Damaged(reason) => Fault::wrong(reason),
            ArchiveError::Failed(error) => Fault::Failed(error),
        }
    }
}

impl From<NoResults> for Fault {
    fn from(none: NoResults) -> Fault {
        match none {
            NoResults::Wrong(reason) => Fault::wrong(format!("manifest.json: {reason}")),
            NoResults::Stopped => Fault::Rejected(Rejected {
                is_limit: true,
                ..rejected("stopped by a limit of this check: the bundle may be right")
            }),
            NoResults::Failed(error) => Fault::Failed(error),
        }
    }
}

impl From<Error> for Fault {
    fn from(error: Error) -> Fault {
        Fault::Failed(error)
    }
}

impl Fault {
    fn wrong(reason: impl Into<String>) -> Fault {
        Fault::Rejected(rejected(reason))
    }
}

fn rejected(reason: impl Into<String>) -> Rejected {
    Rejected {
        header: None,
        reason: reason.into(),
        is_limit: false,
        found: None,
    }
}

/// Checks a bundle. `limits` changes the default limits of each certificate, which depend on its
/// size. The time limit is that of the whole check.
///
/// # Errors
///
/// The source cannot be read, the game is not known here, or it fails. A damaged or wrong bundle is
/// not an error but a rejection.
pub fn check(
    rulebook: &dyn Rulebook,
    source: impl Read + Seek,
    limits: &dyn Fn(CheckLimits) -> CheckLimits,
) -> Result<Result<CheckedBundle, Rejected>, Error> {
    match try_check(rulebook, source, limits) {
        Ok(checked) => Ok(Ok(checked)),
        Err(Fault::Rejected(rejected)) => Ok(Err(rejected)),
        Err(Fault::Failed(error)) => Err(error),
    }
}

/// The bytes of a certificate of a bundle, which is not checked; `None` if it has no certificate
/// with this name.
///
/// # Errors
///
/// The source is not a bundle, or cannot be read.
pub fn certificate(source: impl Read + Seek, name: &str) -> Result<Option<Vec<u8>>, Error> {
    let read = || {
        let mut archive = Archive::open(source)?;
        let index = archive.names().iter().position(|known| known == name);
        index.map(|index| archive.certificate(index)).transpose()
    };
    read().map_err(Error::from)
}

fn try_check(
    rulebook: &dyn Rulebook,
    source: impl Read + Seek,
    limits: &dyn Fn(CheckLimits) -> CheckLimits,
) -> Result<CheckedBundle, Fault> {
    let shared = started(limits(CheckLimits::default()));
    let limits = |usual: CheckLimits| CheckLimits {
        time: shared.time_left(),
        ..limits(usual)
    };
    let mut archive = Archive::open(source)?;
    let held = limits(CheckLimits::default()).bytes;
    if archive.held_by_manifest()? > held {
        return Err(Fault::Rejected(Rejected {
            is_limit: true,
            ..rejected(format!(
                "manifest.json may take more than the {held} bytes of memory that this check allows: \
                 the bundle may be right"
            ))
        }));
    }
    let manifest = archive.manifest()?;
    let game = rulebook.open(&manifest)?;
    let game = game.map_err(|error| Fault::wrong(format!("manifest.json: {error}")))?;
    let mut claims = Claims::default();
    let names = archive.names().to_vec();
    let mut records = 0;
    for (index, name) in names.iter().enumerate() {
        let bytes = archive.certificate(index)?;
        match check_one(&game, &bytes, &limits)? {
            Verdict::Accepted(checked) => {
                records += checked.verified.totals.records;
                claims.add(index, &checked);
            }
            Verdict::Rejected(rejected) => {
                let reason = format!("{name}: {}", rejected.reason);
                return Err(Fault::Rejected(Rejected { reason, ..rejected }));
            }
        }
    }
    let derived = derive(&mut claims, &names, &game, &manifest, &shared);
    // The answers of a failed game neither accept nor reject.
    game.unless_failed(Ok(()))?;
    let (derived, files) = derived?;
    // The comparison decides; its description does not.
    if manifest != derived {
        let difference = difference(&manifest, &derived);
        let difference =
            difference.unwrap_or_else(|| "the certificates prove other results".into());
        return Err(Fault::wrong(format!("manifest.json: {difference}")));
    }
    if let Some(index) = (0..names.len()).find(|index| !files.contains(index)) {
        let name = &names[index];
        return Err(Fault::wrong(format!(
            "{name}: no result needs this certificate"
        )));
    }
    Ok(CheckedBundle {
        manifest,
        certificates: names.len(),
        records,
    })
}

/// The limits that all parts of a check share, with the clock started.
fn started(limits: CheckLimits) -> Limits {
    let limits = Limits {
        time: limits.time,
        stop: limits.stop,
        ..Limits::default()
    };
    limits.started()
}

/// Checks one certificate of a bundle about this game.
fn check_one(
    game: &AnyGame,
    bytes: &[u8],
    limits: &dyn Fn(CheckLimits) -> CheckLimits,
) -> Result<Verdict, Error> {
    let reader = match checking::open(bytes)? {
        Ok(reader) => reader,
        Err(verdict) => return Ok(verdict),
    };
    let header = reader.header();
    if header.game != game.name() {
        let reason = format!("the certificate is about another game, {:?}", header.game);
        return Ok(Verdict::rejected(Some(header.clone()), reason));
    }
    let limits = limits(CheckLimits::for_file(bytes.len() as u64));
    game.check_by_kind(reader, &limits)
}

/// The first field of a manifest that differs from the derived one, with both values.
fn difference(manifest: &Manifest, derived: &Manifest) -> Option<String> {
    let [given, found] = [manifest, derived].map(|manifest| &manifest.results);
    let mut pairs = given.iter().zip(found).enumerate();
    let of_pair = |(at, pair)| Some(format!("results[{at}]{}", difference_of(pair)?));
    pairs.find_map(of_pair).or_else(|| {
        let counts = [given, found].map(|results| Value::from(results.len()));
        differs("the number of results", &counts).or_else(|| {
            let verdicts = [manifest, derived].map(|manifest| manifest.verdict.as_deref());
            differs("the verdict", &verdicts.map(Value::from))
        })
    })
}

fn difference_of((given, found): (&PositionResult, &PositionResult)) -> Option<String> {
    let rows = [given, found].map(|row| PositionResult {
        moves: Vec::new(),
        ..row.clone()
    });
    let mut pairs = given.moves.iter().zip(&found.moves).enumerate();
    let of_pair = |(at, (one, other)): (usize, (&MoveResult, &MoveResult))| {
        let text = differing_field([one, other])?;
        Some(format!(".moves[{at}] ({}){text}", excerpt(&one.mv)))
    };
    differing_field(rows.each_ref())
        .or_else(|| pairs.find_map(of_pair))
        .or_else(|| {
            let counts = [given, found].map(|row| Value::from(row.moves.len()));
            differs(": the number of moves", &counts)
        })
}

/// The first differing field of two rows; the names of certificates are last.
fn differing_field<T: Serialize>(rows: [&T; 2]) -> Option<String> {
    let [given, found] = rows.map(|row| to_value(row).unwrap_or_default());
    let fields = [&given, &found].map(Value::as_object);
    let names = fields.into_iter().flatten().flat_map(serde_json::Map::keys);
    let mut names: Vec<&String> = names.collect();
    names.sort_by_key(|name| *name == "certificates");
    names.into_iter().find_map(|name| {
        let values = [&given, &found].map(|row| row.get(name).cloned().unwrap_or_default());
        differs(&format!(".{name}"), &values)
    })
}

fn differs(name: &str, [given, found]: &[Value; 2]) -> Option<String> {
    let text = |value: &Value| match value {
        Value::Null => "absent".into(),
        value => excerpt(&value.to_string()).into_owned(),
    };
    (given != found).then(|| {
        let (given, found) = (text(given), text(found));
        format!("{name} is {given}, the certificates prove {found}")
    })
}

/// The certificates in a bundle with the names of their files, in the order of the archive. They are
/// not checked.
///
/// # Errors
///
/// The source cannot be read, or is not a bundle.
pub fn certificates(source: impl Read + Seek) -> Result<Vec<(String, Vec<u8>)>, Error> {
    let read = || {
        let mut archive = Archive::open(source)?;
        let names = archive.names().to_vec();
        let named = names.into_iter().enumerate();
        let files = named.map(|(index, name)| Ok((name, archive.certificate(index)?)));
        files.collect::<Result<_, ArchiveError>>()
    };
    read().map_err(Error::from)
}

/// Checks certificates, derives the results of the manifest from them, and writes the bundle.
/// Certificates that no result needs are left out. Returns the bundle as a check would. A result
/// that the certificates do not prove is `unknown` there.
///
/// # Errors
///
/// The question makes no sense, a certificate is not accepted, the output cannot be written, or the
/// game fails.
pub fn write(
    rulebook: &dyn Rulebook,
    manifest: &Manifest,
    certificates: Vec<Vec<u8>>,
    out: impl Write + Seek,
    limits: &dyn Fn(CheckLimits) -> CheckLimits,
) -> Result<CheckedBundle, Error> {
    let game = rulebook.open(manifest)??;
    // All checks and the derivation share the time.
    let shared = started(limits(CheckLimits::default()));
    let limits = |usual: CheckLimits| CheckLimits {
        time: shared.time_left(),
        ..limits(usual)
    };
    let mut accepted: Vec<(Box<Checked>, Vec<u8>)> = Vec::new();
    for bytes in certificates {
        match check_one(&game, &bytes, &limits)? {
            Verdict::Accepted(checked) => accepted.push((checked, bytes)),
            Verdict::Rejected(rejected) => {
                let reason = rejected.reason;
                return Err(match rejected.is_limit {
                    true => Error::limit(error_text!(
                        "certificate-check-stopped",
                        "a limit ended the check of a certificate: {reason}",
                        reason = reason
                    )),
                    false => Error::new(
                        ErrorKind::Run,
                        error_text!(
                            "check-not-passed",
                            "the certificate has not passed the check: {reason}",
                            reason = reason
                        ),
                    ),
                });
            }
        }
    }
    let results = |accepted: &[(Box<Checked>, Vec<u8>)]| {
        let mut claims = Claims::default();
        for (index, (checked, _)) in accepted.iter().enumerate() {
            claims.add(index, checked);
        }
        let names = archive::names(accepted.len());
        let derived = derive(&mut claims, &names, &game, manifest, &shared);
        game.unless_failed(Ok(()))?;
        derived.map_err(|none| match none {
            NoResults::Wrong(reason) => Error::input(reason),
            NoResults::Stopped => Error::limit("stopped"),
            NoResults::Failed(error) => error,
        })
    };
    let (_, needed) = results(&accepted)?;
    let mut index = 0;
    accepted.retain(|_| {
        index += 1;
        needed.contains(&(index - 1))
    });
    let (derived, _) = results(&accepted)?;
    let records = accepted.iter();
    let records = records
        .map(|(checked, _)| checked.verified.totals.records)
        .sum();
    let names = archive::names(accepted.len()).into_iter();
    let files: Vec<_> = names
        .zip(accepted.into_iter().map(|(_, bytes)| bytes))
        .collect();
    archive::write(&derived, &files, out)?;
    Ok(CheckedBundle {
        manifest: derived,
        certificates: files.len(),
        records,
    })
}
