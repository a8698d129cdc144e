//! The finished runs of an experiment as comma-separated values: `rows.csv` contains the parameters
//! of each row, `runs.csv` the result of each run; for the whole family `positions.csv` contains
//! how often paths meet below each position.
//!
//! The files are enough to make the tables again and to check later whether a program still makes
//! the same nodes. `docs/results/data/README.md` describes the columns.

mod rows;

use std::collections::HashSet;
use std::fmt::Display;
use std::fs;
use std::path::Path;
use std::str::FromStr;

use shomei_game::corpus::{At, LineFault};

use crate::LabError;
use crate::experiment::{Experiment, Row};
use crate::journal::Identity;
use crate::pipeline::Report;
use crate::record::{Certified, Count, Question, Record};
use crate::report::report;
use crate::results::Results;
use crate::set::{SetProblem, shown};

/// The file of rows.
pub(crate) const ROWS: &str = "rows.csv";

/// A table of runs: the name of its file, and its columns.
type Layout = (&'static str, &'static str);

/// The runs of an experiment with a paper.
const PAPER: Layout = (
    "runs.csv",
    "position set line run answer stopped_by generated expanded evaluated leaf_nodes stored \
     table_hits saturations seconds certificate certificate_claim certificate_records \
     certificate_bytes certificate_seconds reused",
);

/// The runs of the whole family.
const FAMILY: Layout = (
    "runs.csv",
    "position run answer stopped_by generated expanded evaluated stored seconds",
);

/// The positions of the whole family.
const TREES: Layout = (
    "positions.csv",
    "position group set line hints tree_expanded tree_nodes tree_positions leaves_counted \
     leaves_different",
);

/// The runs of clusters.
const CLUSTERS: Layout = (
    "runs.csv",
    "position game set line run answer time work busy jobs wasted entries_out entries_back budget \
     seconds",
);

/// Columns that change when a run is repeated.
const PASSING: [&str; 3] = ["seconds", "certificate_seconds", "reused"];

impl Experiment {
    /// The table of a row.
    fn layout(&self, row: Row<'_>) -> Layout {
        match row {
            Row::Tree(_) => TREES,
            _ if self.family.is_some() => FAMILY,
            _ if self.has_clusters() => CLUSTERS,
            Row::Search(_) | Row::Cluster(_) => PAPER,
        }
    }

    /// The tables of runs.
    fn layouts(&self) -> Vec<Layout> {
        let mut layouts: Vec<Layout> = self.rows().map(|row| self.layout(row)).collect();
        layouts.dedup();
        layouts
    }

    /// The cell of a column of a run.
    fn cell(
        &self,
        name: &str,
        label: &str,
        number: usize,
        asked: SetProblem<'_>,
        of: &Record,
    ) -> String {
        let SetProblem { set, problem } = asked;
        let text = |text: Option<&String>| text.cloned().unwrap_or_default();
        let certificate = of.certificate.as_ref();
        let certified = |cell: fn(&Certified) -> String| certificate.map_or(String::new(), cell);
        match name {
            "position" => number.to_string(),
            "game" => set.game.name().into(),
            "group" => {
                let groups = self.family.as_ref().map(|family| &family.groups);
                text(groups.and_then(|groups| groups.get(set.group)))
            }
            "set" => shown(&set.file).into(),
            "line" => problem.case.at.line.to_string(),
            "hints" => set.hints.clone(),
            "run" => label.into(),
            "answer" => of.answer.clone(),
            "stopped_by" => text(of.stopped_by.as_ref()),
            "seconds" => of.seconds.to_string(),
            "certificate" => certified(|one| one.verdict.clone()),
            "certificate_claim" => certified(|one| one.claim.clone().unwrap_or_default()),
            "certificate_records" => certified(|one| one.records.to_string()),
            "certificate_bytes" => certified(|one| one.bytes.to_string()),
            "certificate_seconds" => certified(|one| one.seconds.to_string()),
            "reused" => of.reused.as_deref().map_or(String::new(), last_part),
            count => Count::named(count).map_or(String::new(), |count| of.count(count).to_string()),
        }
    }

    /// The first column that differs between a recorded run and its repetition.
    pub(crate) fn change(
        &self,
        row: Row<'_>,
        asked: SetProblem<'_>,
        runs: [&Record; 2],
    ) -> Option<String> {
        let (_, columns) = self.layout(row);
        let mut names = columns.split(' ').filter(|name| !PASSING.contains(name));
        names.find_map(|name| {
            let [before, now] = runs.map(|of| match self.cell(name, "", 0, asked, of) {
                none if none.is_empty() => "nothing".into(),
                cell => cell,
            });
            let name = name.replace('_', " ");
            (before != now).then(|| format!("{name}: {before} was recorded, now {now}"))
        })
    }
}

