//! The value of every move, by questions about the position after it.
//!
//! The moves are searched in turn: see [`rounds`].

mod open_move;
mod rounds;

use std::cmp::Reverse;
use std::collections::HashSet;

use shomei_game::{Role, ScoreRange, Side};
use shomei_search::{Answer, Bounds, Bracket};

use super::found::{Found, MoveValue, ScoreBounds};
use super::question::{Value, WinLength};
use super::result::QueryResult;
use super::score::range_of;
use super::sides::who_may_win;
use super::value::ValueSearch;
use super::{Asking, PartialSearch, Prover, SearchSink};
use crate::any::{Aim, AnyPosition};
use crate::error::Error;

use open_move::{MoveSearch, OpenMove};

/// A legal move with the position after it.
struct Choice {
    mv: String,
    child: AnyPosition,
    /// The sides that may be able to force a win after it.
    may_win: Vec<Side>,
}

/// The legal moves. If they depend on the attacker, the side to move has the moves that are legal
/// while its opponent attacks, and can win only by those that it has as the attacker. If its
/// opponent cannot win, only the moves as the attacker count.
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
    /// Finds the value of every legal move, and so that of the position. After a limit on the whole
    /// query, the remaining values stay unknown.
    pub(super) fn moves(&mut self, position: &AnyPosition) -> Result<QueryResult, Error> {
        let choices = choices(position)?;
        if choices.is_empty() {
            // The game has ended: there is only a value.
            let mut result = self.value(position)?;
            result.found = Found::Moves(result.value(), Vec::new());
            return Ok(result);
        }
        let mover = position.to_move();
        let moves = choices.into_iter();
        let moves = moves.map(|choice| self.value_of_move(mover, choice));
        let moves = self.in_turn(mover, moves.collect::<Result<_, _>>()?)?;
        let mut result = QueryResult::nothing(position, Aim::win(mover));
        let mut all = rows(moves, &mut result);
        all.sort_by_key(rank);
        let value = best(&all);
        if let (Some(value), Some(first)) = (value, all.first()) {
            (result.aim, result.answer) = decision(mover, value);
            if value == Value::Draw && position.rules_depend_on_goal() {
                result.aim = Aim::win(attacker_without_win(position, &first.line.moves)?);
            }
            if self.asks_length() && value != Value::Draw {
                // The lengths of moves that lose are those of wins of the opponent.
                let of_value =
                    |known: &&MoveValue| value == Value::Loss || known.value != Some(Value::Loss);
                let counted: Vec<&MoveValue> = all.iter().filter(of_value).collect();
                result.shortest = Some(together(mover_of(value), &counted));
            }
            result.line.clone_from(&first.line);
        }
        result.found = Found::Moves(value, all);
        Ok(result)
    }

    /// The search for the value that `mover` gets by playing a move.
    fn value_of_move(&self, mover: Side, choice: Choice) -> Result<OpenMove, Error> {
        let Choice { mv, child, may_win } = choice;
        if !child.rules_depend_on_goal()
            && let Some(outcome) = child.outcome()
        {
            let mut known = MoveValue::of(mv);
            known.value = Some(Value::of_outcome(outcome, mover));
            if self.asks_length() && known.value != Some(Value::Draw) {
                known.length = Some(ONE);
            }
            return Ok(OpenMove::known(child, known));
        }
        let may_win = match may_win.len() {
            2 => who_may_win(&child)?,
            _ => may_win,
        };
        let search = MoveSearch::Value(ValueSearch::of(&child, &may_win));
        Ok(OpenMove::new(mv, child, search))
    }

    /// Finds the score of every legal move, and so that of the position. After a limit on the whole
    /// query, the remaining scores stay unknown.
    pub(super) fn move_scores(&mut self, position: &AnyPosition) -> Result<QueryResult, Error> {
        let range = range_of(position)?;
        let mover = position.to_move();
        let children = position.children();
        if children.is_empty() {
            // The game has ended: there is only a score.
            let mut result = self.score(position)?;
            if let Found::Score(known) = result.found {
                result.found = Found::Scores(known, Vec::new());
            }
            return Ok(result);
        }
        let moves = children.into_iter();
        let moves = moves.map(|(mv, child)| score_of_move(mover, range, mv, child));
        let moves = self.in_turn(mover, moves.collect())?;
        let questions = moves.iter().map(OpenMove::questions).sum();
        let mut result = QueryResult::nothing(position, Aim::win(mover));
        let mut all = rows(moves, &mut result);
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
        if let Some(score) = known.score() {
            result.aim = Aim::score(mover, score);
            result.answer = Answer::Proved;
            result.bounds = Bounds::PROVED;
        }
        result.found = Found::Scores(known, all);
        Ok(result)
    }

    /// Asks, for every legal move, whether `attacker` can force a win after it. After a limit on
    /// the whole query, the remaining answers stay unknown.
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
        let aim = Aim::win(attacker);
        let moves = children.into_iter().map(|(mv, child)| {
            let search = MoveSearch::Answer(Box::new(PartialSearch::new(aim)));
            OpenMove::new(mv, child, search)
        });
        let moves = self.in_turn(position.to_move(), moves.collect())?;
        let mut result = QueryResult::nothing(position, aim);
        let all = rows(moves, &mut result);
        let mover = match position.to_move() == attacker {
            true => Role::Attacker,
            false => Role::Defender,
        };
        decide(mover, all, &mut result);
        if let Found::Answers(all) = &result.found
            && self.asks_length()
            && result.answer != Answer::Disproved
        {
            result.shortest = Some(together(mover, &all.iter().collect::<Vec<_>>()));
        }
        Ok(result)
    }

    /// Whether lengths of wins are asked for.
    fn asks_length(&self) -> bool {
        self.query.length == WinLength::Shortest
    }
}

