//! Finished results of an experiment with the family as comma-separated values, read again, made
//! into a page, and compared with what this program makes.
//!
//! `runs.csv` has what came of each run, `positions.csv` the positions with their counts of meeting
//! lines, `rows.csv` what determines the runs of each row; `docs/results/data/README.md` says what
//! each column is.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};

use super::report::FamilyResults;
use super::{FamilyExperiment, FamilyJob, FamilyPosition, FamilyRecord, asked, keys, with_hints};
use crate::LabError;
use crate::compare::{CompareRequest, Compared, LARGE, USUAL, first_change, spread};
use crate::data::{RUNS, cut, lines, numbered, once, read_lines, rows, stands};
use crate::journal::{IDENTITY, Identity};
use crate::meeting::Meeting;
use crate::page::{Made, PageRequest};
use crate::running::run_all;
use crate::set::shown;

/// The file of positions.
pub(super) const POSITIONS: &str = "positions.csv";

/// A position with how lines meet below it.
#[derive(Serialize, Deserialize)]
struct Position {
    position: usize,
    group: String,
    set: String,
    line: usize,
    hints: String,
    tree_expanded: u64,
    tree_nodes: u64,
    tree_positions: u64,
    leaves_counted: u64,
    leaves_different: u64,
}

/// One run.
#[derive(Serialize, Deserialize)]
struct FamilyLine {
    position: usize,
    run: String,
    answer: String,
    stopped_by: Option<String>,
    generated: u64,
    expanded: u64,
    evaluated: u64,
    stored: u64,
    seconds: f64,
}

impl FamilyResults<'_> {
    /// The positions, in their order.
    pub(super) fn positions_csv(&self) -> Result<Vec<u8>, LabError> {
        let numbers = self.numbers();
        lines(
            numbers
                .iter()
                .zip(self.rows())
                .map(|(&position, (asked, meeting, _))| Position {
                    position,
                    group: self.group(asked).into(),
                    set: shown(&asked.set.set.file).into(),
                    line: asked.problem.at.line,
                    hints: asked.set.hints.clone(),
                    tree_expanded: meeting.expanded,
                    tree_nodes: meeting.nodes,
                    tree_positions: meeting.positions,
                    leaves_counted: meeting.counted,
                    leaves_different: meeting.different,
                }),
        )
    }

    /// Run by run, each in the order of the positions.
    pub(super) fn runs_csv(&self, experiment: &FamilyExperiment) -> Result<Vec<u8>, LabError> {
        let numbers = self.numbers();
        let runs = experiment.runs.iter().enumerate();
        lines(runs.flat_map(|(place, run)| {
            numbers
                .iter()
                .zip(self.rows())
                .map(move |(&position, (_, _, records))| {
                    let record = records[place];
                    FamilyLine {
                        position,
                        run: run.label.clone(),
                        answer: record.answer.clone(),
                        stopped_by: record.stopped_by.clone(),
                        generated: record.generated,
                        expanded: record.expanded,
                        evaluated: record.evaluated,
                        stored: record.stored,
                        seconds: record.seconds,
                    }
                })
        }))
    }

    /// The numbers of its positions among all of the experiment, whether or not all were asked for.
    fn numbers(&self) -> Vec<usize> {
        let keys = keys(self.experiment());
        let all = asked(self.experiment(), &keys, None);
        let mut from = 0;
        let numbers = self.rows().map(|(asked, ..)| {
            let is_it = |one: &FamilyPosition<'_>| std::ptr::eq(one.problem, asked.problem);
            // Both are in one order.
            from += all[from..].iter().take_while(|one| !is_it(one)).count() + 1;
            from
        });
        numbers.collect()
    }
}

/// The results of a folder.
struct RecordedFamily<'a> {
    identity: Identity,
    asked: Vec<FamilyPosition<'a>>,
    records: Vec<FamilyRecord>,
    /// Of each record, the row and the position, both from 0; no row for counts of meeting lines.
    places: Vec<(Option<usize>, usize)>,
}

