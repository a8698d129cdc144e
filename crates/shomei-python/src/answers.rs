//! Answers and their certificates, ready for Python.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;
use shomei::data::{AnswerData, ErrorData};
use shomei::questions::{self, Answered, CertificateKind, Keep, Prover, add_line};
use shomei::solving::Solution;
use shomei::{AnyPosition, Error, ErrorKind, Question, Wanted};

use crate::errors::run_error;

/// What a prover hands over with an answer: a certificate, or why there is none.
pub(crate) type Extra = Option<Result<Ready, Error>>;

/// A certificate.
pub(crate) struct Ready {
    bytes: Vec<u8>,
    records: u64,
}

/// The certificate that was written to `bytes` with this solution.
pub(crate) fn ready(solution: &mut Solution, bytes: Vec<u8>) -> Extra {
    let written = solution.certificate.take()?;
    Some(match written {
        Ok(certificate) => Ok(Ready {
            bytes,
            records: certificate.summary.totals.records,
        }),
        Err(error) => Err(error.into()),
    })
}

/// What a prover has found.
pub(crate) struct Answer {
    pub(crate) answered: Answered,
    about: Vec<About>,
    certificates: Vec<Vec<u8>>,
    problems: Vec<ErrorData>,
}

/// What was found, ready for Python.
pub(crate) struct FoundAnswer {
    pub(crate) told: AnswerReport,
    pub(crate) certificates: Vec<Vec<u8>>,
}

#[derive(Serialize)]
pub(crate) struct AnswerReport {
    answer: AnswerData,
    /// What each certificate is about.
    certificates: Vec<About>,
    /// What went wrong and left the answer as it is.
    pub(crate) problems: Vec<ErrorData>,
}

#[derive(Serialize)]
struct About {
    attacker: String,
    /// `whole`, `side`, `at-least` or `at-most`.
    part: &'static str,
    records: u64,
}

/// What is said of an answer that the search alone would have given otherwise.
const CORRECTED: &str = "the search's disproof was wrong: closing it proved the position; the \
                         answer is corrected";

impl Answer {
    /// Notes that the certificate has shown the search to be wrong.
    pub(crate) fn note_correction(&mut self) {
        let problem = Error::new(ErrorKind::Run, CORRECTED);
        self.problems.push(ErrorData::from(&problem));
    }

    /// The same with its data.
    pub(crate) fn told(self, answer: AnswerData) -> FoundAnswer {
        FoundAnswer {
            told: AnswerReport {
                answer,
                certificates: self.about,
                problems: self.problems,
            },
            certificates: self.certificates,
        }
    }
}

/// What comes back: the answer as JSON, certificates, and Ctrl-C if it came.
pub(crate) type Returned = (String, Vec<Py<PyBytes>>, Option<Py<PyAny>>);

/// What was found, for Python.
pub(crate) fn returned(
    py: Python<'_>,
    found: &FoundAnswer,
    interrupt: Option<PyErr>,
) -> PyResult<Returned> {
    let told = serde_json::to_string(&found.told).map_err(run_error)?;
    let bytes = found.certificates.iter();
    let bytes = bytes.map(|bytes| PyBytes::new(py, bytes).unbind());
    let interrupt = interrupt.map(|error| error.into_value(py).into_any());
    Ok((told, bytes.collect(), interrupt))
}

/// Asks a prover, for a line of play as well.
pub(crate) fn find<P: Prover<Extra = Extra>>(
    prover: &mut P,
    position: &AnyPosition,
    question: Question,
    wanted: &Wanted,
    keep: Keep,
) -> Result<Answer, Error> {
    let told = questions::ask(prover, position, question, wanted, keep)?;
    let mut answered = told.answered;
    add_line(prover, position, &mut answered)?;
    let game = position.game();
    let mut problems: Vec<ErrorData> = answered.problems.iter().map(ErrorData::from).collect();
    let mut about = Vec::new();
    let mut certificates = Vec::new();
    for kept in told.kept {
        match kept.extra {
            None => {}
            Some(Err(error)) => problems.push(ErrorData::from(&error)),
            Some(Ok(Ready { bytes, records })) => {
                certificates.push(bytes);
                about.push(About {
                    attacker: game.side_name(kept.aim.attacker),
                    part: part_name(kept.part),
                    records,
                });
            }
        }
    }
    Ok(Answer {
        answered,
        about,
        certificates,
        problems,
    })
}

fn part_name(part: CertificateKind) -> &'static str {
    match part {
        CertificateKind::Whole => "whole",
        CertificateKind::OfSide => "side",
        CertificateKind::AtLeast => "at-least",
        CertificateKind::AtMost => "at-most",
    }
}