/// All tables of finished runs.
pub(crate) fn tables(results: &Results<'_>) -> Result<Vec<(&'static str, Vec<u8>)>, LabError> {
    let experiment = results.experiment;
    let mut tables = vec![(ROWS, rows::rows(experiment)?)];
    for layout in experiment.layouts() {
        tables.push((layout.0, runs(results, layout)?));
    }
    Ok(tables)
}

/// The table of runs, by row and then by position. Positions keep their numbers even if only some
/// of them are included.
fn runs(results: &Results<'_>, layout: Layout) -> Result<Vec<u8>, LabError> {
    let experiment = results.experiment;
    let all = experiment.problems(None);
    let mut numbers = Vec::new();
    for shown in &results.positions {
        let is_it = |one: &SetProblem<'_>| std::ptr::eq(one.problem, shown.problem);
        // Both lists have the same order.
        let from = numbers.last().copied().unwrap_or(0);
        numbers.push(from + all[from..].iter().take_while(|one| !is_it(one)).count() + 1);
    }
    let mut writer = csv::Writer::from_writer(Vec::new());
    let columns: Vec<&str> = layout.1.split(' ').collect();
    writer.write_record(&columns).map_err(LabError::Csv)?;
    for (place, row) in experiment.rows().enumerate() {
        if experiment.layout(row) != layout {
            continue;
        }
        for (at, &number) in numbers.iter().enumerate() {
            let Some(record) = results.record(place, at) else {
                continue;
            };
            let cell = |name: &&str| {
                experiment.cell(name, row.label(), number, results.positions[at], record)
            };
            let cells = columns.iter().map(cell);
            writer.write_record(cells).map_err(LabError::Csv)?;
        }
    }
    finished(writer)
}

fn finished(writer: csv::Writer<Vec<u8>>) -> Result<Vec<u8>, LabError> {
    let bytes = writer.into_inner();
    bytes.map_err(|error| LabError::Csv(error.into_error().into()))
}

/// The recorded results of an experiment.
#[derive(Debug)]
pub(crate) struct Recorded<'a> {
    pub(crate) experiment: &'a Experiment,
    /// The identity of the results.
    pub(crate) identity: Identity,
    /// All positions of the experiment.
    pub(crate) asked: Vec<SetProblem<'a>>,
    /// The row and the position of each run, both from 0.
    pub(crate) places: Vec<(usize, usize)>,
    /// The result of each run.
    pub(crate) records: Vec<Record>,
}

impl<'a> Recorded<'a> {
    /// Reads a folder of results.
    pub(crate) fn open(experiment: &'a Experiment, folder: &Path) -> Result<Self, LabError> {
        let identity = Identity::of_results(folder)?;
        if let Some(mut message) = identity.other_questions(&Identity::of(experiment)) {
            if experiment.has_paper() {
                message += "; give those sets with --set";
            }
            let folder = folder.to_path_buf();
            return Err(LabError::Folder { folder, message });
        }
        let mut recorded = Recorded {
            experiment,
            identity,
            asked: experiment.problems(None),
            places: Vec::new(),
            records: Vec::new(),
        };
        for layout in experiment.layouts() {
            recorded.read(layout, &folder.join(layout.0))?;
        }
        Ok(recorded)
    }

    /// Reads a table of runs.
    fn read(&mut self, layout: Layout, path: &Path) -> Result<(), LabError> {
        let bytes = read(path)?;
        let mut seen = HashSet::new();
        let mut reader = csv::Reader::from_reader(&*bytes);
        let names = reader.headers().map_err(LabError::Csv)?.clone();
        for (line, cells) in (2..).zip(reader.records()) {
            let file = path.display().to_string();
            let at = At { file, line };
            let cells = cells.map_err(|error| at.fault(error.to_string()))?;
            let cells = names.iter().zip(&cells).collect();
            let cells = Cells { at, cells };
            let (place, record) = self.run(layout, &cells)?;
            if !seen.insert(place) {
                let what = self
                    .experiment
                    .rows()
                    .nth(place.0)
                    .map_or("", |row| row.label());
                let message = format!("{what} on position {} is repeated", place.1 + 1);
                return Err(cells.at.fault(message).into());
            }
            self.places.push(place);
            self.records.push(record);
        }
        Ok(())
    }

