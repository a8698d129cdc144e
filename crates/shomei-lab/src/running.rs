//! All runs over all cores, one search a thread.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use crate::LabError;

/// The stack of a thread. Searches keep theirs on the heap; some recurse, and
/// the main thread has so much.
const STACK: usize = 64 << 20;

/// Takes the jobs from the front, so many at a time, and hands what comes of each
/// to `done`, in the order in which they finish; of a job that was interrupted
/// nothing comes. Ends early when `stop` is set; an error sets it.
pub(crate) fn run_all<J: Sync, R: Send>(
    jobs: &[J],
    threads: usize,
    stop: &Arc<AtomicBool>,
    run: impl Fn(&J) -> Result<Option<R>, LabError> + Sync,
    mut done: impl FnMut(R) -> Result<(), LabError>,
) -> Result<(), LabError> {
    let run = &run;
    let next = AtomicUsize::new(0);
    let (sender, results) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..threads.min(jobs.len()) {
            let sender = sender.clone();
            let next = &next;
            let work = move || {
                while !stop.load(Ordering::Relaxed) {
                    let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed)) else {
                        break;
                    };
                    if sender.send(run(job)).is_err() {
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
        // The channel ends when the last thread does.
        drop(sender);
        let mut first_error = None;
        for result in results {
            // What comes after an error is not recorded: the journal may end
            // in half a line.
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
