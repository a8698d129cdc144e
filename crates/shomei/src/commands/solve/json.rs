//! A result as a JSON object.

use std::collections::BTreeMap;
use std::num::NonZeroU64;

use serde::Serialize;
use shomei_game::Place;
use shomei_search::{Answer, Bounds, Number};

use super::Request;
use super::answer::{Answered, Found, Kept};
use super::moves::MoveValue;
use super::refutation;
use super::yozume;
use crate::erased::Aim;
use crate::failure::{Exit, Failure};
use crate::output::{print_json, score_text};
use crate::problems::Name;

/// The object of one result. Fields may be added, none renamed.
#[derive(Debug, Serialize)]
pub(super) struct Json<'a> {
    game: &'static str,
    /// The file that it comes from, with the line where it is a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<&'a str>,
    /// The line that it stands in, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    line_number: Option<usize>,
    /// The text as it was given; a record has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    input: Option<&'a str>,
    position: &'a str,
    goal: String,
    attacker: &'static str,
    rules: String,
    algorithm: &'static str,
    /// The options of the search that were set.
    options: BTreeMap<&'a str, &'a str>,
    /// What the game was told to tell the search.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    hints: BTreeMap<&'a str, &'a str>,
    answer: String,
    /// The numbers of the position in the question that decided; null for an infinite one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pn: Option<Option<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dn: Option<Option<u32>>,
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
    /// What else is held against what was found.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    facts: BTreeMap<&'a str, &'a str>,
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
    error: String,
    /// Whether the problem is wrong, or something went wrong: "input" or "run".
    error_kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    error_place: Option<BadPlace<'a>>,
}

/// Where in the text of a position something is wrong.
#[derive(Debug, Default, Serialize)]
struct BadPlace<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    square: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<usize>,
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    mv: Option<&'a str>,
}

impl<'a> BadPlace<'a> {
    fn of(place: &'a Place) -> Option<BadPlace<'a>> {
        let mut bad = BadPlace::default();
        match place {
            Place::Column(column) => bad.column = Some(*column),
            Place::LineColumn(line, column) => {
                (bad.line, bad.column) = (Some(*line), Some(*column));
            }
            Place::Square(name) => bad.square = Some(name),
            Place::Move(number, text) => {
                bad.number = Some(*number);
                bad.mv = Some(text);
            }
            _ => return None,
        }
        Some(bad)
    }
}

/// Prints the object of a problem that has no result.
pub(super) fn json_of_bad(
    request: &Request,
    name: &Name,
    input: Option<&str>,
    failure: &Failure,
) -> Result<(), Failure> {
    let error_place = match failure {
        Failure::Notation(error) => BadPlace::of(&error.place),
        _ => None,
    };
    print_json(&Bad {
        game: request.entry.name,
        problem: name.in_file(),
        line_number: name.line_number(),
        input,
        error: failure.to_string(),
        error_kind: match failure.exit() {
            Exit::Bad => "input",
            _ => "run",
        },
        error_place,
    })
}

/// A move and its value.
#[derive(Debug, Serialize)]
struct Move<'a> {
    #[serde(rename = "move")]
    mv: &'a str,
    /// Absent where one question was asked; null when it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Option<String>>,
    /// The answer to that question.
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<String>,
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

pub(super) fn object<'a>(request: &'a Request, answered: &'a Answered) -> Json<'a> {
    let work = &answered.work;
    let comparison = answered.comparison.as_ref();
    let shortest = answered
        .shortest
        .filter(|_| answered.answer != Answer::Disproved);
    let path = |kept: &Kept| kept.path.display().to_string();
    let marks = request.marks.iter();
    let marks = marks.map(|(name, value)| (name.as_str(), value.as_str()));
    let numbers = numbers(answered);
    let facts = comparison.map(|comparison| comparison.facts.iter());
    let mut json = Json {
        game: request.entry.name,
        problem: answered.notes.problem.as_deref(),
        line_number: answered.notes.line_number,
        input: answered.notes.input.as_deref(),
        position: &answered.position,
        goal: goal(request, answered.aim),
        attacker: request.entry.sides[answered.aim.attacker.index()],
        rules: request.game.rules(),
        algorithm: request.task.algorithm.name,
        options: request.task.settings.iter().collect(),
        hints: marks.collect(),
        answer: answered.answer.to_string(),
        pn: numbers.map(|bounds| finite(bounds.pn())),
        dn: numbers.map(|bounds| finite(bounds.dn())),
        value: None,
        score: answered.end.map(|end| Some(end.score)),
        score_bounds: None,
        scored: answered.scored.as_deref(),
        questions: None,
        moves: None,
        expected: comparison.and_then(|comparison| comparison.score),
        facts: facts
            .into_iter()
            .flatten()
            .map(|(key, text)| (*key, text.as_str()))
            .collect(),
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
        errors: answered.problems.iter().map(ToString::to_string).collect(),
    };
    match &answered.found {
        Found::Answer => {}
        Found::Value(value) => json.value = Some(value.map(|value| value.to_string())),
        Found::Moves(value, moves) => {
            json.value = Some(value.map(|value| value.to_string()));
            json.moves = Some(moves.iter().map(Move::of).collect());
        }
        Found::Answers(moves) => json.moves = Some(moves.iter().map(Move::of).collect()),
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
            value: match known.answer {
                Some(_) => None,
                None => Some(known.value.map(|value| value.to_string())),
            },
            answer: known.answer.map(|answer| answer.to_string()),
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

/// The numbers of the question that decided. Of several moves there are none together as
/// long as the answer is open.
fn numbers(answered: &Answered) -> Option<Bounds> {
    match (answered.answer, &answered.found) {
        (Answer::Proved, _) => Some(Bounds::PROVED),
        (Answer::Disproved, _) => Some(Bounds::DISPROVED),
        (Answer::Unknown, Found::Moves(..) | Found::Answers(_)) => None,
        (Answer::Unknown, _) => Some(answered.bounds),
    }
}

/// A proof or disproof number; nothing for an infinite one.
fn finite(number: Number) -> Option<u32> {
    (!number.is_infinite()).then(|| number.get())
}

/// What must be reached.
fn goal(request: &Request, aim: Aim) -> String {
    let side = request.entry.sides[aim.attacker.index()];
    match aim.least {
        None => format!("{side} wins"),
        Some(least) => format!("{side} scores at least {}", score_text(least)),
    }
}
