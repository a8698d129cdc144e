//! From a position to an answer, with the certificates in their places.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use shomei_game::Side;
use shomei_search::extract::ExtractError;
use shomei_search::shortest::Bracket;
use shomei_search::{Answer, Bounds, Stop};

use super::Request;
use super::asking::{Asked, Ready, ask};
use super::ended::{End, end};
use super::expected::Comparison;
use super::moves::{MoveValue, moves, moves_for};
use super::principal::drop_misleading;
use super::question::{Question, Value};
use super::record::Notes;
use super::refutation::Refutation;
use super::score::{Known, score};
use super::sides::{value_of_one, who_may_win};
use super::work::Work;
use super::yozume::Yozume;
use crate::erased::{Aim, AnyPosition};
use crate::failure::{Exit, Failure};
use crate::overwrite::is_certificate;
use crate::solving::Solution;

/// The result for one position.
#[derive(Debug)]
pub(super) struct Answered {
    /// The position on one line.
    pub(super) position: String,
    /// What must be reached, in the question that decided.
    pub(super) aim: Aim,
    /// The answer to that question.
    pub(super) answer: Answer,
    /// The root's numbers in that question.
    pub(super) bounds: Bounds,
    /// Why that question has no answer.
    pub(super) stopped_by: Option<Stop>,
    /// A line of play for that answer.
    pub(super) line: Vec<String>,
    /// Whether that line ends before the game does.
    pub(super) line_is_cut: bool,
    /// What is known of the shortest win, where that was asked for.
    pub(super) shortest: Option<Bracket>,
    /// Other solutions, where they were asked for and there is a win.
    pub(super) yozume: Option<Yozume>,
    /// What the defender answers, where that was asked for and there is no win.
    pub(super) refutation: Option<Refutation>,
    /// What was asked for beyond the answer.
    pub(super) found: Found,
    /// The position with its score, as others write it.
    pub(super) scored: Option<String>,
    /// How the game has ended, if it has.
    pub(super) end: Option<End>,
    /// Why nothing can be played in the question, where the end depends on it.
    pub(super) why_over: Option<String>,
    /// The work for all questions together.
    pub(super) work: Work,
    /// The certificates, that of the question that decided first.
    pub(super) certificates: Vec<Kept>,
    /// What tables and records say of it.
    pub(super) notes: Notes,
    /// What the list says of the position, beside what was found.
    pub(super) comparison: Option<Comparison>,
    /// What went wrong without touching the answer.
    pub(super) problems: Vec<Failure>,
}

/// What comes of several questions together.
#[derive(Debug)]
pub(super) enum Found {
    /// There was but one question.
    Answer,
    /// The value, if it is known.
    Value(Option<Value>),
    /// The value, if it is known, and that of each move, the best first.
    Moves(Option<Value>, Vec<MoveValue>),
    /// The answer for each move, that of one question, the best first for who plays it.
    Answers(Vec<MoveValue>),
    /// What is known of the score.
    Score(Known),
}

/// A certificate that is in its place.
#[derive(Debug)]
pub(super) struct Kept {
    /// What the certificate is about.
    pub(super) aim: Aim,
    pub(super) path: PathBuf,
    pub(super) records: u64,
    pub(super) bytes: u64,
}

/// Answers what the request asks about a position. `target` is where the
/// certificate goes.
pub(super) fn answer(
    request: &Request,
    position: &dyn AnyPosition,
    target: Option<&Path>,
) -> Result<Answered, Failure> {
    request.begin();
    let mover = position.to_move();
    if let Some(target) = target {
        check_target(request, position, target)?;
    }
    let (end, why_over) = end(request, position, mover)?;
    let mut answered = match request.question {
        Question::MoverWins => one(request, position, mover, target),
        Question::Win(attacker) => one(request, position, attacker, target),
        Question::Value => value(request, position, target),
        Question::Moves => moves(request, position),
        Question::MovesFor(attacker) => moves_for(request, position, attacker),
        Question::Score(range) => score(request, position, range, target),
    }?;
    answered.end = end;
    answered.why_over = why_over;
    drop_misleading(request, &mut answered);
    Ok(answered)
}

