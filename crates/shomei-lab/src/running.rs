//! Parallel work on the pieces of a set or a training, with one table per thread.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use shomei_cli::workers;
use shomei_search::registry::OpenError;
use shomei_search::table::Table;

use crate::LabError;

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
    let mut all = Vec::new();
    let receive = workers::in_order(|result| {
        all.push(result);
        Ok(())
    });
    let work = |table: &mut &Arc<Table>, piece| Ok(work(table, piece));
    let pieces = (0..count as u64).map(Ok::<_, LabError>);
    workers::run(tables, stop, pieces, work, receive).map_err(LabError::Thread)??;
    Ok(all)
}