    /// The record of a line, with its row and position.
    fn run(
        &self,
        layout: Layout,
        cells: &Cells<'_>,
    ) -> Result<((usize, usize), Record), LineFault> {
        let mut rows = self.experiment.rows().enumerate();
        let row = match cells.get("run") {
            Some(name) => rows.find(|(_, row)| row.label() == name),
            None => rows.find(|(_, row)| self.experiment.layout(*row) == layout),
        };
        let (place, row) = row.ok_or_else(|| {
            let name = cells.get("run").unwrap_or_default();
            cells
                .at
                .fault(format!("the experiment has no row \"{name}\""))
        })?;
        let number: usize = cells.number("position")?;
        let position = number.wrapping_sub(1);
        let missing = || format!("there is no position {number} in the sets");
        let asked = self.asked.get(position);
        let &asked = asked.ok_or_else(|| cells.at.fault(missing()))?;
        let (file, line) = (shown(&asked.set.file), asked.problem.case.at.line);
        // The data must be about the same set.
        if let Some(set) = cells.get("set")
            && (set, cells.number("line")?) != (file, line)
        {
            let there = cells.get("line").unwrap_or_default();
            return Err(cells.at.fault(format!(
                "position {number} is line {line} of {file}, not line {there} of {set}"
            )));
        }
        let mut record = Record::unknown(Question::of(asked, row.line(asked.set)));
        record.read(cells)?;
        Ok(((place, position), record))
    }

    /// The positions of the tables: all, or those with a recorded run if the experiment has a
    /// paper.
    pub(crate) fn shown(&self) -> Vec<SetProblem<'a>> {
        let begun = self.begun();
        let numbered = self.asked.iter().enumerate();
        let is_shown = |at: &usize| !self.experiment.has_paper() || begun.contains(at);
        let shown = numbered.filter(|(at, _)| is_shown(at));
        shown.map(|(_, &asked)| asked).collect()
    }

    fn begun(&self) -> HashSet<usize> {
        self.places.iter().map(|&(_, at)| at).collect()
    }

    /// The report on the recorded results.
    pub(crate) fn report(&self) -> Result<Report, LabError> {
        report(
            self.experiment,
            &self.shown(),
            &self.records,
            &self.identity,
        )
    }

    /// The difference between the recorded rows and those of the experiment.
    pub(crate) fn other_rows(&self) -> Option<String> {
        self.identity.other_rows(&Identity::of(self.experiment))
    }

    /// The message about positions with missing runs, given the number of complete positions.
    pub(crate) fn cut(&self, whole: usize) -> Option<String> {
        let begun = self.begun().len();
        (begun > whole)
            .then(|| format!("runs of {} of {begun} positions are missing", begun - whole))
    }
}

/// A line of a table, by the names of its columns.
struct Cells<'a> {
    at: At,
    cells: Vec<(&'a str, &'a str)>,
}

impl<'a> Cells<'a> {
    /// The cell of a column; `None` if it is empty or missing.
    fn get(&self, name: &str) -> Option<&'a str> {
        let found = self.cells.iter().find(|(column, _)| *column == name);
        found.map(|(_, cell)| *cell).filter(|cell| !cell.is_empty())
    }

    /// The number in a column; an error if there is none.
    fn number<T: FromStr<Err: Display>>(&self, name: &str) -> Result<T, LineFault> {
        let text = self.get(name).unwrap_or_default();
        text.parse()
            .map_err(|error| self.at.fault(format!("{name}: \"{text}\": {error}")))
    }
}

impl Record {
    /// Reads the result of a run.
    fn read(&mut self, cells: &Cells<'_>) -> Result<(), LineFault> {
        let text = |name| cells.get(name).map(String::from);
        self.answer = text("answer").unwrap_or_else(|| self.answer.clone());
        self.stopped_by = text("stopped_by");
        self.reused = text("reused");
        if cells.get("seconds").is_some() {
            self.seconds = cells.number("seconds")?;
        }
        for &(name, _) in &cells.cells {
            if let Some(count) = Count::named(name) {
                self.counts.insert(count, cells.number(name)?);
            }
        }
        if let Some(verdict) = text("certificate") {
            self.certificate = Some(Certified {
                verdict,
                claim: text("certificate_claim"),
                records: cells.number("certificate_records")?,
                bytes: cells.number("certificate_bytes")?,
                seconds: cells.number("certificate_seconds")?,
            });
        }
        Ok(())
    }
}

/// The bytes of a file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, LabError> {
    fs::read(path).map_err(|source| LabError::Read {
        path: path.to_path_buf(),
        source,
    })
}

/// The name of the folder from which runs were taken, without its path, which is of one machine.
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
        let records = found.concat();
        let results = Results::of(&experiment, &experiment.problems(None), &records);
        let text = String::from_utf8(runs(&results, PAPER).unwrap()).unwrap();
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
