//! The text of an experiment with clusters; `docs/experiments.md` describes the format.

use serde::Deserialize;
use shomei_cluster::Config;
use shomei_cluster::simulator::Cluster;

use super::data::ONE_THREAD;
use super::{ClusterExperiment, ClusterRun, GameSet, SpeedUpCheck};
use crate::LabError;
use crate::game::LabGame;
use crate::source::{Source, Word};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ClusterFile {
    name: Word,
    /// Looked at before.
    #[serde(rename = "kind")]
    _kind: String,
    title: String,
    source: String,
    note: Option<String>,
    gone_options: Option<String>,
    memory: Word,
    table: Word,
    set: Vec<GameSetEntry>,
    run: Vec<ClusterRunEntry>,
    #[serde(default)]
    check: Vec<SpeedUpEntry>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct GameSetEntry {
    game: Word,
    file: Word,
    per_millisecond: u64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ClusterRunEntry {
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
struct SpeedUpEntry {
    claim: String,
    run: Word,
    at_least: f64,
    problems: usize,
}

fn one() -> u32 {
    1
}

/// Reads an experiment and its sets.
pub(super) fn load(source: Source<'_>, games: &[LabGame]) -> Result<ClusterExperiment, LabError> {
    let raw: ClusterFile = source.read()?;
    source.has_name(&raw.name)?;
    let table = source.bytes(&raw.table)?;
    let mut sets = Vec::new();
    for of in &raw.set {
        sets.push(game_set(source, of, games)?);
    }
    let runs: Vec<ClusterRun> = raw.run.iter().map(|row| run(row, table)).collect();
    for (place, row) in raw.run.iter().enumerate() {
        let label = row.label.get_ref();
        if runs[..place].iter().any(|run| run.label == *label) {
            let message = format!("two runs are called \"{label}\"");
            return Err(source.fault(row.label.span(), message).into());
        }
        if label == ONE_THREAD {
            let message = format!("\"{label}\" is what each cluster is compared with");
            return Err(source.fault(row.label.span(), message).into());
        }
    }
    let mut checks = Vec::new();
    for check in &raw.check {
        let labels = runs.iter().map(|run| &*run.label);
        checks.push(SpeedUpCheck {
            claim: check.claim.clone(),
            run: source.place("run", &check.run, labels)?,
            at_least: check.at_least,
            problems: check.problems,
        });
    }
    Ok(ClusterExperiment {
        memory: source.bytes(&raw.memory)?,
        name: raw.name.into_inner(),
        title: raw.title,
        source: raw.source,
        note: raw.note,
        gone_options: raw.gone_options,
        sets,
        runs,
        checks,
    })
}

fn game_set(source: Source<'_>, of: &GameSetEntry, games: &[LabGame]) -> Result<GameSet, LabError> {
    let game = source.game(&of.game, games)?;
    Ok(GameSet {
        game,
        set: source.set(&of.file, game)?,
        per_millisecond: of.per_millisecond,
    })
}

fn run(row: &ClusterRunEntry, memory: usize) -> ClusterRun {
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
    ClusterRun {
        label: row.label.get_ref().clone(),
        cluster,
        milliseconds: row.milliseconds,
        config: row.config.clone(),
        from: row.from.unwrap_or(0),
        to: row.to.unwrap_or(u64::MAX),
        group: row.group.clone(),
    }
}