/// Refuses to write certificates over what is none of this position, before the
/// search.
fn check_target(
    request: &Request,
    position: &dyn AnyPosition,
    target: &Path,
) -> Result<(), Failure> {
    let (game, root, rules) = (request.entry.name, position.text(), request.game.rules());
    // A score asks under rules of its own.
    let (words, rules) = match request.question {
        Question::Value => (request.entry.sides, Some(rules.as_str())),
        Question::Score(_) => (["at-least", "at-most"], None),
        _ => (["", ""], Some(rules.as_str())),
    };
    let words = words.into_iter().filter(|word| !word.is_empty());
    let others = words.map(|word| with_word(target, word));
    for path in others.chain([target.to_path_buf()]) {
        request
            .guarded
            .check(&path, "a certificate about this position", |path| {
                is_certificate(path, game, rules, &root)
            })?;
    }
    Ok(())
}

pub(super) fn one(
    request: &Request,
    position: &dyn AnyPosition,
    attacker: Side,
    target: Option<&Path>,
) -> Result<Answered, Failure> {
    let asked = ask(request, position, Aim::win(attacker), target)?;
    let mut answered = Answered::of(position, &asked);
    answered.take(asked, target);
    Ok(answered)
}

/// Asks whether the side to move can win, and whether its opponent can: the
/// likelier first.
pub(super) fn value(
    request: &Request,
    position: &dyn AnyPosition,
    target: Option<&Path>,
) -> Result<Answered, Failure> {
    let mover = position.to_move();
    let mut sides = match who_may_win(position)?[..] {
        [a, b] => [a, b],
        ref fewer => return value_of_one(request, position, fewer.first().copied(), target),
    };
    if position.guess_score() < 0 {
        sides.reverse();
    }
    let first = ask(request, position, Aim::win(sides[0]), target)?;
    let first_answer = first.answer();
    if first_answer == Answer::Proved {
        let mut answered = Answered::of(position, &first);
        let wins = sides[0] == mover;
        answered.found = Found::Value(Some(if wins { Value::Win } else { Value::Loss }));
        answered.take(first, target);
        return Ok(answered);
    }
    let second = ask(request, position, Aim::win(sides[1]), target)?;
    let mut answers = [first_answer, second.answer()];
    let is_won = answers[1] == Answer::Proved;
    if sides[0] != mover {
        answers.reverse();
    }
    let value = Value::of(answers[0], answers[1]);
    // A question left open decides that the value is unknown.
    let decided_by_second = value.is_some() || first_answer != Answer::Unknown;
    let (decider, other) = if decided_by_second {
        (second, first)
    } else {
        (first, second)
    };
    let mut answered = Answered::of(position, &decider);
    answered.found = Found::Value(value);
    answered.work.add(&other.solution);
    if is_won {
        answered.take(decider, target);
    } else {
        for asked in [decider, other] {
            let name = request.entry.sides[asked.aim.attacker.index()];
            let target = target.map(|target| with_word(target, name));
            answered.take(asked, target.as_deref());
        }
    }
    Ok(answered)
}

/// `x.proof` becomes `x.black.proof`.
pub(super) fn with_word(path: &Path, word: &str) -> PathBuf {
    match path.extension() {
        Some(extension) => {
            let mut end = std::ffi::OsString::from(word);
            end.push(".");
            end.push(extension);
            path.with_extension(end)
        }
        None => path.with_extension(word),
    }
}

impl Answered {
    /// What is known before any question is asked.
    pub(super) fn nothing(position: &dyn AnyPosition, aim: Aim) -> Answered {
        Answered {
            position: position.text(),
            aim,
            answer: Answer::Unknown,
            bounds: Bounds::UNIT,
            stopped_by: None,
            line: Vec::new(),
            line_is_cut: false,
            shortest: None,
            yozume: None,
            refutation: None,
            found: Found::Answer,
            scored: None,
            end: None,
            why_over: None,
            work: Work::default(),
            certificates: Vec::new(),
            notes: Notes::default(),
            comparison: None,
            problems: Vec::new(),
        }
    }

