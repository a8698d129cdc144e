//! The value of a position: whether the side to move can win, and whether its opponent can.

use shomei_game::Side;
use shomei_search::{Answer, Bounds};

use super::found::Found;
use super::partial::PartialSearch;
use super::question::Value;
use super::result::{CertificateKind, QueryResult};
use super::{Asking, Prover, SearchSink};
use crate::any::{Aim, AnyPosition};
use crate::error::Error;
use crate::solving::Solution;

/// The questions that decide a value, the more likely one first: one for each side that may be able
/// to win.
#[derive(Debug)]
pub(super) struct ValueSearch {
    searches: Vec<PartialSearch>,
    /// The index of the current search.
    at: usize,
}

impl ValueSearch {
    /// The questions about a position, in which these sides may be able to win.
    pub(super) fn of(position: &AnyPosition, may_win: &[Side]) -> ValueSearch {
        let search = |side: &Side| PartialSearch::new(Aim::win(*side));
        let mut searches: Vec<PartialSearch> = may_win.iter().map(search).collect();
        if searches.len() > 1 && position.guess_score() < 0 {
            searches.reverse();
        }
        ValueSearch { searches, at: 0 }
    }

    /// The current search; `None` when all necessary searches have ended.
    pub(super) fn current(&self) -> Option<&PartialSearch> {
        self.searches.get(self.at)
    }

    /// Whether only this side may be able to win.
    pub(super) fn is_only_for(&self, side: Side) -> bool {
        matches!(&self.searches[..], [only] if only.aim.attacker == side)
    }

    /// The question whose certificate does not prove the value: the first one, if the second search
    /// has found a win.
    pub(super) fn superseded(&self) -> Option<Aim> {
        match &self.searches[..] {
            [first, second] if second.answer() == Answer::Proved => Some(first.aim),
            _ => None,
        }
    }

    /// The value so far.
    pub(super) fn result(&self, position: &AnyPosition) -> QueryResult {
        let begun = |at| {
            let search: &PartialSearch = self.searches.get(at)?;
            Some((search.aim, search.solution()?))
        };
        match (begun(0), begun(1)) {
            (Some(first), Some(second)) => of_two(position, first, second),
            (Some(only), None) => self.of_one(position, only),
            (None, _) => self.of_none(position),
        }
    }

    /// The value before the first search, or without one.
    fn of_none(&self, position: &AnyPosition) -> QueryResult {
        let mut result = QueryResult::nothing(position, Aim::win(position.to_move()));
        let is_draw = self.searches.is_empty();
        if is_draw {
            result.answer = Answer::Disproved;
            result.bounds = Bounds::DISPROVED;
        }
        result.found = Found::Value(is_draw.then_some(Value::Draw));
        result
    }

    /// The value by one search. A win decides; otherwise the position is a draw if the other side
    /// cannot win.
    fn of_one(&self, position: &AnyPosition, (aim, solution): (Aim, &Solution)) -> QueryResult {
        let mut result = QueryResult::of(position, aim, solution);
        result.add_decider(aim, CertificateKind::Whole, solution);
        result.found = Found::Value(match solution.report.answer {
            Answer::Proved => Some(value_of_win(position, aim)),
            Answer::Disproved if self.searches.len() == 1 => Some(Value::Draw),
            _ => None,
        });
        result
    }
}

/// The value by a search for each side, of which the first one found no win.
fn of_two(
    position: &AnyPosition,
    first: (Aim, &Solution),
    second: (Aim, &Solution),
) -> QueryResult {
    let [first_answer, second_answer] = [first.1, second.1].map(|solution| solution.report.answer);
    let value = match (first_answer, second_answer) {
        (_, Answer::Proved) => Some(value_of_win(position, second.0)),
        (Answer::Disproved, Answer::Disproved) => Some(Value::Draw),
        _ => None,
    };
    // A question left open decides that the value is unknown.
    let decided_by_second = value.is_some() || first_answer != Answer::Unknown;
    let (decider, other) = match decided_by_second {
        true => (second, first),
        false => (first, second),
    };
    let mut result = QueryResult::of(position, decider.0, decider.1);
    result.found = Found::Value(value);
    result.work.add(other.1);
    if second_answer == Answer::Proved {
        result.add_decider(decider.0, CertificateKind::Whole, decider.1);
    } else {
        result.add_decider(decider.0, CertificateKind::OfSide, decider.1);
        result.add_decider(other.0, CertificateKind::OfSide, other.1);
    }
    result
}

/// The value for the side to move if the attacker of this aim wins.
fn value_of_win(position: &AnyPosition, aim: Aim) -> Value {
    match aim.attacker == position.to_move() {
        true => Value::Win,
        false => Value::Loss,
    }
}

impl<P: Prover, S: SearchSink> Asking<'_, P, S> {
    /// Searches to the end, or until a question has used up this number of nodes.
    pub(super) fn advance_value(
        &mut self,
        position: &AnyPosition,
        value: &mut ValueSearch,
        nodes: Option<u64>,
    ) -> Result<(), Error> {
        while let Some(search) = value.searches.get_mut(value.at) {
            self.advance(position, search, nodes)?;
            if search.is_open() {
                break;
            }
            value.at = match search.answer() {
                Answer::Proved => value.searches.len(),
                _ => value.at + 1,
            };
        }
        Ok(())
    }
}
