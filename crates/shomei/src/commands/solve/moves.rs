//! The value of every move, by the questions about the position behind it.

use std::collections::HashSet;

use shomei_game::Side;
use shomei_search::{Answer, Bounds, Stop};

use super::Request;
use super::answer::{Answered, Found, one, value};
use super::question::Value;
use super::report::value_text;
use super::sides::{value_of_one, who_may_win};
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
    /// Whether one side can force a win behind it, where that alone was asked for.
    pub(super) answer: Option<Answer>,
    /// Why nothing is known.
    pub(super) stopped_by: Option<Stop>,
    /// What it took to find out.
    pub(super) work: Work,
    /// A line of play that begins with the move; nothing more than the move
    /// where the value is unknown.
    pub(super) line: Vec<String>,
    /// Whether that line ends before the game does.
    pub(super) line_is_cut: bool,
}

/// A move that is looked at.
struct Choice<'p> {
    mv: String,
    child: Box<dyn AnyPosition + 'p>,
    /// The sides that may be able to force a win once it is played.
    may_win: Vec<Side>,
}

/// The moves. Where they depend on who attacks, the side to move has all those that are
/// legal while its opponent attacks, and can win only by those that it has as the attacker.
/// Where its opponent cannot win, these are all that matter.
fn choices(position: &dyn AnyPosition) -> Result<Vec<Choice<'_>>, Failure> {
    let mover = position.to_move();
    let all = who_may_win(position)?;
    let choice = |(mv, child), may_win| Choice { mv, child, may_win };
    if !position.rules_depend_on_goal() {
        let children = position.children().into_iter();
        return Ok(children.map(|found| choice(found, all.clone())).collect());
    }
    let opponent = mover.opponent();
    if !all.contains(&opponent) {
        let children = position.children_for(mover).into_iter();
        return Ok(children.map(|found| choice(found, all.clone())).collect());
    }
    let attacks: HashSet<String> = match all.contains(&mover) {
        true => position
            .children_for(mover)
            .into_iter()
            .map(|(mv, _)| mv)
            .collect(),
        false => HashSet::new(),
    };
    let may_win = |(mv, child): (String, _)| {
        let may_win = match attacks.contains(&mv) {
            true => all.clone(),
            false => vec![opponent],
        };
        choice((mv, child), may_win)
    };
    let children = position.children_for(opponent).into_iter();
    Ok(children.map(may_win).collect())
}

/// Finds the value of every legal move and so that of the position. Once it is
/// interrupted, the values of the rest stay unknown.
pub(super) fn moves(request: &Request, position: &dyn AnyPosition) -> Result<Answered, Failure> {
    let choices = choices(position)?;
    if choices.is_empty() {
        // The result is the value.
        let answered = value(request, position, None)?;
        let found = Found::Moves(answered.value(), Vec::new());
        return Ok(Answered { found, ..answered });
    }
    let mover = position.to_move();
    let mut answered = Answered::nothing(position, Aim::win(mover));
    let mut all = Vec::new();
    for choice in choices {
        let known = behind(request, mover, choice, &mut answered.problems)?;
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

/// What `mover` gets by playing a move.
fn behind(
    request: &Request,
    mover: Side,
    choice: Choice<'_>,
    problems: &mut Vec<Failure>,
) -> Result<MoveValue, Failure> {
    let Choice { mv, child, may_win } = choice;
    let mut known = MoveValue::of(mv);
    if !child.rules_depend_on_goal()
        && let Some(outcome) = child.outcome()
    {
        known.value = Some(Value::of_outcome(outcome, mover));
        return Ok(known);
    }
    if request.interrupt.is_set() {
        known.stopped_by = Some(Stop::Interrupt);
        return Ok(known);
    }
    let answered = match may_win[..] {
        [_, _] => value(request, &*child, None)?,
        ref fewer => value_of_one(request, &*child, fewer.first().copied(), None)?,
    };
    let seen = |value: Value| match child.to_move() == mover {
        true => value,
        false => value.for_opponent(),
    };
    known.value = answered.value().map(seen);
    known.take(answered, problems);
    Ok(known)
}

/// Asks, for every legal move, whether `attacker` can force a win once it is played. Once it
/// is interrupted, the rest stays unknown.
pub(super) fn moves_for(
    request: &Request,
    position: &dyn AnyPosition,
    attacker: Side,
) -> Result<Answered, Failure> {
    let children = position.children_for(attacker);
    if children.is_empty() {
        let answered = one(request, position, attacker, None)?;
        let found = Found::Answers(Vec::new());
        return Ok(Answered { found, ..answered });
    }
    let mut answered = Answered::nothing(position, Aim::win(attacker));
    let mut all = Vec::new();
    for (mv, child) in children {
        let mut known = MoveValue::of(mv);
        if request.interrupt.is_set() {
            known.answer = Some(Answer::Unknown);
            known.stopped_by = Some(Stop::Interrupt);
        } else {
            let behind = one(request, &*child, attacker, None)?;
            known.answer = Some(behind.answer);
            known.take(behind, &mut answered.problems);
        }
        answered.work.join(known.work);
        all.push(known);
    }
    let [good, bad] = match position.to_move() == attacker {
        true => [Answer::Proved, Answer::Disproved],
        false => [Answer::Disproved, Answer::Proved],
    };
    all.sort_by_key(|known| match known.answer {
        Some(answer) if answer == good => 0,
        Some(answer) if answer == bad => 1,
        _ => 2,
    });
    answered.stopped_by = all.iter().find_map(|known| known.stopped_by);
    let best = all.first().filter(|first| first.answer == Some(good));
    let all_bad = all.iter().all(|known| known.answer == Some(bad));
    if let Some(first) = best.or(all.first().filter(|_| all_bad)) {
        answered.answer = first.answer.unwrap_or(Answer::Unknown);
        answered.bounds = match answered.answer {
            Answer::Proved => Bounds::PROVED,
            _ => Bounds::DISPROVED,
        };
        answered.line.clone_from(&first.line);
        answered.line_is_cut = first.line_is_cut;
    }
    answered.found = Found::Answers(all);
    Ok(answered)
}

impl MoveValue {
    /// A move of which nothing is known.
    fn of(mv: String) -> MoveValue {
        MoveValue {
            line: vec![mv.clone()],
            mv,
            value: None,
            answer: None,
            stopped_by: None,
            work: Work::default(),
            line_is_cut: false,
        }
    }

    /// What was found behind it, its value apart.
    fn take(&mut self, behind: Answered, problems: &mut Vec<Failure>) {
        self.stopped_by = behind.stopped_by;
        self.work = behind.work;
        if behind.value().is_some() || behind.answer != Answer::Unknown {
            self.line.extend(behind.line);
            self.line_is_cut = behind.line_is_cut;
        }
        problems.extend(behind.problems);
    }

    /// What is known of it, in a word.
    pub(super) fn text(&self) -> String {
        match self.answer {
            Some(answer) => answer.to_string(),
            None => value_text(self.value),
        }
    }
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
