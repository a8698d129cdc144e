//! What is known of a position when all questions about it are answered.

use shomei_compose::Counted;
use shomei_extract::ExtractError;
use shomei_search::Bracket;
use shomei_search::{Answer, Bounds, Stop};

use super::ended::End;
use super::found::{Found, Known, MoveValue};
use super::missing::Missing;
use super::others::OtherSolutions;
use super::prover::Proof;
use super::question::Value;
use super::refutation::Refutation;
use super::work::Work;
use crate::any::{Aim, AnyPosition};
use crate::composers::Judgement;
use crate::error::Error;
use crate::solving::Wanted;

/// The result for one position.
#[derive(Debug)]
pub struct Answered {
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
    pub line: Vec<String>,
    /// Whether that line ends before the game does.
    pub line_is_cut: bool,
    /// Whether the loser may have a longer defence: a full table has lost how long moves hold out.
    pub line_may_be_longer: bool,
    /// What is known of the shortest win, where that was asked for.
    pub shortest: Option<Bracket>,
    /// The same with wasted defences left out, in games that
    /// [count so](shomei_game::Composition::spares_defences), where the length with the others is known.
    pub counted: Option<Counted<String>>,
    /// Other solutions, where they were asked for and there is a win.
    pub others: Option<OtherSolutions>,
    /// What the defender answers, where that was asked for and there is no win.
    pub refutation: Option<Refutation>,
    /// What is missing for a win, where that was asked for and none is known.
    pub missing: Option<Missing>,
    /// What composers call the problem, where other solutions were asked for in a game that has
    /// such words, and whether there is a win is known.
    pub judgement: Option<Judgement>,
    /// What was asked for beyond the answer.
    pub found: Found,
    /// The position with its score, as others write it.
    pub scored: Option<String>,
    /// How the game has ended, if it has, unless [`why_over`](Answered::why_over) says it.
    pub end: Option<End>,
    /// Why nothing can be played in the question, where the end depends on it.
    pub why_over: Option<String>,
    /// The work for all questions together.
    pub work: Work,
    /// The questions whose answers make this one: those of which certificates prove it.
    pub decided: Vec<Aim>,
    /// What went wrong without touching the answer.
    pub problems: Vec<Error>,
}

/// What came with the answer to a question that counts.
#[derive(Debug)]
pub struct Kept<E> {
    /// The question.
    pub aim: Aim,
    /// Which of several certificates about the position this question's is.
    pub part: CertificateKind,
    /// What came with it.
    pub extra: E,
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

/// An answer, with what came along.
#[derive(Debug)]
pub struct Told<E> {
    /// The answer.
    pub answered: Answered,
    /// What came with the questions that count, the one that decided first.
    pub kept: Vec<Kept<E>>,
}

impl<E> Told<E> {
    /// An answer that no question was needed for.
    pub(super) fn alone(answered: Answered) -> Told<E> {
        Told {
            answered,
            kept: Vec::new(),
        }
    }

    /// Keeps what came with a question that counts.
    pub(super) fn keep(&mut self, aim: Aim, part: CertificateKind, proof: Proof<E>) {
        let answer = proof.solution.report.answer;
        if answer != Answer::Unknown {
            self.answered.decided.push(aim);
        }
        if let Some(Err(error)) = proof.solution.refutation {
            let text = error.to_string().replace("certificate", "refutation");
            self.answered.problems.push(match error {
                ExtractError::Stopped(_) => Error::limit(text),
                _ => Error::run(text),
            });
        }
        self.kept.push(Kept {
            aim,
            part,
            extra: proof.extra,
        });
    }
}

impl Answered {
    /// What is known before any question is asked.
    pub(super) fn nothing(position: &AnyPosition, aim: Aim) -> Answered {
        Answered {
            position: position.text(),
            aim,
            answer: Answer::Unknown,
            bounds: Bounds::UNIT,
            stopped_by: None,
            line: Vec::new(),
            line_is_cut: false,
            line_may_be_longer: false,
            shortest: None,
            counted: None,
            others: None,
            refutation: None,
            missing: None,
            judgement: None,
            found: Found::Answer,
            scored: None,
            end: None,
            why_over: None,
            work: Work::default(),
            decided: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// What this question gives.
    pub(super) fn of<E>(
        position: &AnyPosition,
        aim: Aim,
        wanted: &Wanted,
        proof: &Proof<E>,
    ) -> Answered {
        let mut answered = Answered::nothing(position, aim);
        answered.decide_by(aim, wanted, proof);
        if wanted.others.is_some() && position.game().is_composed() {
            answered.judgement = match (answered.answer, &answered.others) {
                (Answer::Disproved, _) => Some(Judgement::no_mate()),
                (_, others) => others.as_ref().map(OtherSolutions::judgement),
            };
        }
        answered.work.add(&proof.solution);
        answered
    }

    /// Makes this the question that decides.
    pub(super) fn decide_by<E>(&mut self, aim: Aim, wanted: &Wanted, proof: &Proof<E>) {
        let solution = &proof.solution;
        let report = &solution.report;
        self.aim = aim;
        self.answer = report.answer;
        self.bounds = report.bounds;
        self.stopped_by = report.stopped_by;
        self.line.clone_from(&solution.line);
        self.line_is_cut = solution.line_is_cut;
        self.line_may_be_longer = solution.line_may_be_longer;
        self.shortest = solution.shortest;
        self.counted.clone_from(&solution.counted);
        self.others = OtherSolutions::of(wanted, solution);
        self.refutation = Refutation::of(wanted, solution);
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
    pub fn score(&self) -> Option<Known> {
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

    /// Whether the line goes to its end, if there is one.
    #[must_use]
    pub fn line_complete(&self) -> Option<bool> {
        (self.line_is_cut || !self.line.is_empty()).then_some(!self.line_is_cut)
    }

    /// Whether everything that was asked for is known.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        if !self.missing.as_ref().is_none_or(Missing::is_decided) {
            return false;
        }
        let counted = self.counted.as_ref();
        if counted.is_some_and(|counted| counted.stopped_by.is_some()) {
            return false;
        }
        match &self.found {
            Found::Answer => match (self.answer, self.shortest) {
                (Answer::Unknown, _) => false,
                (Answer::Proved, Some(shortest)) => {
                    let is_decided = self.others.as_ref().is_none_or(OtherSolutions::is_decided);
                    shortest.exact().is_some() && is_decided
                }
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
