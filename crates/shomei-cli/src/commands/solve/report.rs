//! How a result looks to people.

use shomei_game::Outcome;
use shomei_search::{Answer, Stop};

use shomei::questions::End;
use shomei::{Found, MoveValue, Value};

use super::Request;
use super::answer::{Answered, Kept};
use super::{missing, refutation, yozume};
use crate::columns::aligned;
use crate::output::{
    capital, counted, grouped, length_text, outcome_text, path_text, plies_text, rate, score_text,
};
use crate::problems::Name;

/// Everything about one result, the answer first; before it the moves, if they
/// were asked about.
pub(super) fn all(request: &Request, answered: &Answered) -> String {
    let mut lines = Vec::new();
    match &answered.result.found {
        Found::Moves(_, moves) if !moves.is_empty() => lines.push(table("value", moves)),
        Found::Answers(moves) if !moves.is_empty() => lines.push(table("answer", moves)),
        Found::Scores(_, moves) if !moves.is_empty() => lines.push(table("score", moves)),
        _ => {}
    }
    lines.push(headline(request, answered));
    lines.extend(end(request, answered));
    lines.extend(answered.result.why_over.clone());
    lines.extend(shortest(answered));
    if !answered.result.line.is_empty() {
        let plies = plies_text(answered.result.line.len() as u64);
        lines.push(format!("line ({plies}): {}", line(answered)));
    }
    if answered.result.line_is_cut {
        lines.push("the line is cut: a limit was reached before its end was found".to_string());
    }
    if let Some(others) = &answered.result.others {
        lines.extend(yozume::lines(others));
    }
    lines.extend(answered.result.judgement.iter().map(yozume::judgement));
    if let Some(found) = &answered.result.refutation {
        lines.extend(refutation::lines(found));
    }
    lines.extend(answered.result.missing.iter().flat_map(missing::lines));
    let work = &answered.result.work;
    let leaf_nodes = match work.leaf_nodes {
        0 => String::new(),
        nodes => format!(" {} in leaves,", grouped(nodes)),
    };
    lines.push(format!(
        "nodes: {} expanded,{leaf_nodes} {} generated; {:.3} s, {}",
        grouped(work.expanded),
        grouped(work.generated),
        work.seconds,
        rate(work.nodes(), work.seconds),
    ));
    if let Some(known) = answered.result.score() {
        lines.push(format!("questions: {}", known.questions));
    }
    let scored = answered.result.scored.iter();
    lines.extend(scored.map(|scored| format!("scored: {scored}")));
    let certificates = answered.certificates.iter();
    lines.extend(certificates.map(|kept| certificate(request, kept)));
    let none = answered.certificates.is_empty() && answered.result.answer == Answer::Unknown;
    if request.proof.is_some() && none {
        lines.push("certificate: none, the answer is unknown".to_string());
    }
    lines.extend(record(request, answered));
    let page = answered.notes.report.as_ref();
    lines.extend(page.map(|path| format!("report: {}", path_text(path))));
    lines.join("\n")
}

/// What was found, without the work: for a record.
pub(super) fn about(request: &Request, answered: &Answered) -> Vec<String> {
    let mut lines = vec![headline(request, answered)];
    lines.extend(answered.result.why_over.clone());
    lines.extend(shortest(answered));
    lines
}

/// Where the record of the solution is.
fn record(request: &Request, answered: &Answered) -> Option<String> {
    match &answered.notes.record {
        Some(path) => Some(format!("record: {}", path_text(path))),
        None if request.records.record.is_none() || answered.result.answer != Answer::Unknown => {
            None
        }
        None => Some("record: none, the answer is unknown".to_string()),
    }
}

/// One result of a batch on one line.
pub(super) fn one_line(request: &Request, name: &Name, answered: &Answered) -> String {
    let mut parts = vec![headline(request, answered)];
    parts.extend(end(request, answered));
    parts.extend(answered.result.why_over.clone());
    parts.extend(shortest(answered));
    parts.extend(answered.result.others.iter().map(yozume::one_line));
    parts.extend(answered.result.judgement.iter().map(yozume::judgement));
    parts.extend(answered.result.missing.iter().map(missing::one_line));
    let work = &answered.result.work;
    parts.push(format!(
        "{} in {:.3} s",
        counted(work.nodes(), "node"),
        work.seconds
    ));
    for kept in &answered.certificates {
        let checked = if request.check { " checked" } else { "" };
        parts.push(format!("{}{checked}", path_text(&kept.path)));
    }
    parts.extend(answered.notes.record.as_ref().map(|path| path_text(path)));
    match &answered.result.found {
        Found::Moves(_, moves) | Found::Answers(moves) | Found::Scores(_, moves)
            if !moves.is_empty() =>
        {
            let text = |known: &MoveValue| format!("{} {}", known.mv, known.text_with_length());
            parts.push(moves.iter().map(text).collect::<Vec<_>>().join(", "));
        }
        _ if !answered.result.line.is_empty() => parts.push(line(answered)),
        _ => {}
    }
    format!("{name}: {}", parts.join("; "))
}

