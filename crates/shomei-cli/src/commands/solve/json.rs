//! A result as a JSON object: what the library says of it, and what only a command knows.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Serialize;
use shomei::data::{AnswerData, ErrorData, ProblemData, SourceData};

use super::Request;
use super::answer::{Answered, Kept};
use super::stated::Stated;
use crate::failure::Failure;
use crate::output::{self, print_json};
use crate::problems::Name;

/// The object of one result. Fields may be added, none renamed.
#[derive(Debug, Serialize)]
pub(super) struct ResultJson<'a> {
    #[serde(flatten)]
    answer: ProblemData,
    /// What the list says; absent when it says nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<i32>,
    /// What else is held against what was found.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    facts: BTreeMap<&'a str, &'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agrees: Option<bool>,
    proof: Option<String>,
    /// All certificates, where there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    proofs: Vec<String>,
    /// The solution that came with the problem, where one did.
    #[serde(skip_serializing_if = "Option::is_none")]
    file_solution: Option<&'a Stated>,
    /// The record of the solution, where one was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<String>,
    /// The page about it, where one was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<String>,
    /// What is to be said once, in the first object.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// What went wrong and left the answer as it is.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<String>,
}

/// The object of a problem that has no result.
#[derive(Debug, Serialize)]
struct Bad<'a> {
    game: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line_number: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<&'a str>,
    #[serde(flatten)]
    error: ErrorData,
}

/// The object of a problem that has no result, as text.
pub(super) fn json_text_of_bad(
    request: &Request,
    name: &Name,
    input: Option<&str>,
    failure: &Failure,
) -> Result<String, Failure> {
    output::json_text(&Bad {
        game: request.entry.kind.name,
        problem: name.in_file(),
        line_number: name.line_number(),
        input,
        error: failure.data(),
    })
}

/// Prints one result as an object.
pub(super) fn json(request: &Request, answered: &Answered) -> Result<(), Failure> {
    print_json(&object(request, answered))
}

/// One result as the text of an object.
pub(super) fn json_text(request: &Request, answered: &Answered) -> Result<String, Failure> {
    output::json_text(&object(request, answered))
}

/// What the library says of a result, and where the question comes from.
pub(super) fn data(request: &Request, answered: &Answered) -> ProblemData {
    let result = &answered.result;
    let answer = AnswerData {
        source: SourceData {
            problem: answered.notes.problem.clone(),
            line_number: answered.notes.line_number,
            input: answered.notes.input.clone(),
        },
        ..AnswerData::of(&request.game, &request.config, &request.marks, result)
    };
    ProblemData::of(answer, &answered.composition)
}

pub(super) fn object<'a>(request: &'a Request, answered: &'a Answered) -> ResultJson<'a> {
    let comparison = answered.comparison.as_ref();
    let path = |kept: &Kept| kept.path.display().to_string();
    let facts = comparison.map(|comparison| comparison.facts.iter());
    let file = |path: &Option<PathBuf>| path.as_ref().map(|path| path.display().to_string());
    ResultJson {
        answer: data(request, answered),
        expected: comparison.and_then(|comparison| comparison.score),
        facts: facts
            .into_iter()
            .flatten()
            .map(|(key, text)| (*key, text.as_str()))
            .collect(),
        agrees: comparison.and_then(|comparison| comparison.agrees),
        proof: answered.proof().map(path),
        proofs: match &answered.certificates[..] {
            [] | [_] => Vec::new(),
            several => several.iter().map(path).collect(),
        },
        file_solution: answered.notes.stated.as_ref(),
        record: file(&answered.notes.record),
        report: file(&answered.notes.report),
        note: request.note(),
        errors: answered.problems.iter().map(ToString::to_string).collect(),
    }
}
