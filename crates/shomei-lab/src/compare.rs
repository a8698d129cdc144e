//! Checks whether a program reproduces recorded results.
//!
//! A sample of the recorded runs is repeated, and answers, counts and certificates are compared.
//! The page and its figures are made again from the record and compared with the files.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shomei_cli::workers;

use crate::LabError;
use crate::data::Recorded;
use crate::experiment::{Experiment, Row};
use crate::page;
use crate::pipeline::{Event, Job, finished_runs};
use crate::record::{Count, Record};

/// Runs with more nodes are large. By default a large run is repeated only if a row has no others.
const LARGE: u64 = 300_000;

/// The limit of the work of a cluster's repeated run, in expansions of all threads.
const LARGE_WORK: u64 = 20_000_000;

/// The limit of the tables of a cluster's repeated run, in bytes of all machines.
const LARGE_TABLES: usize = 8 << 30;

/// The number of a row's runs, smallest first, that are repeated by default: those that are not
/// [`LARGE`], and at least the smallest. Of clusters it is the smallest run, if that takes only
/// seconds and a usual amount of memory.
fn small(experiment: &Experiment, row: Row<'_>, sizes: &[u64]) -> usize {
    if !experiment.has_clusters() {
        return sizes.partition_point(|&size| size <= LARGE).max(1);
    }
    let tables = match row {
        Row::Cluster(cluster) => cluster.tables(),
        _ => 0,
    };
    let is_small = |&size: &u64| size <= LARGE_WORK && tables <= LARGE_TABLES;
    usize::from(sizes.first().is_some_and(is_small))
}

/// The work of a run, in nodes.
fn size(record: &Record) -> u64 {
    let nodes = [
        Count::Generated,
        Count::Expanded,
        Count::LeafNodes,
        Count::TreeNodes,
    ];
    match nodes.map(|count| record.count(count)).iter().sum() {
        // Records of clusters have no nodes.
        0 => record.count(Count::Work),
        nodes => nodes,
    }
}

/// A request for a comparison.
#[derive(Clone, Debug)]
pub(crate) struct CompareRequest {
    pub(crate) experiment: Experiment,
    /// The folder of the recorded results.
    pub(crate) folder: PathBuf,
    /// The page that is made from them.
    pub(crate) page: Option<PathBuf>,
    /// The number of repeated runs of each row, of any size. If `None`, a few small ones.
    pub(crate) runs: Option<usize>,
    /// The number of parallel searches.
    pub(crate) threads: usize,
}

/// The result of a comparison.
#[derive(Clone, Debug)]
pub(crate) struct Compared {
    /// The program that made the recorded runs.
    pub(crate) program: String,
    /// The number of positions whose runs are all recorded.
    pub(crate) positions: usize,
    /// The number of all positions.
    pub(crate) of: usize,
    /// The number of recorded runs.
    pub(crate) recorded: usize,
    /// The number of repeated runs.
    pub(crate) repeated: usize,
    /// Differences from this program's results.
    pub(crate) differences: Vec<String>,
    /// Rows without a repeated run, since all their runs are too large.
    pub(crate) left: Vec<String>,
    /// The number of runs that were not repeated because of an interrupt.
    pub(crate) unfinished: usize,
}

