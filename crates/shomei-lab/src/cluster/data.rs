//! The finished runs of an experiment with clusters as comma-separated values: `runs.csv` has what
//! one thread and each cluster made of each problem, `rows.csv` what determines them;
//! `docs/results/data/README.md` says what each column is.

use serde::{Deserialize, Serialize};
use shomei_cluster::simulator::Cluster;

use super::{ClusterExperiment, ClusterRecord, ClusterRun, GameSet, found, run};
use crate::LabError;
use crate::data::lines;
use crate::set::{Problem, shown};

/// What `runs.csv` calls the search that all others are compared with.
pub(super) const ONE_THREAD: &str = "one thread";

/// What determines the runs of a cluster.
#[derive(Serialize)]
struct ClusterRow<'a> {
    run: &'a str,
    group: Option<&'a str>,
    machines: u32,
    threads: u32,
    table_bytes: usize,
    round_trip: Option<u64>,
    round_trip_milliseconds: Option<u64>,
    bandwidth: u64,
    lost: u64,
    twice: u64,
    late: u64,
    crashes: u64,
    away: u64,
    seed: u64,
    config: String,
    from: u64,
    to: Option<u64>,
}

/// What one thread, or a cluster, made of a problem.
#[derive(Serialize, Deserialize)]
pub(super) struct ClusterLine {
    pub(super) position: usize,
    pub(super) game: String,
    pub(super) set: String,
    pub(super) line: usize,
    pub(super) run: String,
    answer: String,
    time: u64,
    work: u64,
    busy: u64,
    jobs: u64,
    wasted: u64,
    entries_out: u64,
    entries_back: u64,
    budget: u64,
    seconds: f64,
}

/// A problem with its game.
pub(super) type GameProblem<'a> = (&'a GameSet, &'a Problem);

/// All problems of an experiment, or the first N of each set.
pub(super) fn asked(experiment: &ClusterExperiment, most: Option<usize>) -> Vec<GameProblem<'_>> {
    let most = most.unwrap_or(usize::MAX);
    let sets = experiment.sets.iter();
    sets.flat_map(|of| {
        let problems = of.set.problems.iter().take(most);
        problems.map(move |problem| (of, problem))
    })
    .collect()
}

/// What one thread works with, and the clusters, in the order of the experiment.
pub(super) fn rows_csv(experiment: &ClusterExperiment) -> Result<Vec<u8>, LabError> {
    let alone = Cluster {
        memory: experiment.memory,
        ..Cluster::default()
    };
    let mut rows = vec![ClusterRow::of(ONE_THREAD, &alone)];
    for run in &experiment.runs {
        let config = serde_json::to_string(&run.config);
        rows.push(ClusterRow {
            group: run.group.as_deref(),
            round_trip: run.milliseconds.is_none().then_some(run.cluster.round_trip),
            round_trip_milliseconds: run.milliseconds,
            config: config.map_err(|error| LabError::Csv(std::io::Error::from(error).into()))?,
            from: run.from,
            to: (run.to < u64::MAX).then_some(run.to),
            ..ClusterRow::of(&run.label, &run.cluster)
        });
    }
    lines(rows.into_iter())
}

impl<'a> ClusterRow<'a> {
    fn of(run: &'a str, cluster: &Cluster) -> ClusterRow<'a> {
        ClusterRow {
            run,
            group: None,
            machines: cluster.machines,
            threads: cluster.threads,
            table_bytes: cluster.memory,
            round_trip: None,
            round_trip_milliseconds: None,
            bandwidth: cluster.bandwidth,
            lost: cluster.lost,
            twice: cluster.twice,
            late: cluster.late,
            crashes: cluster.crashes,
            away: cluster.away,
            seed: cluster.seed,
            config: String::new(),
            from: 0,
            to: None,
        }
    }
}

/// What one thread made of the problems, then cluster by cluster what that made of those that it
/// is asked for, each in the order of the problems.
pub(super) fn runs_csv(
    experiment: &ClusterExperiment,
    records: &[ClusterRecord],
) -> Result<Vec<u8>, LabError> {
    let all = asked(experiment, None);
    let runs = experiment.runs.iter().map(Some);
    let mut found = Vec::new();
    for run in [None].into_iter().chain(runs) {
        for (position, &asked) in (1..).zip(&all) {
            if let Some(record) = found_of(experiment, asked, run, records) {
                found.push(ClusterLine::of(position, asked, run, record));
            }
        }
    }
    lines(found.into_iter())
}

/// The finished run of a problem that a cluster is asked for, or that of one thread.
pub(super) fn found_of<'r>(
    experiment: &ClusterExperiment,
    (set, problem): GameProblem<'_>,
    run: Option<&ClusterRun>,
    records: &'r [ClusterRecord],
) -> Option<&'r ClusterRecord> {
    let base = found(records, problem, set, &run::one_thread(experiment))?;
    match run {
        None => Some(base),
        Some(run) if run.fits(base.work) => {
            found(records, problem, set, &line_of(experiment, Some(run), set))
        }
        Some(_) => None,
    }
}

/// All that determines a run, or that of one thread. Where options are gone, the label stands for
/// them.
pub(super) fn line_of(
    experiment: &ClusterExperiment,
    run: Option<&ClusterRun>,
    set: &GameSet,
) -> String {
    match run {
        Some(run) if experiment.gone_options.is_some() => run.label.clone(),
        Some(run) => run.line(set),
        None => run::one_thread(experiment),
    }
}

impl ClusterLine {
    fn of(
        position: usize,
        (set, problem): GameProblem<'_>,
        run: Option<&ClusterRun>,
        record: &ClusterRecord,
    ) -> ClusterLine {
        ClusterLine {
            position,
            game: set.game.name.into(),
            set: shown(&set.set.file).into(),
            line: problem.at.line,
            run: run.map_or_else(|| ONE_THREAD.into(), |run| run.label.clone()),
            answer: record.answer.clone(),
            time: record.time,
            work: record.work,
            busy: record.busy,
            jobs: record.jobs,
            wasted: record.wasted,
            entries_out: record.entries_out,
            entries_back: record.entries_back,
            budget: record.budget,
            seconds: record.seconds,
        }
    }

    /// What was found, by the line that determines the run.
    pub(super) fn record(self, (set, problem): GameProblem<'_>, run: String) -> ClusterRecord {
        ClusterRecord {
            answer: self.answer,
            time: self.time,
            work: self.work,
            busy: self.busy,
            jobs: self.jobs,
            wasted: self.wasted,
            entries_out: self.entries_out,
            entries_back: self.entries_back,
            budget: self.budget,
            seconds: self.seconds,
            ..run::record(set, problem, run)
        }
    }
}
