//! Finished results of an experiment with clusters, read again, made into a page, and compared with
//! what this program makes.

use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shomei::Kinds;

use super::data::{ClusterLine, GameProblem, ONE_THREAD, asked, found_of, line_of};
use super::report::ClusterResults;
use super::{ClusterExperiment, ClusterRecord, ClusterRun, data, run};
use crate::LabError;
use crate::compare::{CompareRequest, Compared, first_change, spread};
use crate::data::{RUNS, cut, numbered, once, read_lines, stands};
use crate::journal::{IDENTITY, Identity};
use crate::page::{Made, PageRequest};

/// Usually no run is repeated in which all threads together work longer, in expansions,
const LARGE_WORK: u64 = 20_000_000;

/// or have larger tables together, in bytes.
const LARGE_TABLES: usize = 8 << 30;

/// The results of a folder.
struct RecordedClusters<'a> {
    identity: Identity,
    asked: Vec<GameProblem<'a>>,
    records: Vec<ClusterRecord>,
    /// Of each record, the cluster, if it is not of one thread, and the position, both from 0.
    places: Vec<(Option<usize>, usize)>,
}

impl<'a> RecordedClusters<'a> {
    fn open(
        experiment: &'a ClusterExperiment,
        folder: &Path,
    ) -> Result<RecordedClusters<'a>, LabError> {
        let identity = Identity::of_results(folder)?;
        if let Some(message) = identity.other_questions(&Identity::of_clusters(experiment)) {
            let folder = folder.to_path_buf();
            return Err(LabError::Folder { folder, message });
        }
        let mut recorded = RecordedClusters {
            identity,
            asked: asked(experiment, None),
            records: Vec::new(),
            places: Vec::new(),
        };
        recorded.read(experiment, &folder.join(RUNS))?;
        Ok(recorded)
    }

    fn read(&mut self, experiment: &ClusterExperiment, path: &Path) -> Result<(), LabError> {
        let mut seen = HashSet::new();
        for (at, line) in read_lines::<ClusterLine>(path)? {
            let row = experiment.runs.iter().position(|run| run.label == line.run);
            if row.is_none() && line.run != ONE_THREAD {
                let message = format!("the experiment has no run \"{}\"", line.run);
                return Err(at.fault(message).into());
            }
            let (position, &of) = numbered(&at, line.position, &self.asked)?;
            let named = (line.position, &*line.set, line.line);
            stands(&at, named, (&of.0.set.file, of.1.at.line))?;
            once(&mut seen, &at, &line.run, position)?;
            let run = row.map(|row| &experiment.runs[row]);
            self.places.push((row, position));
            self.records
                .push(line.record(of, line_of(experiment, run, of.0)));
        }
        Ok(())
    }

    /// Of one thread and of each cluster the runs that are made again, from small to large:
    /// usually the smallest, where it is not large; of a cluster with options that are gone, none.
    /// Then the rows of which there is none.
    fn sample<'s>(
        &'s self,
        experiment: &'s ClusterExperiment,
        most: Option<usize>,
    ) -> (Vec<Again<'s>>, Vec<String>) {
        let (mut sample, mut left) = (Vec::new(), Vec::new());
        let mut seen = HashSet::new();
        for row in [None]
            .into_iter()
            .chain((0..experiment.runs.len()).map(Some))
        {
            let run = row.map(|row| &experiment.runs[row]);
            let all = self.places.iter().zip(&self.records);
            let of_row = all.filter(|((of, _), _)| *of == row);
            let mut runs: Vec<Again<'_>> = of_row
                .filter_map(|(&(_, position), before)| {
                    let asked = self.asked[position];
                    let base = found_of(experiment, asked, None, &self.records)?;
                    let run = run.map(|run| (run, base));
                    Some(Again { asked, run, before })
                })
                .collect();
            // Those of equal work stay in the order of the problems.
            runs.sort_by_key(|again| again.before.work);
            if run.is_some() && experiment.gone_options.is_some() {
                runs.clear();
            }
            if most.is_none() {
                runs.truncate(1);
                runs.retain(Again::is_small);
            }
            let is_gone = run.is_some() && experiment.gone_options.is_some();
            if runs.is_empty() && !is_gone {
                left.push(run.map_or(ONE_THREAD, |run| &run.label).into());
            }
            let runs = spread(&runs, most.unwrap_or(1)).into_iter();
            // Two rows may ask for the same run.
            sample.extend(runs.filter(|again| seen.insert(again.id())));
        }
        (sample, left)
    }
}

