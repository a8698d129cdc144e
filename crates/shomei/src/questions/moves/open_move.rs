//! The search of the position after one move, and its results so far.

use shomei_game::{ScoreRange, Side};
use shomei_search::{Answer, Bracket, Number, Stop};

use super::ONE;
use crate::any::{Aim, AnyPosition};
use crate::error::Error;
use crate::questions::found::MoveValue;
use crate::questions::partial::PartialSearch;
use crate::questions::question::{Value, WinLength};
use crate::questions::result::QueryResult;
use crate::questions::score::ScoreSearch;
use crate::questions::value::ValueSearch;
use crate::questions::{Asking, Prover, SearchSink};

/// A move and the search of the position after it.
pub(super) struct OpenMove {
    pub(super) child: AnyPosition,
    /// The results for the move.
    row: MoveValue,
    /// `None` if the rules decide the move.
    search: Option<MoveSearch>,
}

/// The search of the position after a move.
pub(super) enum MoveSearch {
    Answer(Box<PartialSearch>),
    Value(ValueSearch),
    Score(Box<ScoreSearch>),
    /// A search for the score of `side` that has not begun. Its first guess can take a search of
    /// the game. The guess is made right before the questions and shares its work with them:
    /// guesses for all moves at once cost Othello endings a tenth more nodes.
    NewScore {
        side: Side,
        range: ScoreRange,
    },
}

impl MoveSearch {
    /// The current search; `None` if no further search can give results.
    fn current(&self) -> Option<&PartialSearch> {
        match self {
            MoveSearch::Answer(search) => Some(&**search).filter(|search| search.is_open()),
            MoveSearch::Value(search) => search.current(),
            MoveSearch::Score(search) => search.current(),
            MoveSearch::NewScore { .. } => None,
        }
    }

    /// Whether a further search can give results.
    fn is_open(&self) -> bool {
        matches!(self, MoveSearch::NewScore { .. }) || self.current().is_some()
    }

    fn result(&self, child: &AnyPosition) -> QueryResult {
        match self {
            MoveSearch::Answer(search) => search.result(child),
            MoveSearch::Value(search) => search.result(child),
            MoveSearch::Score(search) => search.result(child),
            MoveSearch::NewScore { side, .. } => QueryResult::nothing(child, Aim::win(*side)),
        }
    }
}

impl OpenMove {
    /// A move that the rules decide.
    pub(super) fn known(child: AnyPosition, row: MoveValue) -> OpenMove {
        OpenMove {
            row: without_misleading_line(&child, row),
            child,
            search: None,
        }
    }

    /// A move that must be searched.
    pub(super) fn new(mv: String, child: AnyPosition, search: MoveSearch) -> OpenMove {
        let mut row = MoveValue::of(mv);
        match search {
            MoveSearch::Answer(_) => row.answer = Some(Answer::Unknown),
            MoveSearch::NewScore { range, .. } => {
                row.bounds = Some([-range.greatest, range.greatest]);
            }
            MoveSearch::Value(_) | MoveSearch::Score(_) => {}
        }
        OpenMove {
            row: without_misleading_line(&child, row),
            child,
            search: Some(search),
        }
    }

    pub(super) fn row(&self) -> &MoveValue {
        &self.row
    }

    pub(super) fn into_row(self) -> MoveValue {
        self.row
    }

    /// Whether a further search can give results.
    pub(super) fn is_open(&self) -> bool {
        self.search.as_ref().is_some_and(MoveSearch::is_open)
    }

    /// The current question.
    pub(super) fn aim(&self) -> Option<Aim> {
        let search = self.search.as_ref()?.current()?;
        Some(search.aim)
    }

    /// The distance of the move from a good result for `mover`: the proof number of the question
    /// whether `mover` wins, or the disproof number of the question whether its opponent wins.
    pub(super) fn distance(&self, mover: Side) -> Option<Number> {
        let search = self.search.as_ref()?.current()?;
        let bounds = search.bounds();
        Some(match search.aim.attacker == mover {
            true => bounds.pn(),
            false => bounds.dn(),
        })
    }