impl<'a> RecordedFamily<'a> {
    fn open(
        experiment: &'a FamilyExperiment,
        keys: &'a [Vec<String>],
        folder: &Path,
    ) -> Result<RecordedFamily<'a>, LabError> {
        let identity = Identity::of_results(folder)?;
        if let Some(message) = identity.other_questions(&Identity::of_family(experiment)) {
            let folder = folder.to_path_buf();
            return Err(LabError::Folder { folder, message });
        }
        let mut recorded = RecordedFamily {
            identity,
            asked: asked(experiment, keys, None),
            records: Vec::new(),
            places: Vec::new(),
        };
        recorded.read_positions(experiment, &folder.join(POSITIONS))?;
        recorded.read_runs(experiment, &folder.join(RUNS))?;
        Ok(recorded)
    }

    fn read_positions(
        &mut self,
        experiment: &FamilyExperiment,
        path: &Path,
    ) -> Result<(), LabError> {
        let mut seen = HashSet::new();
        for (at, found) in read_lines::<Position>(path)? {
            let (place, &asked) = numbered(&at, found.position, &self.asked)?;
            let named = (found.position, &*found.set, found.line);
            stands(&at, named, (&asked.set.set.file, asked.problem.at.line))?;
            once(&mut seen, &at, "the tree", place)?;
            let mut record = FamilyRecord::empty(asked, experiment.counting());
            record.meeting = Some(Meeting {
                expanded: found.tree_expanded,
                nodes: found.tree_nodes,
                positions: found.tree_positions,
                counted: found.leaves_counted,
                different: found.leaves_different,
            });
            self.places.push((None, place));
            self.records.push(record);
        }
        Ok(())
    }

    fn read_runs(&mut self, experiment: &FamilyExperiment, path: &Path) -> Result<(), LabError> {
        let mut seen = HashSet::new();
        for (at, found) in read_lines::<FamilyLine>(path)? {
            let row = experiment
                .run(&found.run)
                .ok_or_else(|| at.fault(format!("the experiment has no row \"{}\"", found.run)))?;
            let (place, &asked) = numbered(&at, found.position, &self.asked)?;
            once(&mut seen, &at, &found.run, place)?;
            let run = with_hints(&experiment.runs[row], asked.set);
            self.places.push((Some(row), place));
            self.records.push(FamilyRecord {
                answer: found.answer,
                stopped_by: found.stopped_by,
                generated: found.generated,
                expanded: found.expanded,
                evaluated: found.evaluated,
                stored: found.stored,
                seconds: found.seconds,
                ..FamilyRecord::empty(asked, run.line())
            });
        }
        Ok(())
    }

    /// What is made again: of each row runs from small to large, and as many counts of meeting
    /// lines. Each with what was recorded.
    fn sample(
        &self,
        experiment: &FamilyExperiment,
        most: Option<usize>,
    ) -> Vec<(FamilyJob<'a>, &FamilyRecord)> {
        let mut sample = Vec::new();
        let mut seen = HashSet::new();
        let rows = (0..experiment.runs.len()).map(Some);
        for row in rows.chain([None]) {
            let all = self.places.iter().zip(&self.records);
            let of_row = all.filter(|((of, _), _)| *of == row);
            let mut found: Vec<(usize, &FamilyRecord)> = of_row
                .map(|(&(_, position), record)| (position, record))
                .collect();
            found.sort_by_key(|(position, record)| (record.size(), *position));
            if most.is_none() {
                let small = found.partition_point(|(_, record)| record.size() <= LARGE);
                found.truncate(small.max(1));
            }
            for (position, record) in spread(&found, most.unwrap_or(USUAL)) {
                if seen.insert(record.id()) {
                    let asked = self.asked[position];
                    let run = row.map(|row| with_hints(&experiment.runs[row], asked.set));
                    let line = record.run.clone();
                    sample.push((FamilyJob { asked, run, line }, record));
                }
            }
        }
        sample
    }
}

impl Made {
    fn of_family(results: &FamilyResults<'_>, identity: &Identity) -> Made {
        let [text, below] = results
            .parts(identity)
            .map(|part| part.trim_end().to_string());
        let name = &results.experiment().name;
        let figures = results.figures().into_iter();
        Made {
            text,
            below: Some(below),
            figures: figures
                .map(|(figure, svg)| (format!("{name}-{figure}.svg"), svg))
                .collect(),
        }
    }
}

