//! The text of an experiment with clusters; `docs/experiments.md` describes the format.

use std::ops::Range;
use std::path::Path;

use serde::Deserialize;
use shomei_cluster::Config;
use shomei_cluster::simulator::Cluster;
use shomei_game::corpus::{At, LineFault};
use toml::Spanned;

use shomei::nearest::hint;

use super::{Check, Experiment, GameSet, Run};
use crate::LabError;
use crate::experiment::{NamedSet, root_of};
use crate::game::LabGame;
use crate::set;
use crate::units::bytes;

type Word = Spanned<String>;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct File {
    name: Word,
    kind: Word,
    title: String,
    source: String,
    note: Option<String>,
    memory: Word,
    table: Word,
    set: Vec<FileSet>,
    run: Vec<FileRun>,
    #[serde(default)]
    check: Vec<FileCheck>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct FileSet {
    game: Word,
    file: Word,
    per_millisecond: u64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct FileRun {
    label: Word,
    machines: u32,
    #[serde(default = "one")]
    threads: u32,
    #[serde(default)]
    round_trip: u64,
    milliseconds: Option<u64>,
    #[serde(default)]
    bandwidth: u64,
    #[serde(default)]
    lost: u64,
    #[serde(default)]
    late: u64,
    #[serde(default)]
    twice: u64,
    #[serde(default)]
    crashes: u64,
    #[serde(default)]
    seed: u64,
    from: Option<u64>,
    to: Option<u64>,
    group: Option<String>,
    #[serde(default)]
    config: Config,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct FileCheck {
    claim: String,
    run: Word,
    at_least: f64,
    problems: usize,
}

fn one() -> u32 {
    1
}

/// A text with its name: where messages come from.
struct Source<'a> {
    file: &'a str,
    text: &'a str,
}

impl Source<'_> {
    fn fault(&self, span: Range<usize>, message: impl Into<String>) -> LineFault {
        let before = self.text.get(..span.start).unwrap_or(self.text);
        let line = before.matches('\n').count() + 1;
        let file = self.file.into();
        At { file, line }.fault(message)
    }

    fn bytes(&self, word: &Word) -> Result<usize, LineFault> {
        bytes(word.get_ref()).map_err(|why| self.fault(word.span(), why))
    }

    fn unknown<'k>(
        &self,
        what: &str,
        word: &Word,
        known: impl IntoIterator<Item = &'k str>,
    ) -> LineFault {
        let name = word.get_ref();
        let message = format!("unknown {what} \"{name}\"{}", hint(name, known));
        self.fault(word.span(), message)
    }
}

/// Reads an experiment and its sets.
pub(super) fn load(path: &Path, games: &[LabGame]) -> Result<Experiment, LabError> {
    let text = std::fs::read_to_string(path).map_err(|source| LabError::Read {
        path: path.to_path_buf(),
        source,
    })?;
    let file = path.display().to_string();
    let source = Source {
        file: &file,
        text: &text,
    };
    let raw: File = toml::from_str(&text).map_err(|error| {
        let message = error.message().to_owned();
        source.fault(error.span().unwrap_or_default(), message)
    })?;
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    if *raw.name.get_ref() != stem {
        let message = format!("the name must be that of the file, \"{stem}\"");
        return Err(source.fault(raw.name.span(), message).into());
    }
    if raw.kind.get_ref() != "cluster" {
        return Err(source.unknown("kind", &raw.kind, ["cluster"]).into());
    }
    let table = source.bytes(&raw.table)?;
    let mut sets = Vec::new();
    for of in &raw.set {
        sets.push(game_set(&source, path, of, games)?);
    }
    let runs: Vec<Run> = raw.run.iter().map(|row| run(row, table)).collect();
    for (place, row) in raw.run.iter().enumerate() {
        let label = row.label.get_ref();
        if runs[..place].iter().any(|run| run.label == *label) {
            let message = format!("two runs are called \"{label}\"");
            return Err(source.fault(row.label.span(), message).into());
        }
    }
    let mut checks = Vec::new();
    for check in &raw.check {
        let labels = || runs.iter().map(|run| &*run.label);
        let run = labels().position(|label| label == check.run.get_ref());
        checks.push(Check {
            claim: check.claim.clone(),
            run: run.ok_or_else(|| source.unknown("run", &check.run, labels()))?,
            at_least: check.at_least,
            problems: check.problems,
        });
    }
    Ok(Experiment {
        memory: source.bytes(&raw.memory)?,
        name: raw.name.into_inner(),
        title: raw.title,
        source: raw.source,
        note: raw.note,
        sets,
        runs,
        checks,
    })
}

fn game_set(
    source: &Source<'_>,
    path: &Path,
    of: &FileSet,
    games: &[LabGame],
) -> Result<GameSet, LabError> {
    let game = games.iter().find(|game| game.name == of.game.get_ref());
    let names = games.iter().map(|game| game.name);
    let game = *game.ok_or_else(|| source.unknown("game", &of.game, names))?;
    let named = NamedSet {
        file: of.file.get_ref().clone(),
        size: None,
        rules: None,
        at: source.fault(of.file.span(), "").at,
    };
    Ok(GameSet {
        game,
        set: set::load(&root_of(path), &named, game)?,
        per_millisecond: of.per_millisecond,
    })
}

fn run(row: &FileRun, memory: usize) -> Run {
    let cluster = Cluster {
        machines: row.machines,
        threads: row.threads,
        memory,
        round_trip: row.round_trip,
        bandwidth: row.bandwidth,
        lost: row.lost,
        twice: row.twice,
        late: row.late,
        crashes: row.crashes,
        seed: row.seed,
        ..Cluster::default()
    };
    Run {
        label: row.label.get_ref().clone(),
        cluster,
        milliseconds: row.milliseconds,
        config: row.config.clone(),
        from: row.from.unwrap_or(0),
        to: row.to.unwrap_or(u64::MAX),
        group: row.group.clone(),
    }
}
