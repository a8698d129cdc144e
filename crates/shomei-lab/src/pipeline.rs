//! Runs an experiment of any kind: makes the missing runs, keeps them in the journal, and reports
//! the results. [`compare`](crate::compare()) and [`write_page`](crate::page::write_page) use
//! recorded runs.

use std::collections::{HashMap, HashSet};
use std::iter;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use shomei::files::Guard;
use shomei_cli::workers;

use crate::LabError;
use crate::cluster::of_one_thread;
use crate::experiment::{Experiment, Row, Run};
use crate::journal::{Identity, Journal};
use crate::record::{Count, Question, Record};
use crate::report::report;
use crate::set::SetProblem;

/// A run to be made.
#[derive(Clone, Debug)]
pub(crate) struct Job<'a> {
    pub(crate) row: Row<'a>,
    pub(crate) asked: SetProblem<'a>,
    pub(crate) question: Question,
    /// Whether its answer needs a certificate.
    pub(crate) certify: bool,
    /// For a cluster, the work of one thread on the position.
    alone: u64,
}

impl Job<'_> {
    /// Whether the record is complete.
    fn is_done(&self, record: &Record) -> bool {
        !self.certify || record.is_certified()
    }
}

/// Finished runs by their questions.
pub(crate) type FinishedRuns<'r> = HashMap<&'r Question, &'r Record>;

/// Finished runs by their questions. Of equal runs the first is used, or the first with a
/// certificate.
pub(crate) fn finished_runs(records: &[Record]) -> FinishedRuns<'_> {
    let mut known = FinishedRuns::new();
    for record in records {
        let kept = known.entry(&record.question).or_insert(record);
        if record.certificate.is_some() && kept.certificate.is_none() {
            *kept = record;
        }
    }
    known
}

impl Experiment {
    /// The positions, or the first N of each set. With several games a position in two sets is
    /// searched once.
    pub(crate) fn problems(&self, most: Option<usize>) -> Vec<SetProblem<'_>> {
        let most = most.unwrap_or(usize::MAX);
        let sets = self.sets.iter();
        let mut asked: Vec<SetProblem<'_>> =
            sets.flat_map(|set| set.each_problem().take(most)).collect();
        if self.family.is_some() {
            let mut seen = HashSet::new();
            asked.retain(|one| seen.insert((one.set.game.name(), &one.problem.key)));
        }
        asked
    }

    /// The run of a row on a position; `None` if the row leaves the position out, or if the run of
    /// one thread is not known yet.
    pub(crate) fn job<'a>(
        &'a self,
        row: Row<'a>,
        asked: SetProblem<'a>,
        known: &FinishedRuns<'_>,
    ) -> Option<Job<'a>> {
        let line = row.line(asked.set);
        let mut alone = 0;
        if let Row::Cluster(cluster) = row {
            let base = Question::of(asked, self.runs[0].on(asked.set).line());
            alone = known.get(&base)?.count(Count::Work);
            if !cluster.fits(alone) {
                return None;
            }
        }
        // Rows with equal runs share them.
        let mut others = self.rows().filter(|other| other.certifies());
        Some(Job {
            row,
            asked,
            certify: others.any(|other| other.line(asked.set) == line),
            question: Question::of(asked, line),
            alone,
        })
    }

    /// Makes a run; `None` if it was interrupted.
    pub(crate) fn work(
        &self,
        job: &Job<'_>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Record>, LabError> {
        let Job { asked, alone, .. } = *job;
        let game = asked.set.game;
        let record = Record::unknown(job.question.clone());
        match job.row {
            Row::Search(run) => {
                let run = Run {
                    certify: job.certify,
                    ..run.on(asked.set)
                };
                let found = game.measure(asked, &run, stop)?;
                Ok(match self.has_clusters() {
                    true => found.map(of_one_thread),
                    false => found,
                })
            }
            Row::Tree(expansions) => {
                let counts = game.count_meeting_paths(asked.problem, expansions, stop)?;
                Ok(counts.map(|counts| Record { counts, ..record }))
            }
            Row::Cluster(cluster) => cluster.work(asked, alone, record, stop),
        }
    }

    /// One item for each parallel search. Clusters run one at a time, since each has all its tables
    /// in memory.
    pub(crate) fn workers(&self, threads: usize) -> impl Iterator<Item = ()> + use<> {
        iter::repeat_n((), if self.has_clusters() { 1 } else { threads })
    }
}

/// The report on finished runs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Report {
    /// The tables.
    pub(crate) table: String,
    /// The page without its handwritten text: the part above it, and the part below it if there is
    /// one.
    pub(crate) page: (String, Option<String>),
    /// The figures by the names of their files in a results folder.
    pub(crate) figures: Vec<(String, String)>,
    /// The tables for programs: file names and contents.
    pub(crate) data: Vec<(&'static str, Vec<u8>)>,
    /// Answers that contradict each other.
    pub(crate) contradictions: Vec<String>,
    /// The number of positions whose runs are all finished.
    pub(crate) whole: usize,
}

/// A request to run an experiment.
#[derive(Clone, Debug)]
pub struct Request {
    /// The experiment.
    pub experiment: Experiment,
    /// The number of positions of each set, from the first; `None` for all.
    pub positions: Option<usize>,
    /// The results folder.
    pub out: PathBuf,
    /// Folders whose finished runs are used.
    pub reuse: Vec<PathBuf>,
    /// The number of parallel searches.
    pub threads: usize,
    /// Decides which files of the folder may be replaced.
    pub guard: Guard,
}