/// Compares recorded results with those of this program.
pub(crate) fn compare(
    request: &CompareRequest,
    stop: &Arc<AtomicBool>,
    watch: &mut (dyn FnMut(Event<'_>) + Send),
) -> Result<Compared, LabError> {
    let experiment = &request.experiment;
    let recorded = Recorded::open(experiment, &request.folder)?;
    let report = recorded.report()?;
    let mut differences = Vec::from_iter(recorded.other_rows());
    differences.extend(recorded.cut(report.whole));
    if let Some(page) = &request.page {
        differences.extend(page::difference(&experiment.name, &report, page)?);
    }
    let (sample, left) = sample(experiment, &recorded, request.runs);
    let of = sample.len();
    watch(Event::Begin { finished: 0, of });
    let mut repeated = 0;
    workers::run(
        experiment.workers(request.threads).take(of),
        stop,
        sample.iter().map(Ok::<_, LabError>),
        |(), again| Ok(experiment.work(&again.job, stop)?.map(|now| (again, now))),
        |_, result| {
            let Some((Again { job, before }, now)) = result? else {
                return Ok(());
            };
            let (row, asked) = (job.row, job.asked);
            watch(Event::finished(row, &now));
            repeated += 1;
            if let Some(change) = experiment.change(row, asked, [before, &now]) {
                let (label, at) = (row.label(), &asked.problem.case.at);
                differences.push(format!("{label} on {at}: {change}"));
            }
            Ok(())
        },
    )
    .map_err(LabError::Thread)??;
    differences.sort();
    Ok(Compared {
        program: recorded.identity.program(),
        positions: report.whole,
        of: recorded.asked.len(),
        recorded: recorded.records.len(),
        repeated,
        differences,
        left,
        unfinished: of - repeated,
    })
}

/// A run to be repeated.
struct Again<'a, 'r> {
    job: Job<'a>,
    before: &'r Record,
}

/// This number of runs of each row, at equal distances from small to large; by default no large
/// runs, and one of clusters. Also returns the rows whose runs are all too large.
fn sample<'a, 'r>(
    experiment: &'a Experiment,
    recorded: &'r Recorded<'a>,
    most: Option<usize>,
) -> (Vec<Again<'a, 'r>>, Vec<String>) {
    let known = finished_runs(&recorded.records);
    let (mut sample, mut left) = (Vec::new(), Vec::new());
    let mut seen = HashSet::new();
    let usual = if experiment.has_clusters() { 1 } else { 3 };
    for (place, row) in experiment.rows().enumerate() {
        let all = recorded.places.iter().zip(&recorded.records);
        // Runs that a clock ended cannot be repeated.
        let repeats = |record: &Record| record.stopped_by.as_deref() != Some("time");
        let mut of_row: Vec<(usize, &Record)> = all
            .filter(|&(&(of, _), record)| of == place && repeats(record))
            .map(|(&(_, position), record)| (position, record))
            .collect();
        of_row.sort_by_key(|&(position, record)| (size(record), position));
        if most.is_none() {
            let sizes: Vec<u64> = of_row.iter().map(|(_, record)| size(record)).collect();
            of_row.truncate(small(experiment, row, &sizes));
        }
        if of_row.is_empty() {
            left.push(row.label().to_string());
        }
        for (position, before) in spread(&of_row, most.unwrap_or(usual)) {
            let Some(mut job) = experiment.job(row, recorded.asked[position], &known) else {
                continue;
            };
            // Two rows can share a run although only one asks for a certificate.
            job.certify = before.certificate.is_some();
            if seen.insert(&before.question) {
                sample.push(Again { job, before });
            }
        }
    }
    (sample, left)
}

/// At most `most` items of a list at equal distances, including the last one.
fn spread<T: Copy>(all: &[T], most: usize) -> Vec<T> {
    let many = most.min(all.len());
    (1..=many).map(|k| all[k * all.len() / many - 1]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::Identity;
    use crate::testing::{experiment, record};

    #[test]
    fn samples_reach_from_small_to_large() {
        assert_eq!(spread(&[1, 2, 3, 4, 5, 6], 3), [2, 4, 6]);
        assert_eq!(spread(&[1, 2], 3), [1, 2]);
        assert!(spread::<u8>(&[], 3).is_empty());
        let experiment = experiment();
        // 10.1 units of work per node: the third is large, and a clock ended the fourth.
        let runs = [
            (0, 0, "proved", 100),
            (0, 1, "proved", 20_000),
            (0, 2, "proved", 2_000_000),
            (0, 3, "unknown", 10),
            (1, 2, "proved", 3_000_000),
            (1, 1, "proved", 2_000_000),
        ];
        let record =
            |&(row, at, answer, nodes): &(_, _, _, _)| record(&experiment, row, at, answer, nodes);
        let mut recorded = Recorded {
            experiment: &experiment,
            identity: Identity::of(&experiment),
            asked: experiment.problems(None),
            places: runs.iter().map(|&(row, at, _, _)| (row, at)).collect(),
            records: runs.iter().map(record).collect(),
        };
        recorded.records[3].stopped_by = Some("time".into());
        let sample = sample(&experiment, &recorded, None).0;
        let names: Vec<(&str, &str)> = sample
            .iter()
            .map(|again| {
                (
                    again.job.row.label(),
                    &*again.job.asked.problem.case.position,
                )
            })
            .collect();
        assert_eq!(names, [("PN", "a"), ("PN", "b"), ("df-pn", "b")]);
    }

    #[test]
    fn the_first_count_that_differs_is_reported() {
        let experiment = experiment();
        let asked = experiment.problems(None)[0];
        let row = experiment.rows().next().unwrap();
        let change = |before: &Record, now: &Record| experiment.change(row, asked, [before, now]);
        let before = record(&experiment, 0, 0, "proved", 100);
        assert_eq!(change(&before, &before), None);
        let mut now = before.clone();
        *now.counts.get_mut(&Count::Stored).unwrap() += 1;
        let change_text = "stored: 200 was recorded, now 201";
        assert_eq!(change(&before, &now).as_deref(), Some(change_text));
        now.answer = "disproved".into();
        let change_text = "answer: proved was recorded, now disproved";
        assert_eq!(change(&before, &now).as_deref(), Some(change_text));
        let mut hit = before.clone();
        hit.counts.insert(Count::TableHits, 1);
        assert!(change(&before, &hit).is_some());
        // Times are not compared.
        let mut later = before.clone();
        later.seconds *= 2.0;
        assert_eq!(change(&before, &later), None);
    }
}
