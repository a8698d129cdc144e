//! An experiment from its file to its tables.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shomei::files::Guard;

use crate::LabError;
use crate::data;
use crate::experiment::{Experiment, Run};
use crate::journal::{Identity, Journal};
use crate::report::{self, plot};
use crate::results::{Results, by_trial};
use crate::running::{Job, run_all};
use crate::set::Problem;
use crate::trial::{Record, Trial};

/// What is to be done.
#[derive(Clone, Debug)]
pub struct Request {
    /// The experiment.
    pub experiment: Experiment,
    /// The first so many positions of each set; all if `None`.
    pub positions: Option<usize>,
    /// The results folder.
    pub out: PathBuf,
    /// Folders to take finished runs from.
    pub reuse: Vec<PathBuf>,
    /// How many searches run at a time.
    pub threads: usize,
    /// What may be replaced in it.
    pub guard: Guard,
}

/// What happens on the way.
#[derive(Clone, Copy, Debug)]
pub enum Event<'a> {
    /// A run had been recorded half and is done again.
    Torn,
    /// So many runs were found in another folder.
    Reused(usize),
    /// The work begins: so many runs of so many are finished.
    Begin {
        /// Runs that are finished.
        finished: usize,
        /// All runs.
        of: usize,
    },
    /// A run is finished.
    Finished(&'a Record),
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Reproduced {
    /// The table, as far as there are figures.
    pub table: String,
    /// What cannot be true.
    pub contradictions: Vec<String>,
    /// Runs that are left to do; none unless somebody asked to stop.
    pub unfinished: usize,
    /// All runs.
    pub of: usize,
}

/// Runs what is not finished yet, and writes the tables when everything is.
///
/// # Errors
///
/// When the folder belongs to something else, or something fails on the way;
/// what is finished is kept.
pub fn reproduce(
    request: &Request,
    stop: &Arc<AtomicBool>,
    watch: &mut dyn FnMut(Event<'_>),
) -> Result<Reproduced, LabError> {
    let experiment = &request.experiment;
    let identity = Identity::of(experiment);
    let problems = problems(request);
    let mut reusable = Vec::new();
    for folder in &request.reuse {
        let name = folder.display().to_string();
        for mut record in Journal::<Record>::look_into(folder, &identity)? {
            record.reused.get_or_insert_with(|| name.clone());
            reusable.push(record);
        }
    }
    let mut journal = Journal::open(&request.out, identity, &request.guard)?;
    if journal.was_torn() {
        watch(Event::Torn);
    }
    let all = jobs(experiment, &problems);
    let of = all.len();
    let mut open = unfinished(all, experiment, journal.records());
    let taken = take(&mut journal, &mut open, experiment, &reusable)?;
    if taken > 0 {
        watch(Event::Reused(taken));
    }
    let finished = of - open.len();
    watch(Event::Begin { finished, of });
    let run = |job: &Job<'_>| experiment.game.measure(job.problem, &job.run, stop);
    run_all(&open, request.threads, stop, run, |record: Record| {
        watch(Event::Finished(&record));
        journal.append(record)
    })?;
    let results = Results::of(experiment, &problems, journal.records());
    let unfinished = unfinished(open, experiment, journal.records()).len();
    let table = report::table(&results, journal.identity());
    if unfinished == 0 {
        journal.write("table.md", table.as_bytes())?;
        journal.write(
            data::ROWS,
            &data::rows(experiment.game.name, &experiment.runs)?,
        )?;
        journal.write(data::RUNS, &data::runs(&results)?)?;
        for (place, svg) in plot::draw(&results).iter().enumerate() {
            journal.write(&plot::file_name(place), svg.as_bytes())?;
        }
    }
    Ok(Reproduced {
        contradictions: results.contradictions(),
        table,
        unfinished,
        of,
    })
}

/// The positions that are asked for, set by set.
fn problems(request: &Request) -> Vec<&Problem> {
    let most = request.positions.unwrap_or(usize::MAX);
    let sets = request.experiment.sets.iter();
    sets.flat_map(|set| set.problems.iter().take(most))
        .collect()
}

/// Every run once, position by position, so that an early end leaves whole
/// rows. Rows that ask for the same run share it.
fn jobs<'a>(experiment: &'a Experiment, problems: &[&'a Problem]) -> Vec<Job<'a>> {
    let mut different: Vec<Run> = Vec::new();
    for run in &experiment.runs {
        match different.iter_mut().find(|other| other.runs_like(run)) {
            Some(other) => other.certify |= run.certify,
            None => different.push(run.clone()),
        }
    }
    let mut jobs = Vec::new();
    let mut seen = HashSet::new();
    for &problem in problems {
        // A set may hold a position twice.
        if seen.insert((&problem.rules, &problem.attacker, &problem.position)) {
            let job = |run: &Run| Job {
                run: run.clone(),
                problem,
            };
            jobs.extend(different.iter().map(job));
        }
    }
    jobs
}

fn unfinished<'a>(jobs: Vec<Job<'a>>, experiment: &Experiment, records: &[Record]) -> Vec<Job<'a>> {
    let known = by_trial(records);
    let is_open = |job: &Job<'_>| {
        let trial = Trial::of(experiment.game.name, &job.run, job.problem);
        let record = known.get(&trial);
        !record.is_some_and(|record| !job.run.certify || record.is_certified())
    };
    jobs.into_iter().filter(is_open).collect()
}

/// Takes over the finished runs of other folders that are exactly those asked
/// for; returns how many.
fn take(
    journal: &mut Journal,
    open: &mut Vec<Job<'_>>,
    experiment: &Experiment,
    reusable: &[Record],
) -> Result<usize, LabError> {
    let known = by_trial(reusable);
    let mut left = Vec::with_capacity(open.len());
    let before = open.len();
    for job in open.drain(..) {
        let trial = Trial::of(experiment.game.name, &job.run, job.problem);
        match known.get(&trial) {
            Some(&record) if !job.run.certify || record.is_certified() => {
                journal.append(record.clone())?;
            }
            _ => left.push(job),
        }
    }
    *open = left;
    Ok(before - open.len())
}
