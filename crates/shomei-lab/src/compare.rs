//! Whether a program still makes the nodes of recorded results.
//!
//! A sample of the recorded runs is made again, and answers, counts and certificates are compared.
//! The page and its figures are made again from the record, so that a page says what its data say.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::LabError;
use crate::data::Recorded;
use crate::experiment::Experiment;
use crate::journal::Identity;
use crate::page::Made;
use crate::reproduce::Event;
use crate::results::by_trial;
use crate::running::{Job, run_all};
use crate::trial::{Certified, Record, Trial};

/// Runs that need more nodes take long; usually they are repeated only where a row has no others.
pub(crate) const LARGE: u64 = 300_000;

/// How many runs of each row are usually repeated.
pub(crate) const USUAL: usize = 3;

/// What is to be compared.
#[derive(Clone, Debug)]
pub struct CompareRequest<E = Experiment> {
    /// The experiment.
    pub experiment: E,
    /// The folder of its recorded results.
    pub folder: PathBuf,
    /// The page that is made of them.
    pub page: Option<PathBuf>,
    /// How many runs of each row are repeated, of any size. If `None`, three that need few nodes.
    pub runs: Option<usize>,
    /// How many searches run at a time.
    pub threads: usize,
}

/// What a comparison has found.
#[derive(Clone, Debug)]
pub struct Compared {
    /// The program that made the recorded runs.
    pub program: String,
    /// Positions of which all runs are recorded.
    pub positions: usize,
    /// All positions.
    pub of: usize,
    /// Recorded runs.
    pub recorded: usize,
    /// Those that were made again.
    pub repeated: usize,
    /// In what the results are not those of this program; empty where nothing was found.
    pub differences: Vec<String>,
    /// Rows of which no run was made again, since all are too large.
    pub left: Vec<String>,
    /// Options of recorded runs that the program no longer has, so that none of these was made again.
    pub gone_options: Option<String>,
    /// Runs that were to be repeated and were not, since somebody asked to stop.
    pub unfinished: usize,
}

/// Compares recorded results with what this program makes.
///
/// # Errors
///
/// When there are no results, they are those of other positions or damaged, or a search fails.
pub fn compare(
    asked: &CompareRequest,
    stop: &Arc<AtomicBool>,
    watch: &mut dyn FnMut(Event<'_>),
) -> Result<Compared, LabError> {
    let experiment = &asked.experiment;
    let recorded = Recorded::open(experiment, &asked.folder)?;
    let results = recorded.results(experiment);
    let identity = &recorded.identity;
    let now = Identity::of(experiment);
    let mut differences = Vec::from_iter(identity.other_rows(&now));
    differences.extend(recorded.cut(&results));
    if let Some(page) = &asked.page {
        differences.extend(Made::of(&results, identity).differs_from(page)?);
    }
    let sample = sample(experiment, &recorded, asked.runs);
    let of = sample.len();
    watch(Event::Begin { finished: 0, of });
    let known = by_trial(&recorded.records);
    let name = |job: &Job<'_>| {
        let trial = Trial::of(experiment.game.name, &job.run, job.problem);
        (trial, format!("{} on {}", job.run.label, job.problem.at))
    };
    let names: HashMap<Trial, String> = sample.iter().map(name).collect();
    let mut repeated = 0;
    run_all(
        &sample,
        asked.threads,
        stop,
        |job| experiment.game.measure(job.problem, &job.run, stop),
        |record: Record| {
            watch(Event::Finished(&record));
            repeated += 1;
            let before = known.get(&record.trial);
            let change = before.and_then(|before| change(before, &record));
            if let Some(change) = change {
                let name = names.get(&record.trial).map_or("a run", |name| name);
                differences.push(format!("{name}: {change}"));
            }
            Ok(())
        },
    )?;
    differences.sort();
    Ok(Compared {
        program: identity.program(),
        positions: results.problems.len(),
        of: recorded.problems.len(),
        recorded: recorded.records.len(),
        repeated,
        differences,
        left: Vec::new(),
        gone_options: None,
        unfinished: of - repeated,
    })
}

