//! The runs, columns and figure of an experiment: names looked up, values
//! read, every search tried out.

use shomei_game::corpus::{At, LineFault};
use shomei_search::registry::{ALGORITHMS, OpenError, Settings, find};
use toml::{Spanned, Value};

use super::file::{self, File, Source, Word};
use super::{Column, Counter, Measure, NamedSet, Paper, Plot, PlotKind, Run};
use crate::game::LabGame;
use crate::nearest::hint;
use crate::trial::Budget;
use crate::units::{bytes, duration};

/// The files of the sets, with the rules and where they are named.
pub(super) fn sets(
    source: Source<'_>,
    raw: &File,
    rules: Option<&str>,
) -> Result<Vec<NamedSet>, LineFault> {
    let sets = raw.sets.get_ref();
    if sets.is_empty() {
        return Err(source.fault(raw.sets.span(), "an experiment needs a set"));
    }
    let named = |set: &Word| {
        let At { file, line } = source.fault(set.span(), "").at;
        (
            set.get_ref().clone(),
            rules.map(String::from),
            At { file, line },
        )
    };
    Ok(sets.iter().map(named).collect())
}

/// The rows.
pub(super) fn runs(
    source: Source<'_>,
    raw: &File,
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
            .map_err(|error| refused(source, row, &run, &error))?;
        runs.push(run);
    }
    Ok(runs)
}

fn run(source: Source<'_>, raw: &File, row: &file::Run) -> Result<Run, LineFault> {
    let algorithm = find(row.algorithm.get_ref()).ok_or_else(|| {
        let known = ALGORITHMS.iter().map(|info| info.name);
        source.unknown("algorithm", &row.algorithm, known)
    })?;
    let mut settings = Settings::default();
    for (name, value) in &row.options {
        settings.set(name.get_ref(), option(source, value)?);
    }
    let memory = row.memory.as_ref().unwrap_or(&raw.memory);
    let memory = bytes(memory.get_ref()).map_err(|message| source.fault(memory.span(), message))?;
    let budget = budget(source, row.limits.as_ref().unwrap_or(&raw.limits))?;
    let point = match (&row.group, row.size) {
        (Some(group), Some(size)) if size > 0 => Some((group.clone(), size)),
        (None, None) => None,
        _ => {
            let message = "a point of a plot needs a group and a size above 0";
            return Err(source.fault(row.label.span(), message));
        }
    };
    Ok(Run {
        label: row.label.get_ref().clone(),
        algorithm,
        settings,
        memory,
        budget,
        count: counter(source, row.count.as_ref().unwrap_or(&raw.count))?,
        certify: row.certify,
        paper: paper(source, raw, &row.paper)?,
        point,
    })
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

fn budget(source: Source<'_>, limits: &file::Limits) -> Result<Budget, LineFault> {
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

pub(super) fn counter(source: Source<'_>, word: &Word) -> Result<Counter, LineFault> {
    let mut names = Counter::NAMES.iter();
    match names.find(|(name, _)| name == word.get_ref()) {
        Some((_, counter)) => Ok(*counter),
        None => Err(source.unknown("counter", word, Counter::NAMES.map(|(name, _)| name))),
    }
}

/// What can be added up, with its names.
fn measures() -> impl Iterator<Item = (&'static str, Measure)> {
    let counters = Counter::NAMES.map(|(name, counter)| (name, Measure::Counter(counter)));
    [("nodes", Measure::Nodes), ("seconds", Measure::Seconds)]
        .into_iter()
        .chain(counters)
}

pub(super) fn measure(source: Source<'_>, word: &Word) -> Result<Measure, LineFault> {
    let found = measures().find(|(name, _)| name == word.get_ref());
    found.map(|(_, measure)| measure).ok_or_else(|| {
        let known: Vec<&str> = measures().map(|(name, _)| name).collect();
        source.unknown("measure", word, known)
    })
}

fn paper(source: Source<'_>, raw: &File, paper: &file::Paper) -> Result<Paper, LineFault> {
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
pub(super) fn column(source: Source<'_>, raw: &File, word: &Word) -> Result<usize, LineFault> {
    let mut names = raw.column.iter().map(|column| column.name.get_ref());
    names
        .position(|name| name == word.get_ref())
        .ok_or_else(|| {
            let names = raw.column.iter().map(|column| column.name.get_ref());
            source.unknown("column", word, names.map(String::as_str))
        })
}

/// The place of a run.
pub(super) fn label(source: Source<'_>, raw: &File, word: &Word) -> Result<usize, LineFault> {
    let labels = || raw.run.get_ref().iter().map(|run| run.label.get_ref());
    labels()
        .position(|label| label == word.get_ref())
        .ok_or_else(|| source.unknown("run", word, labels().map(String::as_str)))
}

/// The columns.
pub(super) fn columns(source: Source<'_>, raw: &File) -> Result<Vec<Column>, LineFault> {
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

/// The figure.
pub(super) fn plot(source: Source<'_>, raw: &File) -> Result<Option<Plot>, LineFault> {
    let Some(plot) = &raw.plot else {
        return Ok(None);
    };
    const KINDS: [(&str, PlotKind); 2] = [
        ("solved-over-size", PlotKind::SolvedOverSize),
        ("solved-over-nodes", PlotKind::SolvedOverNodes),
    ];
    let Some((_, kind)) = KINDS.iter().find(|(name, _)| name == plot.kind.get_ref()) else {
        return Err(source.unknown("plot", &plot.kind, KINDS.map(|(name, _)| name)));
    };
    let mut runs = raw.run.get_ref().iter();
    if *kind == PlotKind::SolvedOverSize && runs.all(|run| run.group.is_none()) {
        let message = "no run has a group and a size to draw";
        return Err(source.fault(plot.kind.span(), message));
    }
    Ok(Some(Plot {
        kind: *kind,
        axis: plot.axis.clone(),
    }))
}

/// Why a search cannot be opened, at the line that is wrong.
fn refused(source: Source<'_>, row: &file::Run, run: &Run, error: &OpenError) -> LineFault {
    let line_of = |option: &str| {
        let mut options = row.options.iter();
        let found = options.find(|(name, _)| name.get_ref() == option);
        found.map_or(row.algorithm.span(), |(name, _)| name.span())
    };
    match error {
        OpenError::UnknownOption { option, .. } => {
            let known = run.algorithm.options.iter().map(|option| option.name);
            source.fault(line_of(option), format!("{error}{}", hint(option, known)))
        }
        OpenError::BadValue { option, .. } => source.fault(line_of(option), error.to_string()),
        _ => source.fault(row.algorithm.span(), error.to_string()),
    }
}
