//! Checks bundles and writes them.

use std::io::{Read, Seek, Write};

use serde_json::{Value, to_value};
use shomei_game::escape::excerpt;
use shomei_proof::CheckLimits;
use shomei_search::Limits;

use super::archive::{self, Archive, MANIFEST};
use super::claims::Claims;
use super::derive::derive;
use super::fault::Fault;
use super::manifest::Manifest;
use super::rulebook::Rulebook;
use crate::any::AnyGame;
use crate::checking::{self, Checked, Rejected, Verdict};
use crate::error::Error;

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
        Err(fault) => fault.rejected().map(Err),
    }
}

/// The bytes of a certificate of a bundle, which is not checked; `None` if it has no certificate
/// with this name.
///
/// # Errors
///
/// The source is not a bundle, or cannot be read.
pub fn certificate(source: impl Read + Seek, name: &str) -> Result<Option<Vec<u8>>, Error> {
    let mut archive = Archive::open(source)?;
    let index = archive.names().iter().position(|known| known == name);
    let bytes = index.map(|index| archive.certificate(index));
    Ok(bytes.transpose()?)
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
        return Err(Fault::Limit(format!(
            "manifest.json may take more than the {held} bytes of memory that this check allows"
        )));
    }
    let manifest = archive.manifest()?;
    let game = rulebook.open(&manifest)?;
    let wrong = |reason: String| Fault::Wrong(reason).in_entry(MANIFEST);
    let game = game.map_err(|error| wrong(error.to_string()))?;
    let mut claims = Claims::default();
    let names = archive.names().to_vec();
    let mut records = 0;
    for (index, name) in names.iter().enumerate() {
        let bytes = archive.certificate(index)?;
        let checked = check_one(&game, &bytes, &limits).map_err(|fault| fault.in_entry(name))?;
        records += checked.verified.totals.records;
        claims.add(index, &checked);
    }
    let derived = derive(&mut claims, &names, &game, &manifest, &shared);
    // The answers of a failed game neither accept nor reject.
    game.unless_failed(Ok(()))?;
    let (derived, files) = derived.map_err(|fault| fault.in_entry(MANIFEST))?;
    // The comparison decides; its description does not.
    if manifest != derived {
        let [given, found] = [&manifest, &derived].map(|one| to_value(one).unwrap_or_default());
        return Err(wrong(difference("", &given, &found)));
    }
    if let Some(index) = (0..names.len()).find(|index| !files.contains(index)) {
        let fault = Fault::Wrong("no result needs this certificate".into());
        return Err(fault.in_entry(&names[index]));
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
) -> Result<Box<Checked>, Fault> {
    let checked = match checking::open(bytes)? {
        Ok(reader) if reader.header().game == game.name() => {
            game.check_by_kind(reader, &limits(CheckLimits::for_file(bytes.len() as u64)))?
        }
        Ok(reader) => {
            let header = reader.header();
            let reason = format!("the certificate is about another game, {:?}", header.game);
            Verdict::rejected(Some(header.clone()), reason)
        }
        Err(verdict) => verdict,
    };
    match checked {
        Verdict::Accepted(checked) => Ok(checked),
        Verdict::Rejected(rejected) => Err(Fault::Certificate(rejected)),
    }
}

/// The fields that are compared after all others, in this order.
const COMPARED_LAST: [&str; 2] = ["certificates", "moves"];

/// Names the first field in which a manifest differs from the derived one, with both values. `path`
/// is the place of these parts of them, which differ.
fn difference(path: &str, given: &Value, found: &Value) -> String {
    let part = match (given, found) {
        (Value::Object(given), Value::Object(found)) => {
            let mut names: Vec<&String> = given.keys().chain(found.keys()).collect();
            names.sort_by_key(|name| COMPARED_LAST.iter().position(|last| name == last));
            let dot = if path.is_empty() { "" } else { "." };
            let pair = |name| [given, found].map(|map| map.get(name).unwrap_or(&Value::Null));
            let mut fields = names
                .into_iter()
                .map(|name| (format!("{path}{dot}{name}"), pair(name)));
            fields.find(|(_, [given, found])| given != found)
        }
        (Value::Array(given), Value::Array(found)) if given.iter().all(Value::is_object) => {
            let mut pairs = given.iter().zip(found).enumerate();
            let differing = pairs.find(|(_, (given, found))| given != found);
            differing.map(|(at, (given, found))| {
                let mv = given["move"].as_str();
                let mv = mv.map_or(String::new(), |mv| format!(" ({})", excerpt(mv)));
                (format!("{path}[{at}]{mv}"), [given, found])
            })
        }
        _ => None,
    };
    if let Some((path, [given, found])) = part {
        return difference(&path, given, found);
    }
    let [given, found] = [given, found].map(|value| match value {
        Value::Null => "absent".into(),
        Value::Array(rows) if rows.iter().any(Value::is_object) => {
            format!("a list of {}", rows.len())
        }
        value => excerpt(&value.to_string()).into_owned(),
    });
    format!("{path} is {given}, the certificates prove {found}")
}

/// The certificates in a bundle with the names of their files, in the order of the archive. They are
/// not checked.
///
/// # Errors
///
/// The source cannot be read, or is not a bundle.
pub fn certificates(source: impl Read + Seek) -> Result<Vec<(String, Vec<u8>)>, Error> {
    let mut archive = Archive::open(source)?;
    let names = archive.names().to_vec().into_iter().enumerate();
    let files = names.map(|(index, name)| Ok((name, archive.certificate(index)?)));
    files.collect()
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
        accepted.push((check_one(&game, &bytes, &limits)?, bytes));
    }
    let results = |accepted: &[(Box<Checked>, Vec<u8>)]| {
        let mut claims = Claims::default();
        for (index, (checked, _)) in accepted.iter().enumerate() {
            claims.add(index, checked);
        }
        let names = archive::names(accepted.len());
        let derived = derive(&mut claims, &names, &game, manifest, &shared);
        game.unless_failed(Ok(()))?;
        derived.map_err(Error::from)
    };
    let (_, needed) = results(&accepted)?;
    let mut indexes = 0..;
    accepted.retain(|_| indexes.next().is_some_and(|index| needed.contains(&index)));
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
