//! Errors of the library as exceptions of the package.

use pyo3::exceptions::PyRuntimeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use shomei::data::ErrorPlace;
use shomei::{Error, ErrorKind};

use crate::leaving::call;
use crate::own::shown;

/// An exception of the package by the name of its class.
fn exception(
    py: Python<'_>,
    class: &str,
    message: &str,
    place: Option<Bound<'_, PyDict>>,
    suggestion: Option<&str>,
) -> PyErr {
    let made = || -> PyResult<PyErr> {
        let class = py.import(intern!(py, "shomei._errors"))?.getattr(class)?;
        Ok(PyErr::from_value(call(
            &class,
            (message, place, suggestion),
        )?))
    };
    made().unwrap_or_else(|error| error)
}

/// The exception of an error of the library.
pub(crate) fn raised(py: Python<'_>, error: &Error) -> PyErr {
    let class = match error.kind() {
        ErrorKind::Usage => "UsageError",
        ErrorKind::Input => "InputError",
        ErrorKind::Limit => "LimitError",
        ErrorKind::Game => "GameError",
        _ => "RunError",
    };
    let place = match error
        .place()
        .and_then(ErrorPlace::of)
        .map(|place| place_of(py, place))
    {
        Some(Err(failure)) => return failure,
        Some(Ok(place)) => Some(place),
        None => None,
    };
    exception(py, class, &error.to_string(), place, error.suggestion())
}

fn place_of(py: Python<'_>, place: ErrorPlace) -> PyResult<Bound<'_, PyDict>> {
    let found = PyDict::new(py);
    let numbers = [
        ("line", place.line),
        ("column", place.column),
        ("number", place.number),
    ];
    for (name, number) in numbers {
        if let Some(number) = number {
            found.set_item(name, number)?;
        }
    }
    for (name, text) in [("square", place.square), ("move", place.mv)] {
        if let Some(text) = text {
            found.set_item(name, text)?;
        }
    }
    Ok(found)
}

/// The exception for arguments that exclude each other.
pub(crate) fn usage_error(py: Python<'_>, message: &str) -> PyErr {
    exception(py, "UsageError", message, None, None)
}

/// The exception for an error of a search on many machines.
pub(crate) fn cluster_error(py: Python<'_>, class: &str, message: &str) -> PyErr {
    exception(py, class, message, None, None)
}

/// The exception for a session in use.
pub(crate) fn busy_error(py: Python<'_>) -> PyErr {
    let message = "the session is answering a question that was asked elsewhere: ask one question \
                   after another, or use a session for each thread";
    exception(py, "BusyError", message, None, None)
}

/// The exception for a user's game that breaks a rule, with the position.
pub(crate) fn game_error(
    py: Python<'_>,
    message: &str,
    position: Option<&Bound<'_, PyAny>>,
) -> PyErr {
    let place = PyDict::new(py);
    let message = match position {
        None => message.to_string(),
        Some(position) => {
            let text = shown(position);
            let message = format!("{message} (in the position {text})");
            match place.set_item("position", text) {
                Ok(()) => message,
                Err(error) => return error,
            }
        }
    };
    exception(py, "GameError", &message, Some(place), None)
}

/// The exception for any other error.
pub(crate) fn run_error(error: impl std::fmt::Display) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

/// The exception for an unknown name, with the nearest known name.
#[pyfunction]
pub(crate) fn unknown(py: Python<'_>, message: &str, name: &str, known: Vec<String>) -> PyErr {
    let known = known.iter().map(String::as_str);
    raised(py, &Error::unknown(message, name, known))
}
