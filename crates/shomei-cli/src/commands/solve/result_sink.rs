//! Follows the searches about a position: writes certificates and checkpoints, shows progress.

use std::path::Path;

use shomei::files::{Pending, Purpose};
use shomei::solving::{Solution, WrittenCertificate};
use shomei::{
    Aim, AnyPosition, CertificateWish, Error, ErrorKind, Event, MoveValue, Observer, SearchSink,
    Session, Verdict, corrected_text,
};
use shomei_game::{ErrorText, error_text};
use shomei_proof::{CheckLimits, Header, Summary};
use shomei_search::table::Table;
use shomei_search::{Answer, Limits};

use super::Request;
use super::live_rows::LiveRows;
use crate::checking::{check_file, limits_after_search};
use crate::checkpoint::{CheckpointKeeper, CheckpointPlan};
use crate::failure::Failure;
use crate::output::{grouped, warn};
use crate::progress::ProgressLine;

/// Follows the searches about one position.
pub(super) struct ResultSink<'a> {
    request: &'a Request,
    /// The limits that all searches share; the clock is running.
    limits: Limits,
    /// The path and the purpose of the certificates. The final name may have a further word.
    target: Option<(&'a Path, Purpose)>,
    /// The progress line of the current search.
    progress: ProgressLine,
    /// The printer of decided moves.
    rows: LiveRows,
    /// The checkpoints of the current search.
    keeper: Option<CheckpointKeeper>,
    /// The certificates by their aims, or the reasons why they are missing.
    certificates: Vec<(Aim, Result<Ready, Failure>)>,
    /// The same for the certificates that no win is shorter.
    no_shorter: Vec<(Aim, Result<Ready, Failure>)>,
    /// Failures that do not change the answer.
    problems: Vec<Failure>,
    /// Why a search could not begin.
    failure: Option<Failure>,
}

/// A complete certificate that is not yet at its final path.
#[derive(Debug)]
pub(super) struct Ready {
    pub(super) file: Pending,
    pub(super) summary: Summary,
    header: Header,
}

impl<'a> ResultSink<'a> {
    /// Starts the clock that all searches about the position share. `rows` prints moves on the
    /// terminal when they are decided.
    pub(super) fn of(
        request: &'a Request,
        target: Option<(&'a Path, Purpose)>,
        rows: LiveRows,
    ) -> ResultSink<'a> {
        ResultSink {
            request,
            limits: request.config.limits.started(),
            target,
            progress: ProgressLine::none(),
            rows,
            keeper: None,
            certificates: Vec::new(),
            no_shorter: Vec::new(),
            problems: Vec::new(),
            failure: None,
        }
    }

    /// The limits that all searches share.
    pub(super) fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The session for the searches.
    pub(super) fn session(&self) -> Session {
        let request = self.request;
        let warm_session = request.warm_session.as_ref();
        let kept = warm_session.and_then(|warm_session| warm_session.take(&request.game));
        let mut session =
            kept.unwrap_or_else(|| Session::with_config(&request.game, request.config.clone()));
        let store = request.store.as_ref();
        session.set_position_store(store.and_then(|store| store.position_store(&request.game)));
        session.set_limits(self.limits.clone());
        session
    }

    /// The result of the library, or the failure that prevented a search.
    pub(super) fn failed_or<T>(&mut self, found: Result<T, Error>) -> Result<T, Failure> {
        match (self.failure.take(), found) {
            (Some(failure), _) => Err(failure),
            (None, found) => Ok(found?),
        }
    }

    /// The certificate of a search, checked if `--check` is given. A missing certificate adds a
    /// problem.
    pub(super) fn certificate(&mut self, aim: Aim) -> Option<Ready> {
        let place = self.certificates.iter().position(|(of, _)| *of == aim)?;
        let ready = self.certificates.swap_remove(place).1;
        self.checked(ready)
    }

    /// The certificate that no win is shorter, like [`certificate`](ResultSink::certificate).
    pub(super) fn no_shorter(&mut self, aim: Aim) -> Option<Ready> {
        let place = self.no_shorter.iter().position(|(of, _)| *of == aim)?;
        let ready = self.no_shorter.swap_remove(place).1;
        self.checked(ready)
    }

    fn checked(&mut self, ready: Result<Ready, Failure>) -> Option<Ready> {
        let checked = ready.and_then(|ready| {
            if self.request.check {
                read_back(self.request, &self.limits, &ready.file, &ready.header)?;
            }
            Ok(ready)
        });
        checked.map_err(|failure| self.problems.push(failure)).ok()
    }

