//! Finished results of an experiment with clusters as comma-separated values, read again, made
//! into a page, and compared with what this program makes.
//!
//! `runs.csv` has what one thread and each cluster made of each problem, `rows.csv` what determines
//! the clusters; `docs/results/data/README.md` says what each column is.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::{Deserialize, Serialize};
use shomei::Kinds;

use super::report::Results;
use super::{Experiment, GameSet, Record, Run, found, run};
use crate::LabError;
use crate::compare::{CompareRequest, Compared, first_change, spread};
use crate::data::{RUNS, cut, lines, once, read_lines};
use crate::journal::{IDENTITY, Identity};
use crate::page::{Made, PageRequest};
use crate::set::{Problem, shown};

/// What `runs.csv` calls the search that all others are compared with.
const ONE_THREAD: &str = "one thread";

/// Usually no run is repeated in which all threads together work longer.
const LARGE: u64 = 12_000_000;

/// What determines the runs of a cluster.
#[derive(Serialize)]
struct Row<'a> {
    run: &'a str,
    group: Option<&'a str>,
    cluster: String,
    round_trip_milliseconds: Option<u64>,
    config: String,
    from_expansions: u64,
    to_expansions: Option<u64>,
}

/// What one thread, or a cluster, made of a problem.
#[derive(Serialize, Deserialize)]
struct Line {
    position: usize,
    game: String,
    set: String,
    line: usize,
    run: String,
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

type Asked<'a> = (&'a GameSet, &'a Problem);

/// All problems of an experiment, or the first so many of each set.
pub(super) fn asked(experiment: &Experiment, most: Option<usize>) -> Vec<Asked<'_>> {
    let most = most.unwrap_or(usize::MAX);
    let sets = experiment.sets.iter();
    sets.flat_map(|of| {
        let problems = of.set.problems.iter().take(most);
        problems.map(move |problem| (of, problem))
    })
    .collect()
}

/// The clusters, in the order of the experiment.
pub(super) fn rows_csv(experiment: &Experiment) -> Result<Vec<u8>, LabError> {
    lines(experiment.runs.iter().map(|run| Row {
        run: &run.label,
        group: run.group.as_deref(),
        cluster: format!("{:?}", run.cluster),
        round_trip_milliseconds: run.milliseconds,
        config: format!("{:?}", run.config),
        from_expansions: run.from,
        to_expansions: (run.to < u64::MAX).then_some(run.to),
    }))
}

