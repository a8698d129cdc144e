//! The file of an experiment with clusters; `docs/reference/experiments.md` describes the format.

use serde::Deserialize;
use shomei_cluster::Config;
use shomei_cluster::simulator::Cluster;
use shomei_search::search::df_pn;

use super::{ClusterRun, ONE_THREAD};
use crate::LabError;
use crate::experiment::{CheckEntry, CheckKind, ClaimReader, Experiment, Run};
use crate::game::LabGame;
use crate::set::Set;
use crate::source::{self, Source, Word};

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ClusterFile {
    name: Word,
    /// Read earlier.
    #[serde(rename = "kind")]
    _kind: String,
    title: String,
    source: String,
    note: Option<String>,
    #[serde(deserialize_with = "source::memory")]
    memory: usize,
    #[serde(deserialize_with = "source::memory")]
    table: usize,
    set: Vec<GameSetEntry>,
    run: Vec<ClusterRunEntry>,
    #[serde(default)]
    check: Vec<CheckEntry>,
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
    per_job: u64,
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

fn one() -> u32 {
    1
}

/// Reads an experiment and its sets.
pub(crate) fn load(source: &Source, games: &[LabGame]) -> Result<Experiment, LabError> {
    let raw: ClusterFile = source.read()?;
    source.has_name(&raw.name)?;
    let mut sets = Vec::new();
    for of in &raw.set {
        let game = source.game(&of.game, games)?;
        sets.push(Set {
            per_millisecond: of.per_millisecond,
            ..source.set(&of.file, game)?
        });
    }
    let mut clusters: Vec<ClusterRun> = Vec::new();
    for row in &raw.run {
        let labels = clusters.iter().map(|run| &*run.label);
        source.is_new("runs", &row.label, labels)?;
        if row.label.get_ref() == ONE_THREAD {
            let message =
                format!("\"{ONE_THREAD}\" is reserved for the row that clusters are compared with");
            return Err(source.fault(row.label.span(), message).into());
        }
        clusters.push(ClusterRun {
            label: row.label.get_ref().clone(),
            cluster: Cluster {
                machines: row.machines,
                threads: row.threads,
                memory: raw.table,
                round_trip: row.round_trip,
                bandwidth: row.bandwidth,
                per_job: row.per_job,
                lost: row.lost,
                twice: row.twice,
                late: row.late,
                crashes: row.crashes,
                seed: row.seed,
                ..Cluster::default()
            },
            milliseconds: row.milliseconds,
            config: row.config.clone(),
            from: row.from.unwrap_or(0),
            to: row.to.unwrap_or(u64::MAX),
            group: row.group.clone(),
        });
    }
    let labels: Vec<&str> = clusters.iter().map(|run| &*run.label).collect();
    let reader = ClaimReader {
        kinds: &[(
            "speed-up",
            CheckKind::SpeedUp,
            "run at-least? at-most? problems",
        )],
        ..ClaimReader::new(source, &labels)
    };
    Ok(Experiment {
        checks: reader.checks(&raw.check)?,
        name: raw.name.into_inner(),
        title: raw.title,
        source: raw.source,
        note: raw.note,
        sets,
        runs: vec![Run::new(ONE_THREAD, &df_pn::INFO, raw.memory)],
        clusters,
        ..Experiment::default()
    })
}
