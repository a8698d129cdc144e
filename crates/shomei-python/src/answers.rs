//! Answers and their certificates, in the form for Python.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;
use shomei::bundles::FinishedBundle;
use shomei::composers::Composition;
use shomei::data::{AnswerData, ErrorData, ProblemData};
use shomei::{AnyPosition, CollectedCertificate, CollectingSink, Error, QueryResult, SearchSink};

use crate::errors::run_error;

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

impl CollectedAnswer {
    /// A result with the certificates of its searches.
    pub(crate) fn of(
        position: &AnyPosition,
        result: QueryResult,
        collected: CollectingSink<'_, impl SearchSink>,
    ) -> CollectedAnswer {
        let (certificates, problems) = collected.finish(&result);
        let about = |certificate: &CollectedCertificate| About {
            attacker: position.game().side_name(certificate.attacker),
            part: certificate.part,
            records: certificate.records,
        };
        CollectedAnswer {
            result,
            about: certificates.iter().map(about).collect(),
            certificates: certificates.into_iter().map(|one| one.bytes).collect(),
            problems: problems.iter().map(ErrorData::from).collect(),
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
