//! What is known of a position when all questions about it are answered.

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
    /// What must be reached, in the question that decided.
    pub aim: Aim,
    /// The answer to that question.
    pub answer: Answer,
    /// The root's numbers in that question.
    pub bounds: Bounds,
    /// Why that question has no answer.
    pub stopped_by: Option<Stop>,
    /// A line of play for that answer.
    pub line: TextLine,
    /// What is known of the shortest win, where that was asked for.
    pub shortest: Option<Bracket>,
    /// What was asked for beyond the answer.
    pub found: Found,
    /// The position with its score, as others write it.
    pub scored: Option<String>,
    /// How the game has ended, if it has, unless [`why_over`](QueryResult::why_over) says it.
    pub end: Option<End>,
    /// Why nothing can be played in the question, where the end depends on it.
    pub why_over: Option<String>,
    /// The work for all questions together.
    pub work: Work,
    /// The searches that decide the result, the one that counts most first: their certificates
    /// prove it.
    pub deciders: Vec<Decider>,
}

/// A search that decides a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decider {
    /// What it searched for.
    pub aim: Aim,
    /// Which of several certificates about the position its certificate is.
    pub part: CertificateKind,
    /// Its answer.
    pub answer: Answer,
}

/// Which of several certificates about a position one is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CertificateKind {
    /// The only one that is needed.
    Whole,
    /// That of the side in the question: a draw needs one of each.
    OfSide,
    /// The score is at least so much.
    AtLeast,
    /// The score is at most so much.
    AtMost,
}

impl QueryResult {
    /// What is known before any question is asked.
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

    /// What this search gives.
    pub(super) fn of(position: &AnyPosition, aim: Aim, solution: &Solution) -> QueryResult {
        let mut result = QueryResult::nothing(position, aim);
        result.decide_by(aim, solution);
        result.work.add(solution);
        result
    }

    /// Makes this the search that decides.
    pub(super) fn decide_by(&mut self, aim: Aim, solution: &Solution) {
        let report = &solution.report;
        self.aim = aim;
        self.answer = report.answer;
        self.bounds = report.bounds;
        self.stopped_by = report.stopped_by;
        self.line.clone_from(&solution.line);
        self.shortest = solution.shortest;
    }

    /// Adds a search that decides.
    pub(super) fn add_decider(&mut self, aim: Aim, part: CertificateKind, solution: &Solution) {
        let answer = solution.report.answer;
        self.deciders.push(Decider { aim, part, answer });
    }

    /// The value for the side to move, if it was asked for and is known.
    #[must_use]
    pub fn value(&self) -> Option<Value> {
        match &self.found {
            Found::Answer | Found::Answers(_) => None,
            Found::Value(value) | Found::Moves(value, _) => *value,
            Found::Score(known) | Found::Scores(known, _) => known.value,
        }
    }

    /// What is known of the score, if that was asked for.
    #[must_use]
    pub fn score(&self) -> Option<ScoreBounds> {
        match &self.found {
            Found::Score(known) | Found::Scores(known, _) => Some(*known),
            _ => None,
        }
    }

    /// The moves with what is known of each, the best first, if they were asked for.
    #[must_use]
    pub fn moves(&self) -> &[MoveValue] {
        match &self.found {
            Found::Moves(_, moves) | Found::Answers(moves) | Found::Scores(_, moves) => moves,
            _ => &[],
        }
    }

    /// Whether everything that was asked for is known.
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
