//! A result as a JSON object.

use std::num::NonZeroU64;

use serde::Serialize;
use shomei_search::Answer;

use super::Request;
use super::answer::{Answered, Found, Kept};
use super::moves::MoveValue;
use super::refutation;
use super::yozume;
use crate::erased::Aim;
use crate::failure::Failure;
use crate::output::{print_json, score_text};

/// The object of one result. Fields may be added, none renamed.
#[derive(Debug, Serialize)]
pub(super) struct Json<'a> {
    game: &'static str,
    /// The file that it comes from, with the line where it is a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<&'a str>,
    position: &'a str,
    goal: String,
    algorithm: &'static str,
    answer: String,
    /// Absent when it is not asked for, null when it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Option<String>>,
    /// The same.
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<Option<i32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score_bounds: Option<[i32; 2]>,
    /// The position with its score, as others write it.
    #[serde(skip_serializing_if = "Option::is_none")]
    scored: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    questions: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<Move<'a>>>,
    /// What the list says; absent when it says nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    agrees: Option<bool>,
    line: &'a [String],
    /// Whether the line goes to its end; false where a limit cut it. Absent where there is
    /// none.
    #[serde(skip_serializing_if = "Option::is_none")]
    line_complete: Option<bool>,
    /// The plies of the shortest win that is known, where that was asked for: those
    /// of the line.
    length: Option<u16>,
    /// Whether there is none shorter; absent when it is not asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    length_proven: Option<bool>,
    /// There is no win in fewer; the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    length_at_least: Option<u16>,
    /// Other solutions; absent when they are not asked for, or there is no win.
    #[serde(skip_serializing_if = "Option::is_none")]
    yozume: Option<yozume::Json<'a>>,
    /// What the defender answers; the same where there is a win.
    #[serde(skip_serializing_if = "Option::is_none")]
    refutation: Option<refutation::Json<'a>>,
    generated: u64,
    expanded: u64,
    evaluated: u64,
    /// Nodes of the game's own search of small remainders, where there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    leaf_nodes: Option<NonZeroU64>,
    table_hits: u64,
    seconds: f64,
    threads: usize,
    memory: usize,
    stopped_by: Option<String>,
    /// Why nothing can be played, where that depends on the question.
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<&'a str>,
    proof: Option<String>,
    /// All certificates, where there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    proofs: Vec<String>,
    /// The record of the solution, where one was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    record: Option<String>,
    /// What is to be said once, in the first object.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// A move and its value.
#[derive(Debug, Serialize)]
struct Move<'a> {
    #[serde(rename = "move")]
    mv: &'a str,
    value: Option<String>,
    line: &'a [String],
    generated: u64,
    expanded: u64,
    evaluated: u64,
    /// Nodes of the game's own search of small remainders, where there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    leaf_nodes: Option<NonZeroU64>,
    table_hits: u64,
    seconds: f64,
    stopped_by: Option<String>,
}

/// Prints one result as an object.
pub(super) fn json(request: &Request, answered: &Answered) -> Result<(), Failure> {
    print_json(&object(request, answered))
}

pub(super) fn object<'a>(request: &Request, answered: &'a Answered) -> Json<'a> {
    let work = &answered.work;
    let comparison = answered.comparison.as_ref();
    let shortest = answered
        .shortest
        .filter(|_| answered.answer != Answer::Disproved);
    let path = |kept: &Kept| kept.path.display().to_string();
    let mut json = Json {
        game: request.entry.name,
        problem: answered.notes.problem.as_deref(),
        position: &answered.position,
        goal: goal(request, answered.aim),
        algorithm: request.task.algorithm.name,
        answer: answered.answer.to_string(),
        value: None,
        score: answered.end.map(|end| Some(end.score)),
        score_bounds: None,
        scored: answered.scored.as_deref(),
        questions: None,
        moves: None,
        expected: comparison.map(|comparison| comparison.score),
        agrees: comparison.and_then(|comparison| comparison.agrees),
        line: &answered.line,
        line_complete: answered.line_complete(),
        length: shortest.and_then(|known| known.most),
        length_proven: shortest.map(|known| known.exact().is_some()),
        length_at_least: shortest.map(|known| known.least),
        yozume: answered.yozume.as_ref().map(yozume::Json::of),
        refutation: answered.refutation.as_ref().map(refutation::Json::of),
        generated: work.generated,
        expanded: work.expanded,
        evaluated: work.evaluated,
        leaf_nodes: NonZeroU64::new(work.leaf_nodes),
        table_hits: work.table_hits,
        seconds: work.seconds,
        threads: request.threads.get(),
        memory: request.memory,
        stopped_by: answered.stopped_by.map(|stop| stop.to_string()),
        over: answered.why_over.as_deref(),
        proof: answered.proof().map(path),
        proofs: match &answered.certificates[..] {
            [] | [_] => Vec::new(),
            several => several.iter().map(path).collect(),
        },
        record: answered
            .notes
            .record
            .as_ref()
            .map(|path| path.display().to_string()),
        note: request.note.take(),
    };
    match &answered.found {
        Found::Answer => {}
        Found::Value(value) => json.value = Some(value.map(|value| value.to_string())),
        Found::Moves(value, moves) => {
            json.value = Some(value.map(|value| value.to_string()));
            json.moves = Some(moves.iter().map(Move::of).collect());
        }
        Found::Score(known) => {
            json.score = Some(known.score());
            json.score_bounds = Some(known.bounds);
            json.questions = Some(known.questions);
        }
    }
    json
}

impl<'a> Move<'a> {
    fn of(known: &'a MoveValue) -> Move<'a> {
        Move {
            mv: &known.mv,
            value: known.value.map(|value| value.to_string()),
            line: &known.line,
            generated: known.work.generated,
            expanded: known.work.expanded,
            evaluated: known.work.evaluated,
            leaf_nodes: NonZeroU64::new(known.work.leaf_nodes),
            table_hits: known.work.table_hits,
            seconds: known.work.seconds,
            stopped_by: known.stopped_by.map(|stop| stop.to_string()),
        }
    }
}

/// What must be reached.
fn goal(request: &Request, aim: Aim) -> String {
    let side = request.entry.sides[aim.attacker.index()];
    match aim.least {
        None => format!("{side} wins"),
        Some(least) => format!("{side} scores at least {}", score_text(least)),
    }
}
