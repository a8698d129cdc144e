//! The certificate of an answer that many machines have found.

use std::io::Write;
use std::sync::Arc;

use shomei::solving::Solution;
use shomei::{Aim, AnyPosition, Error, Observer, Task};
use shomei_search::jobs::{self, Known};

/// Makes the certificate of an answer from what was solved on the way.
///
/// The solved positions go into a table, in which a search goes on: where all is known it has
/// nothing to do but to follow it. What is missing (a *hole*) is searched again, within the
/// limits of the task. The certificate is read back and checked, as every one is.
///
/// # Errors
///
/// When the search cannot be opened, the table does not fit into the task's memory, or the game
/// fails.
pub fn certify<'k>(
    position: &AnyPosition,
    aim: Aim,
    task: &Task,
    known: impl IntoIterator<Item = &'k Known>,
    observer: &mut dyn Observer,
    out: &mut dyn Write,
) -> Result<Solution, Error> {
    let table = position.table_for(aim, &task.settings, task.memory)?;
    let known: Vec<Known> = known.into_iter().copied().collect();
    jobs::learn(&table, &known);
    drop(known);
    let task = Task {
        table: Some(Arc::clone(&table)),
        ..task.clone()
    };
    position.solve(aim, &task, observer, Some(out))
}
