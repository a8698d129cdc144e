//! One question to a search, with its certificate on the way.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, anyhow};
use shomei_lab::machine;
use shomei_proof::{CheckLimits, Header, Summary};
use shomei_search::extract::ExtractError;
use shomei_search::table::Table;
use shomei_search::{Answer, Limits, Stop};

use super::Request;
use crate::checking::{Verdict, check_file};
use crate::checkpoint::{self, Keeper, Watched};
use crate::erased::{Aim, AnyPosition};
use crate::failure::Failure;
use crate::output::warn;
use crate::pending::PendingFile;
use crate::progress::ProgressLine;
use crate::solving::{BESIDE, Certificate, CertifyError, Solution, Task, Wanted};

/// The answer to one question.
pub(super) struct Asked {
    pub(super) aim: Aim,
    pub(super) solution: Solution,
    /// What was wanted beside the answer.
    pub(super) wanted: Wanted,
    pub(super) certificate: Option<Ready>,
    /// Why there is no certificate although one was asked for, or no last
    /// checkpoint.
    pub(super) problems: Vec<Failure>,
}

/// A certificate that is complete and has no name yet.
pub(super) struct Ready {
    pub(super) file: PendingFile,
    pub(super) summary: Summary,
}

impl Asked {
    /// A question that was not searched: a limit was reached before it.
    fn nothing(request: &Request, aim: Aim, stop: Stop) -> Asked {
        Asked {
            aim,
            solution: Solution::unknown(stop),
            wanted: request.task.wanted,
            certificate: None,
            problems: Vec::new(),
        }
    }

    pub(super) fn answer(&self) -> Answer {
        self.solution.report.answer
    }
}

/// Asks whether `aim` can be reached. `target` is where the certificate may go
/// later, or another name in the same directory.
pub(super) fn ask(
    request: &Request,
    position: &dyn AnyPosition,
    aim: Aim,
    target: Option<&Path>,
) -> Result<Asked, Failure> {
    let limits = request.limits();
    if let Some(stop) = limits.reached() {
        return Ok(Asked::nothing(request, aim, stop));
    }
    let task = Task {
        limits: limits.clone(),
        ..request.task.clone()
    };
    // Before the search, so that a place that cannot be written to costs no time.
    let mut file = target
        .map(|target| PendingFile::beside(target, &request.interrupt))
        .transpose()?;
    let mut keeper = match request.plan.is_empty() {
        true => None,
        false => Some(keeper(request, position, aim)?),
    };
    let mut solution = {
        let mut observer = Watched {
            observer: ProgressLine::begin(),
            keeper: keeper.as_mut(),
        };
        let out = file.as_mut().map(|file| file as &mut dyn Write);
        match request.shortest {
            true => position.solve_shortest(aim.attacker, &task, &mut observer, out)?,
            false => position.solve(aim, &task, &mut observer, out)?,
        }
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
        (Some(file), Some(certificate)) => finish(request, &limits, file, certificate).map(Some),
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
        aim,
        solution,
        wanted: request.task.wanted,
        certificate,
        problems,
    })
}

/// Who looks after the checkpoints of a search.
fn keeper(request: &Request, position: &dyn AnyPosition, aim: Aim) -> Result<Keeper, Failure> {
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
        attacker: request.entry.sides[aim.attacker.index()].to_string(),
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
    limits: &Limits,
    file: PendingFile,
    certificate: Result<Certificate, CertifyError>,
) -> Result<Ready, Failure> {
    let Certificate { header, summary } = match certificate {
        Err(CertifyError::Extract(error @ ExtractError::Stopped(_))) => {
            return Err(Failure::Limit(format!("no certificate: {error}")));
        }
        certificate => certificate.context("no certificate")?,
    };
    if request.check {
        read_back(request, limits, &file, &header)?;
    }
    Ok(Ready { file, summary })
}

/// What is left for the check: its time, and the memory of the search, of which nothing is
/// needed any more.
fn limits_of_check(request: &Request, limits: &Limits, usual: &CheckLimits) -> CheckLimits {
    CheckLimits {
        bytes: request.memory.saturating_add(BESIDE) as u64,
        time: limits.time_left(),
        stop: limits.stop.clone(),
        ..usual.clone()
    }
}

/// Checks a certificate that was just written, and that it is about the
/// question that was asked.
fn read_back(
    request: &Request,
    limits: &Limits,
    file: &PendingFile,
    header: &Header,
) -> Result<(), Failure> {
    let refuse = |reason: &str| {
        let error = anyhow!("the certificate has not passed the check: {reason}");
        Err(Failure::Run(error.context("no certificate")))
    };
    let limits = |usual: CheckLimits| limits_of_check(request, limits, &usual);
    match check_file(file.path(), limits)? {
        Verdict::Accepted(checked) if checked.header == *header => Ok(()),
        Verdict::Accepted(_) => refuse("it is about another question"),
        Verdict::Rejected(rejected) if rejected.is_limit => Err(Failure::Limit(format!(
            "no certificate: its check was not finished: {}",
            rejected.reason
        ))),
        Verdict::Rejected(rejected) => refuse(&rejected.reason),
    }
}
