//! The finished runs of an experiment as comma-separated values: `rows.csv` has what determines
//! the runs of each row, `runs.csv` what came of each.
//!
//! They are enough to make the tables again, and to tell later whether a program still makes
//! the same nodes; `docs/results/data/README.md` says what each column is.

use std::collections::{HashMap, HashSet};
use std::fs;
use std::path::Path;
use std::ptr::from_ref;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use shomei_game::corpus::At;

use crate::LabError;
use crate::experiment::{Experiment, Run};
use crate::journal::Identity;
use crate::pipeline::{Report, Study};
use crate::results::Results;
use crate::set::{Problem, shown};
use crate::trial::{Budget, Certified, Record, Trial, complete};

/// The file of rows.
pub(crate) const ROWS: &str = "rows.csv";
/// The file of runs.
pub(crate) const RUNS: &str = "runs.csv";

/// What determines the runs of a row.
#[derive(Serialize)]
struct RunRow<'a> {
    run: &'a str,
    game: &'a str,
    algorithm: &'a str,
    /// With the defaults of those that the experiment leaves out, and `move-order` if the moves
    /// have another order than the game's own.
    options: String,
    hints: &'a str,
    memory_bytes: usize,
    limit_nodes: Option<u64>,
    limit_generated: Option<u64>,
    limit_evaluated: Option<u64>,
    limit_milliseconds: Option<u64>,
    certify: bool,
}

/// One run.
#[derive(Serialize, Deserialize)]
struct RunLine {
    position: usize,
    set: String,
    line: usize,
    run: String,
    answer: String,
    stopped_by: Option<String>,
    generated: u64,
    expanded: u64,
    evaluated: u64,
    leaf_nodes: u64,
    stored: u64,
    table_hits: u64,
    saturations: u64,
    seconds: f64,
    certificate: Option<String>,
    certificate_claim: Option<String>,
    certificate_records: Option<u64>,
    certificate_bytes: Option<u64>,
    certificate_seconds: Option<f64>,
    reused: Option<String>,
}

/// The rows, in the order of the experiment.
pub(crate) fn rows(game: &str, runs: &[Run]) -> Result<Vec<u8>, LabError> {
    lines(runs.iter().map(|run| {
        let options = complete(run.algorithm, &run.settings);
        let options = options
            .iter()
            .map(|(name, value)| format!("{name}={value}"));
        let order = run.move_order.map(|order| format!("move-order={order}"));
        let options: Vec<String> = options.chain(order).collect();
        let Budget {
            nodes,
            generated,
            evaluated,
            milliseconds,
        } = run.budget;
        RunRow {
            run: &run.label,
            game,
            algorithm: run.algorithm.name,
            options: options.join(" "),
            hints: &run.hints,
            memory_bytes: run.memory,
            limit_nodes: nodes,
            limit_generated: generated,
            limit_evaluated: evaluated,
            limit_milliseconds: milliseconds,
            certify: run.certify,
        }
    }))
}

/// Run by run, each in the order of the positions.
pub(crate) fn runs(results: &Results<'_>) -> Result<Vec<u8>, LabError> {
    let sets = results.experiment.sets.iter();
    let all = sets.flat_map(|set| &set.problems);
    // The number of a position is the same whether or not all of them were asked for.
    let numbers: HashMap<*const Problem, usize> = all
        .zip(1..)
        .map(|(one, number)| (from_ref(one), number))
        .collect();
    let runs = results.experiment.runs.iter().enumerate();
    lines(runs.flat_map(|(place, run)| {
        let found = results.problems.iter().zip(results.of_run(place));
        found.filter_map(|(&problem, record)| {
            let position = *numbers.get(&from_ref(problem))?;
            Some(RunLine::of(position, problem, run, record))
        })
    }))
}

/// A table, its columns named after the fields.
pub(crate) fn lines(all: impl Iterator<Item = impl Serialize>) -> Result<Vec<u8>, LabError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for line in all {
        writer.serialize(line).map_err(LabError::Csv)?;
    }
    writer
        .into_inner()
        .map_err(|error| LabError::Csv(error.into_error().into()))
}