    /// The failures that do not change the answer.
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
        let file = match wish {
            CertificateWish::Wanted => self.begin_file()?,
            CertificateWish::OfMove | CertificateWish::Unwanted => None,
        };
        let plan = request.plan.as_ref();
        self.keeper = plan
            .map(|plan| keeper(request, plan, position, aim))
            .transpose()?;
        self.rows.print();
        self.progress = request.progress();
        Ok(file)
    }

    /// Opens a file for a certificate before the search, so that an unwritable path costs no time.
    fn begin_file(&self) -> Result<Option<Pending>, Failure> {
        let target = self.target.as_ref();
        let begin =
            |(target, purpose): &(&Path, Purpose)| self.request.guard.begin_beside(target, purpose);
        Ok(target.map(begin).transpose()?)
    }

    /// Keeps a failure for [`failed_or`](ResultSink::failed_or), since the library receives its
    /// text only.
    fn keep_failure<T>(&mut self, result: Result<T, Failure>) -> Result<T, Error> {
        result.map_err(|failure| {
            let text = failure.to_string();
            self.failure = Some(failure);
            Error::new(ErrorKind::Run, text)
        })
    }
}

impl SearchSink for ResultSink<'_> {
    type Certificate = Pending;

    fn begin(
        &mut self,
        position: &AnyPosition,
        aim: Aim,
        wish: CertificateWish,
    ) -> Result<Option<Pending>, Error> {
        let begun = self.try_begin(position, aim, wish);
        self.keep_failure(begun)
    }

    fn begin_no_shorter(&mut self, _: &AnyPosition, _: Aim) -> Result<Option<Pending>, Error> {
        let begun = self.begin_file();
        self.keep_failure(begun)
    }

    fn end_no_shorter(
        &mut self,
        aim: Aim,
        solution: &mut Solution,
        certificate: Pending,
    ) -> Result<(), Error> {
        if let Some(written) = solution.no_shorter.take() {
            self.no_shorter.push((aim, finish(certificate, written)));
        }
        Ok(())
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
            warn(corrected_text());
        }
        // A file without a certificate is dropped, which removes it.
        if let (Some(file), Some(written)) = (certificate, solution.certificate.take()) {
            self.certificates.push((aim, finish(file, written)));
        }
        Ok(())
    }

    fn discard(&mut self, aim: Aim) {
        self.certificates.retain(|(of, _)| *of != aim);
    }

    fn row(&mut self, row: &MoveValue) {
        self.rows.add(row);
    }
}

/// Writes the checkpoints of a search.
fn keeper(
    request: &Request,
    plan: &CheckpointPlan,
    position: &AnyPosition,
    aim: Aim,
) -> Result<CheckpointKeeper, Failure> {
    let side = request.kind.sides[aim.attacker.index()];
    let memory = request.config.memory;
    let question = [
        ("attacker", side.to_string()),
        ("position", position.text()),
        ("memory", format!("{} bytes", grouped(memory as u64))),
        ("form of tables", Table::FORMAT.to_string()),
    ];
    let identity = request.identity().into_iter().chain(question).collect();
    CheckpointKeeper::new(plan, identity, memory, &request.interrupt)
}

/// The result of writing a certificate.
fn finish(file: Pending, certificate: Result<WrittenCertificate, Error>) -> Result<Ready, Failure> {
    let WrittenCertificate { header, summary } = certificate?;
    Ok(Ready {
        file,
        summary,
        header,
    })
}

/// Checks a certificate that was just written, and that it answers the question.
fn read_back(
    request: &Request,
    limits: &Limits,
    file: &Pending,
    header: &Header,
) -> Result<(), Failure> {
    let about = || error_text!("no-certificate", "no certificate");
    let refuse = |reason: ErrorText| {
        let text = error_text!(
            "check-not-passed",
            "the certificate has not passed the check: {reason}",
            reason = reason
        );
        Err(Failure::run(text).context(about()))
    };
    let memory = request.config.memory;
    let limits = |usual: CheckLimits| limits_after_search(memory, limits, &usual);
    match check_file(&request.games, file.path(), limits)? {
        Verdict::Accepted(checked) if checked.header == *header => Ok(()),
        Verdict::Accepted(_) => refuse(error_text!(
            "certificate-of-another-question",
            "it is about another question"
        )),
        Verdict::Rejected(rejected) if rejected.is_limit => {
            let text = error_text!(
                "check-not-finished",
                "its check was not finished: {reason}",
                reason = rejected.reason
            );
            Err(Failure::limit(text).context(about()))
        }
        Verdict::Rejected(rejected) => refuse(rejected.reason.into()),
    }
}
