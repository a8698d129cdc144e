//! A search and a solution as [`shomei_lab::solving`] makes them, with the
//! errors of this program.

use std::io::Write;

use shomei_game::{Notation, Solvable};
use shomei_lab::solving;
pub(crate) use shomei_lab::solving::{
    BESIDE, Certificate, CertifyError, Others, Searched, Solution, Task, Wanted,
};
use shomei_search::Observer;
use shomei_search::registry::{Info, OpenError};
use shomei_search::table::TableError;

use crate::failure::Failure;
use crate::nearest::hint;

/// Searches `root` with a table of its own.
pub(crate) fn search<G: Solvable>(
    game: &G,
    root: &G::Position,
    task: &Task,
    observer: &mut dyn Observer,
) -> Result<Searched, Failure> {
    solving::search(game, root, task, observer).map_err(|error| cannot_open(task.algorithm, error))
}

/// Searches `root`, follows a line of play, and writes a certificate to `out`.
pub(crate) fn solve<G: Solvable + Notation>(
    game: &G,
    root: &G::Position,
    task: &Task,
    observer: &mut dyn Observer,
    out: Option<&mut dyn Write>,
) -> Result<Solution, Failure> {
    solving::solve(game, root, task, observer, out)
        .map_err(|error| cannot_open(task.algorithm, error))
}

/// The same for the shortest win.
pub(crate) fn solve_shortest<G: Solvable + Notation>(
    game: &G,
    root: &G::Position,
    task: &Task,
    observer: &mut dyn Observer,
    out: Option<&mut dyn Write>,
) -> Result<Solution, Failure> {
    solving::solve_shortest(game, root, task, observer, out)
        .map_err(|error| cannot_open(task.algorithm, error))
}

/// What is wrong with the command line, or with the machine.
fn cannot_open(algorithm: &Info, error: OpenError) -> Failure {
    let options = algorithm.options.iter().map(|option| option.name);
    match &error {
        OpenError::UnknownOption { option, .. } => {
            Failure::Usage(format!("{error}{}", hint(option, options)))
        }
        OpenError::UnknownAlgorithm { .. }
        | OpenError::BadValue { .. }
        | OpenError::Conflict { .. }
        | OpenError::Unsound { .. }
        | OpenError::Restarts { .. }
        | OpenError::Table(TableError::TooSmall) => Failure::Usage(error.to_string()),
        _ => Failure::Run(error.into()),
    }
}