/// Moves and their values under each other.
fn table(known: &str, moves: &[MoveValue]) -> String {
    let heading = ["move", known, "nodes", "time"].map(String::from).to_vec();
    let row = |known: &MoveValue| {
        vec![
            known.mv.clone(),
            known.text_with_length(),
            grouped(known.work.nodes()),
            format!("{:.3} s", known.work.seconds),
        ]
    };
    let rows: Vec<_> = [heading].into_iter().chain(moves.iter().map(row)).collect();
    aligned(&rows, 2)
}

/// A value that may not be known.
pub(super) fn value_text(value: Option<Value>) -> String {
    value.map_or("unknown".to_string(), |value| value.to_string())
}

/// How the game has ended, if it has, with the score of who has won.
fn end(request: &Request, answered: &Answered) -> Option<String> {
    let End {
        outcome,
        score,
        mover,
    } = answered.result.end?;
    let how = outcome_text(outcome, request.entry.kind.sides);
    let with = match (outcome, request.entry.kind.range) {
        (Outcome::Win(side), Some(range)) => {
            let score = if side == mover { score } else { -score };
            // By rules that ask for more, or less, than being ahead.
            let but = if score > 0 {
                "with"
            } else {
                "by these rules, with"
            };
            format!(" {but} {} {}", score_text(score), range.unit)
        }
        _ => String::new(),
    };
    Some(format!("the game is over: {how}{with}"))
}

/// What is known of the shortest win, if that was asked for and there is one, or
/// may be.
fn shortest(answered: &Answered) -> Option<String> {
    let known = answered.result.shortest?;
    let length = length_text(known);
    // The shortest one that is known may be known without its line.
    let most = known.most.map_or(usize::MAX, usize::from);
    let whose = match answered.result.line.len() > most {
        true => "; the line is of a longer one",
        false => "",
    };
    match (answered.result.answer, known.exact()) {
        (Answer::Disproved, _) => None,
        (_, Some(_)) => Some(format!("shortest win: {length}, proven{whose}")),
        (Answer::Unknown, None) => Some(format!("shortest win: {length}, if there is one")),
        (Answer::Proved, None) => {
            let why = answered.result.stopped_by.map_or("nothing", stop_text);
            Some(format!("shortest win: {length}; stopped by {why}{whose}"))
        }
    }
}

/// The moves; dots where the line goes on and a limit was reached.
fn line(answered: &Answered) -> String {
    let cut = if answered.result.line_is_cut {
        " ..."
    } else {
        ""
    };
    answered.result.line.join(" ") + cut
}

fn certificate(request: &Request, kept: &Kept) -> String {
    let checked = if request.check {
        ", checked: accepted"
    } else {
        ""
    };
    format!(
        "certificate: {} ({}, {}){checked}",
        path_text(&kept.path),
        counted(kept.records, "record"),
        counted(kept.bytes, "byte"),
    )
}

/// The answer in a sentence.
fn headline(request: &Request, answered: &Answered) -> String {
    let side = capital(request.entry.kind.sides[answered.result.aim.attacker.index()]);
    let why = answered.result.stopped_by.map_or("nothing", stop_text);
    match &answered.result.found {
        Found::Score(known) | Found::Scores(known, _) => {
            let unit = request.entry.kind.range.map_or("", |range| range.unit);
            return match known.score() {
                Some(_) => format!("score {} ({unit})", known.text()),
                None => format!("score unknown, {} ({unit}): stopped by {why}", known.text()),
            };
        }
        Found::Moves(None, moves) => return unknown_moves(moves, why),
        _ => {}
    }
    match (answered.result.value(), answered.result.answer) {
        (Some(Value::Draw), _) => "draw: neither side can force a win".to_string(),
        (Some(value), _) => format!("{value}: {side} wins"),
        (None, Answer::Proved) => format!("proved: {side} wins"),
        (None, Answer::Disproved) => format!("disproved: {side} cannot force a win"),
        (None, Answer::Unknown) => {
            let (pn, dn) = (answered.result.bounds.pn(), answered.result.bounds.dn());
            format!("unknown whether {side} wins: stopped by {why}, pn {pn}, dn {dn}")
        }
    }
}

fn unknown_moves(moves: &[MoveValue], why: &str) -> String {
    let open = moves.iter().filter(|known| known.value.is_none()).count();
    let draws = moves.iter().any(|known| known.value == Some(Value::Draw));
    let at_least = if draws { ", at least a draw" } else { "" };
    format!(
        "unknown{at_least}: {open} of {} have no value, stopped by {why}",
        counted(moves.len() as u64, "move")
    )
}

fn stop_text(stop: Stop) -> &'static str {
    match stop {
        Stop::Nodes => "the node limit",
        Stop::Time => "the time limit",
        Stop::Memory => "the limit of memory",
        Stop::Interrupt => "an interrupt",
        Stop::Game => "a failure of the game",
    }
}
