//! An ordinary experiment on its way through the pipeline.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::{Experiment, Run};
use crate::LabError;
use crate::compare::not_large;
use crate::data::{self, Recorded};
use crate::journal::Identity;
use crate::page::on_page;
use crate::pipeline::{Known, Report, Study};
use crate::report::{self, plot};
use crate::results::Results;
use crate::set::Problem;
use crate::trial::{Certified, Record, Trial};

impl Study for Experiment {
    type Record = Record;
    type Key = Trial;
    type Asked<'a> = &'a Problem;
    type Job<'a> = (Run, &'a Problem);

    const OF_PARTS: bool = true;

    fn name(&self) -> &str {
        &self.name
    }

    fn identity(&self) -> Identity {
        Identity::of(self)
    }

    fn asked(&self, most: Option<usize>) -> Vec<&Problem> {
        let most = most.unwrap_or(usize::MAX);
        let sets = self.sets.iter();
        sets.flat_map(|set| set.problems.iter().take(most))
            .collect()
    }

    fn at(&self, problem: &Problem) -> String {
        problem.at.to_string()
    }

    fn rows(&self) -> Vec<&str> {
        self.runs.iter().map(|run| &*run.label).collect()
    }

    fn job<'a>(
        &'a self,
        row: usize,
        problem: &'a Problem,
        _known: &Known<'_, Experiment>,
    ) -> Option<(Run, &'a Problem)> {
        let mut run = self.runs[row].clone();
        let same = self.runs.iter().filter(|other| other.runs_like(&run));
        run.certify = same.into_iter().any(|other| other.certify);
        Some((run, problem))
    }

    fn key(&self, (run, problem): &(Run, &Problem)) -> Trial {
        Trial::of(self.game.name, run, problem)
    }

    fn key_of(record: &Record) -> Trial {
        record.trial.clone()
    }

    fn is_done((run, _): &(Run, &Problem), record: &Record) -> bool {
        !run.certify || record.is_certified()
    }

    fn work(
        &self,
        (run, problem): &(Run, &Problem),
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Record>, LabError> {
        self.game.measure(problem, run, stop)
    }

    fn ended(record: &Record) -> (&str, f64) {
        (&record.answer, record.seconds)
    }

    fn says_more(record: &Record, other: &Record) -> bool {
        record.certificate.is_some() && other.certificate.is_none()
    }

    fn take(record: &mut Record, folder: &str) {
        record.reused.get_or_insert_with(|| folder.into());
    }

    fn report<'a>(
        &'a self,
        asked: &[&'a Problem],
        records: &[Record],
        identity: &Identity,
    ) -> Result<Report, LabError> {
        let results = Results::of(self, asked, records);
        let table = report::table(&results, identity);
        let svgs = plot::draw(&results).into_iter().enumerate();
        let figures: Vec<(String, String)> = svgs
            .map(|(place, svg)| (plot::file_name(place), svg))
            .collect();
        let told = plot::alternative(&results);
        let pictures: String = figures
            .iter()
            .map(|(file, _)| format!("![{told}]({})\n\n", on_page(file, &self.name)))
            .collect();
        Ok(Report {
            page: (with_pictures(&table, &pictures), None),
            table,
            figures,
            data: vec![
                (data::ROWS, data::rows(self.game.name, &self.runs)?),
                (data::RUNS, data::runs(&results)?),
            ],
            contradictions: results.contradictions(),
            whole: results.problems.len(),
        })
    }

    fn read(&self, recorded: &mut Recorded<'_, Experiment>, folder: &Path) -> Result<(), LabError> {
        data::read_runs(recorded, folder)
    }

    fn size(record: &Record) -> u64 {
        record.generated + record.expanded + record.leaf_nodes
    }

    /// Runs that the clock has ended cannot be repeated.
    fn repeats(record: &Record) -> bool {
        record.stopped_by.as_deref() != Some("time")
    }

    fn small(&self, _row: usize, sizes: &[u64]) -> usize {
        not_large(sizes)
    }

    fn again<'a>(
        &'a self,
        row: usize,
        problem: &'a Problem,
        _known: &Known<'_, Experiment>,
        before: &Record,
    ) -> Option<(Run, &'a Problem)> {
        let mut run = self.runs[row].clone();
        // Two rows may share a run of which one of them asks for a certificate.
        run.certify = before.certificate.is_some();
        Some((run, problem))
    }

    fn facts(record: &Record) -> Vec<(&'static str, String)> {
        let text = |text: &Option<String>| text.clone().unwrap_or_else(|| "nothing".into());
        let certificate = record.certificate.as_ref();
        let number = |of: fn(&Certified) -> u64| {
            certificate.map_or_else(|| "nothing".into(), |one| of(one).to_string())
        };
        let verdict = certificate.map(|one| one.verdict.clone());
        let claim = certificate.and_then(|one| one.claim.clone());
        vec![
            ("answer", record.answer.clone()),
            ("stopped by", text(&record.stopped_by)),
            ("nodes expanded", record.expanded.to_string()),
            ("nodes generated", record.generated.to_string()),
            ("nodes evaluated", record.evaluated.to_string()),
            ("nodes in leaves", record.leaf_nodes.to_string()),
            ("nodes stored", record.stored.to_string()),
            ("table hits", record.table_hits.to_string()),
            ("saturations", record.saturations.to_string()),
            ("certificate", text(&verdict)),
            ("claim", text(&claim)),
            ("records", number(|one| one.records)),
            ("bytes", number(|one| one.bytes)),
        ]
    }
}

/// The tables with the pictures before the numbers that they show, or else before how the runs
/// ended.
fn with_pictures(table: &str, pictures: &str) -> String {
    let head = "## The figure\n\n";
    let before_ends = || table.find("## How the runs ended").unwrap_or(table.len());
    let at = table
        .find(head)
        .map_or_else(before_ends, |at| at + head.len());
    let (before, after) = table.split_at(at);
    format!("{before}{pictures}{after}")
}
