//! The value of every move, by the questions about the position behind it.

use std::cmp::Reverse;
use std::collections::HashSet;

use shomei_game::{Role, Side};
use shomei_search::Bracket;
use shomei_search::{Answer, Bounds};

use super::found::{Found, MoveValue, ScoreBounds};
use super::question::{Value, WinLength};
use super::result::QueryResult;
use super::score::range_of;
use super::sides::{value_of_one, who_may_win};
use super::{Asking, Prover, SearchSink};
use crate::any::{Aim, AnyPosition};
use crate::error::Error;

/// A move that is looked at.
struct Choice {
    mv: String,
    child: AnyPosition,
    /// The sides that may be able to force a win once it is played.
    may_win: Vec<Side>,
}

/// The moves. Where they depend on who attacks, the side to move has all those that are
/// legal while its opponent attacks, and can win only by those that it has as the attacker.
/// Where its opponent cannot win, these are all that matter.
fn choices(position: &AnyPosition) -> Result<Vec<Choice>, Error> {
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

impl<P: Prover, S: SearchSink> Asking<'_, P, S> {
    /// Finds the value of every legal move and so that of the position. Once a limit on all
    /// of it is reached, the values of the rest stay unknown.
    pub(super) fn moves(&mut self, position: &AnyPosition) -> Result<QueryResult, Error> {
        let choices = choices(position)?;
        if choices.is_empty() {
            // The result is the value.
            let mut result = self.value(position)?;
            result.found = Found::Moves(result.value(), Vec::new());
            return Ok(result);
        }
        let mover = position.to_move();
        let mut result = QueryResult::nothing(position, Aim::win(mover));
        let mut all = Vec::new();
        for choice in choices {
            let known = self.behind(mover, choice)?;
            result.work.join(known.work);
            all.push(known);
        }
        all.sort_by_key(|known| (rank(known.value), least_of(known)));
        result.stopped_by = all.iter().find_map(|known| known.stopped_by);
        let value = best(&all);
        if let (Some(value), Some(first)) = (value, all.first()) {
            (result.aim, result.answer) = decision(mover, value);
            if self.asks_length() && value != Value::Draw {
                result.shortest = Some(together(mover_of(value), &all));
            }
            result.line.clone_from(&first.line);
        }
        result.found = Found::Moves(value, all);
        Ok(result)
    }

    /// What `mover` gets by playing a move.
    fn behind(&mut self, mover: Side, choice: Choice) -> Result<MoveValue, Error> {
        let Choice { mv, child, may_win } = choice;
        let mut known = MoveValue::of(mv);
        if !child.rules_depend_on_goal()
            && let Some(outcome) = child.outcome()
        {
            known.value = Some(Value::of_outcome(outcome, mover));
            if self.asks_length() && known.value != Some(Value::Draw) {
                known.length = Some(ONE);
            }
            return Ok(known);
        }
        if let Some(stop) = self.prover.reached() {
            known.stopped_by = Some(stop);
            return Ok(known);
        }
        let behind = match may_win[..] {
            [_, _] => self.value(&child)?,
            ref fewer => value_of_one(self, &child, fewer.first().copied())?,
        };
        let seen = |value: Value| match child.to_move() == mover {
            true => value,
            false => value.for_opponent(),
        };
        known.value = behind.value().map(seen);
        known.length = self.length_behind(&behind);
        take(&mut known, behind);
        Ok(known)
    }

    /// Finds the score of every legal move and so that of the position. Once a limit on all of it
    /// is reached, nothing is known of the rest.
    pub(super) fn move_scores(&mut self, position: &AnyPosition) -> Result<QueryResult, Error> {
        let range = range_of(position)?;
        let mover = position.to_move();
        let children = position.children();
        if children.is_empty() {
            // The result is the score.
            let mut result = self.score(position)?;
            if let Found::Score(known) = result.found {
                result.found = Found::Scores(known, Vec::new());
            }
            return Ok(result);
        }
        let mut result = QueryResult::nothing(position, Aim::win(mover));
        let (mut all, mut questions) = (Vec::new(), 0);
        for (mv, child) in children {
            let mut known = MoveValue::of(mv);
            let bounds = if let Some(score) = child.score(mover) {
                [score, score]
            } else if let Some(stop) = self.prover.reached() {
                known.stopped_by = Some(stop);
                [-range.greatest, range.greatest]
            } else {
                let behind = self.score_for(&child, mover, range)?;
                let found = behind.score();
                take(&mut known, behind);
                questions += found.map_or(0, |found| found.questions);
                found.map_or([-range.greatest, range.greatest], |found| found.bounds)
            };
            known.bounds = Some(bounds);
            result.work.join(known.work);
            all.push(known);
        }
        all.sort_by_key(|known| {
            known
                .bounds
                .map(|[low, high]| (Reverse(low), Reverse(high)))
        });
        let each = all.iter().filter_map(|known| known.bounds);
        let (lows, highs): (Vec<i32>, Vec<i32>) = each.map(|[low, high]| (low, high)).unzip();
        let greatest = |of: Vec<i32>, least| of.into_iter().max().unwrap_or(least);
        let bounds = [
            greatest(lows, -range.greatest),
            greatest(highs, range.greatest),
        ];
        let known = ScoreBounds::of(position, bounds, questions);
        result.stopped_by = all.iter().find_map(|known| known.stopped_by);
        if let Some(score) = known.score() {
            result.aim = Aim::score(mover, score);
            result.answer = Answer::Proved;
            result.bounds = Bounds::PROVED;
        }
        result.found = Found::Scores(known, all);
        Ok(result)
    }

    /// Asks, for every legal move, whether `attacker` can force a win once it is played.
    /// Once a limit on all of it is reached, the rest stays unknown.
    pub(super) fn moves_for(
        &mut self,
        position: &AnyPosition,
        attacker: Side,
    ) -> Result<QueryResult, Error> {
        let children = position.children_for(attacker);
        if children.is_empty() {
            let mut result = self.one(position, attacker)?;
            result.found = Found::Answers(Vec::new());
            return Ok(result);
        }
        let mut result = QueryResult::nothing(position, Aim::win(attacker));
        let mut all = Vec::new();
        for (mv, child) in children {
            let mut known = MoveValue::of(mv);
            if let Some(stop) = self.prover.reached() {
                known.answer = Some(Answer::Unknown);
                known.stopped_by = Some(stop);
            } else {
                let behind = self.one(&child, attacker)?;
                known.answer = Some(behind.answer);
                known.length = self.length_behind(&behind);
                take(&mut known, behind);
            }
            result.work.join(known.work);
            all.push(known);
        }
        let mover = match position.to_move() == attacker {
            true => Role::Attacker,
            false => Role::Defender,
        };
        decide(mover, all, &mut result);
        if let Found::Answers(all) = &result.found
            && self.asks_length()
            && result.answer != Answer::Disproved
        {
            result.shortest = Some(together(mover, all));
        }
        Ok(result)
    }

    /// Whether lengths of wins are asked for.
    fn asks_length(&self) -> bool {
        self.query.length == WinLength::Shortest
    }

    /// The plies of the win behind a move, the move included, where lengths are asked for.
    fn length_behind(&self, behind: &QueryResult) -> Option<Bracket> {
        if !self.asks_length() || behind.answer == Answer::Disproved {
            return None;
        }
        match (behind.answer, behind.shortest) {
            // The move itself wins: nothing was left to be searched.
            (Answer::Proved, None) => behind.line.moves.is_empty().then_some(ONE),
            (_, None) => None,
            (_, Some(known)) => Some(Bracket {
                least: known.least.saturating_add(1),
                most: known.most.map(|most| most.saturating_add(1)),
            }),
        }
    }
}

