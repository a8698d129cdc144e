//! An experiment with the family on its way through the pipeline, and its finished results as
//! comma-separated values.
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
use super::{FamilyExperiment, FamilyJob, FamilyPosition, FamilyRecord, with_hints};
use crate::LabError;
use crate::compare::not_large;
use crate::data::{ROWS, RUNS, Recorded, lines, numbered, once, read_lines, row, rows, stands};
use crate::experiment::Run;
use crate::journal::Identity;
use crate::meeting::Meeting;
use crate::pipeline::{Known, Report, Study};
use crate::set::shown;

/// The file of positions.
const POSITIONS: &str = "positions.csv";

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
        let all = self.experiment().asked(None);
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

impl Study for FamilyExperiment {
    type Record = FamilyRecord;
    type Key = (String, String, String);
    type Asked<'a> = FamilyPosition<'a>;
    type Job<'a> = FamilyJob<'a>;

    fn name(&self) -> &str {
        &self.name
    }

    fn identity(&self) -> Identity {
        Identity::of_family(self)
    }

    /// A position of two sets is searched once.
    fn asked(&self, most: Option<usize>) -> Vec<FamilyPosition<'_>> {
        let most = most.unwrap_or(usize::MAX);
        let mut seen = HashSet::new();
        let mut asked = Vec::new();
        for set in &self.sets {
            for (problem, key) in set.set.problems.iter().zip(&set.keys).take(most) {
                if seen.insert((set.game.name, key)) {
                    asked.push(FamilyPosition { set, problem, key });
                }
            }
        }
        asked
    }

    fn at(&self, asked: FamilyPosition<'_>) -> String {
        asked.problem.at.to_string()
    }

    /// The runs, then the count of meeting lines.
    fn rows(&self) -> Vec<&str> {
        let labels = self.runs.iter().map(|run| &*run.label);
        labels.chain(["meeting lines"]).collect()
    }

    fn job<'a>(
        &'a self,
        row: usize,
        asked: FamilyPosition<'a>,
        _known: &Known<'_, FamilyExperiment>,
    ) -> Option<FamilyJob<'a>> {
        let run = self.runs.get(row).map(|run| with_hints(run, asked.set));
        let line = run.as_ref().map_or_else(|| self.counting(), Run::line);
        Some(FamilyJob { asked, run, line })
    }

    fn key(&self, job: &FamilyJob<'_>) -> Self::Key {
        let FamilyPosition { set, key, .. } = job.asked;
        (set.game.name.into(), key.into(), job.line.clone())
    }

    fn key_of(record: &FamilyRecord) -> Self::Key {
        let FamilyRecord {
            game,
            position,
            run,
            ..
        } = record;
        (game.clone(), position.clone(), run.clone())
    }

    fn work(
        &self,
        job: &FamilyJob<'_>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<FamilyRecord>, LabError> {
        job.work(self.expansions, stop)
    }

    fn ended(record: &FamilyRecord) -> (&str, f64) {
        (&record.answer, record.seconds)
    }

    fn report<'a>(
        &'a self,
        asked: &[FamilyPosition<'a>],
        records: &[FamilyRecord],
        identity: &Identity,
    ) -> Result<Report, LabError> {
        let results = FamilyResults::of(self, asked, records);
        let [above, below] = results.parts(identity);
        let figures = results.figures().into_iter();
        Ok(Report {
            table: format!("{above}{below}"),
            page: (above, Some(below)),
            figures: figures
                .map(|(name, svg)| (format!("{name}.svg"), svg))
                .collect(),
            data: vec![
                (ROWS, rows("several", &self.runs)?),
                (RUNS, results.runs_csv(self)?),
                (POSITIONS, results.positions_csv()?),
            ],
            contradictions: results.contradictions(),
            whole: results.rows().count(),
        })
    }

    fn read(&self, recorded: &mut Recorded<'_, Self>, folder: &Path) -> Result<(), LabError> {
        self.read_positions(recorded, &folder.join(POSITIONS))?;
        self.read_runs(recorded, &folder.join(RUNS))
    }

    fn size(record: &FamilyRecord) -> u64 {
        let of_tree = record.meeting.map_or(0, |meeting| meeting.nodes);
        record.generated + record.expanded + of_tree
    }

    fn small(&self, _row: usize, sizes: &[u64]) -> usize {
        not_large(sizes)
    }

    fn facts(record: &FamilyRecord) -> Vec<(&'static str, String)> {
        let stopped_by = record.stopped_by.clone();
        let meeting = record.meeting.unwrap_or_default();
        vec![
            ("answer", record.answer.clone()),
            ("stopped by", stopped_by.unwrap_or_else(|| "nothing".into())),
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
    }
}

impl FamilyExperiment {
    fn read_positions(
        &self,
        recorded: &mut Recorded<'_, FamilyExperiment>,
        path: &Path,
    ) -> Result<(), LabError> {
        let mut seen = HashSet::new();
        for (at, found) in read_lines::<Position>(path)? {
            let (place, &asked) = numbered(&at, found.position, &recorded.asked)?;
            let named = (found.position, &*found.set, found.line);
            stands(&at, named, (&asked.set.set.file, asked.problem.at.line))?;
            once(&mut seen, &at, "the tree", place)?;
            let mut record = FamilyRecord::empty(asked, self.counting());
            record.meeting = Some(Meeting {
                expanded: found.tree_expanded,
                nodes: found.tree_nodes,
                positions: found.tree_positions,
                counted: found.leaves_counted,
                different: found.leaves_different,
            });
            recorded.places.push((self.runs.len(), place));
            recorded.records.push(record);
        }
        Ok(())
    }

    fn read_runs(
        &self,
        recorded: &mut Recorded<'_, FamilyExperiment>,
        path: &Path,
    ) -> Result<(), LabError> {
        let mut seen = HashSet::new();
        let labels: Vec<&str> = self.runs.iter().map(|run| &*run.label).collect();
        for (at, found) in read_lines::<FamilyLine>(path)? {
            let row = row(&at, &found.run, &labels)?;
            let (place, &asked) = numbered(&at, found.position, &recorded.asked)?;
            once(&mut seen, &at, &found.run, place)?;
            let run = with_hints(&self.runs[row], asked.set);
            recorded.places.push((row, place));
            recorded.records.push(FamilyRecord {
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
}
