//! Answers and their certificates, in the form for Python.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;
use shomei::bundles::FinishedBundle;
use shomei::composers::Composition;
use shomei::data::{AnswerData, ErrorData, ProblemData};
use shomei::questions::CertificateKind;
use shomei::solving::WrittenCertificate;
use shomei::{
    Aim, AnyPosition, CertificateWish, Error, ErrorKind, Event, MoveValue, Observer, QueryResult,
    SearchSink, Solution,
};

use crate::errors::run_error;
use crate::waiting::Watch;

/// A certificate with its claim.
struct Ready {
    bytes: Vec<u8>,
    records: u64,
}

/// Collects the certificates of searches, and passes their events to an observer.
pub(crate) struct Collecting<'a> {
    observer: &'a mut dyn Observer,
    /// Whether any certificates are wanted.
    wish: CertificateWish,
    certificates: Vec<(Aim, Result<Ready, Error>)>,
    /// The certificates that no win is shorter.
    no_shorter: Vec<(Aim, Result<Ready, Error>)>,
    /// Whether a certificate has shown that the search was wrong.
    is_corrected: bool,
    /// Receives the moves that are decided.
    rows: Option<Watch>,
}

impl<'a> Collecting<'a> {
    pub(crate) fn new(observer: &'a mut dyn Observer, wish: CertificateWish) -> Collecting<'a> {
        Collecting {
            observer,
            wish,
            certificates: Vec::new(),
            no_shorter: Vec::new(),
            is_corrected: false,
            rows: None,
        }
    }

    /// Adds a receiver for the moves that are decided.
    pub(crate) fn with_rows(self, rows: Watch) -> Collecting<'a> {
        Collecting {
            rows: Some(rows),
            ..self
        }
    }
}

impl SearchSink for Collecting<'_> {
    type Certificate = Vec<u8>;

    fn begin(
        &mut self,
        _: &AnyPosition,
        _: Aim,
        wish: CertificateWish,
    ) -> Result<Option<Vec<u8>>, Error> {
        let is_wanted = self.wish == CertificateWish::Wanted && wish == CertificateWish::Wanted;
        Ok(is_wanted.then(Vec::new))
    }

    fn begin_no_shorter(&mut self, _: &AnyPosition, _: Aim) -> Result<Option<Vec<u8>>, Error> {
        Ok((self.wish == CertificateWish::Wanted).then(Vec::new))
    }

    fn end_no_shorter(
        &mut self,
        aim: Aim,
        solution: &mut Solution,
        certificate: Vec<u8>,
    ) -> Result<(), Error> {
        let written = solution.no_shorter.take();
        self.no_shorter
            .extend(written.map(|written| (aim, ready(certificate, written))));
        Ok(())
    }

    fn event(&mut self, event: &Event<'_>) {
        self.observer.event(event);
    }

    fn end(
        &mut self,
        _: &AnyPosition,
        aim: Aim,
        solution: &mut Solution,
        certificate: Option<Vec<u8>>,
    ) -> Result<(), Error> {
        self.is_corrected |= solution.corrected;
        if let (Some(bytes), Some(written)) = (certificate, solution.certificate.take()) {
            self.certificates.push((aim, ready(bytes, written)));
        }
        Ok(())
    }

    fn discard(&mut self, aim: Aim) {
        self.certificates.retain(|(of, _)| *of != aim);
    }

    fn row(&mut self, row: &MoveValue) {
        if let Some(watch) = &self.rows {
            watch.add_row(row);
        }
    }
}

fn ready(bytes: Vec<u8>, written: Result<WrittenCertificate, Error>) -> Result<Ready, Error> {
    let records = written?.summary.totals.records;
    Ok(Ready { bytes, records })
}

/// A result with its certificates.
pub(crate) struct CollectedAnswer {
    pub(crate) result: QueryResult,
    about: Vec<About>,
    certificates: Vec<Vec<u8>>,
    problems: Vec<ErrorData>,
}

/// The result as JSON for Python.
pub(crate) struct FoundAnswer {
    pub(crate) report: AnswerReport,
    pub(crate) certificates: Vec<Vec<u8>>,
    /// The bundle, if one was wanted and could be made.
    pub(crate) bundle: Option<Vec<u8>>,
}

