//! From a position to an answer, with the certificates in their places.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use shomei_game::Side;
use shomei_lab::machine;
use shomei_proof::{CheckLimits, Header, Summary};
use shomei_search::table::Table;
use shomei_search::{Answer, Bounds, Stop};

use super::Request;
use super::question::{Question, Value};
use crate::checking::{Verdict, check_file};
use crate::checkpoint::{self, Keeper, Watched};
use crate::erased::AnyPosition;
use crate::failure::{Exit, Failure};
use crate::output::{outcome_text, warn};
use crate::pending::PendingFile;
use crate::progress::ProgressLine;
use crate::solving::{Certificate, CertifyError, Solution};

/// The result for one position.
#[derive(Debug)]
pub(super) struct Answered {
    /// The position on one line.
    pub(super) position: String,
    /// The side that must win, in the question that decided.
    pub(super) attacker: Side,
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
    /// The value, if it was asked for and is known.
    pub(super) value: Option<Value>,
    /// The work for all questions together.
    pub(super) work: Work,
    /// The certificates, that of the question that decided first.
    pub(super) certificates: Vec<Kept>,
    /// What went wrong without touching the answer.
    pub(super) problems: Vec<Failure>,
}

/// Counters and time of one or two searches.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Work {
    pub(super) generated: u64,
    pub(super) expanded: u64,
    pub(super) evaluated: u64,
    pub(super) table_hits: u64,
    pub(super) seconds: f64,
}

/// A certificate that is in its place.
#[derive(Debug)]
pub(super) struct Kept {
    /// The side that the certificate is about.
    pub(super) attacker: Side,
    pub(super) path: PathBuf,
    pub(super) records: u64,
    pub(super) bytes: u64,
}

/// The answer to one question.
struct Asked {
    attacker: Side,
    solution: Solution,
    certificate: Option<Ready>,
    /// Why there is no certificate although one was asked for, or no last
    /// checkpoint.
    problems: Vec<Failure>,
}

/// A certificate that is complete and has no name yet.
struct Ready {
    file: PendingFile,
    summary: Summary,
}

/// Answers what the request asks about a position. `target` is where the
/// certificate goes.
pub(super) fn answer(
    request: &Request,
    position: &dyn AnyPosition,
    target: Option<&Path>,
) -> Result<Answered, Failure> {
    if let Some(outcome) = position.outcome() {
        let how = outcome_text(outcome, request.entry.sides);
        return Err(Failure::Input(format!("the game is over: {how}")));
    }
    let mover = position.to_move();
    match request.question {
        Question::MoverWins => one(request, position, mover, target),
        Question::Win(attacker) => one(request, position, attacker, target),
        Question::Value => both(request, position, mover, target),
    }
}

fn one(
    request: &Request,
    position: &dyn AnyPosition,
    attacker: Side,
    target: Option<&Path>,
) -> Result<Answered, Failure> {
    let asked = ask(request, position, attacker, target)?;
    let mut answered = Answered::of(position, &asked);
    answered.take(asked, target);
    Ok(answered)
}

/// Asks whether the side to move can win, then whether its opponent can.
fn both(
    request: &Request,
    position: &dyn AnyPosition,
    mover: Side,
    target: Option<&Path>,
) -> Result<Answered, Failure> {
    let first = ask(request, position, mover, target)?;
    let first_answer = first.solution.report.answer;
    if first_answer == Answer::Proved {
        let mut answered = Answered::of(position, &first);
        answered.value = Some(Value::Win);
        answered.take(first, target);
        return Ok(answered);
    }
    let second = ask(request, position, mover.opponent(), target)?;
    let second_answer = second.solution.report.answer;
    let value = Value::of(first_answer, second_answer);
    // A question left open decides that the value is unknown.
    let decided_by_second = value.is_some() || first_answer != Answer::Unknown;
    let (decider, other) = if decided_by_second {
        (second, first)
    } else {
        (first, second)
    };
    let mut answered = Answered::of(position, &decider);
    answered.value = value;
    if value == Some(Value::Loss) {
        answered.work.add(&other.solution);
        answered.take(decider, target);
    } else {
        for asked in [decider, other] {
            let name = request.entry.sides[asked.attacker.index()];
            let target = target.map(|target| with_side(target, name));
            if asked.attacker != answered.attacker {
                answered.work.add(&asked.solution);
            }
            answered.take(asked, target.as_deref());
        }
    }
    Ok(answered)
}

/// `x.proof` becomes `x.black.proof`.
fn with_side(path: &Path, side: &str) -> PathBuf {
    match path.extension() {
        Some(extension) => {
            let mut end = std::ffi::OsString::from(side);
            end.push(".");
            end.push(extension);
            path.with_extension(end)
        }
        None => path.with_extension(side),
    }
}

