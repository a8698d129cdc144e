//! The rows of an experiment with the family: names looked up, every search tried out.

use std::collections::BTreeMap;

use serde::Deserialize;
use shomei_game::corpus::LineFault;
use toml::Spanned;

use super::FamilyFile;
use crate::experiment::setups::named_run;
use crate::experiment::{Counter, Run};
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
    options: BTreeMap<Word, Spanned<toml::Value>>,
    memory: Option<Word>,
    /// The line of the figure of memories that it is a point of.
    line: Option<String>,
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
    let memory = row.memory.as_ref().unwrap_or(&raw.memory);
    let run = named_run(source, [&row.label, &row.algorithm, memory], &row.options)?;
    Ok(Run {
        budget: Budget {
            nodes: raw.limits.nodes,
            generated: raw.limits.generated,
            ..Budget::default()
        },
        count,
        ..run
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