#[derive(Serialize)]
pub(crate) struct AnswerReport {
    answer: ProblemData,
    /// The subject of each certificate.
    certificates: Vec<About>,
    /// Problems that did not change the answer.
    pub(crate) problems: Vec<ErrorData>,
}

#[derive(Serialize)]
struct About {
    attacker: String,
    /// `whole`, `side`, `at-least`, `at-most` or `no-shorter`.
    part: &'static str,
    records: u64,
}

/// The remark on an answer that a certificate has corrected.
const CORRECTED: &str = "the search's disproof was wrong: closing it proved the position; the \
                         answer is corrected";

impl CollectedAnswer {
    /// A result with the certificates of its searches.
    pub(crate) fn of(
        position: &AnyPosition,
        result: QueryResult,
        mut collected: Collecting<'_>,
    ) -> CollectedAnswer {
        let game = position.game();
        let mut answer = CollectedAnswer {
            result,
            about: Vec::new(),
            certificates: Vec::new(),
            problems: Vec::new(),
        };
        for decider in answer.result.deciders.clone() {
            let parts = [
                (&mut collected.certificates, part_name(decider.part)),
                (&mut collected.no_shorter, NO_SHORTER),
            ];
            for (certificates, part) in parts {
                let mut all = certificates.iter();
                if let Some(place) = all.position(|(aim, _)| *aim == decider.aim) {
                    let attacker = game.side_name(decider.aim.attacker);
                    answer.add(attacker, part, certificates.swap_remove(place).1);
                }
            }
        }
        if collected.is_corrected {
            let problem = Error::new(ErrorKind::Run, CORRECTED);
            answer.problems.push(ErrorData::from(&problem));
        }
        answer
    }

    /// Adds a certificate, or the reason why it is missing.
    fn add(&mut self, attacker: String, part: &'static str, certificate: Result<Ready, Error>) {
        match certificate {
            Err(error) => self.problems.push(ErrorData::from(&error)),
            Ok(Ready { bytes, records }) => {
                self.certificates.push(bytes);
                self.about.push(About {
                    attacker,
                    part,
                    records,
                });
            }
        }
    }

    /// The result with its data.
    pub(crate) fn found(self, answer: AnswerData, composition: &Composition) -> FoundAnswer {
        let mut problems: Vec<ErrorData> =
            composition.problems.iter().map(ErrorData::from).collect();
        problems.extend(self.problems);
        FoundAnswer {
            report: AnswerReport {
                answer: ProblemData::of(answer, composition),
                certificates: self.about,
                problems,
            },
            certificates: self.certificates,
            bundle: None,
        }
    }
}

impl FoundAnswer {
    /// Adds the bundle, and the message about results without a certificate.
    pub(crate) fn add_bundle(&mut self, bundle: Result<FinishedBundle, Error>) {
        let problem = match bundle {
            Ok(bundle) => {
                self.bundle = Some(bundle.bytes);
                bundle.missing
            }
            Err(error) => Some(error),
        };
        self.report
            .problems
            .extend(problem.as_ref().map(ErrorData::from));
    }
}

/// The return value of a question: the answer as JSON, certificates, and Ctrl-C or `None`.
pub(crate) type Returned = (String, Vec<Py<PyBytes>>, Option<Py<PyAny>>);

/// Converts a result for Python.
pub(crate) fn returned(
    py: Python<'_>,
    found: &FoundAnswer,
    interrupt: Option<PyErr>,
) -> PyResult<Returned> {
    let report = serde_json::to_string(&found.report).map_err(run_error)?;
    let bytes = found.certificates.iter();
    let bytes = bytes.map(|bytes| PyBytes::new(py, bytes).unbind());
    let interrupt = interrupt.map(|error| error.into_value(py).into_any());
    Ok((report, bytes.collect(), interrupt))
}

/// The part of the certificate that no win is shorter.
const NO_SHORTER: &str = "no-shorter";

fn part_name(part: CertificateKind) -> &'static str {
    match part {
        CertificateKind::Whole => "whole",
        CertificateKind::OfSide => "side",
        CertificateKind::AtLeast => "at-least",
        CertificateKind::AtMost => "at-most",
    }
}
