//! Parallel work: the runs of an experiment, with one search per thread, and the pieces of a set or
//! a training, with one table per thread.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use shomei_search::registry::OpenError;
use shomei_search::table::Table;

use crate::LabError;

/// The stack of a thread in bytes, for algorithms that recurse.
const STACK: usize = 64 << 20;

/// Runs the jobs in order, one at a time per worker, and passes each result to `done` in the order
/// of completion. An interrupted job has no result. Ends early if `stop` is set; an error sets it.
pub(crate) fn run_all<'j, W: Sync, J: Sync, R: Send>(
    jobs: &'j [J],
    workers: &[W],
    stop: &Arc<AtomicBool>,
    run: impl Fn(&W, &'j J) -> Result<Option<R>, LabError> + Sync,
    mut done: impl FnMut(R) -> Result<(), LabError>,
) -> Result<(), LabError> {
    let run = &run;
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for worker in workers.iter().take(jobs.len()) {
            let sender = sender.clone();
            let next = &next;
            let work = move || {
                while !stop.load(Ordering::Relaxed) {
                    let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) else {
                        break;
                    };
                    if sender.send(run(worker, job)).is_err() {
                        break;
                    }
                }
            };
            let thread = thread::Builder::new().stack_size(STACK);
            if let Err(error) = thread.spawn_scoped(scope, work) {
                stop.store(true, Ordering::Relaxed);
                return Err(LabError::Thread(error));
            }
        }
        // The channel closes with the last thread.
        drop(sender);
        let mut first_error = None;
        for result in results {
            // Results after an error are not recorded: the journal may end with an incomplete
            // record.
            if first_error.is_some() {
                continue;
            }
            let kept = result.and_then(|record| record.map_or(Ok(()), &mut done));
            if let Err(error) = kept {
                stop.store(true, Ordering::Relaxed);
                first_error.get_or_insert(error);
            }
        }
        first_error.map_or(Ok(()), Err)
    })
}

/// A table of this size in bytes for each thread.
pub(crate) fn tables(threads: NonZeroUsize, bytes: usize) -> Result<Vec<Arc<Table>>, LabError> {
    let table = |_| Ok(Arc::new(Table::new(bytes).map_err(OpenError::from)?));
    (0..threads.get()).map(table).collect()
}

/// Does `count` pieces of work with one thread per table. Returns the results in order. Ends early
/// if `stop` is set.
pub(crate) fn in_parallel<T: Send>(
    count: usize,
    tables: &[Arc<Table>],
    stop: &Arc<AtomicBool>,
    work: impl Fn(&Arc<Table>, u64) -> T + Sync,
) -> Result<Vec<T>, LabError> {
    let jobs: Vec<u64> = (0..count as u64).collect();
    let mut all: Vec<(u64, T)> = Vec::new();
    let piece = |table: &Arc<Table>, &job: &u64| Ok(Some((job, work(table, job))));
    run_all(&jobs, tables, stop, piece, |done| {
        all.push(done);
        Ok(())
    })?;
    all.sort_by_key(|&(job, _)| job);
    Ok(all.into_iter().map(|(_, result)| result).collect())
}