/// A run that is made again.
#[derive(Clone, Copy)]
struct Again<'s> {
    asked: GameProblem<'s>,
    /// The cluster, with what one thread made of the problem; nothing of that thread itself.
    run: Option<(&'s ClusterRun, &'s ClusterRecord)>,
    /// What was recorded.
    before: &'s ClusterRecord,
}

impl<'s> Again<'s> {
    /// Whether it takes some seconds, and no more memory than most machines have.
    fn is_small(&self) -> bool {
        let tables = self.run.map_or(0, |(run, _)| {
            (run.cluster.machines as usize).saturating_mul(run.cluster.memory)
        });
        self.before.work <= LARGE_WORK && tables <= LARGE_TABLES
    }

    /// What tells it from others.
    fn id(&self) -> (&'s str, &'s str, &'s str) {
        let Again { asked, before, .. } = self;
        (asked.0.game.name, &asked.1.position, &before.run)
    }
}

impl Made {
    fn of_clusters(results: &ClusterResults<'_>, identity: &Identity) -> Made {
        let name = results.name();
        let figures: Vec<(String, String)> = results
            .draw()
            .map(|svg| (format!("{name}.svg"), svg))
            .into_iter()
            .collect();
        let mut text = results.table(identity).trim_end().to_string();
        if let [(file, _)] = &figures[..] {
            let head = "## By game\n\n";
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
pub fn write_cluster_page(request: &PageRequest<ClusterExperiment>) -> Result<(), LabError> {
    let experiment = &request.experiment;
    let recorded = RecordedClusters::open(experiment, &request.from)?;
    let results = ClusterResults::of(experiment, &recorded.asked, &recorded.records);
    let (identity, now) = (&recorded.identity, Identity::of_clusters(experiment));
    request.refuse_unfinished(identity, &now, [results.whole(), recorded.asked.len()])?;
    let made = Made::of_clusters(&results, identity);
    let rows = data::rows_csv(experiment)?;
    request.write(&experiment.name, &made, &[IDENTITY, RUNS], &rows)
}

/// Compares recorded results with what this program makes; `watch` is told how many runs are done,
/// and of how many. They are made one after another, whatever the request says of threads.
///
/// # Errors
///
/// As [`compare`](crate::compare()).
pub fn compare_clusters(
    request: &CompareRequest<ClusterExperiment>,
    kinds: &Kinds,
    stop: &Arc<AtomicBool>,
    watch: &mut dyn FnMut(usize, usize),
) -> Result<Compared, LabError> {
    let experiment = &request.experiment;
    let recorded = RecordedClusters::open(experiment, &request.folder)?;
    let identity = &recorded.identity;
    let results = ClusterResults::of(experiment, &recorded.asked, &recorded.records);
    let now = Identity::of_clusters(experiment);
    let mut differences = match experiment.gone_options {
        None => Vec::from_iter(identity.other_rows(&now)),
        Some(_) => Vec::new(),
    };
    let begun = recorded.places.iter().map(|&(_, at)| at);
    differences.extend(cut(begun, results.whole()));
    if let Some(page) = &request.page {
        differences.extend(Made::of_clusters(&results, identity).differs_from(page)?);
    }
    let (sample, left) = recorded.sample(experiment, request.runs);
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
        left,
        gone_options: experiment.gone_options.clone(),
        unfinished: of - repeated,
    })
}

impl ClusterRecord {
    /// The first thing in which a run differs from what was recorded, times here apart.
    fn change(&self, now: &ClusterRecord) -> Option<String> {
        let of = |record: &ClusterRecord| {
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
