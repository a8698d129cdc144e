//! The sets, runs and columns of an experiment: names looked up, values read,
//! every search tried out.

use std::collections::BTreeMap;

use shomei_game::corpus::{At, LineFault};
use shomei_search::registry::{ALGORITHMS, OpenError, find};
use toml::{Spanned, Value};

use super::file::{self, ExperimentFile};
use super::{Column, Counter, Measure, NamedSet, Paper, Run};
use crate::game::{LabGame, TryError};
use crate::source::{Source, Word};
use crate::trial::Budget;
use shomei::nearest::hint;
use shomei_cli::units::duration;

/// The files of the sets, with the rules and where they are named.
pub(super) fn sets(
    source: Source<'_>,
    raw: &ExperimentFile,
    rules: Option<&str>,
) -> Result<Vec<NamedSet>, LineFault> {
    let plain = raw.sets.iter().flat_map(Spanned::get_ref);
    let all = plain
        .map(|file| (file, None))
        .chain(raw.set.iter().map(|set| (&set.file, set.size)));
    let mut sets: Vec<NamedSet> = Vec::new();
    for (word, size) in all {
        let file = word.get_ref();
        if sets.iter().any(|other| other.file == *file) {
            let message = format!("the set {file} is named twice");
            return Err(source.fault(word.span(), message));
        }
        let At { file: named, line } = source.fault(word.span(), "").at;
        sets.push(NamedSet {
            file: file.clone(),
            size,
            rules: rules.map(String::from),
            at: At { file: named, line },
        });
    }
    if sets.is_empty() {
        let place = raw.sets.as_ref().map_or(raw.name.span(), Spanned::span);
        return Err(source.fault(place, "an experiment needs a set"));
    }
    Ok(sets)
}

/// The rows.
pub(super) fn runs(
    source: Source<'_>,
    raw: &ExperimentFile,
    game: LabGame,
    rules: &str,
) -> Result<Vec<Run>, LineFault> {
    if raw.run.get_ref().is_empty() {
        return Err(source.fault(raw.run.span(), "an experiment needs a run"));
    }
    let mut runs: Vec<Run> = Vec::new();
    for row in raw.run.get_ref() {
        let run = run(source, raw, row)?;
        if runs.iter().any(|other| other.label == run.label) {
            let message = format!("two runs are called \"{}\"", run.label);
            return Err(source.fault(row.label.span(), message));
        }
        game.try_out(rules, &run)
            .map_err(|error| refused(source, raw, row, &run, &error))?;
        runs.push(run);
    }
    Ok(runs)
}

fn run(source: Source<'_>, raw: &ExperimentFile, row: &file::RunEntry) -> Result<Run, LineFault> {
    let memory = row.memory.as_ref().unwrap_or(&raw.memory);
    let run = named_run(source, [&row.label, &row.algorithm, memory], &row.options)?;
    let budget = budget(source, row.limits.as_ref().unwrap_or(&raw.limits))?;
    let point = match (&row.group, row.size) {
        (Some(group), Some(size)) => Some((group.clone(), size)),
        (None, None) => None,
        _ => {
            let message = "a point of a plot needs a group and a size";
            return Err(source.fault(row.label.span(), message));
        }
    };
    Ok(Run {
        hints: hints(raw, row).map_or_else(String::new, |hints| hints.get_ref().trim().into()),
        move_order: row.move_order,
        budget,
        count: counter(source, row.count.as_ref().unwrap_or(&raw.count))?,
        certify: row.certify,
        paper: paper(source, raw, &row.paper)?,
        point,
        ..run
    })
}

/// The algorithm with its options and its memory, and nothing else.
pub(crate) fn named_run(
    source: Source<'_>,
    [label, algorithm, memory]: [&Word; 3],
    options: &BTreeMap<Word, Spanned<Value>>,
) -> Result<Run, LineFault> {
    let found = find(algorithm.get_ref()).ok_or_else(|| {
        let known = ALGORITHMS.iter().map(|info| info.name);
        source.unknown("algorithm", algorithm, known)
    })?;
    let mut run = Run::new(found, source.bytes(memory)?);
    run.label.clone_from(label.get_ref());
    for (name, value) in options {
        run.settings.set(name.get_ref(), option(source, value)?);
    }
    Ok(run)
}

/// What the game is to tell the searches of a row.
fn hints<'a>(raw: &'a ExperimentFile, row: &'a file::RunEntry) -> Option<&'a Word> {
    row.hints.as_ref().or(raw.hints.as_ref())
}

