//! Reads the sets, runs and columns of an experiment: looks up names, parses values, and tests
//! every search.

use std::collections::BTreeMap;

use shomei_game::corpus::LineFault;
use shomei_search::registry::{ALGORITHMS, OpenError, find};
use toml::{Spanned, Value};

use super::file::{ExperimentFile, PaperEntry, RunEntry};
use super::{Column, Measure, NamedSet, Paper, Run};
use crate::game::{LabGame, TryError};
use crate::source::{Source, Word};
use shomei::nearest::hint;

/// The text of an experiment with a paper, and its file.
pub(super) struct Reader<'a> {
    pub(super) source: &'a Source,
    pub(super) raw: &'a ExperimentFile,
}

impl Reader<'_> {
    /// The files of the sets, with their rules and the places of their names.
    pub(super) fn sets(
        &self,
        game: LabGame,
        rules: Option<&str>,
    ) -> Result<Vec<NamedSet>, LineFault> {
        let plain = self.raw.sets.iter().flat_map(Spanned::get_ref);
        let plain = plain.map(|file| (file, None));
        let sized = self.raw.set.iter().map(|set| (&set.file, set.size));
        let mut sets: Vec<NamedSet> = Vec::new();
        for (word, size) in plain.chain(sized) {
            let file = word.get_ref();
            if sets.iter().any(|other| other.file == *file) {
                let message = format!("the set {file} is named twice");
                return Err(self.source.fault(word.span(), message));
            }
            sets.push(NamedSet {
                file: file.clone(),
                game,
                size,
                rules: rules.map(String::from),
                at: self.source.at(word.span()),
            });
        }
        if sets.is_empty() {
            let name = &self.raw.name;
            let place = self.raw.sets.as_ref().map_or(name.span(), Spanned::span);
            return Err(self.source.fault(place, "an experiment needs a set"));
        }
        Ok(sets)
    }

    /// Reads the rows.
    pub(super) fn runs(&self, game: LabGame, rules: &str) -> Result<Vec<Run>, LineFault> {
        let rows = &self.raw.run;
        if rows.get_ref().is_empty() {
            return Err(self.source.fault(rows.span(), "an experiment needs a run"));
        }
        let mut runs: Vec<Run> = Vec::new();
        for row in rows.get_ref() {
            let run = self.run(row)?;
            let labels = runs.iter().map(|run| &*run.label);
            self.source.is_new("runs", &row.label, labels)?;
            let tried = game.try_out(rules, &run);
            tried.map_err(|error| self.refused(row, &run, &error))?;
            runs.push(run);
        }
        Ok(runs)
    }

    fn run(&self, row: &RunEntry) -> Result<Run, LineFault> {
        let Reader { source, raw } = *self;
        let names = [&row.label, &row.algorithm];
        let memory = row.memory.unwrap_or(raw.memory);
        let run = named_run(source, names, &row.options, memory)?;
        let point = match (&row.group, row.size) {
            (Some(group), Some(size)) => Some((group.clone(), size)),
            (None, None) => None,
            _ => {
                let message = "a point of a plot needs a group and a size";
                return Err(source.fault(row.label.span(), message));
            }
        };
        let hints = self.hints(row).map(|hints| hints.get_ref().trim());
        Ok(Run {
            hints: hints.unwrap_or_default().into(),
            move_order: row.move_order,
            budget: row.limits.as_ref().unwrap_or(&raw.limits).clone(),
            count: counter(source, row.count.as_ref().unwrap_or(&raw.count))?,
            certify: row.certify,
            paper: self.paper(&row.paper)?,
            point,
            ..run
        })
    }

    /// The hints of a row.
    fn hints<'r>(&'r self, row: &'r RunEntry) -> Option<&'r Word> {
        row.hints.as_ref().or(self.raw.hints.as_ref())
    }

    fn paper(&self, paper: &PaperEntry) -> Result<Paper, LineFault> {
        let names = self
            .raw
            .column
            .iter()
            .map(|column| &**column.name.get_ref());
        let place = |word| self.source.place("column", word, names.clone());
        let mut figures = Paper {
            solved: paper.solved,
            nodes: vec![None; self.raw.column.len()],
            seconds: vec![None; self.raw.column.len()],
        };
        for (column, &nodes) in &paper.nodes {
            figures.nodes[place(column)?] = Some(nodes);
        }
        for (column, &seconds) in &paper.seconds {
            figures.seconds[place(column)?] = Some(seconds);
        }
        Ok(figures)
    }

    /// The index of a run.
    pub(super) fn label(&self, word: &Word) -> Result<usize, LineFault> {
        let rows = self.raw.run.get_ref().iter();
        let labels = rows.map(|run| &**run.label.get_ref());
        self.source.place("run", word, labels)
    }

    /// Reads the columns.
    pub(super) fn columns(&self) -> Result<Vec<Column>, LineFault> {
        let mut columns: Vec<Column> = Vec::new();
        for column in &self.raw.column {
            let names = columns.iter().map(|column| &*column.name);
            self.source.is_new("columns", &column.name, names)?;
            if column.solved_by.is_empty() {
                let message = "a column needs the runs that solve its positions";
                return Err(self.source.fault(column.name.span(), message));
            }
            let solved_by = column.solved_by.iter().map(|word| self.label(word));
            let show = column.show.iter();
            let show = show.map(|word| measure(self.source, Some(word)));
            let mut show = show.collect::<Result<Vec<Measure>, LineFault>>()?;
            if show.is_empty() {
                show.push(Measure::Nodes);
            }
            columns.push(Column {
                name: column.name.get_ref().clone(),
                title: column.title.clone(),
                solved_by: solved_by.collect::<Result<_, _>>()?,
                paper_positions: column.paper_positions,
                show,
            });
        }
        Ok(columns)
    }

    /// The error of a row that cannot be run, at the wrong line.
    fn refused(&self, row: &RunEntry, run: &Run, error: &TryError) -> LineFault {
        let error = match error {
            TryError::Hints(error) => {
                let place = self.hints(row).map_or(row.label.span(), Spanned::span);
                return self.source.fault(place, format!("hints: {error}"));
            }
            TryError::Open(error) => error,
        };
        let (option, message) = match error {
            OpenError::UnknownOption { option, .. } => {
                let known = run.algorithm.options.iter().map(|option| option.name);
                (&**option, format!("{error}{}", hint(option, known)))
            }
            OpenError::BadValue { option, .. } => (&**option, error.to_string()),
            OpenError::Conflict { option, .. } => (*option, error.to_string()),
            _ => ("", error.to_string()),
        };
        let mut options = row.options.keys();
        let found = options.find(|name| name.get_ref() == option);
        let place = found.unwrap_or(&row.algorithm);
        self.source.fault(place.span(), message)
    }
}

