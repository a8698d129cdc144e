//! How a result looks: as text and as JSON.

use serde::Serialize;
use shomei_search::{Answer, Stop};

use super::Request;
use super::answer::{Answered, Kept};
use super::question::{Question, Value};
use crate::failure::Failure;
use crate::output::{capital, counted, grouped, plies_text, print, print_json, rate};

/// Everything about one result, the answer first.
pub(super) fn print_all(request: &Request, answered: &Answered) -> Result<(), Failure> {
    print(headline(request, answered))?;
    if !answered.line.is_empty() {
        let plies = plies_text(answered.line.len() as u64);
        print(format_args!("line ({plies}): {}", line(answered)))?;
    }
    let work = &answered.work;
    print(format_args!(
        "nodes: {} expanded, {} generated; {:.3} s, {}",
        grouped(work.expanded),
        grouped(work.generated),
        work.seconds,
        rate(work.expanded, work.seconds),
    ))?;
    for kept in &answered.certificates {
        print(certificate(request, kept))?;
    }
    let none = answered.certificates.is_empty() && answered.answer == Answer::Unknown;
    if request.proof.is_some() && none {
        print("certificate: none, the answer is unknown")?;
    }
    Ok(())
}

/// One result of a batch on one line.
pub(super) fn print_line(
    request: &Request,
    number: usize,
    answered: &Answered,
) -> Result<(), Failure> {
    let mut parts = vec![headline(request, answered)];
    let work = &answered.work;
    parts.push(format!(
        "{} in {:.3} s",
        counted(work.expanded, "node"),
        work.seconds
    ));
    for kept in &answered.certificates {
        let checked = if request.check { " checked" } else { "" };
        parts.push(format!("{}{checked}", kept.path.display()));
    }
    if !answered.line.is_empty() {
        parts.push(line(answered));
    }
    print(format_args!("{number}: {}", parts.join("; ")))
}

/// The moves; dots where a proof goes on and the table has lost how.
fn line(answered: &Answered) -> String {
    let cut = if answered.line_is_cut { " ..." } else { "" };
    answered.line.join(" ") + cut
}

fn certificate(request: &Request, kept: &Kept) -> String {
    let checked = if request.check {
        ", checked: accepted"
    } else {
        ""
    };
    format!(
        "certificate: {} ({}, {}){checked}",
        kept.path.display(),
        counted(kept.records, "record"),
        counted(kept.bytes, "byte"),
    )
}

/// The answer in a sentence.
fn headline(request: &Request, answered: &Answered) -> String {
    let side = capital(request.entry.sides[answered.attacker.index()]);
    match (answered.value, answered.answer) {
        (Some(Value::Draw), _) => "draw: neither side can force a win".to_string(),
        (Some(value), _) => format!("{value}: {side} wins"),
        (None, Answer::Proved) => format!("proved: {side} wins"),
        (None, Answer::Disproved) => format!("disproved: {side} cannot force a win"),
        (None, Answer::Unknown) => {
            let why = answered.stopped_by.map_or("nothing", stop_text);
            let (pn, dn) = (answered.bounds.pn(), answered.bounds.dn());
            format!("unknown whether {side} wins: stopped by {why}, pn {pn}, dn {dn}")
        }
    }
}

fn stop_text(stop: Stop) -> &'static str {
    match stop {
        Stop::Nodes => "the node limit",
        Stop::Time => "the time limit",
        Stop::Memory => "the limit of memory",
        Stop::Interrupt => "an interrupt",
    }
}

/// The object of one result. Fields may be added, none renamed.
#[derive(Debug, Serialize)]
struct Json<'a> {
    game: &'static str,
    position: &'a str,
    goal: String,
    algorithm: &'static str,
    answer: String,
    /// Absent when it is not asked for, null when it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<Option<String>>,
    line: &'a [String],
    /// The plies to the end where they are proven to be the fewest: no
    /// algorithm shows that yet.
    length: Option<u32>,
    generated: u64,
    expanded: u64,
    evaluated: u64,
    table_hits: u64,
    seconds: f64,
    threads: usize,
    memory: usize,
    stopped_by: Option<String>,
    proof: Option<String>,
}

/// One result as an object.
pub(super) fn json(request: &Request, answered: &Answered) -> Result<(), Failure> {
    let work = &answered.work;
    let asked_value = request.question == Question::Value;
    print_json(&Json {
        game: request.entry.name,
        position: &answered.position,
        goal: format!("{} wins", request.entry.sides[answered.attacker.index()]),
        algorithm: request.task.algorithm.name,
        answer: answered.answer.to_string(),
        value: asked_value.then(|| answered.value.map(|value| value.to_string())),
        line: &answered.line,
        length: None,
        generated: work.generated,
        expanded: work.expanded,
        evaluated: work.evaluated,
        table_hits: work.table_hits,
        seconds: work.seconds,
        threads: request.threads.get(),
        memory: request.memory,
        stopped_by: answered.stopped_by.map(|stop| stop.to_string()),
        proof: answered.proof().map(|kept| kept.path.display().to_string()),
    })
}
