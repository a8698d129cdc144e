//! Pieces of work side by side, each thread with a table of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering as Memory};
use std::thread;

use shomei_search::table::Table;

/// Does `count` pieces of work on as many threads as there are tables; what
/// comes of them, in their order. Ends early when `stop` is set.
pub(crate) fn in_parallel<T: Send>(
    count: u64,
    tables: &[Arc<Table>],
    stop: &AtomicBool,
    work: impl Fn(&Arc<Table>, u64) -> T + Sync,
) -> Vec<T> {
    let next = AtomicU64::new(0);
    let run = |table: &Arc<Table>| {
        let mut done = Vec::new();
        loop {
            let i = next.fetch_add(1, Memory::Relaxed);
            if i >= count || stop.load(Memory::Relaxed) {
                return done;
            }
            done.push((i, work(table, i)));
        }
    };
    let mut all: Vec<(u64, T)> = thread::scope(|scope| {
        let threads: Vec<_> = tables.iter().map(|t| scope.spawn(|| run(t))).collect();
        let joined = threads.into_iter().map(|thread| match thread.join() {
            Ok(done) => done,
            Err(panic) => std::panic::resume_unwind(panic),
        });
        joined.flatten().collect()
    });
    all.sort_by_key(|&(i, _)| i);
    all.into_iter().map(|(_, result)| result).collect()
}
