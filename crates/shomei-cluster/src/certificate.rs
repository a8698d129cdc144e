//! The certificate of an answer that many machines have found.
//!
//! ```text
//! gather     what was solved goes into one table
//! Assembly   what that table lacks is searched by machines, as tasks
//! certify    the certificate is made of the table; what it still lacks is searched here
//! Checking   it is checked in parts by machines
//! ```
//!
//! Nothing of this is evidence. The certificate is.

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

/// Puts what was solved on the way to an answer into a table: the task that goes on from it.
///
/// # Errors
///
/// When the options are none of df-pn, or the table does not fit into the memory of the configuration.
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

/// Makes the certificate of an answer from what was solved on the way.
///
/// A search goes on in the table of what was solved: where all is known it has nothing to do but to
/// follow it. What is missing (a *hole*) is searched again here, within the limits of the configuration;
/// an [`Assembly`] before that has it searched by machines. The certificate is read back and checked,
/// as every one is, where the game asks for it.
///
/// # Errors
///
/// When the search cannot be opened, the table does not fit into the memory of the configuration, or the game
/// fails.
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
