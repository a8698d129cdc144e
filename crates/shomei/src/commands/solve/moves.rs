//! The value of every move, by the questions about the position behind it.

use shomei_game::Side;
use shomei_search::{Answer, Stop};

use super::Request;
use super::answer::{Answered, Found, value};
use super::question::Value;
use super::work::Work;
use crate::erased::{Aim, AnyPosition};
use crate::failure::Failure;

/// A move and what is known of it.
#[derive(Debug)]
pub(super) struct MoveValue {
    /// The move as text.
    pub(super) mv: String,
    /// What it is worth for the side that plays it, if that is known.
    pub(super) value: Option<Value>,
    /// Why it is not.
    pub(super) stopped_by: Option<Stop>,
    /// What it took to find out.
    pub(super) work: Work,
    /// A line of play that begins with the move; nothing more than the move
    /// where the value is unknown.
    pub(super) line: Vec<String>,
    /// Whether that line ends before the game does.
    pub(super) line_is_cut: bool,
}

/// Finds the value of every legal move and so that of the position. Once it is
/// interrupted, the values of the rest stay unknown.
pub(super) fn moves(request: &Request, position: &dyn AnyPosition) -> Result<Answered, Failure> {
    if position.outcome().is_some() {
        // The result is the value.
        let answered = value(request, position, None)?;
        let found = Found::Moves(answered.value(), Vec::new());
        return Ok(Answered { found, ..answered });
    }
    let mover = position.to_move();
    let mut answered = Answered::nothing(position, Aim::win(mover));
    let mut all = Vec::new();
    for (mv, child) in position.children() {
        let known = behind(request, mover, mv, &*child, &mut answered.problems)?;
        answered.work.join(known.work);
        all.push(known);
    }
    all.sort_by_key(|known| rank(known.value));
    answered.stopped_by = all.iter().find_map(|known| known.stopped_by);
    let value = best(&all);
    if let (Some(value), Some(first)) = (value, all.first()) {
        (answered.aim, answered.answer) = decision(mover, value);
        answered.line.clone_from(&first.line);
        answered.line_is_cut = first.line_is_cut;
    }
    answered.found = Found::Moves(value, all);
    Ok(answered)
}

/// What `mover` gets by playing `mv`, which leads to `child`.
fn behind(
    request: &Request,
    mover: Side,
    mv: String,
    child: &dyn AnyPosition,
    problems: &mut Vec<Failure>,
) -> Result<MoveValue, Failure> {
    let mut known = MoveValue {
        line: vec![mv.clone()],
        mv,
        value: None,
        stopped_by: None,
        work: Work::default(),
        line_is_cut: false,
    };
    if let Some(outcome) = child.outcome() {
        known.value = Some(Value::of_outcome(outcome, mover));
        return Ok(known);
    }
    if request.interrupt.is_set() {
        known.stopped_by = Some(Stop::Interrupt);
        return Ok(known);
    }
    let answered = value(request, child, None)?;
    let seen = |value: Value| match child.to_move() == mover {
        true => value,
        false => value.for_opponent(),
    };
    known.value = answered.value().map(seen);
    known.stopped_by = answered.stopped_by;
    known.work = answered.work;
    if known.value.is_some() {
        known.line.extend(answered.line);
        known.line_is_cut = answered.line_is_cut;
    }
    problems.extend(answered.problems);
    Ok(known)
}

/// The best first, what is unknown last.
fn rank(value: Option<Value>) -> u8 {
    match value {
        Some(Value::Win) => 0,
        Some(Value::Draw) => 1,
        Some(Value::Loss) => 2,
        None => 3,
    }
}

/// The value of a position, from that of its moves, the best first. A win is
/// enough; else all must be known.
fn best(moves: &[MoveValue]) -> Option<Value> {
    let first = moves.first()?.value;
    let all_known = moves.iter().all(|known| known.value.is_some());
    first.filter(|&value| value == Value::Win || all_known)
}

/// The question that decides a value, and its answer.
fn decision(mover: Side, value: Value) -> (Aim, Answer) {
    match value {
        Value::Win => (Aim::win(mover), Answer::Proved),
        Value::Draw => (Aim::win(mover.opponent()), Answer::Disproved),
        Value::Loss => (Aim::win(mover.opponent()), Answer::Proved),
    }
}