/// Keeps finished results as the data of the page, and makes the page and its figures anew; what
/// somebody has written between its marks stays.
///
/// # Errors
///
/// As [`write_page`](crate::write_page).
pub fn write_family_page(request: &PageRequest<FamilyExperiment>) -> Result<(), LabError> {
    let experiment = &request.experiment;
    let keys = keys(experiment);
    let recorded = RecordedFamily::open(experiment, &keys, &request.from)?;
    let results = FamilyResults::of(experiment, &recorded.asked, &recorded.records);
    let (identity, now) = (&recorded.identity, Identity::of_family(experiment));
    let done = [results.rows().count(), recorded.asked.len()];
    request.refuse_unfinished(identity, &now, done)?;
    let made = Made::of_family(&results, identity);
    let rows = rows("several", &experiment.runs)?;
    request.write(&experiment.name, &made, &[IDENTITY, RUNS, POSITIONS], &rows)
}

/// Compares recorded results with what this program makes; `watch` is told how many runs are done,
/// and of how many.
///
/// # Errors
///
/// As [`compare`](crate::compare()).
pub fn compare_family(
    request: &CompareRequest<FamilyExperiment>,
    stop: &Arc<AtomicBool>,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<Compared, LabError> {
    let experiment = &request.experiment;
    let keys = keys(experiment);
    let recorded = RecordedFamily::open(experiment, &keys, &request.folder)?;
    let identity = &recorded.identity;
    let results = FamilyResults::of(experiment, &recorded.asked, &recorded.records);
    let now = Identity::of_family(experiment);
    let mut differences = Vec::from_iter(identity.other_rows(&now));
    let begun = recorded.places.iter().map(|&(_, at)| at);
    differences.extend(cut(begun, results.rows().count()));
    if let Some(page) = &request.page {
        differences.extend(Made::of_family(&results, identity).differs_from(page)?);
    }
    let sample = recorded.sample(experiment, request.runs);
    let of = sample.len();
    let mut repeated = 0;
    run_all(
        &sample,
        request.threads,
        stop,
        |(job, before)| {
            let found = job.work(experiment.expansions, stop)?;
            let difference = |now: FamilyRecord| {
                let change = before.change(&now)?;
                let row = job.run.as_ref().map_or("meeting lines", |run| &run.label);
                Some(format!("{row} on {}: {change}", job.asked.problem.at))
            };
            Ok(found.map(difference))
        },
        |difference: Option<String>| {
            repeated += 1;
            watch(repeated, of);
            differences.extend(difference);
            Ok(())
        },
    )?;
    differences.sort();
    Ok(Compared {
        program: identity.program(),
        positions: results.rows().count(),
        of: recorded.asked.len(),
        recorded: recorded.records.len(),
        repeated,
        differences,
        left: Vec::new(),
        gone_options: None,
        unfinished: of - repeated,
    })
}

impl FamilyRecord {
    /// The work of a run, in nodes.
    fn size(&self) -> u64 {
        let of_tree = self.meeting.map_or(0, |meeting| meeting.nodes);
        self.generated + self.expanded + of_tree
    }

    /// The first thing in which a run differs from what was recorded, times apart.
    fn change(&self, now: &FamilyRecord) -> Option<String> {
        let of = |record: &FamilyRecord| {
            let text = |text: &Option<String>| text.clone().unwrap_or_else(|| "nothing".into());
            let meeting = record.meeting.unwrap_or_default();
            [
                ("answer", record.answer.clone()),
                ("stopped by", text(&record.stopped_by)),
                ("nodes expanded", record.expanded.to_string()),
                ("nodes generated", record.generated.to_string()),
                ("nodes evaluated", record.evaluated.to_string()),
                ("nodes stored", record.stored.to_string()),
                ("nodes of the tree", meeting.nodes.to_string()),
                ("positions of the tree", meeting.positions.to_string()),
                ("expansions of the tree", meeting.expanded.to_string()),
                ("leaves counted", meeting.counted.to_string()),
                ("different leaves", meeting.different.to_string()),
            ]
        };
        first_change(of(self), of(now))
    }
}