/// Results that were recorded for an experiment.
#[derive(Debug)]
pub struct Recorded<'a, S: Study + 'a> {
    pub(crate) study: &'a S,
    /// Whose they are.
    pub(crate) identity: Identity,
    /// All positions of the experiment.
    pub(crate) asked: Vec<S::Asked<'a>>,
    /// Row and position of each run, both from 0.
    pub(crate) places: Vec<(usize, usize)>,
    /// What came of each.
    pub(crate) records: Vec<S::Record>,
}

impl<'a, S: Study> Recorded<'a, S> {
    /// Reads a folder of results.
    pub(crate) fn open(study: &'a S, folder: &Path) -> Result<Self, LabError> {
        let identity = Identity::of_results(folder)?;
        if let Some(mut message) = identity.other_questions(&study.identity()) {
            if S::OF_PARTS {
                message += "; give those sets with --set";
            }
            let folder = folder.to_path_buf();
            return Err(LabError::Folder { folder, message });
        }
        let mut recorded = Recorded {
            study,
            identity,
            asked: study.asked(None),
            places: Vec::new(),
            records: Vec::new(),
        };
        study.read(&mut recorded, folder)?;
        Ok(recorded)
    }

    /// The positions that the tables are about: those that were asked for.
    pub(crate) fn shown(&self) -> Vec<S::Asked<'a>> {
        let begun: HashSet<usize> = self.places.iter().map(|&(_, at)| at).collect();
        let numbered = self.asked.iter().enumerate();
        let shown = numbered.filter(|(at, _)| !S::OF_PARTS || begun.contains(at));
        shown.map(|(_, &asked)| asked).collect()
    }

    /// The tables of them.
    pub(crate) fn report(&self) -> Result<Report, LabError> {
        self.study
            .report(&self.shown(), &self.records, &self.identity)
    }

    /// The note on positions of which some runs are recorded, and this number are complete.
    pub(crate) fn cut(&self, whole: usize) -> Option<String> {
        let begun: HashSet<usize> = self.places.iter().map(|&(_, at)| at).collect();
        let begun = begun.len();
        (begun > whole)
            .then(|| format!("runs of {} of {begun} positions are missing", begun - whole))
    }
}

/// Runs of an experiment, as `runs.csv` has them.
pub(crate) fn read_runs(
    recorded: &mut Recorded<'_, Experiment>,
    folder: &Path,
) -> Result<(), LabError> {
    let experiment = recorded.study;
    let mut seen = HashSet::new();
    for (at, line) in read_lines::<RunLine>(&folder.join(RUNS))? {
        let row = row(&at, &line.run, &experiment.rows())?;
        let (position, &problem) = numbered(&at, line.position, &recorded.asked)?;
        let named = (line.position, &*line.set, line.line);
        stands(&at, named, (&problem.at.file, problem.at.line))?;
        once(&mut seen, &at, &line.run, position)?;
        let trial = Trial::of(experiment.game.name, &experiment.runs[row], problem);
        recorded.places.push((row, position));
        recorded.records.push(line.record(trial));
    }
    Ok(())
}

/// The place of the row with this name.
pub(crate) fn row(at: &At, name: &str, rows: &[&str]) -> Result<usize, LabError> {
    let found = rows.iter().position(|row| *row == name);
    found.ok_or_else(|| {
        at.fault(format!("the experiment has no row \"{name}\""))
            .into()
    })
}

/// The place of the position with this number, counted from 1, and what stands there.
pub(crate) fn numbered<'p, P>(
    at: &At,
    number: usize,
    positions: &'p [P],
) -> Result<(usize, &'p P), LabError> {
    let place = number.wrapping_sub(1);
    let found = positions.get(place).map(|position| (place, position));
    found.ok_or_else(|| {
        let message = format!("there is no position {number} in the sets");
        at.fault(message).into()
    })
}

/// Refuses a position that stands elsewhere than where the table says: another set is not the one
/// that was asked about.
pub(crate) fn stands(
    at: &At,
    (number, set, line): (usize, &str, usize),
    (file, place): (&str, usize),
) -> Result<(), LabError> {
    let file = shown(file);
    if (set, line) == (file, place) {
        return Ok(());
    }
    let message =
        format!("position {number} stands in {file} at line {place}, not in {set} at line {line}");
    Err(at.fault(message).into())
}

