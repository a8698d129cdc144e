//! A result as a JSON object: the data of the library and of the command.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::Serialize;
use shomei::data::{AnswerData, ErrorData, ProblemData, SourceData};

use super::Request;
use super::answer::{Answered, StoredCertificate};
use super::author_solution::AuthorSolution;
use crate::failure::Failure;
use crate::output::{self, print_json};
use crate::problems::Name;

/// The object of one result. Fields may be added, but not renamed.
#[derive(Debug, Serialize)]
pub(super) struct ResultJson<'a> {
    #[serde(flatten)]
    answer: ProblemData,
    /// The expected score in the list.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<i32>,
    /// The other facts that were compared with the result.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    facts: BTreeMap<&'a str, &'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agrees: Option<bool>,
    proof: Option<String>,
    /// All certificates, if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    proofs: Vec<String>,
    /// The author's solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    file_solution: Option<&'a AuthorSolution>,
    /// The path of the record of the solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<String>,
    /// The path of the page.
    #[serde(skip_serializing_if = "Option::is_none")]
    report: Option<String>,
    /// A remark for the first object only.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
    /// Failures that do not change the answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<String>,
}

/// The object of a problem without a result.
#[derive(Debug, Serialize)]
struct BadProblem<'a> {
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

/// The object of a problem without a result, as text.
pub(super) fn json_text_of_bad(
    request: &Request,
    name: &Name,
    input: Option<&str>,
    failure: &Failure,
) -> Result<String, Failure> {
    output::json_text(&BadProblem {
        game: request.kind.name,
        problem: name.file_label(),
        line_number: name.line_number(),
        input,
        error: failure.data(),
    })
}

/// Prints one result as an object.
pub(super) fn json(request: &Request, answered: &Answered) -> Result<(), Failure> {
    print_json(&object(request, answered))
}

/// The object of one result, as text.
pub(super) fn json_text(request: &Request, answered: &Answered) -> Result<String, Failure> {
    output::json_text(&object(request, answered))
}

/// The data of the library, with the origin of the question.
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
    let path = |certificate: &StoredCertificate| certificate.path.display().to_string();
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
        file_solution: answered.notes.author_solution.as_ref(),
        record: file(&answered.notes.record),
        report: file(&answered.notes.report),
        note: request.note(),
        errors: answered.problems.iter().map(ToString::to_string).collect(),
    }
}