/// An event of a running experiment.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// An incompletely recorded run is repeated.
    Torn,
    /// The number of runs taken from other folders.
    Reused(usize),
    /// The work begins.
    Begin {
        /// The number of finished runs.
        finished: usize,
        /// The number of all runs.
        of: usize,
    },
    /// A run is finished.
    Finished {
        /// The label of the row.
        row: &'a str,
        /// The answer of the run.
        answer: &'a str,
        /// The time of the run.
        seconds: f64,
    },
}

impl<'a> Event<'a> {
    /// The event of a finished run.
    pub(crate) fn finished(row: Row<'a>, record: &'a Record) -> Event<'a> {
        Event::Finished {
            row: row.label(),
            answer: &record.answer,
            seconds: record.seconds,
        }
    }
}

/// The result of running an experiment.
#[derive(Clone, Debug)]
pub struct Reproduced {
    /// The tables.
    pub table: String,
    /// Answers that contradict each other.
    pub contradictions: Vec<String>,
    /// The number of missing runs after an interrupt.
    pub unfinished: usize,
    /// The number of all runs.
    pub of: usize,
}

/// Makes the missing runs of an experiment and writes the tables.
///
/// # Errors
///
/// If the folder belongs to another experiment or program, or a run fails. Finished runs are kept.
pub fn reproduce(
    request: &Request,
    stop: &Arc<AtomicBool>,
    watch: &mut (dyn FnMut(Event<'_>) + Send),
) -> Result<Reproduced, LabError> {
    let experiment = &request.experiment;
    let identity = Identity::of(experiment);
    let mut reusable = Vec::new();
    for folder in &request.reuse {
        let name = folder.display().to_string();
        for mut record in Journal::<Record>::look_into(folder, &identity)? {
            record.reused.get_or_insert_with(|| name.clone());
            reusable.push(record);
        }
    }
    let mut journal = Journal::open(&request.out, &identity, &request.guard)?;
    if journal.was_torn() {
        watch(Event::Torn);
    }
    let asked = experiment.problems(request.positions);
    let mut taken = take(experiment, &asked, &mut journal, &reusable)?;
    if taken > 0 {
        watch(Event::Reused(taken));
    }
    let (open, of) = loop {
        let (open, of) = unfinished(experiment, &asked, journal.records());
        taken = journal.records().len();
        watch(Event::Begin {
            finished: of - open.len(),
            of,
        });
        workers::run(
            experiment.workers(request.threads).take(open.len()),
            stop,
            open.iter().map(Ok::<_, LabError>),
            |(), job| Ok(experiment.work(job, stop)?.map(|record| (job.row, record))),
            |_, result| match result? {
                Some((row, record)) => {
                    watch(Event::finished(row, &record));
                    journal.append(record)
                }
                None => Ok(()),
            },
        )
        .map_err(LabError::Thread)??;
        // Finished runs can require further ones.
        if stop.load(Ordering::Relaxed) || journal.records().len() == taken {
            break unfinished(experiment, &asked, journal.records());
        }
    };
    let unfinished = open.len();
    let report = report(experiment, &asked, journal.records(), journal.identity())?;
    if unfinished == 0 {
        journal.write("table.md", report.table.as_bytes())?;
        for (name, bytes) in &report.data {
            journal.write(name, bytes)?;
        }
        for (name, svg) in &report.figures {
            journal.write(name, svg.as_bytes())?;
        }
    }
    Ok(Reproduced {
        contradictions: report.contradictions,
        table: report.table,
        unfinished,
        of,
    })
}

/// The missing runs, position by position, so that an early end leaves complete positions; and the
/// number of all runs. Rows with equal runs share them.
fn unfinished<'a>(
    experiment: &'a Experiment,
    asked: &[SetProblem<'a>],
    records: &[Record],
) -> (Vec<Job<'a>>, usize) {
    let known = finished_runs(records);
    let mut seen = HashSet::new();
    let mut open = Vec::new();
    for &asked in asked {
        for row in experiment.rows() {
            let Some(job) = experiment.job(row, asked, &known) else {
                continue;
            };
            let is_done = known
                .get(&job.question)
                .is_some_and(|found| job.is_done(found));
            if seen.insert(job.question.clone()) && !is_done {
                open.push(job);
            }
        }
    }
    (open, seen.len())
}

/// Takes finished runs from other folders if they are equal to missing ones. Returns their number.
fn take<'a>(
    experiment: &'a Experiment,
    asked: &[SetProblem<'a>],
    journal: &mut Journal,
    reusable: &[Record],
) -> Result<usize, LabError> {
    if reusable.is_empty() {
        return Ok(0);
    }
    let elsewhere = finished_runs(reusable);
    let (open, _) = unfinished(experiment, asked, journal.records());
    let mut taken = 0;
    for job in &open {
        let found = elsewhere.get(&job.question);
        if let Some(&record) = found.filter(|found| job.is_done(found)) {
            journal.append(record.clone())?;
            taken += 1;
        }
    }
    Ok(taken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::{ACCEPTED, Certified};
    use crate::testing::{experiment, record};

    /// A folder can contain a run twice if certificates were required later.
    #[test]
    fn of_equal_runs_the_certified_one_is_known() {
        let experiment = experiment();
        let plain = record(&experiment, 0, 0, "proved", 100);
        let mut certified = plain.clone();
        certified.certificate = Some(Certified {
            verdict: ACCEPTED.into(),
            claim: Some("proved".into()),
            ..Certified::default()
        });
        for records in [[plain.clone(), certified.clone()], [certified, plain]] {
            let known = finished_runs(&records);
            assert_eq!(known.len(), 1);
            assert!(known[&records[0].question].certificate.is_some());
        }
    }
}
