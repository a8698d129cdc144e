//! Every run as a line of comma-separated values.

use serde::Serialize;

use crate::LabError;
use crate::results::Results;
use crate::trial::Certified;

#[derive(Serialize)]
struct Line<'a> {
    position: usize,
    file: &'a str,
    line: usize,
    name: &'a str,
    run: &'a str,
    algorithm: &'a str,
    /// Those that the experiment sets.
    options: String,
    answer: &'a str,
    stopped_by: &'a str,
    generated: u64,
    expanded: u64,
    evaluated: u64,
    leaf_nodes: u64,
    stored: u64,
    table_hits: u64,
    saturations: u64,
    seconds: f64,
    certificate: &'a str,
    certificate_records: Option<u64>,
    certificate_bytes: Option<u64>,
    certificate_seconds: Option<f64>,
    reused: &'a str,
    hints: &'a str,
}

/// Run by run, each in the order of the positions.
pub(crate) fn csv(results: &Results<'_>) -> Result<Vec<u8>, LabError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for (place, run) in results.experiment.runs.iter().enumerate() {
        let options = run.settings.iter();
        let options: Vec<String> = options
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        let positions = (1..).zip(results.problems.iter().zip(results.of_run(place)));
        for (position, (problem, record)) in positions {
            let certificate = record.certificate.as_ref();
            let of = |what: fn(&Certified) -> u64| certificate.map(what);
            let line = Line {
                position,
                file: &problem.at.file,
                line: problem.at.line,
                name: &problem.name,
                run: &run.label,
                algorithm: run.algorithm.name,
                options: options.join(" "),
                answer: &record.answer,
                stopped_by: record.stopped_by.as_deref().unwrap_or_default(),
                generated: record.generated,
                expanded: record.expanded,
                evaluated: record.evaluated,
                leaf_nodes: record.leaf_nodes,
                stored: record.stored,
                table_hits: record.table_hits,
                saturations: record.saturations,
                seconds: record.seconds,
                certificate: certificate.map_or("", |certified| &certified.verdict),
                certificate_records: of(|certified| certified.records),
                certificate_bytes: of(|certified| certified.bytes),
                certificate_seconds: certificate.map(|certified| certified.seconds),
                reused: record.reused.as_deref().unwrap_or_default(),
                hints: &run.hints,
            };
            writer.serialize(line).map_err(LabError::Csv)?;
        }
    }
    writer
        .into_inner()
        .map_err(|error| LabError::Csv(error.into_error().into()))
}
