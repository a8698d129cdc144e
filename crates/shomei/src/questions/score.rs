//! Finds the exact score with questions whether it is at least N.

use shomei_game::{ScoreRange, Side};
use shomei_search::{Answer, Stop};

use super::found::{Found, ScoreBounds};
use super::hunt::Hunt;
use super::partial::PartialSearch;
use super::result::{CertificateKind, QueryResult};
use super::work::Work;
use super::{Asking, Prover, SearchSink};
use crate::any::{Aim, AnyPosition, no_scores};
use crate::error::Error;
use crate::solving::Solution;

/// The questions that decide a score.
pub(super) struct ScoreSearch {
    /// The side whose score is searched.
    side: Side,
    /// The first question.
    first: Aim,
    hunt: Hunt,
    seen: Seen,
    /// The current question: the score of the hunt, and its search.
    current: Option<(i32, PartialSearch)>,
    /// The last answers, which are next to the score.
    at_least: Option<(Aim, Solution)>,
    at_most: Option<(Aim, Solution)>,
    open: Option<(Aim, Solution)>,
    questions: u64,
    work: Work,
    /// The limit on all questions that was reached.
    stopped_by: Option<Stop>,
}

impl ScoreSearch {
    pub(super) fn of(position: &AnyPosition, side: Side, range: ScoreRange) -> ScoreSearch {
        let (hunt, seen) = Seen::hunt(position, side, range);
        let guess = seen.least(hunt.next().unwrap_or_default());
        let mut search = ScoreSearch {
            side,
            first: Aim::score(side, guess),
            hunt,
            seen,
            current: None,
            at_least: None,
            at_most: None,
            open: None,
            questions: 0,
            work: Work::default(),
            stopped_by: None,
        };
        search.begin_next();
        search
    }

    /// The current search; `None` if no question is left.
    pub(super) fn current(&self) -> Option<&PartialSearch> {
        self.current.as_ref().map(|(_, search)| search)
    }

    /// The number of finished questions.
    pub(super) fn questions(&self) -> u64 {
        self.questions
    }

    fn begin_next(&mut self) {
        let next = self.hunt.next();
        self.current = next.map(|asked| {
            let aim = Aim::score(self.side, self.seen.least(asked));
            (asked, PartialSearch::new(aim))
        });
    }

    /// Processes the answer to the current question, and returns the older question whose
    /// certificate no longer matters.
    fn learn(&mut self) -> Option<Aim> {
        let (asked, search) = self.current.take()?;
        let aim = search.aim;
        let solution = search.into_solution();
        self.questions += 1;
        self.work.add(&solution);
        let answer = solution.report.answer;
        self.hunt.learn(asked, self.seen.answer(answer));
        let place = match answer {
            Answer::Proved => &mut self.at_least,
            Answer::Disproved => &mut self.at_most,
            Answer::Unknown => &mut self.open,
        };
        let older = place.replace((aim, solution));
        older.map(|(aim, _)| aim)
    }

    /// The known bounds of the score.
    pub(super) fn result(&self, position: &AnyPosition) -> QueryResult {
        let mut result = QueryResult::nothing(position, self.first);
        let bounds = self.seen.bounds(self.hunt.bounds());
        let known = ScoreBounds::of(position, bounds, self.questions);
        result.found = Found::Score(known);
        result.work = self.work;
        if let Some(solution) = self.current().and_then(PartialSearch::solution) {
            result.work.add(solution);
        }
        let decider = match known.score() {
            Some(_) => self.at_least.as_ref().or(self.at_most.as_ref()),
            None => self.open.as_ref(),
        };
        match decider {
            Some((aim, solution)) => result.decide_by(*aim, solution),
            // Between two questions.
            None => result.stopped_by = self.stopped_by,
        }
        for (asked, part) in [
            (&self.at_least, CertificateKind::AtLeast),
            (&self.at_most, CertificateKind::AtMost),
        ] {
            if let Some((aim, solution)) = asked {
                result.add_decider(*aim, part, solution);
            }
        }
        result
    }
}