/// A run with only the algorithm, its options and its memory.
pub(crate) fn named_run(
    source: &Source,
    [label, algorithm]: [&Word; 2],
    options: &BTreeMap<Word, Spanned<Value>>,
    memory: usize,
) -> Result<Run, LineFault> {
    let found = find(algorithm.get_ref()).ok_or_else(|| {
        let known = ALGORITHMS.iter().map(|info| info.name);
        source.unknown("algorithm", algorithm, known)
    })?;
    let mut run = Run::new(label.get_ref(), found, memory);
    for (name, value) in options {
        run.settings.set(name.get_ref(), option(source, value)?);
    }
    Ok(run)
}

/// The value of an option as text for the registry.
fn option(source: &Source, value: &Spanned<Value>) -> Result<String, LineFault> {
    match value.get_ref() {
        Value::String(text) => Ok(text.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        Value::Float(number) => Ok(number.to_string()),
        Value::Boolean(on) => {
            let word = if *on { "on" } else { "off" };
            Err(source.fault(value.span(), format!("write \"{word}\"")))
        }
        _ => Err(source.fault(value.span(), "an option is a text or a number")),
    }
}

pub(crate) fn counter(source: &Source, word: &Word) -> Result<Measure, LineFault> {
    source.one_of("counter", word, Measure::COUNTERS)
}

/// The measure of this name; nodes if it is left out.
pub(super) fn measure(source: &Source, word: Option<&Word>) -> Result<Measure, LineFault> {
    let read = |word| source.one_of("measure", word, &Measure::NAMES);
    word.map_or(Ok(Measure::Nodes), read)
}
