//! Follows the searches about a position: certificates, checkpoints and the line of progress.

use std::path::Path;

use crate::machine;
use anyhow::{Context, anyhow};
use shomei::extract::ExtractError;
use shomei::files::{Pending, Purpose};
use shomei::solving::{BESIDE, CertifyError, Solution, WrittenCertificate};
use shomei::{
    Aim, AnyPosition, CertificateWish, Error, ErrorKind, Event, Observer, SearchSink, Session,
    Verdict, checkpoint,
};
use shomei_proof::{CheckLimits, Header, Summary};
use shomei_search::table::Table;
use shomei_search::{Answer, Limits};

use super::Request;
use crate::checking::check_file;
use crate::checkpoint::{Keeper, Plan};
use crate::failure::Failure;
use crate::output::warn;
use crate::progress::ProgressLine;

/// Follows the searches about one position.
pub(super) struct Delivery<'a> {
    request: &'a Request,
    /// The limits that all searches share, the clock started.
    limits: Limits,
    /// Where the certificates go later, or another name in the same directory.
    target: Option<(&'a Path, Purpose)>,
    /// The line of progress of the present search.
    progress: ProgressLine,
    /// The checkpoints of the present search.
    keeper: Option<Keeper>,
    /// The certificates by what they are about, or why there are none.
    certificates: Vec<(Aim, Result<Ready, Failure>)>,
    /// What failed without touching the answer.
    problems: Vec<Failure>,
    /// Why a search could not even begin.
    failure: Option<Failure>,
}

/// A certificate that is complete and has no name yet.
#[derive(Debug)]
pub(super) struct Ready {
    pub(super) file: Pending,
    pub(super) summary: Summary,
    header: Header,
}

impl<'a> Delivery<'a> {
    /// Begins a position: all searches about it share its time.
    pub(super) fn of(request: &'a Request, target: Option<(&'a Path, Purpose)>) -> Delivery<'a> {
        Delivery {
            request,
            limits: request.config.limits.started(),
            target,
            progress: ProgressLine::none(),
            keeper: None,
            certificates: Vec::new(),
            problems: Vec::new(),
            failure: None,
        }
    }

    /// The session that searches.
    pub(super) fn session(&self) -> Session {
        let request = self.request;
        let warmth = request.warmth.as_ref();
        let kept = warmth.and_then(|warmth| warmth.take(&request.game));
        let mut session =
            kept.unwrap_or_else(|| Session::with_config(&request.game, request.config.clone()));
        let store = request.store.as_ref();
        session.set_shelf(store.and_then(|store| store.shelf(&request.game)));
        session.set_limits(self.limits.clone());
        session
    }

    /// What was found, or what has kept this from asking.
    pub(super) fn failed_or<T>(&mut self, found: Result<T, Error>) -> Result<T, Failure> {
        match (self.failure.take(), found) {
            (Some(failure), _) => Err(failure),
            (None, found) => Ok(found?),
        }
    }

    /// The certificate of a search, checked if that is asked for; why there is none is a problem.
    pub(super) fn certificate(&mut self, aim: Aim) -> Option<Ready> {
        let place = self.certificates.iter().position(|(of, _)| *of == aim)?;
        let ready = self.certificates.swap_remove(place).1;
        let checked = ready.and_then(|ready| {
            if self.request.check {
                read_back(self.request, &self.limits, &ready.file, &ready.header)?;
            }
            Ok(ready)
        });
        checked.map_err(|failure| self.problems.push(failure)).ok()
    }

    /// What failed without touching the answer.
    pub(super) fn problems(self) -> Vec<Failure> {
        self.problems
    }

    fn try_begin(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        wish: CertificateWish,
    ) -> Result<Option<Pending>, Failure> {
        let request = self.request;
        // Before the search, so that a place that cannot be written to costs no time.
        let target = self.target.as_ref();
        let target = target.filter(|_| wish == CertificateWish::Wanted);
        let file = target
            .map(|(target, purpose)| request.guard.begin_beside(target, purpose))
            .transpose()?;
        let plan = request.plan.as_ref();
        self.keeper = plan
            .map(|plan| keeper(request, plan, position, aim))
            .transpose()?;
        self.progress = request.progress();
        Ok(file)
    }
}

impl SearchSink for Delivery<'_> {
    type Certificate = Pending;

    fn begin(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        wish: CertificateWish,
    ) -> Result<Option<Pending>, Error> {
        self.try_begin(position, aim, wish).map_err(|failure| {
            // `failed_or` reports what the library does not know of.
            let text = failure.to_string();
            self.failure = Some(failure);
            Error::new(ErrorKind::Run, text)
        })
    }

    fn event(&mut self, event: &Event<'_>) {
        if let (Event::Begins(table), Some(keeper)) = (event, &mut self.keeper) {
            keeper.begin(table);
        }
        self.progress.event(event);
    }

    fn end(
        &mut self,
        _position: &AnyPosition,
        aim: Aim,
        solution: &mut Solution,
        certificate: Option<Pending>,
    ) -> Result<(), Error> {
        self.progress = ProgressLine::none();
        let is_certified = solution.certificate.as_ref().is_none_or(Result::is_ok);
        let is_done = is_certified && solution.report.answer != Answer::Unknown;
        let finished = self.keeper.take().and_then(|keeper| match is_done {
            true => keeper.end().err(),
            false => keeper.pause().err(),
        });
        self.problems.extend(finished);
        if solution.corrected {
            if let Some(store) = &self.request.store {
                store.distrust(aim);
            }
            warn(format_args!(
                "the search's disproof was wrong: closing it proved the position; the answer is corrected"
            ));
        }
        // Where there is nothing to certify, the file is dropped.
        if let (Some(file), Some(written)) = (certificate, solution.certificate.take()) {
            self.certificates.push((aim, finish(file, written)));
        }
        Ok(())
    }

    fn discard(&mut self, aim: Aim) {
        self.certificates.retain(|(of, _)| *of != aim);
    }
}

/// Who looks after the checkpoints of a search.
fn keeper(
    request: &Request,
    plan: &Plan,
    position: &AnyPosition,
    aim: Aim,
) -> Result<Keeper, Failure> {
    let config = &request.config;
    let matters = |(name, _): &(&str, &str)| !["threads", "share"].contains(name);
    let options = config.options.iter().filter(matters);
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
        algorithm: config.algorithm.name.to_string(),
        options: options
            .map(|(name, value)| (name.into(), value.into()))
            .chain(request.marks.iter().cloned())
            .collect(),
        memory: request.config.memory,
        // Not known before the table is made.
        buckets: 0,
        milliseconds: 0,
    };
    Keeper::new(plan, header, &request.interrupt)
}

/// A certificate that was written to a file.
fn finish(
    file: Pending,
    certificate: Result<WrittenCertificate, CertifyError>,
) -> Result<Ready, Failure> {
    let WrittenCertificate { header, summary } = match certificate {
        Err(CertifyError::Extract(error @ ExtractError::Stopped(_))) => {
            return Err(Failure::Limit(format!("no certificate: {error}")));
        }
        certificate => certificate.context("no certificate")?,
    };
    Ok(Ready {
        file,
        summary,
        header,
    })
}

/// What is left for the check: its time, and the memory of the search, of which nothing is
/// needed any more.
fn limits_of_check(request: &Request, limits: &Limits, usual: &CheckLimits) -> CheckLimits {
    CheckLimits {
        bytes: request.config.memory.saturating_add(BESIDE) as u64,
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