impl<P: Prover, S: SearchSink> Asking<'_, P, S> {
    /// Finds the score, or the narrowest bounds within the limits.
    pub(super) fn score(&mut self, position: &AnyPosition) -> Result<QueryResult, Error> {
        let range = range_of(position)?;
        let mut score = ScoreSearch::of(position, position.to_move(), range);
        self.advance_score(position, &mut score, None)?;
        Ok(score.result(position))
    }

    /// Searches to the end, or until a question has used up this number of nodes.
    pub(super) fn advance_score(
        &mut self,
        position: &AnyPosition,
        score: &mut ScoreSearch,
        nodes: Option<u64>,
    ) -> Result<(), Error> {
        while let Some((_, search)) = &mut score.current {
            self.advance(position, search, nodes)?;
            if search.is_open() {
                break;
            }
            if let Some(older) = score.learn() {
                self.sink.discard(older);
            }
            score.stopped_by = self.prover.reached();
            if score.stopped_by.is_none() {
                score.begin_next();
            }
        }
        Ok(())
    }
}

/// If the guess for the side to move is more than this number of steps below 0, the hunt uses the
/// scores of its opponent. In Othello positions from games, `--score` then takes 0.98, 0.81 and 0.94
/// of the nodes with 16, 18 and 20 empty squares (50 positions each), and 1.00 in FFO 40 to 49.
const REVERSED: i32 = 6;

/// Converts between the questions of the hunt and the questions about a side. The hunt uses scores
/// of the side for which "yes" is the cheaper answer: the side to move, unless its guess is far
/// below 0.
#[derive(Clone, Copy)]
enum Seen {
    /// The hunt uses the scores of this side.
    Same,
    /// The hunt uses the scores of the opponent. The step between scores.
    Opposite(i32),
}

impl Seen {
    /// Starts a hunt for the score of a position for `side`.
    fn hunt(position: &AnyPosition, side: Side, range: ScoreRange) -> (Hunt, Seen) {
        let mover = position.to_move();
        let guess = position.first_guess();
        let (hunter, guess) = match guess < -REVERSED * range.step {
            true => (mover.opponent(), -guess),
            false => (mover, guess),
        };
        let seen = match side == hunter {
            true => Seen::Same,
            false => Seen::Opposite(range.step),
        };
        let guess = position.score(hunter).unwrap_or_else(|| {
            // A "yes" is the cheaper answer, so the hunt starts below the guess.
            guess - range.step
        });
        (Hunt::new(range, guess), seen)
    }

    /// The least score in the question that `side` is asked.
    fn least(self, asked: i32) -> i32 {
        match self {
            Seen::Same => asked,
            // A "yes" for one side is a "no" for its opponent.
            Seen::Opposite(step) => step - asked,
        }
    }

    /// The answer to the question of the hunt.
    fn answer(self, answer: Answer) -> Answer {
        match (self, answer) {
            (Seen::Same, answer) => answer,
            (Seen::Opposite(_), Answer::Proved) => Answer::Disproved,
            (Seen::Opposite(_), Answer::Disproved) => Answer::Proved,
            (Seen::Opposite(_), Answer::Unknown) => Answer::Unknown,
        }
    }

    fn bounds(self, [low, high]: [i32; 2]) -> [i32; 2] {
        match self {
            Seen::Same => [low, high],
            Seen::Opposite(_) => [-high, -low],
        }
    }
}

/// The range of scores of the game.
pub(super) fn range_of(position: &AnyPosition) -> Result<ScoreRange, Error> {
    let game = position.game();
    game.range().ok_or_else(|| no_scores(&game.name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The score of a side that a hunt finds, and its questions to that side.
    fn found(seen: Seen, score: i32, guess: i32) -> ([i32; 2], Vec<i32>) {
        let range = ScoreRange {
            greatest: 64,
            step: 2,
            unit: "discs",
        };
        let mut hunt = Hunt::new(range, guess);
        let mut asked = Vec::new();
        while let Some(next) = hunt.next() {
            let least = seen.least(next);
            asked.push(least);
            let answer = match score >= least {
                true => Answer::Proved,
                false => Answer::Disproved,
            };
            hunt.learn(next, seen.answer(answer));
        }
        (seen.bounds(hunt.bounds()), asked)
    }

    #[test]
    fn both_views_of_a_hunt_find_every_score() {
        for score in (-64..=64).step_by(2) {
            for guess in (-64..=64).step_by(2) {
                for seen in [Seen::Same, Seen::Opposite(2)] {
                    assert_eq!(found(seen, score, guess).0, [score, score]);
                }
            }
        }
    }

    #[test]
    fn the_view_of_the_opponent_asks_from_above() {
        // The opponent is expected to get 20 to 18 discs more.
        assert_eq!(found(Seen::Opposite(2), -20, 18).1, [-16, -18, -20]);
        assert_eq!(found(Seen::Same, -20, -20).1, [-20, -18]);
    }
}