/// The value of an option as the registry reads it.
fn option(source: Source<'_>, value: &Spanned<Value>) -> Result<String, LineFault> {
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

fn budget(source: Source<'_>, limits: &file::LimitsEntry) -> Result<Budget, LineFault> {
    let milliseconds = match &limits.time {
        None => None,
        Some(time) => {
            let read = duration(time.get_ref());
            let time = read.map_err(|message| source.fault(time.span(), message))?;
            Some(u64::try_from(time.as_millis()).unwrap_or(u64::MAX))
        }
    };
    Ok(Budget {
        nodes: limits.nodes,
        generated: limits.generated,
        evaluated: limits.evaluated,
        milliseconds,
    })
}

pub(crate) fn counter(source: Source<'_>, word: &Word) -> Result<Counter, LineFault> {
    source.one_of("counter", word, &Counter::NAMES)
}

/// What can be added up, with its names.
fn measures() -> impl Iterator<Item = (&'static str, Measure)> {
    let counters = Counter::NAMES.map(|(name, counter)| (name, Measure::Counter(counter)));
    let others = [Measure::Nodes, Measure::Seconds, Measure::Stored];
    let others = others.map(|measure| (measure.name(), measure));
    others.into_iter().chain(counters)
}

pub(super) fn measure(source: Source<'_>, word: &Word) -> Result<Measure, LineFault> {
    let named: Vec<(&str, Measure)> = measures().collect();
    source.one_of("measure", word, &named)
}

fn paper(
    source: Source<'_>,
    raw: &ExperimentFile,
    paper: &file::PaperEntry,
) -> Result<Paper, LineFault> {
    let columns = raw.column.len();
    let mut figures = Paper {
        solved: paper.solved,
        nodes: vec![None; columns],
        seconds: vec![None; columns],
    };
    for (column, &nodes) in &paper.nodes {
        figures.nodes[self::column(source, raw, column)?] = Some(nodes);
    }
    for (column, &seconds) in &paper.seconds {
        figures.seconds[self::column(source, raw, column)?] = Some(seconds);
    }
    Ok(figures)
}

/// The place of a column.
pub(super) fn column(
    source: Source<'_>,
    raw: &ExperimentFile,
    word: &Word,
) -> Result<usize, LineFault> {
    let names = raw.column.iter().map(|column| &**column.name.get_ref());
    source.place("column", word, names)
}

/// The place of a run.
pub(super) fn label(
    source: Source<'_>,
    raw: &ExperimentFile,
    word: &Word,
) -> Result<usize, LineFault> {
    let labels = raw.run.get_ref().iter().map(|run| &**run.label.get_ref());
    source.place("run", word, labels)
}

/// The columns.
pub(super) fn columns(source: Source<'_>, raw: &ExperimentFile) -> Result<Vec<Column>, LineFault> {
    let mut columns: Vec<Column> = Vec::new();
    for column in &raw.column {
        let name = column.name.get_ref();
        if columns.iter().any(|other| other.name == *name) {
            let message = format!("two columns are called \"{name}\"");
            return Err(source.fault(column.name.span(), message));
        }
        if column.solved_by.is_empty() {
            let message = "a column needs the runs that solve its positions";
            return Err(source.fault(column.name.span(), message));
        }
        let runs = column.solved_by.iter();
        let shown: Result<Vec<Measure>, LineFault> = column
            .show
            .iter()
            .map(|word| measure(source, word))
            .collect();
        let mut show = shown?;
        if show.is_empty() {
            show.push(Measure::Nodes);
        }
        columns.push(Column {
            name: name.clone(),
            title: column.title.clone(),
            solved_by: runs
                .map(|word| label(source, raw, word))
                .collect::<Result<_, _>>()?,
            paper_positions: column.paper_positions,
            show,
        });
    }
    Ok(columns)
}

/// Why a row cannot be run, at the line that is wrong.
fn refused(
    source: Source<'_>,
    raw: &ExperimentFile,
    row: &file::RunEntry,
    run: &Run,
    error: &TryError,
) -> LineFault {
    let line_of = |option: &str| {
        let mut options = row.options.iter();
        let found = options.find(|(name, _)| name.get_ref() == option);
        found.map_or(row.algorithm.span(), |(name, _)| name.span())
    };
    let error = match error {
        TryError::Hints(error) => {
            let place = hints(raw, row).map_or(row.label.span(), Spanned::span);
            return source.fault(place, format!("hints: {error}"));
        }
        TryError::Open(error) => error,
    };
    match error {
        OpenError::UnknownOption { option, .. } => {
            let known = run.algorithm.options.iter().map(|option| option.name);
            source.fault(line_of(option), format!("{error}{}", hint(option, known)))
        }
        OpenError::BadValue { option, .. } => source.fault(line_of(option), error.to_string()),
        OpenError::Conflict { option, .. } | OpenError::RemovedOption { option, .. } => {
            source.fault(line_of(option), error.to_string())
        }
        _ => source.fault(row.algorithm.span(), error.to_string()),
    }
}