    /// The number of questions that were asked for a score.
    pub(super) fn questions(&self) -> u64 {
        match &self.search {
            Some(MoveSearch::Score(search)) => search.questions(),
            _ => 0,
        }
    }

    /// Records that a limit on all moves was reached before this move was decided.
    pub(super) fn stop(&mut self, stop: Stop) {
        self.row.stopped_by = self.row.stopped_by.or(Some(stop));
    }

    /// The results for the move after another part of its search.
    fn update(&mut self, mover: Side, length: WinLength) {
        let Some(search) = &self.search else {
            return;
        };
        let after = search.result(&self.child);
        let mut row = MoveValue::of(std::mem::take(&mut self.row.mv));
        match search {
            MoveSearch::Answer(_) => row.answer = Some(after.answer),
            MoveSearch::Value(_) => {
                let seen = |value: Value| match self.child.to_move() == mover {
                    true => value,
                    false => value.for_opponent(),
                };
                row.value = after.value().map(seen);
            }
            MoveSearch::Score(_) | MoveSearch::NewScore { .. } => {
                row.bounds = after.score().map(|known| known.bounds);
            }
        }
        if length == WinLength::Shortest {
            row.length = length_with_move(&after).filter(|_| match search {
                // An open question about the other side says nothing about wins of this one.
                MoveSearch::Value(search) => row.value.is_some() || search.is_only_for(mover),
                _ => true,
            });
        }
        row.stopped_by = after.stopped_by;
        row.work = after.work;
        if after.value().is_some() || after.answer != Answer::Unknown {
            row.line.moves.extend(after.line.moves);
            row.line.is_cut = after.line.is_cut;
            row.line.may_be_longer = after.line.may_be_longer;
        }
        self.row = without_misleading_line(&self.child, row);
    }
}

/// The plies of the win after a move, the move included.
fn length_with_move(after: &QueryResult) -> Option<Bracket> {
    match (after.answer, after.shortest) {
        (Answer::Disproved, _) | (Answer::Unknown, None) => None,
        // The move wins at once: there was no search.
        (Answer::Proved, None) => after.line.moves.is_empty().then_some(ONE),
        (_, Some(known)) => Some(known.plus(1)),
    }
}

/// The row, without the line of a single question that may lose the result in games with scores.
fn without_misleading_line(child: &AnyPosition, mut row: MoveValue) -> MoveValue {
    let is_exact = row.value == Some(Value::Draw) || row.bounds.is_some();
    if is_exact && child.game().range().is_some() {
        row.line = Default::default();
    }
    row
}

impl<P: Prover, S: SearchSink> Asking<'_, P, S> {
    /// Searches a move to the end, or until a question has used up this number of nodes.
    pub(super) fn advance_move(
        &mut self,
        mover: Side,
        open: &mut OpenMove,
        nodes: Option<u64>,
    ) -> Result<(), Error> {
        if let Some(MoveSearch::NewScore { side, range }) = open.search {
            let search = ScoreSearch::of(&open.child, side, range);
            open.search = Some(MoveSearch::Score(Box::new(search)));
        }
        match &mut open.search {
            Some(MoveSearch::Answer(search)) => self.advance(&open.child, search, nodes),
            Some(MoveSearch::Value(search)) => self.advance_value(&open.child, search, nodes),
            Some(MoveSearch::Score(search)) => self.advance_score(&open.child, search, nodes),
            Some(MoveSearch::NewScore { .. }) | None => Ok(()),
        }?;
        open.update(mover, self.query.length);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::Kinds;

    #[test]
    fn a_length_that_is_too_large_is_not_known() {
        let game = Kinds::builtin().open("tree", "r = OR { r }").unwrap();
        let position = game.start();
        let length = |most: u16| {
            let shortest = Some(Bracket {
                least: 2,
                most: Some(most),
            });
            let after = QueryResult {
                answer: Answer::Proved,
                shortest,
                ..QueryResult::nothing(&position, Aim::win(Side::First))
            };
            length_with_move(&after).unwrap()
        };
        assert_eq!(length(65_534).most, Some(65_535));
        assert_eq!(length(65_535).most, None);
    }
}
