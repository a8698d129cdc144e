//! The rows of an experiment with the family: names looked up, every search tried out.

use std::collections::BTreeMap;

use serde::Deserialize;
use shomei_game::corpus::LineFault;
use shomei_search::registry::{ALGORITHMS, Settings, find};
use toml::Spanned;

use super::FamilyFile;
use crate::experiment::{Counter, Paper, Run};
use crate::family::{GroupSet, with_hints};
use crate::source::{Source, Word};
use crate::trial::Budget;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct FamilyRunEntry {
    /// The name of the row.
    label: Word,
    algorithm: Word,
    #[serde(default)]
    options: BTreeMap<String, Spanned<toml::Value>>,
    memory: Option<Word>,
    /// The line of the figure of memories that it is a point of.
    line: Option<String>,
}

/// The counter that is called nodes.
pub(super) fn counter(source: Source<'_>, word: &Word) -> Result<Counter, LineFault> {
    let found = Counter::NAMES
        .iter()
        .find(|(name, _)| name == word.get_ref());
    let known = Counter::NAMES.map(|(name, _)| name);
    let found = found.map(|(_, counter)| *counter);
    found.ok_or_else(|| source.unknown("counter", word, known))
}

/// The rows, each tried out with every game.
pub(super) fn runs(
    source: Source<'_>,
    raw: &FamilyFile,
    count: Counter,
    sets: &[GroupSet],
) -> Result<Vec<Run>, LineFault> {
    let mut runs: Vec<Run> = Vec::new();
    for row in &raw.run {
        let run = run(source, raw, count, row)?;
        let fault = |message: String| source.fault(row.label.span(), message);
        if runs.iter().any(|other| other.label == run.label) {
            return Err(fault(format!("two runs are called \"{}\"", run.label)));
        }
        for set in sets {
            let tried = set.game.try_out("", &with_hints(&run, set));
            tried.map_err(|error| fault(format!("in {}: {error}", set.game.name)))?;
        }
        runs.push(run);
    }
    Ok(runs)
}

fn run(
    source: Source<'_>,
    raw: &FamilyFile,
    count: Counter,
    row: &FamilyRunEntry,
) -> Result<Run, LineFault> {
    let known = ALGORITHMS.iter().map(|info| info.name);
    let algorithm = find(row.algorithm.get_ref())
        .ok_or_else(|| source.unknown("algorithm", &row.algorithm, known))?;
    let mut settings = Settings::default();
    for (name, value) in &row.options {
        let text = match value.get_ref() {
            toml::Value::String(text) => text.clone(),
            toml::Value::Integer(number) => number.to_string(),
            toml::Value::Float(number) => number.to_string(),
            _ => return Err(source.fault(value.span(), "an option is a text or a number")),
        };
        settings.set(name, text);
    }
    Ok(Run {
        label: row.label.get_ref().clone(),
        algorithm,
        settings,
        hints: String::new(),
        move_order: None,
        memory: source.bytes(row.memory.as_ref().unwrap_or(&raw.memory))?,
        budget: Budget {
            nodes: raw.limits.nodes,
            generated: raw.limits.generated,
            ..Budget::default()
        },
        count,
        certify: false,
        paper: Paper::default(),
        point: None,
    })
}

/// The runs of each line of memories, the largest memory first; the line of the base comes first.
pub(super) fn memories(
    rows: &[FamilyRunEntry],
    runs: &[Run],
    base: usize,
) -> Vec<(String, Vec<usize>)> {
    let mut lines: Vec<(String, Vec<usize>)> = Vec::new();
    for (place, row) in rows.iter().enumerate() {
        let Some(name) = &row.line else {
            continue;
        };
        match lines.iter_mut().find(|(line, _)| line == name) {
            Some((_, places)) => places.push(place),
            None => lines.push((name.clone(), vec![place])),
        }
    }
    for (_, places) in &mut lines {
        places.sort_by_key(|&place| std::cmp::Reverse(runs[place].memory));
    }
    lines.sort_by_key(|(_, places)| !places.contains(&base));
    lines
}