fn ask(
    request: &Request,
    position: &dyn AnyPosition,
    attacker: Side,
    target: Option<&Path>,
) -> Result<Asked, Failure> {
    // Before the search, so that a place that cannot be written to costs no time.
    let mut file = target
        .map(|target| PendingFile::beside(target, &request.interrupt))
        .transpose()?;
    let mut keeper = match request.plan.is_empty() {
        true => None,
        false => Some(keeper(request, position, attacker)?),
    };
    let mut solution = {
        let mut observer = Watched {
            observer: ProgressLine::begin(),
            keeper: keeper.as_mut(),
        };
        let out = file.as_mut().map(|file| file as &mut dyn Write);
        position.solve(attacker, &request.task, &mut observer, out)?
    };
    let is_certified = solution.certificate.as_ref().is_none_or(Result::is_ok);
    let is_done = is_certified && solution.report.answer != Answer::Unknown;
    let mut problems = Vec::new();
    problems.extend(keeper.and_then(|keeper| keeper.finish(is_done).err()));
    if solution.corrected {
        warn(format_args!(
            "the search's disproof was wrong: closing it proved the position; the answer is corrected"
        ));
    }
    let written = match (file, solution.certificate.take()) {
        (Some(file), Some(certificate)) => finish(request, file, certificate).map(Some),
        // Nothing to certify: the file is dropped.
        _ => Ok(None),
    };
    let certificate = match written {
        Ok(ready) => ready,
        Err(failure) => {
            problems.push(failure);
            None
        }
    };
    Ok(Asked {
        attacker,
        solution,
        certificate,
        problems,
    })
}

/// Who looks after the checkpoints of a search.
fn keeper(
    request: &Request,
    position: &dyn AnyPosition,
    attacker: Side,
) -> Result<Keeper, Failure> {
    let task = &request.task;
    let matters = |(name, _): &(&str, &str)| !["threads", "share"].contains(name);
    let options = task.settings.iter().filter(matters);
    let header = checkpoint::Header {
        format: Table::FORMAT,
        program: format!(
            "{} {}",
            env!("CARGO_PKG_VERSION"),
            machine::program_checksum()
        ),
        game: request.entry.name.to_string(),
        rules: request.game.rules(),
        attacker: request.entry.sides[attacker.index()].to_string(),
        position: position.text(),
        algorithm: task.algorithm.name.to_string(),
        options: options
            .map(|(name, value)| (name.into(), value.into()))
            .chain(request.marks.iter().cloned())
            .collect(),
        memory: request.memory,
        // Not known before the table is made.
        buckets: 0,
        milliseconds: 0,
    };
    Keeper::new(&request.plan, header, &request.interrupt)
}

/// A certificate that may be given its name.
fn finish(
    request: &Request,
    file: PendingFile,
    certificate: Result<Certificate, CertifyError>,
) -> Result<Ready, Failure> {
    let Certificate { header, summary } = certificate.context("no certificate")?;
    if request.check {
        read_back(&file, &header)?;
    }
    Ok(Ready { file, summary })
}

/// Checks a certificate that was just written, and that it is about the
/// question that was asked.
fn read_back(file: &PendingFile, header: &Header) -> Result<(), Failure> {
    let refuse = |reason: &str| {
        let error = anyhow!("the certificate does not stand the check: {reason}");
        Err(Failure::Run(error.context("no certificate")))
    };
    match check_file(file.path(), &CheckLimits::default())? {
        Verdict::Accepted(checked) if checked.header == *header => Ok(()),
        Verdict::Accepted(_) => refuse("it is about another question"),
        Verdict::Rejected(rejected) => refuse(&rejected.reason),
    }
}

impl Work {
    fn add(&mut self, solution: &Solution) {
        let counters = solution.report.counters;
        self.generated += counters.generated;
        self.expanded += counters.expanded;
        self.evaluated += counters.evaluated;
        self.table_hits += counters.table_hits;
        self.seconds += solution.seconds;
    }
}

impl Answered {
    /// What this question gives, its certificate apart.
    fn of(position: &dyn AnyPosition, asked: &Asked) -> Answered {
        let Solution { report, line, .. } = &asked.solution;
        let mut work = Work::default();
        work.add(&asked.solution);
        Answered {
            position: position.text(),
            attacker: asked.attacker,
            answer: report.answer,
            bounds: report.bounds,
            stopped_by: report.stopped_by,
            line: line.clone(),
            line_is_cut: asked.solution.line_is_cut,
            value: None,
            work,
            certificates: Vec::new(),
            problems: Vec::new(),
        }
    }

    /// Puts the certificate of a question in its place.
    fn take(&mut self, asked: Asked, target: Option<&Path>) {
        self.problems.extend(asked.problems);
        let (Some(Ready { file, summary }), Some(target)) = (asked.certificate, target) else {
            return;
        };
        match file.keep(target) {
            Ok(()) => self.certificates.push(Kept {
                attacker: asked.attacker,
                path: target.to_path_buf(),
                records: summary.totals.records,
                bytes: summary.bytes,
            }),
            Err(failure) => self.problems.push(failure),
        }
    }

    /// The certificate of the question that decided.
    pub(super) fn proof(&self) -> Option<&Kept> {
        let decided = |kept: &&Kept| kept.attacker == self.attacker;
        self.certificates.iter().find(decided)
    }

    /// How the command ends for this position.
    pub(super) fn exit(&self) -> Exit {
        if !self.problems.is_empty() {
            Exit::Failed
        } else if self.answer == Answer::Unknown {
            Exit::Unknown
        } else {
            Exit::Done
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_side_goes_before_the_extension() {
        let name = |path: &str| with_side(Path::new(path), "black");
        assert_eq!(name("a/x.proof"), Path::new("a/x.black.proof"));
        assert_eq!(name("a.b/x"), Path::new("a.b/x.black"));
    }
}