/// A move that wins at once.
const ONE: Bracket = Bracket {
    least: 1,
    most: Some(1),
};

/// The fewest plies that a win behind a move can have.
fn least_of(known: &MoveValue) -> u16 {
    known.length.map_or(u16::MAX, |length| length.least)
}

/// The role of the side to move where a position has this value: the side that wins attacks.
fn mover_of(value: Value) -> Role {
    match value {
        Value::Win => Role::Attacker,
        Value::Draw | Value::Loss => Role::Defender,
    }
}

/// What the lengths of moves make of that of the position: the shortest where the side that wins
/// chooses, the longest where the other does. Moves that do not win are none of its choices.
fn together(mover: Role, moves: &[MoveValue]) -> Bracket {
    let lengths: Vec<Bracket> = moves.iter().filter_map(|known| known.length).collect();
    let mosts = || lengths.iter().map(|length| length.most);
    let leasts = lengths.iter().map(|length| length.least);
    match mover {
        Role::Attacker => Bracket {
            // Of a move that nothing is known of the win may be short.
            least: match moves.iter().any(is_open_without_length) {
                true => 1,
                false => leasts.min().unwrap_or(1),
            },
            most: mosts().flatten().min(),
        },
        Role::Defender => Bracket {
            least: leasts.max().unwrap_or(1),
            most: mosts()
                .collect::<Option<Vec<u16>>>()
                .and_then(|all| all.into_iter().max()),
        },
    }
}

/// Whether nothing at all is known of a move.
fn is_open_without_length(known: &MoveValue) -> bool {
    let is_open =
        known.answer == Some(Answer::Unknown) || known.answer.is_none() && known.value.is_none();
    is_open && known.length.is_none()
}

/// Puts the moves in order, and takes the answer of the best.
fn decide(mover: Role, mut all: Vec<MoveValue>, result: &mut QueryResult) {
    let [good, bad] = match mover {
        Role::Attacker => [Answer::Proved, Answer::Disproved],
        Role::Defender => [Answer::Disproved, Answer::Proved],
    };
    all.sort_by_key(|known| match known.answer {
        Some(answer) if answer == good => (0, least_of(known)),
        // The other side chooses the longest.
        Some(answer) if answer == bad => (1, u16::MAX - least_of(known).min(u16::MAX - 1)),
        _ => (2, least_of(known)),
    });
    result.stopped_by = all.iter().find_map(|known| known.stopped_by);
    let best = all.first().filter(|first| first.answer == Some(good));
    let all_bad = all.iter().all(|known| known.answer == Some(bad));
    if let Some(first) = best.or(all.first().filter(|_| all_bad)) {
        result.answer = first.answer.unwrap_or(Answer::Unknown);
        result.bounds = match result.answer {
            Answer::Proved => Bounds::PROVED,
            _ => Bounds::DISPROVED,
        };
        result.line.clone_from(&first.line);
    }
    result.found = Found::Answers(all);
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

/// Takes what was found after a move, its value apart.
fn take(known: &mut MoveValue, behind: QueryResult) {
    known.stopped_by = behind.stopped_by;
    known.work = behind.work;
    if behind.value().is_some() || behind.answer != Answer::Unknown {
        known.line.moves.extend(behind.line.moves);
        known.line.is_cut = behind.line.is_cut;
        known.line.may_be_longer = behind.line.may_be_longer;
    }
}