/// Refuses what stands a second time for a position, counted from 0.
pub(crate) fn once(
    seen: &mut HashSet<(String, usize)>,
    at: &At,
    what: &str,
    position: usize,
) -> Result<(), LabError> {
    if seen.insert((what.into(), position)) {
        return Ok(());
    }
    let message = format!("{what} on position {} stands here again", position + 1);
    Err(at.fault(message).into())
}

/// Reads a table, each line with its place.
pub(crate) fn read_lines<L: DeserializeOwned>(path: &Path) -> Result<Vec<(At, L)>, LabError> {
    let bytes = fs::read(path).map_err(|source| LabError::Read {
        path: path.to_path_buf(),
        source,
    })?;
    let mut reader = csv::Reader::from_reader(&*bytes);
    let lines = (2..).zip(reader.deserialize());
    let placed = lines.map(|(line, found)| {
        let file = path.display().to_string();
        let at = At { file, line };
        match found {
            Ok(found) => Ok((at, found)),
            Err(error) => Err(at.fault(error.to_string()).into()),
        }
    });
    placed.collect()
}

impl RunLine {
    fn of(position: usize, problem: &Problem, run: &Run, record: &Record) -> RunLine {
        let certificate = record.certificate.as_ref();
        RunLine {
            position,
            set: shown(&problem.at.file).into(),
            line: problem.at.line,
            run: run.label.clone(),
            answer: record.answer.clone(),
            stopped_by: record.stopped_by.clone(),
            generated: record.generated,
            expanded: record.expanded,
            evaluated: record.evaluated,
            leaf_nodes: record.leaf_nodes,
            stored: record.stored,
            table_hits: record.table_hits,
            saturations: record.saturations,
            seconds: record.seconds,
            certificate: certificate.map(|certified| certified.verdict.clone()),
            certificate_claim: certificate.and_then(|certified| certified.claim.clone()),
            certificate_records: certificate.map(|certified| certified.records),
            certificate_bytes: certificate.map(|certified| certified.bytes),
            certificate_seconds: certificate.map(|certified| certified.seconds),
            reused: record.reused.as_deref().map(last_part),
        }
    }

    fn record(self, trial: Trial) -> Record {
        let certificate = self.certificate.map(|verdict| Certified {
            verdict,
            claim: self.certificate_claim,
            records: self.certificate_records.unwrap_or_default(),
            bytes: self.certificate_bytes.unwrap_or_default(),
            seconds: self.certificate_seconds.unwrap_or_default(),
        });
        Record {
            trial,
            answer: self.answer,
            stopped_by: self.stopped_by,
            generated: self.generated,
            expanded: self.expanded,
            evaluated: self.evaluated,
            leaf_nodes: self.leaf_nodes,
            stored: self.stored,
            table_hits: self.table_hits,
            saturations: self.saturations,
            seconds: self.seconds,
            certificate,
            reused: self.reused,
        }
    }
}

/// The folder that runs were taken from, without the path to it, which is of one machine.
fn last_part(folder: &str) -> String {
    let name = Path::new(folder).file_name();
    name.map_or_else(|| folder.into(), |name| name.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{experiment, record};

    #[test]
    fn positions_keep_their_numbers_where_others_are_missing() {
        let experiment = experiment();
        let found = [1, 3].map(|at| [0, 1].map(|run| record(&experiment, run, at, "proved", 50)));
        let problems: Vec<&Problem> = experiment.sets[0].problems.iter().collect();
        let records = found.concat();
        let results = Results::of(&experiment, &problems, &records);
        let text = String::from_utf8(runs(&results).unwrap()).unwrap();
        let cells = |line: &str| line.split(',').take(4).collect::<Vec<_>>().join(" ");
        let lines: Vec<String> = text.lines().skip(1).map(cells).collect();
        let expected = [
            "2 tiny.txt 2 PN",
            "4 tiny.txt 4 PN",
            "2 tiny.txt 2 df-pn",
            "4 tiny.txt 4 df-pn",
        ];
        assert_eq!(lines, expected);
    }
}