    /// What this question gives, its certificate apart.
    pub(super) fn of(position: &dyn AnyPosition, asked: &Asked) -> Answered {
        let mut answered = Answered::nothing(position, asked.aim);
        answered.decide_by(asked);
        answered.work.add(&asked.solution);
        answered
    }

    /// Makes this the question that decides.
    pub(super) fn decide_by(&mut self, asked: &Asked) {
        let Solution { report, line, .. } = &asked.solution;
        self.aim = asked.aim;
        self.answer = report.answer;
        self.bounds = report.bounds;
        self.stopped_by = report.stopped_by;
        self.line.clone_from(line);
        self.line_is_cut = asked.solution.line_is_cut;
        self.shortest = asked.solution.shortest;
        self.yozume = Yozume::of(asked);
        if let Some(yozume) = &self.yozume {
            self.notes.unique = Some(yozume.verdict().to_string());
            self.notes.branches = yozume.branches();
        }
        self.refutation = Refutation::of(asked);
    }

    /// Puts the certificate of a question in its place.
    pub(super) fn take(&mut self, asked: Asked, target: Option<&Path>) {
        self.problems.extend(asked.problems);
        if let Some(Err(error)) = &asked.solution.refutation {
            let text = error.to_string().replace("certificate", "refutation");
            self.problems.push(match error {
                ExtractError::Stopped(_) => Failure::Limit(text),
                _ => Failure::Run(anyhow!(text)),
            });
        }
        let (Some(Ready { file, summary }), Some(target)) = (asked.certificate, target) else {
            return;
        };
        match file.keep(target) {
            Ok(()) => self.certificates.push(Kept {
                aim: asked.aim,
                path: target.to_path_buf(),
                records: summary.totals.records,
                bytes: summary.bytes,
            }),
            Err(failure) => self.problems.push(failure),
        }
    }

    /// The certificate of the question that decided.
    pub(super) fn proof(&self) -> Option<&Kept> {
        let decided = |kept: &&Kept| kept.aim == self.aim;
        self.certificates.iter().find(decided)
    }

    /// The value for the side to move, if it was asked for and is known.
    pub(super) fn value(&self) -> Option<Value> {
        match &self.found {
            Found::Answer | Found::Answers(_) => None,
            Found::Value(value) | Found::Moves(value, _) => *value,
            Found::Score(known) => known.score().map(Value::of_score),
        }
    }

    /// Whether the line goes to its end, if there is one.
    pub(super) fn line_complete(&self) -> Option<bool> {
        (self.line_is_cut || !self.line.is_empty()).then_some(!self.line_is_cut)
    }

    /// Whether everything that was asked for is known.
    pub(super) fn is_complete(&self) -> bool {
        match &self.found {
            Found::Answer => match (self.answer, self.shortest) {
                (Answer::Unknown, _) => false,
                (Answer::Proved, Some(shortest)) => {
                    let is_decided = self.yozume.as_ref().is_none_or(Yozume::is_decided);
                    shortest.exact().is_some() && is_decided
                }
                _ => true,
            },
            Found::Answers(moves) => {
                let is_known = |mv: &MoveValue| mv.answer.is_some_and(|a| a != Answer::Unknown);
                self.answer != Answer::Unknown && moves.iter().all(is_known)
            }
            Found::Value(value) => value.is_some(),
            Found::Moves(value, moves) => {
                value.is_some() && moves.iter().all(|mv| mv.value.is_some())
            }
            Found::Score(known) => known.score().is_some(),
        }
    }

    /// How the command ends for this position.
    pub(super) fn exit(&self) -> Exit {
        let limited = |problem: &Failure| problem.exit() == Exit::Unknown;
        if !self.problems.iter().all(limited) {
            Exit::Failed
        } else if self.is_complete() && self.problems.is_empty() {
            Exit::Done
        } else {
            Exit::Unknown
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_goes_before_the_extension() {
        let name = |path: &str| with_word(Path::new(path), "black");
        assert_eq!(name("a/x.proof"), Path::new("a/x.black.proof"));
        assert_eq!(name("a.b/x"), Path::new("a.b/x.black"));
    }
}
