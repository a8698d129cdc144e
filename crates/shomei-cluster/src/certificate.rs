//! Makes the certificate of an answer that many machines have found.
//!
//! ```text
//! gather     puts the solved positions into one table
//! Assembly   lets machines search the positions that the table lacks
//! certify    makes the certificate from the table and searches what is still missing
//! Checking   lets machines check the certificate in parts
//! ```
//!
//! Only the certificate is proof.

mod assembly;
mod checking;
mod task;

use std::io::Write;
use std::sync::Arc;

use shomei::extract::CertificateCache;
use shomei::solving::Solution;
use shomei::{Aim, AnyPosition, Error, Observer, SearchConfig, Task, WarmStart};
use shomei_search::Knowledge;

pub use assembly::{Assembled, Assembly};
pub use checking::{Checking, PartsVerdict};
pub use task::{CertificateTask, TaskQueue, run};

/// Puts solved positions into a table. Returns the task of a search that continues with it.
///
/// # Errors
///
/// If the options are not options of df-pn, or the table does not fit into the memory of the
/// configuration.
pub fn gather<'k>(
    position: &AnyPosition,
    aim: Aim,
    config: &SearchConfig,
    known: impl IntoIterator<Item = &'k Knowledge>,
) -> Result<Task, Error> {
    let table = position.table_for(aim, &config.options, config.memory)?;
    let known: Vec<Knowledge> = known.into_iter().copied().collect();
    shomei_parallel::store(&table, &known);
    Ok(Task {
        start: WarmStart {
            table: Some(Arc::clone(&table)),
            cache: Some(Arc::new(CertificateCache::within(config.memory / 4))),
            ..WarmStart::default()
        },
        ..Task::from(config.clone())
    })
}

/// Makes the certificate of an answer from solved positions.
///
/// A search continues with a table of the solved positions and follows its entries. A missing
/// position (a *hole*) is searched again here, within the limits of the configuration, unless an
/// [`Assembly`] let machines search it before. Like every certificate, it is read back and checked
/// if the game asks for it.
///
/// # Errors
///
/// If the search cannot be opened, the table does not fit into the memory of the configuration, or
/// the game fails.
pub fn certify<'k>(
    position: &AnyPosition,
    aim: Aim,
    config: &SearchConfig,
    known: impl IntoIterator<Item = &'k Knowledge>,
    observer: &mut dyn Observer,
    out: &mut dyn Write,
) -> Result<Solution, Error> {
    let task = gather(position, aim, config, known)?;
    position.solve(aim, &task, observer, Some(out))
}
