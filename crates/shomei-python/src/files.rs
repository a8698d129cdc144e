//! Writes files with the guard of the library.

use std::io;
use std::path::PathBuf;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use shomei::files::{self, Existing, Guard, Refusal, WriteError};
use shomei_cluster::{Journal, Store};

use crate::positions::Position;

/// The purpose of a file. It recognises the files that may be replaced.
#[pyclass(frozen, module = "shomei._shomei")]
pub(crate) struct Purpose(files::Purpose);

#[pymethods]
impl Purpose {
    /// Certificates about a position of a game; with None, under any rules.
    #[staticmethod]
    fn certificate(game: &str, rules: Option<&str>, position: &str) -> Purpose {
        Purpose(files::Purpose::certificate(game, rules, position))
    }

    /// Bundles about a position of a game.
    #[staticmethod]
    fn bundle(game: &str, position: &str) -> Purpose {
        Purpose(files::Purpose::bundle(game, position))
    }

    /// Records that shomei wrote, with the main line of this one or the beginning of it.
    #[staticmethod]
    fn record(position: &Position, data: &[u8]) -> Purpose {
        Purpose(files::Purpose::record_like(&position.game.get().any, data))
    }

    /// Journals of searches on many machines.
    #[staticmethod]
    fn journal() -> Purpose {
        Purpose(Journal::purpose())
    }

    /// Stores of solved positions.
    #[staticmethod]
    fn store() -> Purpose {
        Purpose(Store::purpose())
    }

    /// Figures of a search, next to its journal: files that begin with these bytes.
    #[staticmethod]
    fn figures(begin: &[u8]) -> Purpose {
        Purpose(files::Purpose::beginning("the figures of a search", begin))
    }

    /// The empty file next to a journal that requests its search to stop.
    #[staticmethod]
    fn stop() -> Purpose {
        Purpose(files::Purpose::new("a sign to end a search", |_| false))
    }
}

fn guard(existing: Existing) -> Guard {
    Guard::new(existing, "force=True")
}

/// Raises an exception if a file of this purpose may not be written here.
#[expect(
    clippy::fn_params_excessive_bools,
    reason = "Python names the argument"
)]
#[pyfunction]
pub(crate) fn writable(path: PathBuf, purpose: &Purpose, force: bool) -> PyResult<()> {
    let checked = guard(Existing::from(force)).check(&path, &purpose.0);
    checked.map(drop).map_err(|error| not_written(&error))
}

/// Writes a file.
#[expect(
    clippy::fn_params_excessive_bools,
    reason = "Python names the argument"
)]
#[pyfunction]
pub(crate) fn write(
    py: Python<'_>,
    path: PathBuf,
    purpose: &Purpose,
    data: &[u8],
    force: bool,
) -> PyResult<()> {
    let written = py.detach(|| guard(Existing::from(force)).write(&path, &purpose.0, data));
    written.map_err(|error| not_written(&error))
}

/// Clears the path of a file that is continued if it exists.
#[expect(
    clippy::fn_params_excessive_bools,
    reason = "Python names the argument"
)]
#[pyfunction]
pub(crate) fn make_way(path: PathBuf, purpose: &Purpose, force: bool) -> PyResult<()> {
    let cleared = guard(Existing::from(force)).make_way(&path, &purpose.0);
    cleared.map_err(|error| not_written(&error))
}

const ENOENT: i32 = 2;
const EIO: i32 = 5;
const EACCES: i32 = 13;
const EBUSY: i32 = 16;
const EEXIST: i32 = 17;
const EISDIR: i32 = 21;

/// The exception for a file that was not written. Python chooses the class by the error number.
fn not_written(error: &WriteError) -> PyErr {
    let (path, number, why) = match error {
        WriteError::Refused { path, reason, why } => match reason {
            Refusal::Directory => (path, EISDIR, why.to_string()),
            _ => (path, EEXIST, why.to_string()),
        },
        WriteError::InUse(path) => (path, EBUSY, "another program is writing it now".into()),
        WriteError::Unwritable { path, source } | WriteError::Failed { path, source } => {
            (path, number_of(source), source.to_string())
        }
    };
    PyOSError::new_err((number, why, path.clone().into_os_string()))
}

fn number_of(error: &io::Error) -> i32 {
    error.raw_os_error().unwrap_or(match error.kind() {
        io::ErrorKind::NotFound => ENOENT,
        io::ErrorKind::PermissionDenied => EACCES,
        _ => EIO,
    })
}
