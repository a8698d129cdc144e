//! The journal of a list: one line of JSON for each result, so that an interrupted run can
//! continue.
//!
//! A journal of another question is refused. The key of a problem is its name and text, so a
//! changed or moved line is solved again.

use std::collections::HashMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use shomei::composers::CompositionQuery;
use shomei::{ProofSize, Question, WinLength};
use shomei_game::error_text;
use shomei_store::{FileKind, Identity, Journal};

use super::super::Request;
use super::result::ListResult;
use crate::commands::solve::summary::Form;
use crate::failure::Failure;
use crate::output::{path_text, warn_about};
use crate::problems::{Content, Problem};

pub(crate) const KIND: FileKind = FileKind::new("a journal of a list", "question");

/// A result with the key of its problem.
#[derive(Debug, Serialize, Deserialize)]
struct JournalEntry<T> {
    key: String,
    result: T,
}

/// The results in the journal by the keys of their problems.
pub(in super::super) type KnownResults = HashMap<String, ListResult>;

/// Opens or creates the journal of this question.
pub(in super::super) fn open(
    path: &Path,
    request: &Request,
) -> Result<(Journal, KnownResults), Failure> {
    let mut known = KnownResults::new();
    let identity = identity(request);
    let journal = Journal::open(path, KIND, &identity, &request.guard, |record| {
        let JournalEntry { key, result } = record.json()?;
        known.insert(key, result);
        Ok(())
    })?;
    warn_if_torn(&journal, path);
    Ok((journal, known))
}

/// Warns if an earlier run was ended while it wrote its last result.
pub(crate) fn warn_if_torn(journal: &Journal, path: &Path) {
    if journal.was_torn() {
        warn_about(
            path_text(path).into(),
            error_text!(
                "journal-torn",
                "the last result was cut off and is solved again"
            ),
        );
    }
}

/// Adds a result if it is final.
pub(in super::super) fn add(journal: &mut Journal, result: &ListResult) -> Result<(), Failure> {
    match &result.key {
        Some(key) if result.is_final => Ok(journal.append_json(&JournalEntry {
            key: key.clone(),
            result,
        })?),
        _ => Ok(()),
    }
}

/// The key of a problem: its name, and its text or a checksum of its record. `None` if the problem
/// cannot be read.
pub(in super::super) fn key_of(problem: &Problem) -> Option<String> {
    let name = problem.name.place();
    match (&problem.input, &problem.content) {
        (_, Err(_)) => None,
        (_, Ok(Content::Game(game, _))) => {
            Some(format!("{name} {:016x}", checksum(game.text.as_bytes())))
        }
        (_, Ok(Content::Record(bytes, _))) => Some(format!("{name} {:016x}", checksum(bytes))),
        (Some(input), _) => Some(format!("{name} {input}")),
        (None, Ok(_)) => None,
    }
}

/// FNV-1a with 64 bits. It detects changed files and is not cryptographic.
pub(in super::super) fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The value of an option as text, or `none`.
fn or_none<T: Display>(value: Option<T>) -> String {
    value.map_or("none".to_string(), |value| value.to_string())
}

/// The question by the names of its options. Options that change no result are left out: the number
/// of threads, the time of the whole list.
fn identity(request: &Request) -> Identity {
    let (config, clock, lists) = (&request.config, &request.clock, &request.lists);
    let (question, attacker) = match request.question {
        Question::MoverWins => ("win", None),
        Question::Win(side) => ("win", Some(side)),
        Question::Value => ("--value", None),
        Question::Moves => ("--moves", None),
        Question::MovesFor(side) => ("--moves", Some(side)),
        Question::Score => ("--score", None),
        Question::MoveScores => ("--score --moves", None),
    };
    let attacker = attacker.map(|side| request.kind.sides[side.index()]);
    let file = |path: &Option<PathBuf>| or_none(path.as_ref().map(|path| path.display()));
    // Each job has its share of the memory.
    let memory = request.memory / lists.jobs;
    // Objects and the TSV table are the same in all languages.
    let is_tsv = lists.summary == Some(Form::Tsv);
    let is_for_people = !request.json || lists.summary.is_some() && !is_tsv;
    let composition = request.composition.as_ref();
    let length = composition.map_or(request.length, |query| query.length);
    let options = [
        ("command", request.command.to_string()),
        ("question", question.to_string()),
        ("--attacker", or_none(attacker)),
        (
            "--shortest",
            or_none((length == WinLength::Shortest).then_some("given")),
        ),
        ("--nodes", or_none(config.limits.nodes)),
        (
            "--time-each",
            or_none(clock.each().map(|time| format!("{time:?}"))),
        ),
        ("--memory for each position", format!("{memory} bytes")),
        ("--at", request.moment.to_string()),
        ("--proof", file(&request.proof)),
        ("--check", or_none(request.check.then_some("given"))),
        ("--record", file(&request.record)),
        ("--json", or_none(request.json.then_some("given"))),
        ("--summary=tsv", or_none(is_tsv.then_some("given"))),
        ("--lang", or_none(is_for_people.then_some(request.lang))),
    ];
    let composition = composition.into_iter().flat_map(options_of);
    // Journals of earlier versions have no such row.
    let is_small = config.proof_size == ProofSize::Small;
    let small_proof = is_small.then(|| ("--small-proof", "given".to_string()));
    let options = options.into_iter().chain(small_proof).chain(composition);
    options.chain(request.identity()).collect()
}

/// The options of `shomei compose check` in this query.
fn options_of(query: &CompositionQuery) -> [(&'static str, String); 6] {
    let others = query.others.as_ref();
    let tolerated = others.map(|others| others.tolerance.names().join(","));
    let henka = others.filter(|others| others.defences).map(|_| "given");
    [
        ("--yozume-nodes", or_none(others.map(|others| others.nodes))),
        (
            "--variations",
            or_none(others.and_then(|others| others.variations)),
        ),
        ("--henka", or_none(henka)),
        (
            "--tolerate",
            or_none(tolerated.filter(|names| !names.is_empty())),
        ),
        ("--refutation", or_none(query.refutation)),
        ("--missing", or_none(query.missing.then_some("given"))),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problems::{Name, RecordCache};

    #[test]
    fn keys_depend_on_name_and_text() {
        let problem = |name, input: &str, content| Problem {
            name,
            input: Some(input.to_string()),
            content,
        };
        let text = |text: &str| Ok(Content::Text(text.to_string()));
        let key = |number, input| key_of(&problem(Name::Line(number), input, text(input)));
        assert_eq!(key(3, "start").as_deref(), Some("line 3 start"));
        assert_ne!(key(3, "start"), key(4, "start"));
        assert_ne!(key(3, "start"), key(3, "end"));
        let bad = Err(Failure::input("bad"));
        assert_eq!(key_of(&problem(Name::Line(1), "x", bad)), None);
        let record = |bytes: &[u8]| Problem {
            name: Name::File("a.kif".into()),
            input: None,
            content: Ok(Content::Record(bytes.to_vec(), RecordCache::new())),
        };
        assert_ne!(key_of(&record(b"a")), key_of(&record(b"b")));
        assert_eq!(key_of(&record(b"a")), key_of(&record(b"a")));
    }
}