/// So many runs of each row, from small to large at equal distances; usually none that is
/// [`LARGE`]. Runs that the clock has ended cannot be repeated.
fn sample<'a>(
    experiment: &Experiment,
    recorded: &Recorded<'a>,
    asked: Option<usize>,
) -> Vec<Job<'a>> {
    let mut jobs = Vec::new();
    let mut seen = HashSet::new();
    for (row, run) in experiment.runs.iter().enumerate() {
        let all = recorded.places.iter().zip(&recorded.records);
        let mut of_row: Vec<(usize, &Record)> = all
            .filter(|((of, _), _)| *of == row)
            .filter(|(_, record)| record.stopped_by.as_deref() != Some("time"))
            .map(|(&(_, position), record)| (position, record))
            .collect();
        of_row.sort_by_key(|(position, record)| (size(record), *position));
        if asked.is_none() {
            let small = of_row.partition_point(|(_, record)| size(record) <= LARGE);
            of_row.truncate(small.max(1));
        }
        for (position, record) in spread(&of_row, asked.unwrap_or(USUAL)) {
            if seen.insert(&record.trial) {
                let mut run = run.clone();
                // Two rows may share a run of which one of them asks for a certificate.
                run.certify = record.certificate.is_some();
                let problem = recorded.problems[position];
                jobs.push(Job { run, problem });
            }
        }
    }
    jobs
}

/// At most so many of a list, its last one among them.
pub(crate) fn spread<T: Copy>(all: &[T], most: usize) -> Vec<T> {
    let many = most.min(all.len());
    (1..=many).map(|k| all[k * all.len() / many - 1]).collect()
}

/// The work of a run, in nodes of all kinds.
fn size(record: &Record) -> u64 {
    record.generated + record.expanded + record.leaf_nodes
}

/// The first thing in which a run differs from what was recorded, times apart.
fn change(before: &Record, now: &Record) -> Option<String> {
    let of = |record: &Record| {
        let text = |text: &Option<String>| text.clone().unwrap_or_else(|| "nothing".into());
        let certificate = record.certificate.as_ref();
        let number = |of: fn(&Certified) -> u64| {
            certificate.map_or_else(|| "nothing".into(), |one| of(one).to_string())
        };
        [
            ("answer", record.answer.clone()),
            ("stopped by", text(&record.stopped_by)),
            ("nodes expanded", record.expanded.to_string()),
            ("nodes generated", record.generated.to_string()),
            ("nodes evaluated", record.evaluated.to_string()),
            ("nodes in leaves", record.leaf_nodes.to_string()),
            ("nodes stored", record.stored.to_string()),
            ("table hits", record.table_hits.to_string()),
            ("saturations", record.saturations.to_string()),
            (
                "certificate",
                text(&certificate.map(|one| one.verdict.clone())),
            ),
            (
                "claim",
                text(&certificate.and_then(|one| one.claim.clone())),
            ),
            ("records", number(|one| one.records)),
            ("bytes", number(|one| one.bytes)),
        ]
    };
    first_change(of(before), of(now))
}

/// The first of some named values that is another one now.
pub(crate) fn first_change<const N: usize>(
    before: [(&str, String); N],
    now: [(&str, String); N],
) -> Option<String> {
    let mut both = before.into_iter().zip(now);
    let ((name, before), (_, now)) = both.find(|(before, now)| before != now)?;
    Some(format!("{name}: {before} was recorded, now {now}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{experiment, record};

    #[test]
    fn samples_reach_from_small_to_large() {
        assert_eq!(spread(&[1, 2, 3, 4, 5, 6], 3), [2, 4, 6]);
        assert_eq!(spread(&[1, 2], 3), [1, 2]);
        assert!(spread::<u8>(&[], 3).is_empty());
        let experiment = experiment();
        // 10.1 units of work a node: the third is large, the fourth ended by the clock.
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
            identity: Identity::of(&experiment),
            problems: experiment.sets[0].problems.iter().collect(),
            places: runs.iter().map(|&(row, at, _, _)| (row, at)).collect(),
            records: runs.iter().map(record).collect(),
        };
        recorded.records[3].stopped_by = Some("time".into());
        let sample = sample(&experiment, &recorded, None);
        let names: Vec<(&str, &str)> = sample
            .iter()
            .map(|job| (&*job.run.label, &*job.problem.position))
            .collect();
        assert_eq!(names, [("PN", "a"), ("PN", "b"), ("df-pn", "b")]);
    }

    #[test]
    fn the_first_count_that_differs_is_told() {
        let experiment = experiment();
        let before = record(&experiment, 0, 0, "proved", 100);
        assert_eq!(change(&before, &before), None);
        let mut now = before.clone();
        now.stored += 1;
        let told = "nodes stored: 200 was recorded, now 201";
        assert_eq!(change(&before, &now).as_deref(), Some(told));
        now.answer = "disproved".into();
        let told = "answer: proved was recorded, now disproved";
        assert_eq!(change(&before, &now).as_deref(), Some(told));
        let mut hit = before.clone();
        hit.table_hits = 1;
        assert!(change(&before, &hit).is_some());
        // Time is no count.
        let mut later = before.clone();
        later.seconds *= 2.0;
        assert_eq!(change(&before, &later), None);
    }
}
