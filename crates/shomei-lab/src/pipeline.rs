//! The way of an experiment of any kind from its file to its tables: what is not finished yet is
//! run, kept in the journal, and reported when everything is there. [`compare`](crate::compare())
//! and [`write_page`](crate::write_page) go on from what was recorded.

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::hash::Hash;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;
use serde::de::DeserializeOwned;
use shomei::files::Guard;

use crate::LabError;
use crate::data::Recorded;
use crate::experiment::Experiment;
use crate::journal::{Identity, Journal};
use crate::running::run_all;

/// A kind of experiment: what it asks, and how it reports. A *row* is what is run on every
/// position: an algorithm with its options, or a cluster. Rows are counted from 0.
pub trait Study: Sync + Sized {
    /// A finished run, which is a line of the journal.
    type Record: Clone + Debug + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// All that determines a run.
    type Key: Eq + Hash;
    /// A position that is asked about.
    type Asked<'a>: Copy + Debug + Sync
    where
        Self: 'a;
    /// A run that can be made.
    type Job<'a>: Sync
    where
        Self: 'a;

    /// How many runs of each row are usually repeated.
    const USUAL: usize = 3;
    /// Whether a page may be about some of the positions.
    const OF_PARTS: bool = false;

    /// The name, which is also that of the file.
    fn name(&self) -> &str;

    /// What determines the figures, with this program.
    fn identity(&self) -> Identity;

    /// Refuses an experiment that is kept for its recorded results alone.
    ///
    /// # Errors
    ///
    /// With the reason.
    fn can_run(&self) -> Result<(), LabError> {
        Ok(())
    }

    /// The number of searches that may run at a time, of those asked for.
    fn threads(&self, asked: usize) -> usize {
        asked
    }

    /// The positions, or the first N of each set.
    fn asked(&self, most: Option<usize>) -> Vec<Self::Asked<'_>>;

    /// Where a position stands.
    fn at(&self, asked: Self::Asked<'_>) -> String;

    /// The names of the rows.
    fn rows(&self) -> Vec<&str>;

    /// The run of a row on a position; `None` where it is not asked for, or not before other runs
    /// are known.
    fn job<'a>(
        &'a self,
        row: usize,
        asked: Self::Asked<'a>,
        known: &Known<'_, Self>,
    ) -> Option<Self::Job<'a>>;

    /// What determines it.
    fn key(&self, job: &Self::Job<'_>) -> Self::Key;

    /// What has determined a finished one.
    fn key_of(record: &Self::Record) -> Self::Key;

    /// Whether nothing of a run is left to do.
    fn is_done(_job: &Self::Job<'_>, _record: &Self::Record) -> bool {
        true
    }

    /// Makes a run; nothing comes of one that was interrupted.
    ///
    /// # Errors
    ///
    /// When a search fails.
    fn work(
        &self,
        job: &Self::Job<'_>,
        stop: &Arc<AtomicBool>,
    ) -> Result<Option<Self::Record>, LabError>;

    /// The answer and the seconds of a run.
    fn ended(record: &Self::Record) -> (&str, f64);

    /// Whether a run says more than another one of the same key.
    fn says_more(_record: &Self::Record, _other: &Self::Record) -> bool {
        false
    }

    /// Marks a run that was taken from another folder.
    fn take(_record: &mut Self::Record, _folder: &str) {}

    /// Tables, figures and data of what is recorded.
    ///
    /// # Errors
    ///
    /// When the data cannot be written as tables.
    fn report<'a>(
        &'a self,
        asked: &[Self::Asked<'a>],
        records: &[Self::Record],
        identity: &Identity,
    ) -> Result<Report, LabError>;

    /// Reads the data of a folder.
    ///
    /// # Errors
    ///
    /// When they are damaged or those of other positions or rows.
    fn read(&self, recorded: &mut Recorded<'_, Self>, folder: &Path) -> Result<(), LabError>;

    /// The work of a run, in nodes.
    fn size(record: &Self::Record) -> u64;

    /// Whether a run repeats exactly.
    fn repeats(_record: &Self::Record) -> bool {
        true
    }

    /// How many of a row's runs, the smallest first, are usually small enough to be repeated.
    fn small(&self, row: usize, sizes: &[u64]) -> usize;

    /// The same run again, to be compared.
    fn again<'a>(
        &'a self,
        row: usize,
        asked: Self::Asked<'a>,
        known: &Known<'_, Self>,
        _before: &Self::Record,
    ) -> Option<Self::Job<'a>> {
        self.job(row, asked, known)
    }

    /// All of a run that is to be the same again, by name.
    fn facts(record: &Self::Record) -> Vec<(&'static str, String)>;

    /// Options of recorded runs that the program no longer has: all rows but the first are then
    /// not compared.
    fn gone_options(&self) -> Option<&str> {
        None
    }
}

/// Finished runs by what determines them.
pub type Known<'r, S> = HashMap<<S as Study>::Key, &'r <S as Study>::Record>;

/// By what determines them; of equal ones the first, unless another one says more.
pub(crate) fn known<S: Study>(records: &[S::Record]) -> Known<'_, S> {
    let mut known = Known::<S>::new();
    for record in records {
        let kept = known.entry(S::key_of(record)).or_insert(record);
        if S::says_more(record, kept) {
            *kept = record;
        }
    }
    known
}

