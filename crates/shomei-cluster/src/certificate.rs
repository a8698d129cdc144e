//! Makes the certificate of an answer that many machines have found.
//!
//! ```text
//! gather     puts the solved positions into one table
//! Assembly   lets machines search the positions that the table lacks
//! Checking   lets machines check the certificate in parts
//! ```
//!
//! The search of the task that [`gather`] returns makes the certificate. It follows the table, and
//! searches the positions that are still missing (*holes*).
//!
//! Only the certificate is proof.

mod assembly;
mod checking;
mod task;

use std::sync::Arc;

use shomei::extract::CertificateCache;
use shomei::{Aim, AnyPosition, Error, SearchConfig, Task, WarmStart};
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
    shomei_parallel::store(&table, known);
    Ok(Task {
        start: WarmStart {
            table: Some(Arc::clone(&table)),
            cache: Some(Arc::new(CertificateCache::within(config.memory / 4))),
            ..WarmStart::default()
        },
        ..Task::from(config.clone())
    })
}
