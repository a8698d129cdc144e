//! Whether a program still makes the nodes of recorded results.
//!
//! A sample of the recorded runs is made again, and answers, counts and certificates are compared.
//! The page and its figures are made again from the record, so that a page says what its data say.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::LabError;
use crate::data::Recorded;
use crate::experiment::Experiment;
use crate::page;
use crate::pipeline::{Event, Study, known};
use crate::running::run_all;

/// Runs that need more nodes take long; usually they are repeated only where a row has no others.
const LARGE: u64 = 300_000;

/// How many runs of a row are not [`LARGE`], the smallest in any case.
pub(crate) fn not_large(sizes: &[u64]) -> usize {
    sizes.partition_point(|&size| size <= LARGE).max(1)
}

/// What is to be compared.
#[derive(Clone, Debug)]
pub struct CompareRequest<E = Experiment> {
    /// The experiment.
    pub experiment: E,
    /// The folder of its recorded results.
    pub folder: PathBuf,
    /// The page that is made of them.
    pub page: Option<PathBuf>,
    /// How many runs of each row are repeated, of any size. If `None`, a few that need few nodes.
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
pub fn compare<S: Study>(
    request: &CompareRequest<S>,
    stop: &Arc<AtomicBool>,
    watch: &mut dyn FnMut(Event<'_>),
) -> Result<Compared, LabError> {
    let study = &request.experiment;
    let recorded = Recorded::open(study, &request.folder)?;
    let report = recorded.report()?;
    let mut differences = match study.gone_options() {
        None => Vec::from_iter(recorded.identity.other_rows(&study.identity())),
        Some(_) => Vec::new(),
    };
    differences.extend(recorded.cut(report.whole));
    if let Some(page) = &request.page {
        differences.extend(page::difference(study.name(), &report, page)?);
    }
    let (sample, left) = sample(study, &recorded, request.runs);
    let of = sample.len();
    watch(Event::Begin { finished: 0, of });
    let mut repeated = 0;
    run_all(
        &sample,
        study.threads(request.threads),
        stop,
        |again| Ok(study.work(&again.job, stop)?.map(|now| (again.place, now))),
        |(place, now)| {
            let again = &sample[place];
            let (answer, seconds) = S::ended(&now);
            watch(Event::Finished {
                row: again.label,
                answer,
                seconds,
            });
            repeated += 1;
            if let Some(change) = first_change(S::facts(again.before), S::facts(&now)) {
                let at = study.at(again.asked);
                differences.push(format!("{} on {at}: {change}", again.label));
            }
            Ok(())
        },
    )?;
    differences.sort();
    Ok(Compared {
        program: recorded.identity.program(),
        positions: report.whole,
        of: recorded.asked.len(),
        recorded: recorded.records.len(),
        repeated,
        differences,
        left,
        gone_options: study.gone_options().map(String::from),
        unfinished: of - repeated,
    })
}

/// A run that is made again.
struct Again<'a, 'r, S: Study + 'a> {
    /// Its place among them.
    place: usize,
    label: &'a str,
    asked: S::Asked<'a>,
    job: S::Job<'a>,
    before: &'r S::Record,
}

/// This number of runs of each row, from small to large at equal distances; usually none that is large.
/// Then the rows of which all runs are too large.
fn sample<'a, 'r, S: Study>(
    study: &'a S,
    recorded: &'r Recorded<'a, S>,
    most: Option<usize>,
) -> (Vec<Again<'a, 'r, S>>, Vec<String>) {
    let known = known::<S>(&recorded.records);
    let (mut sample, mut left) = (Vec::new(), Vec::new());
    let mut seen = HashSet::new();
    for (row, label) in study.rows().into_iter().enumerate() {
        if row > 0 && study.gone_options().is_some() {
            break;
        }
        let all = recorded.places.iter().zip(&recorded.records);
        let mut of_row: Vec<(usize, &S::Record)> = all
            .filter(|&(&(of, _), record)| of == row && S::repeats(record))
            .map(|(&(_, position), record)| (position, record))
            .collect();
        of_row.sort_by_key(|&(position, record)| (S::size(record), position));
        if most.is_none() {
            let sizes: Vec<u64> = of_row.iter().map(|(_, record)| S::size(record)).collect();
            of_row.truncate(study.small(row, &sizes));
        }
        if of_row.is_empty() {
            left.push(label.to_string());
        }
        for (position, before) in spread(&of_row, most.unwrap_or(S::USUAL)) {
            let asked = recorded.asked[position];
            let Some(job) = study.again(row, asked, &known, before) else {
                continue;
            };
            if seen.insert(S::key_of(before)) {
                sample.push(Again {
                    place: sample.len(),
                    label,
                    asked,
                    job,
                    before,
                });
            }
        }
    }
    (sample, left)
}

/// At most so many of a list, its last one among them.
fn spread<T: Copy>(all: &[T], most: usize) -> Vec<T> {
    let many = most.min(all.len());
    (1..=many).map(|k| all[k * all.len() / many - 1]).collect()
}

/// The first fact that is another one now, times apart.
fn first_change(
    before: Vec<(&'static str, String)>,
    now: Vec<(&'static str, String)>,
) -> Option<String> {
    let mut both = before.into_iter().zip(now);
    let ((name, before), (_, now)) = both.find(|(before, now)| before != now)?;
    Some(format!("{name}: {before} was recorded, now {now}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{experiment, record};
    use crate::trial::Record;

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
            study: &experiment,
            identity: experiment.identity(),
            asked: experiment.sets[0].problems.iter().collect(),
            places: runs.iter().map(|&(row, at, _, _)| (row, at)).collect(),
            records: runs.iter().map(record).collect(),
        };
        recorded.records[3].stopped_by = Some("time".into());
        let sample = sample(&experiment, &recorded, None).0;
        let names: Vec<(&str, &str)> = sample
            .iter()
            .map(|again| (again.label, &*again.asked.position))
            .collect();
        assert_eq!(names, [("PN", "a"), ("PN", "b"), ("df-pn", "b")]);
    }

    #[test]
    fn the_first_count_that_differs_is_told() {
        let experiment = experiment();
        let change = |before: &Record, now: &Record| {
            first_change(Experiment::facts(before), Experiment::facts(now))
        };
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
