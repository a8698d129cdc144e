//! The failures of a game in Python.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use pyo3::exceptions::{PyBaseException, PyKeyboardInterrupt};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::intern;
use pyo3::prelude::*;
use shomei::game::Fault;

use crate::errors::game_error;
use crate::leaving::{Inside, call, ended, is_ending};

/// The exception of a game, and Ctrl-C. All positions of a game share it, since functions of
/// positions may fail as well: `==` and `repr`.
#[derive(Default)]
pub(crate) struct Trouble {
    pub(super) fault: Fault,
    /// The exception of the fault.
    raised: Mutex<Option<Py<PyBaseException>>>,
    /// Receives the exception of the fault, if no caller can raise it.
    receiver: OnceLock<Py<PyAny>>,
    /// Whether the exception was raised to a caller.
    is_reported: AtomicBool,
    /// The flag that ends the current search.
    stop: Mutex<Option<Arc<AtomicBool>>>,
    /// Ctrl-C, if it came during a call of the game.
    interrupt: Mutex<Option<PyErr>>,
}

impl Trouble {
    /// Sets the flag that Ctrl-C in a function of the game sets.
    pub(crate) fn set_stop(&self, stop: Option<Arc<AtomicBool>>) {
        *lock(&self.stop) = stop;
    }

    /// Sets the function that receives the exception of the game. The first one stays.
    pub(crate) fn set_receiver(&self, receiver: Py<PyAny>) {
        self.receiver.get_or_init(|| receiver);
    }

    /// Ctrl-C, if it came during a call of the game.
    pub(crate) fn take_interrupt(&self) -> Option<PyErr> {
        lock(&self.interrupt).take()
    }

    /// The exception of the game. It is permanent.
    pub(crate) fn raised(&self, py: Python<'_>) -> Option<PyErr> {
        if is_ending() {
            return Some(ended());
        }
        let raised = lock(&self.raised).as_ref().map(|error| error.clone_ref(py));
        raised.map(|error| PyErr::from_value(error.into_bound(py).into_any()))
    }

    /// The exception of the game at the first call; later calls get an error that it has failed.
    pub(crate) fn report(&self, py: Python<'_>) -> Option<PyErr> {
        let raised = self.raised(py)?;
        if !self.is_reported.swap(true, Ordering::Relaxed) {
            return Some(raised);
        }
        let message = format!(
            "the game has failed earlier ({raised}), so nothing that was found with it is believed: \
             begin again with a new session"
        );
        let error = game_error(py, &message, None);
        error.set_cause(py, Some(raised));
        Some(error)
    }

    /// Returns an error if the game has failed.
    pub(crate) fn refuse(&self, py: Python<'_>) -> PyResult<()> {
        match self.fault.is_set() {
            true => self.report(py).map_or(Ok(()), Err),
            false => Ok(()),
        }
    }

    /// Calls the game. The first exception is kept. From then on `otherwise` is returned, and
    /// results are discarded.
    ///
    /// After Ctrl-C the call is repeated once, which functions without effects allow, so that the
    /// search can end with its results so far.
    pub(super) fn ask<T>(
        &self,
        otherwise: impl FnOnce() -> T,
        what: impl Fn(Python<'_>) -> PyResult<T>,
    ) -> T {
        if self.fault.is_set() {
            return otherwise();
        }
        // Before Python's lock is requested: a thread that needs it would wait for ever.
        let Ok(_inside) = Inside::enter() else {
            self.fault.report(String::from("the interpreter ends"));
            return otherwise();
        };
        Python::attach(|py| {
            let mut found = what(py);
            if let Err(error) = &found
                && error.is_instance_of::<PyKeyboardInterrupt>(py)
                && self.note_interrupt(error.clone_ref(py))
            {
                found = what(py);
            }
            found.unwrap_or_else(|error| {
                self.fail(py, error);
                otherwise()
            })
        })
    }

    /// Ends the search; returns whether there is one.
    fn note_interrupt(&self, error: PyErr) -> bool {
        let Some(stop) = lock(&self.stop).clone() else {
            return false;
        };
        // A second Ctrl-C is not caught: the user wants to exit at once.
        if stop.swap(true, Ordering::Relaxed) {
            return false;
        }
        *lock(&self.interrupt) = Some(error);
        true
    }

    /// Visits the exception for the garbage collector: its traceback refers to the game.
    pub(super) fn traverse(&self, visit: &PyVisit<'_>) -> Result<(), PyTraverseError> {
        match self.raised.try_lock() {
            Ok(raised) => visit.call(&*raised),
            // An object that is not visited counts as in use.
            Err(_) => Ok(()),
        }
    }

    /// Keeps an exception, unless there is one already.
    pub(super) fn fail(&self, py: Python<'_>, error: PyErr) {
        let text = text_of(py, &error);
        let value = error.into_value(py);
        if let Some(receiver) = self.receiver.get().filter(|_| !self.fault.is_set())
            && let Err(failed) = call(receiver.bind(py), (value.bind(py),))
            && !is_ending()
        {
            failed.write_unraisable(py, None);
        }
        lock(&self.raised).get_or_insert(value);
        self.fault.report(text);
    }
}

/// An exception on one line, with the position that its notes name.
fn text_of(py: Python<'_>, error: &PyErr) -> String {
    let notes = error.value(py).getattr(intern!(py, "__notes__"));
    let notes = notes.and_then(|notes| notes.extract::<Vec<String>>());
    match notes.map(|notes| notes.join("; ")) {
        Ok(notes) if !notes.is_empty() => format!("{error} ({notes})"),
        _ => error.to_string(),
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
