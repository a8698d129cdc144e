//! Where answers go on their way: one question to the session, with its certificate, its
//! checkpoints and its line of progress.

use std::io::Write;
use std::path::Path;

use crate::machine;
use anyhow::{Context, anyhow};
use shomei::extract::ExtractError;
use shomei::files::{Pending, Purpose};
use shomei::questions::{Keep, Proof, Prover};
use shomei::solving::{BESIDE, CertifyError, Solution, WrittenCertificate};
use shomei::{Aim, AnyPosition, Error, ErrorKind, Session, Verdict, checkpoint};
use shomei_proof::{CheckLimits, Header, Summary};
use shomei_search::table::Table;
use shomei_search::{Answer, Limits, Stop};

use super::Request;
use crate::checking::check_file;
use crate::checkpoint::{Keeper, Watched};
use crate::failure::Failure;
use crate::output::warn;

/// Answers the questions about one position, by one session.
pub(super) struct Delivery<'a> {
    request: &'a Request,
    session: Session,
    /// The limits that all questions share, the clock started.
    limits: Limits,
    /// Where the certificates go later, or another name in the same directory.
    target: Option<(&'a Path, Purpose)>,
    /// Why a question could not even be asked.
    failure: Option<Failure>,
}

/// What comes with the answer to one question.
#[derive(Debug, Default)]
pub(super) struct Extra {
    pub(super) certificate: Option<Ready>,
    /// Why there is no certificate although one was asked for, or no last
    /// checkpoint.
    pub(super) problems: Vec<Failure>,
}

/// A certificate that is complete and has no name yet.
#[derive(Debug)]
pub(super) struct Ready {
    pub(super) file: Pending,
    pub(super) summary: Summary,
}

impl<'a> Delivery<'a> {
    /// Begins a position: all questions about it share its time.
    pub(super) fn of(request: &'a Request, target: Option<(&'a Path, Purpose)>) -> Delivery<'a> {
        let warmth = request.warmth.as_ref();
        let kept = warmth.and_then(|warmth| warmth.take(&request.game));
        let mut session = kept.unwrap_or_else(|| {
            Session::of_task(&request.game, request.task.clone(), request.threads)
        });
        let store = request.store.as_ref();
        session.set_shelf(store.and_then(|store| store.shelf(&request.game)));
        Delivery {
            request,
            session,
            limits: request.task.limits.started(),
            target,
            failure: None,
        }
    }

    /// Leaves what was learnt to the next position, where that is asked for.
    pub(super) fn finish(self) {
        if let Some(warmth) = &self.request.warmth {
            warmth.keep(self.session);
        }
    }

    /// What was found, or what has kept this from asking.
    pub(super) fn failed_or<T>(&mut self, found: Result<T, Error>) -> Result<T, Failure> {
        match (self.failure.take(), found) {
            (Some(failure), _) => Err(failure),
            (None, found) => Ok(found?),
        }
    }

    fn ask(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        keep: Keep,
    ) -> Result<Proof<Extra>, Failure> {
        let request = self.request;
        // Before the search, so that a place that cannot be written to costs no time.
        let target = self.target.as_ref().filter(|_| keep.wants_certificate());
        let mut file = target
            .map(|(target, purpose)| request.guard.begin_beside(target, purpose))
            .transpose()?;
        let mut keeper = match request.plan.is_empty() {
            true => None,
            false => Some(keeper(request, position, aim)?),
        };
        let mut solution = {
            let mut observer = Watched {
                observer: request.progress(),
                keeper: keeper.as_mut(),
            };
            let out = file.as_mut().map(|file| file as &mut dyn Write);
            self.session.set_limits(self.limits.clone());
            self.session.solve_with(position, aim, &mut observer, out)?
        };
        let is_certified = solution.certificate.as_ref().is_none_or(Result::is_ok);
        let is_done = is_certified && solution.report.answer != Answer::Unknown;
        let mut extra = Extra::default();
        let finished = keeper.and_then(|keeper| match is_done {
            true => keeper.end().err(),
            false => keeper.pause().err(),
        });
        extra.problems.extend(finished);
        if solution.corrected {
            if let Some(store) = &request.store {
                store.distrust(aim);
            }
            warn(format_args!(
                "the search's disproof was wrong: closing it proved the position; the answer is corrected"
            ));
        }
        // Where there is nothing to certify, the file is dropped.
        if let (Some(file), Some(certificate)) = (file, solution.certificate.take()) {
            if request.check {
                // The check has the memory of the search.
                self.session.forget();
            }
            match finish(request, &self.limits, file, certificate) {
                Ok(ready) => extra.certificate = Some(ready),
                Err(failure) => extra.problems.push(failure),
            }
        }
        Ok(Proof { solution, extra })
    }
}

impl Prover for Delivery<'_> {
    type Extra = Extra;

    fn prove(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        keep: Keep,
    ) -> Result<Proof<Extra>, Error> {
        if let Some(stop) = self.reached() {
            return Ok(Proof {
                solution: Solution::unknown(stop),
                extra: Extra::default(),
            });
        }
        self.ask(position, aim, keep).map_err(|failure| {
            // What the library does not know of is told by `failed_or`.
            let text = failure.to_string();
            self.failure = Some(failure);
            Error::new(ErrorKind::Run, text)
        })
    }

    fn reached(&self) -> Option<Stop> {
        self.limits.reached()
    }
}

/// Who looks after the checkpoints of a search.
fn keeper(request: &Request, position: &AnyPosition, aim: Aim) -> Result<Keeper, Failure> {
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
        game: request.entry.kind.name.to_string(),
        rules: request.game.rules(),
        attacker: request.entry.kind.sides[aim.attacker.index()].to_string(),
        position: position.text(),
        algorithm: task.algorithm.name.to_string(),
        options: options
            .map(|(name, value)| (name.into(), value.into()))
            .chain(request.marks.iter().cloned())
            .collect(),
        memory: request.task.memory,
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
    file: Pending,
    certificate: Result<WrittenCertificate, CertifyError>,
) -> Result<Ready, Failure> {
    let WrittenCertificate { header, summary } = match certificate {
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
        bytes: request.task.memory.saturating_add(BESIDE) as u64,
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
    file: &Pending,
    header: &Header,
) -> Result<(), Failure> {
    let refuse = |reason: &str| {
        let error = anyhow!("the certificate has not passed the check: {reason}");
        Err(Failure::Run(error.context("no certificate")))
    };
    let limits = |usual: CheckLimits| limits_of_check(request, limits, &usual);
    match check_file(&request.games, file.path(), limits)? {
        Verdict::Accepted(checked) if checked.header == *header => Ok(()),
        Verdict::Accepted(_) => refuse("it is about another question"),
        Verdict::Rejected(rejected) if rejected.is_limit => Err(Failure::Limit(format!(
            "no certificate: its check was not finished: {}",
            rejected.reason
        ))),
        Verdict::Rejected(rejected) => refuse(&rejected.reason),
    }
}