/// What is made of finished runs.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The tables.
    pub table: String,
    /// The page without what is written on it: all above, and all below where it does not end the
    /// page.
    pub page: (String, Option<String>),
    /// The figures by the names of their files in a results folder.
    pub figures: Vec<(String, String)>,
    /// The tables for programs: file names and contents.
    pub data: Vec<(&'static str, Vec<u8>)>,
    /// What cannot be true.
    pub contradictions: Vec<String>,
    /// How many positions have all their runs.
    pub whole: usize,
}

/// What is to be done.
#[derive(Clone, Debug)]
pub struct Request<E = Experiment> {
    /// The experiment.
    pub experiment: E,
    /// The number of positions of each set, from the first; all if `None`.
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
    /// The number of runs that were found in another folder.
    Reused(usize),
    /// The work begins: so many runs of so many are finished.
    Begin {
        /// Runs that are finished.
        finished: usize,
        /// All runs.
        of: usize,
    },
    /// A run is finished.
    Finished {
        /// What was run.
        row: &'a str,
        /// Its answer.
        answer: &'a str,
        /// How long it took.
        seconds: f64,
    },
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

/// A run with the place of its row.
struct RowJob<'a, S: Study + 'a> {
    row: usize,
    job: S::Job<'a>,
}

/// Runs what is not finished yet, and writes the tables when everything is.
///
/// # Errors
///
/// When the folder belongs to something else, or something fails on the way;
/// what is finished is kept.
pub fn reproduce<S: Study>(
    request: &Request<S>,
    stop: &Arc<AtomicBool>,
    watch: &mut dyn FnMut(Event<'_>),
) -> Result<Reproduced, LabError> {
    let study = &request.experiment;
    study.can_run()?;
    let identity = study.identity();
    let mut reusable = Vec::new();
    for folder in &request.reuse {
        let name = folder.display().to_string();
        for mut record in Journal::<S::Record>::look_into(folder, &identity)? {
            S::take(&mut record, &name);
            reusable.push(record);
        }
    }
    let mut journal = Journal::open(&request.out, identity, &request.guard)?;
    if journal.was_torn() {
        watch(Event::Torn);
    }
    let asked = study.asked(request.positions);
    let mut taken = take(study, &asked, &mut journal, &reusable)?;
    if taken > 0 {
        watch(Event::Reused(taken));
    }
    let rows = study.rows();
    let (open, of) = loop {
        let (open, of) = unfinished(study, &asked, journal.records());
        taken = journal.records().len();
        watch(Event::Begin {
            finished: of - open.len(),
            of,
        });
        run_all(
            &open,
            study.threads(request.threads),
            stop,
            |RowJob { row, job }| Ok(study.work(job, stop)?.map(|record| (*row, record))),
            |(row, record)| {
                let (answer, seconds) = S::ended(&record);
                let row = rows[row];
                watch(Event::Finished {
                    row,
                    answer,
                    seconds,
                });
                journal.append(record)
            },
        )?;
        // What is finished may ask for more.
        if stop.load(Ordering::Relaxed) || journal.records().len() == taken {
            break unfinished(study, &asked, journal.records());
        }
    };
    let unfinished = open.len();
    let report = study.report(&asked, journal.records(), journal.identity())?;
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

/// The runs that are left to do, position by position, so that an early end leaves whole rows; and
/// how many there are in all. Rows that ask for the same run share it.
fn unfinished<'a, S: Study>(
    study: &'a S,
    asked: &[S::Asked<'a>],
    records: &[S::Record],
) -> (Vec<RowJob<'a, S>>, usize) {
    let known = known::<S>(records);
    let rows = study.rows().len();
    let mut seen = HashSet::new();
    let mut open = Vec::new();
    for &asked in asked {
        for row in 0..rows {
            let Some(job) = study.job(row, asked, &known) else {
                continue;
            };
            let key = study.key(&job);
            let is_done = known.get(&key).is_some_and(|found| S::is_done(&job, found));
            if seen.insert(key) && !is_done {
                open.push(RowJob { row, job });
            }
        }
    }
    (open, seen.len())
}

/// Takes over the finished runs of other folders that are exactly those asked
/// for; returns how many.
fn take<'a, S: Study>(
    study: &'a S,
    asked: &[S::Asked<'a>],
    journal: &mut Journal<S::Record>,
    reusable: &[S::Record],
) -> Result<usize, LabError> {
    if reusable.is_empty() {
        return Ok(0);
    }
    let elsewhere = known::<S>(reusable);
    let (open, _) = unfinished(study, asked, journal.records());
    let mut taken = 0;
    for RowJob { job, .. } in &open {
        let found = elsewhere.get(&study.key(job)).copied();
        if let Some(record) = found.filter(|found| S::is_done(job, found)) {
            journal.append(record.clone())?;
            taken += 1;
        }
    }
    Ok(taken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::{experiment, record};
    use crate::trial::{ACCEPTED, Certified};

    /// A folder may have a run twice, where certificates were asked for later.
    #[test]
    fn of_equal_runs_the_certified_one_is_known() {
        let experiment = experiment();
        let plain = record(&experiment, 0, 0, "proved", 100);
        let mut certified = plain.clone();
        certified.certificate = Some(Certified {
            verdict: ACCEPTED.into(),
            claim: Some("proved".into()),
            records: 1,
            bytes: 1,
            seconds: 0.1,
        });
        for records in [[plain.clone(), certified.clone()], [certified, plain]] {
            let known = known::<Experiment>(&records);
            assert_eq!(known.len(), 1);
            assert!(known[&records[0].trial].certificate.is_some());
        }
    }
}
