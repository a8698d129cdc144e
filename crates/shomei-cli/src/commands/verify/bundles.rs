//! Checks bundles and prints the results that they prove.

use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use serde::Serialize;
use shomei::bundles::{self, CheckedBundle, Manifest};
use shomei::messages::{BundleRow, bundle_question_in, bundle_rows_in, bundle_verdict_in};
use shomei::{Kinds, Rejected};
use shomei_game::Lang;
use shomei_game::escape::one_line;
use shomei_messages::{self as msg, Message};
use shomei_proof::CheckLimits;

use super::rejected_text;
use crate::columns::aligned;
use crate::failure::{Exit, Failure};
use crate::interrupt::Interrupt;
use crate::language::MoveNames;
use crate::output::{print, print_json};

/// The verdict on a bundle.
pub(super) type BundleVerdict = Result<CheckedBundle, Rejected>;

/// Opens a file if it begins like a zip archive.
pub(super) fn open(path: &Path) -> Option<File> {
    let mut file = File::open(path).ok()?;
    let mut begin = [0; 4];
    let is_archive = file.metadata().ok()?.is_file()
        && file.read_exact(&mut begin).is_ok()
        && begin == *b"PK\x03\x04";
    file.seek(SeekFrom::Start(0)).ok()?;
    is_archive.then_some(file)
}

/// Checks a bundle.
pub(super) fn check(
    games: &Kinds,
    path: &Path,
    file: File,
    limits: &dyn Fn(CheckLimits) -> CheckLimits,
) -> Result<BundleVerdict, Failure> {
    let checked = bundles::check(games, BufReader::new(file), limits);
    checked.map_err(|error| error.context(path.display().to_string()).into())
}

/// The exit code for a bundle.
pub(super) fn exit_of(verdict: &BundleVerdict, interrupt: &Interrupt) -> Exit {
    match verdict {
        Ok(_) => Exit::Done,
        Err(_) if interrupt.is_set() => Exit::Unknown,
        Err(_) => Exit::Failed,
    }
}

/// A verdict as JSON.
#[derive(Serialize)]
struct BundleData<'a> {
    file: String,
    accepted: bool,
    reason: Option<&'a str>,
    limit: Option<bool>,
    certificates: Option<usize>,
    records: Option<u64>,
    bundle: Option<&'a Manifest>,
}

pub(super) fn print_object(path: &Path, verdict: &BundleVerdict) -> Result<(), Failure> {
    let (checked, rejected) = (verdict.as_ref().ok(), verdict.as_ref().err());
    print_json(&BundleData {
        file: path.display().to_string(),
        accepted: checked.is_some(),
        reason: rejected.map(|rejected| &rejected.reason[..]),
        limit: rejected.map(|rejected| rejected.is_limit),
        certificates: checked.map(|checked| checked.certificates),
        records: checked.map(|checked| checked.records),
        bundle: checked.map(|checked| &checked.manifest),
    })
}

/// The verdict on one of several files.
pub(super) fn line_of(
    path: &Path,
    verdict: &BundleVerdict,
    interrupt: &Interrupt,
    lang: Lang,
) -> String {
    let verdict = match verdict {
        Ok(checked) => accepted(checked, lang),
        Err(rejected) => rejected_text(rejected, interrupt, lang),
    };
    let file = path.display().to_string();
    one_line(&msg::VerifyFile { file, verdict }.text(lang)).to_string()
}

fn accepted(checked: &CheckedBundle, lang: Lang) -> String {
    let count = checked.certificates;
    let question = bundle_question_in(&checked.manifest, lang);
    msg::VerifyBundle { question, count }.text(lang)
}

/// Prints the verdict with all results.
pub(super) fn print_verdict(
    games: &Kinds,
    verdict: &BundleVerdict,
    interrupt: &Interrupt,
    lang: Lang,
) -> Result<(), Failure> {
    let checked = match verdict {
        Ok(checked) => checked,
        Err(rejected) => return print(rejected_text(rejected, interrupt, lang)),
    };
    let manifest = &checked.manifest;
    // Its moves have names, if this program knows the game.
    let game = games.open(&manifest.game, &manifest.rules).ok();
    let root = game.and_then(|game| manifest.root(&game).ok());
    let mut names = root.map(|root| MoveNames::of(root, lang));
    let rules = match &manifest.rules[..] {
        "" => String::new(),
        rules => format!(", {rules}"),
    };
    let game = format!("{}{rules}", manifest.game);
    let position = &manifest.position;
    print(one_line(&msg::VerifyGame { game }.text(lang)))?;
    print(one_line(&msg::VerifyPosition { position }.text(lang)))?;
    if !manifest.line.is_empty() {
        let named = names.as_mut().map(|names| names.after(&[], &manifest.line));
        let moves = named.unwrap_or_else(|| manifest.line.clone()).join(" ");
        print(one_line(&msg::VerifyLine { moves }.text(lang)))?;
    }
    let rows = bundle_rows_in(manifest, lang).into_iter();
    let rows: Vec<Vec<String>> = rows
        .map(|row| cells(row, manifest, names.as_mut()))
        .collect();
    print(one_line_each(&aligned(&rows, 3)))?;
    if let Some(verdict) = &manifest.verdict {
        let verdict = bundle_verdict_in(verdict, lang);
        print(msg::VerifySolution { verdict }.text(lang))?;
    }
    print(accepted(checked, lang))
}

/// The cells of a row: the number, the move, the result, the kind of the move or its loss.
fn cells(row: BundleRow<'_>, manifest: &Manifest, names: Option<&mut MoveNames>) -> Vec<String> {
    let number = row.number.map(|number| number.to_string());
    vec![
        number.unwrap_or_default(),
        move_name(&row, manifest, names),
        row.result,
        row.note,
    ]
}

/// The name of the move of a row; empty for the result of a position.
pub(crate) fn move_name(
    row: &BundleRow<'_>,
    manifest: &Manifest,
    names: Option<&mut MoveNames>,
) -> String {
    let Some(mv) = row.mv else {
        return String::new();
    };
    let before = manifest.line.get(..row.before).unwrap_or_default();
    match names {
        Some(names) => names.after(before, &[mv.to_string()]).join(" "),
        None => mv.to_string(),
    }
}

/// The text with every line made safe for a terminal.
fn one_line_each(text: &str) -> String {
    let lines = text.lines().map(one_line);
    lines.collect::<Vec<_>>().join("\n")
}