/// The search for the score that `mover` gets by playing a move.
fn score_of_move(mover: Side, range: ScoreRange, mv: String, child: AnyPosition) -> OpenMove {
    if let Some(score) = child.score(mover) {
        let mut known = MoveValue::of(mv);
        known.bounds = Some([score, score]);
        return OpenMove::known(child, known);
    }
    let search = MoveSearch::NewScore { side: mover, range };
    OpenMove::new(mv, child, search)
}

/// The rows of the moves in legal order. Adds their work and the first limit that was reached to
/// the result.
fn rows(moves: Vec<OpenMove>, result: &mut QueryResult) -> Vec<MoveValue> {
    let all: Vec<MoveValue> = moves.into_iter().map(OpenMove::into_row).collect();
    all.iter().for_each(|known| result.work.join(known.work));
    result.stopped_by = all.iter().find_map(|known| known.stopped_by);
    all
}

/// A move that wins at once.
const ONE: Bracket = Bracket {
    least: 1,
    most: Some(1),
};

/// The least possible number of plies of a win after a move.
fn least_of(known: &MoveValue) -> u16 {
    known.length.map_or(u16::MAX, |length| length.least)
}

/// The role of the side to move in a position of this value: the winner is the attacker.
fn mover_of(value: Value) -> Role {
    match value {
        Value::Win => Role::Attacker,
        Value::Draw | Value::Loss => Role::Defender,
    }
}

/// The bounds of the win length of a position from those of its moves: the shortest if the winner
/// moves, the longest if the loser moves. Moves that do not win have no length and are left out.
fn together(mover: Role, moves: &[&MoveValue]) -> Bracket {
    let lengths: Vec<Bracket> = moves.iter().filter_map(|known| known.length).collect();
    let mosts = || lengths.iter().map(|length| length.most);
    let leasts = lengths.iter().map(|length| length.least);
    match mover {
        Role::Attacker => Bracket {
            // A move without any result may have a short win.
            least: match moves.iter().any(|known| is_open_without_length(known)) {
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

/// Whether a move has no result at all.
fn is_open_without_length(known: &MoveValue) -> bool {
    let is_open =
        known.answer == Some(Answer::Unknown) || known.answer.is_none() && known.value.is_none();
    is_open && known.length.is_none()
}

/// Sorts the moves, the best first, and takes the answer of the best.
fn decide(mover: Role, mut all: Vec<MoveValue>, result: &mut QueryResult) {
    let [good, bad] = match mover {
        Role::Attacker => [Answer::Proved, Answer::Disproved],
        Role::Defender => [Answer::Disproved, Answer::Proved],
    };
    all.sort_by_key(|known| match known.answer {
        Some(answer) if answer == good => (0, least_of(known)),
        Some(answer) if answer == bad => (2, longest_first(known)),
        _ => (1, least_of(known)),
    });
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

/// The sort key of a move: wins, the shortest first; draws; unknown moves; losses, the longest
/// first.
fn rank(known: &MoveValue) -> (u8, u16) {
    match known.value {
        Some(Value::Win) => (0, least_of(known)),
        Some(Value::Draw) => (1, 0),
        None => (2, least_of(known)),
        Some(Value::Loss) => (3, longest_first(known)),
    }
}

/// A sort key that puts the longest win first.
fn longest_first(known: &MoveValue) -> u16 {
    u16::MAX - known.length.map_or(0, |length| length.least)
}

/// The value of a position, from the values of its moves, the best first. One winning move decides;
/// otherwise all values must be known.
fn best(moves: &[MoveValue]) -> Option<Value> {
    let first = moves.first()?.value;
    let all_known = moves.iter().all(|known| known.value.is_some());
    first.filter(|&value| value == Value::Win || all_known)
}

/// The attacker of a drawn position whose rules depend on the attacker: the only side that may win,
/// or else a side for which the line is legal.
fn attacker_without_win(position: &AnyPosition, line: &[String]) -> Result<Side, Error> {
    let opponent = position.to_move().opponent();
    if let [only] = who_may_win(position)?[..] {
        return Ok(only);
    }
    let root = position.for_attacker(opponent);
    let is_legal = line.iter().try_fold(root, |at, mv| at.play(mv)).is_ok();
    Ok(match is_legal {
        true => opponent,
        false => opponent.opponent(),
    })
}

/// The question that decides a value, and its answer.
fn decision(mover: Side, value: Value) -> (Aim, Answer) {
    match value {
        Value::Win => (Aim::win(mover), Answer::Proved),
        Value::Draw => (Aim::win(mover.opponent()), Answer::Disproved),
        Value::Loss => (Aim::win(mover.opponent()), Answer::Proved),
    }
}
