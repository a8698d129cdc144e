//! The result for a position once all questions about it are answered.

use shomei_search::Bracket;
use shomei_search::{Answer, Bounds, Stop};

use super::ended::End;
use super::found::{Found, MoveValue, ScoreBounds};
use super::question::Value;
use super::work::Work;
use crate::any::{Aim, AnyPosition};
use crate::solving::{Solution, TextLine};

/// The result for one position.
#[derive(Debug)]
pub struct QueryResult {
    /// The position on one line.
    pub position: String,
    /// The aim of the deciding question.
    pub aim: Aim,
    /// The answer to the deciding question.
    pub answer: Answer,
    /// The proof and disproof numbers of the root in the deciding question.
    pub bounds: Bounds,
    /// The limit that left the deciding question open.
    pub stopped_by: Option<Stop>,
    /// A line of play for that answer.
    pub line: TextLine,
    /// The bounds of the shortest win, if requested.
    pub shortest: Option<Bracket>,
    /// The value, the scores or the moves, if the question was about them.
    pub found: Found,
    /// The position with its score, in the form of other programs.
    pub scored: Option<String>,
    /// The end of the game; `None` if it has not ended, or if [`why_over`](QueryResult::why_over)
    /// is set.
    pub end: Option<End>,
    /// The reason why the attacker cannot play on, if the end depends on the attacker. Questions
    /// without an attacker, such as [`Value`](super::Question::Value), have it only if neither side
    /// can play on.
    pub why_over: Option<String>,
    /// The work of all questions together.
    pub work: Work,
    /// The searches that decide the result, the most important first: their certificates prove the
    /// result.
    pub deciders: Vec<Decider>,
}

/// A search that decides a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decider {
    /// The aim of the search.
    pub aim: Aim,
    /// The kind of its certificate among several certificates about the position.
    pub part: CertificateKind,
    /// The answer.
    pub answer: Answer,
}

/// The kind of a certificate among several certificates about the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CertificateKind {
    /// The only certificate that is needed.
    Whole,
    /// The certificate for one side: a draw needs one for each side.
    OfSide,
    /// The score is at least this.
    AtLeast,
    /// The score is at most this.
    AtMost,
}

impl QueryResult {
    /// The result before the first question.
    pub(super) fn nothing(position: &AnyPosition, aim: Aim) -> QueryResult {
        QueryResult {
            position: position.text(),
            aim,
            answer: Answer::Unknown,
            bounds: Bounds::UNIT,
            stopped_by: None,
            line: TextLine::default(),
            shortest: None,
            found: Found::Answer,
            scored: None,
            end: None,
            why_over: None,
            work: Work::default(),
            deciders: Vec::new(),
        }
    }

    /// The result of this search.
    pub(super) fn of(position: &AnyPosition, aim: Aim, solution: &Solution) -> QueryResult {
        let mut result = QueryResult::nothing(position, aim);
        result.decide_by(aim, solution);
        result.work.add(solution);
        result
    }

    /// Makes this search the deciding one.
    pub(super) fn decide_by(&mut self, aim: Aim, solution: &Solution) {
        let report = &solution.report;
        self.aim = aim;
        self.answer = report.answer;
        self.bounds = report.bounds;
        self.stopped_by = report.stopped_by;
        self.line.clone_from(&solution.line);
        self.shortest = solution.shortest;
    }

    /// Adds a deciding search.
    pub(super) fn add_decider(&mut self, aim: Aim, part: CertificateKind, solution: &Solution) {
        let answer = solution.report.answer;
        self.deciders.push(Decider { aim, part, answer });
    }

    /// The value for the side to move, if asked for and known.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        match &self.found {
            Found::Answer | Found::Answers(_) => None,
            Found::Value(value) | Found::Moves(value, _) => *value,
            Found::Score(known) | Found::Scores(known, _) => known.value,
        }
    }

    /// The bounds of the score, if asked for.
    #[must_use]
    pub fn score(&self) -> Option<ScoreBounds> {
        match &self.found {
            Found::Score(known) | Found::Scores(known, _) => Some(*known),
            _ => None,
        }
    }

    /// The moves with their results, the best first, if asked for.
    #[must_use]
    pub fn moves(&self) -> &[MoveValue] {
        match &self.found {
            Found::Moves(_, moves) | Found::Answers(moves) | Found::Scores(_, moves) => moves,
            _ => &[],
        }
    }

    /// Whether all requested results are known.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        match &self.found {
            Found::Answer => match (self.answer, self.shortest) {
                (Answer::Unknown, _) => false,
                (Answer::Proved, Some(shortest)) => shortest.exact().is_some(),
                _ => true,
            },
            Found::Answers(moves) => {
                let is_known = |mv: &MoveValue| mv.answer.is_some_and(|a| a != Answer::Unknown);
                let is_open = |mv: &MoveValue| !is_known(mv) || mv.is_unmeasured();
                self.answer != Answer::Unknown && !moves.iter().any(is_open)
            }
            Found::Value(value) => value.is_some(),
            Found::Moves(value, moves) => {
                let is_known = |mv: &MoveValue| mv.value.is_some() && !mv.is_unmeasured();
                value.is_some() && moves.iter().all(is_known)
            }
            Found::Score(known) => known.score().is_some(),
            Found::Scores(known, moves) => {
                known.score().is_some() && moves.iter().all(|mv| mv.score().is_some())
            }
        }
    }
}