/// What one thread made of all problems, then cluster by cluster, each in the order of the problems.
pub(super) fn runs_csv(
    experiment: &Experiment,
    asked: &[Asked<'_>],
    records: &[Record],
) -> Result<Vec<u8>, LabError> {
    let runs = experiment.runs.iter().map(Some);
    lines([None].into_iter().chain(runs).flat_map(|run| {
        (1..)
            .zip(asked)
            .filter_map(move |(position, &(set, problem))| {
                let line = line_of(experiment, run, set);
                let record = found(records, problem, set, &line)?;
                Some(Line::of(position, (set, problem), run, record))
            })
    }))
}

/// All that determines a run, or that of one thread.
fn line_of(experiment: &Experiment, run: Option<&Run>, set: &GameSet) -> String {
    match run {
        Some(run) => run.line(set),
        None => run::one_thread(experiment),
    }
}

impl Line {
    fn of(position: usize, (set, problem): Asked<'_>, run: Option<&Run>, record: &Record) -> Line {
        Line {
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

    fn record(self, (set, problem): Asked<'_>, run: String) -> Record {
        Record {
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

/// The results of a folder.
struct Recorded<'a> {
    identity: Identity,
    asked: Vec<Asked<'a>>,
    records: Vec<Record>,
    /// Of each record, the cluster, if it is not of one thread, and the position, both from 0.
    places: Vec<(Option<usize>, usize)>,
}

impl<'a> Recorded<'a> {
    fn open(experiment: &'a Experiment, folder: &Path) -> Result<Recorded<'a>, LabError> {
        let identity = Identity::of_results(folder)?;
        if let Some(message) = identity.other_questions(&Identity::of_clusters(experiment)) {
            let folder = folder.to_path_buf();
            return Err(LabError::Folder { folder, message });
        }
        let mut recorded = Recorded {
            identity,
            asked: asked(experiment, None),
            records: Vec::new(),
            places: Vec::new(),
        };
        recorded.read(experiment, &folder.join(RUNS))?;
        Ok(recorded)
    }

    fn read(&mut self, experiment: &Experiment, path: &Path) -> Result<(), LabError> {
        let mut seen = HashSet::new();
        for (at, line) in read_lines::<Line>(path)? {
            let row = experiment.runs.iter().position(|run| run.label == line.run);
            if row.is_none() && line.run != ONE_THREAD {
                let message = format!("the experiment has no run \"{}\"", line.run);
                return Err(at.fault(message).into());
            }
            let position = line.position.wrapping_sub(1);
            let of = self.asked.get(position).copied();
            let is_here = |&(set, problem): &Asked<'_>| {
                (shown(&set.set.file), problem.at.line) == (&*line.set, line.line)
            };
            let of = of.filter(is_here).ok_or_else(|| {
                let Line { set, line, .. } = &line;
                let number = position.wrapping_add(1);
                at.fault(format!(
                    "position {number} is not that of {set} at line {line}"
                ))
            })?;
            once(&mut seen, &at, &line.run, position)?;
            let run = row.map(|row| &experiment.runs[row]);
            self.places.push((row, position));
            self.records
                .push(line.record(of, line_of(experiment, run, of.0)));
        }
        Ok(())
    }

    /// Of one thread and of each cluster the runs that are made again, from small to large:
    /// usually the smallest, where it is not large.
    fn sample<'s>(&'s self, experiment: &'s Experiment, most: Option<usize>) -> Vec<Again<'s>> {
        let rows = (0..experiment.runs.len()).map(Some);
        let of_row = |row: Option<usize>| {
            let all = self.places.iter().zip(&self.records);
            let of_row = all.filter(|((of, _), _)| *of == row);
            let mut runs: Vec<Again<'_>> = of_row
                .filter_map(|(&(_, position), before)| {
                    let asked = self.asked[position];
                    let run = match row {
                        None => None,
                        Some(row) => Some((&experiment.runs[row], self.base(experiment, asked)?)),
                    };
                    Some(Again { asked, run, before })
                })
                .collect();
            // Those of equal work stay in the order of the problems.
            runs.sort_by_key(|again| again.before.work);
            if most.is_none() {
                runs.truncate(1);
                runs.retain(|again| again.before.work <= LARGE);
            }
            spread(&runs, most.unwrap_or(1))
        };
        [None].into_iter().chain(rows).flat_map(of_row).collect()
    }

    /// What one thread made of a problem.
    fn base(&self, experiment: &Experiment, (set, problem): Asked<'_>) -> Option<&Record> {
        found(&self.records, problem, set, &run::one_thread(experiment))
    }
}

/// A run that is made again.
#[derive(Clone, Copy)]
struct Again<'s> {
    asked: Asked<'s>,
    /// The cluster, with what one thread made of the problem; nothing of that thread itself.
    run: Option<(&'s Run, &'s Record)>,
    /// What was recorded.
    before: &'s Record,
}

impl Made {
    fn of_clusters(results: &Results<'_>, identity: &Identity) -> Made {
        let name = results.name();
        let figures: Vec<(String, String)> = results
            .draw()
            .map(|svg| (format!("{name}.svg"), svg))
            .into_iter()
            .collect();
        let mut text = results.table(identity).trim_end().to_string();
        if let [(file, _)] = &figures[..] {
            let head = "## By problem\n\n";
            let picture = format!("![speed-up over the number of threads]({file})\n\n{head}");
            text = text.replacen(head, &picture, 1);
        }
        Made {
            text,
            below: None,
            figures,
        }
    }
}

/// Keeps finished results as the data of the page, and makes the page and its figure anew; what
/// somebody has written below its mark stays.
///
/// # Errors
///
/// As [`write_page`](crate::write_page).
pub fn write_cluster_page(request: &PageRequest<Experiment>) -> Result<(), LabError> {
    let experiment = &request.experiment;
    let recorded = Recorded::open(experiment, &request.from)?;
    let results = Results::of(experiment, &recorded.asked, &recorded.records);
    let (identity, now) = (&recorded.identity, Identity::of_clusters(experiment));
    request.refuse_unfinished(identity, &now, [results.whole(), recorded.asked.len()])?;
    let made = Made::of_clusters(&results, identity);
    let rows = rows_csv(experiment)?;
    request.write(&experiment.name, &made, &[IDENTITY, RUNS], &rows)
}

/// Compares recorded results with what this program makes; `watch` is told how many runs are done,
/// and of how many. They are made one after another, whatever the request says of threads.
///
/// # Errors
///
/// As [`compare`](crate::compare()).
pub fn compare_clusters(
    request: &CompareRequest<Experiment>,
    kinds: &Kinds,
    stop: &Arc<AtomicBool>,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<Compared, LabError> {
    let experiment = &request.experiment;
    let recorded = Recorded::open(experiment, &request.folder)?;
    let identity = &recorded.identity;
    let results = Results::of(experiment, &recorded.asked, &recorded.records);
    let now = Identity::of_clusters(experiment);
    let mut differences = Vec::from_iter(identity.other_rows(&now));
    let begun = recorded.places.iter().map(|&(_, at)| at);
    differences.extend(cut(begun, results.whole()));
    if let Some(page) = &request.page {
        differences.extend(Made::of_clusters(&results, identity).differs_from(page)?);
    }
    let sample = recorded.sample(experiment, request.runs);
    let of = sample.len();
    let mut repeated = 0;
    for Again { asked, run, before } in sample {
        let now = match run {
            None => run::alone(experiment, asked, stop)?,
            Some((run, base)) => run::together(run, asked, base, (kinds, stop))?,
        };
        let Some(now) = now else {
            break;
        };
        if let Some(change) = before.change(&now) {
            let label = run.map_or(ONE_THREAD, |(run, _)| &run.label);
            differences.push(format!("{label} on {}: {change}", asked.1.at));
        }
        repeated += 1;
        watch(repeated, of);
    }
    differences.sort();
    Ok(Compared {
        program: identity.program(),
        positions: results.whole(),
        of: recorded.asked.len(),
        recorded: recorded.records.len(),
        repeated,
        differences,
        unfinished: of - repeated,
    })
}

impl Record {
    /// The first thing in which a run differs from what was recorded, times here apart.
    fn change(&self, now: &Record) -> Option<String> {
        let of = |record: &Record| {
            [
                ("answer", record.answer.clone()),
                ("virtual time", record.time.to_string()),
                ("work", record.work.to_string()),
                ("busy", record.busy.to_string()),
                ("jobs", record.jobs.to_string()),
                ("wasted", record.wasted.to_string()),
                ("entries out", record.entries_out.to_string()),
                ("entries back", record.entries_back.to_string()),
                ("budget", record.budget.to_string()),
            ]
        };
        first_change(of(self), of(now))
    }
}
