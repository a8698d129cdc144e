//! Waits for other threads in this module before the interpreter exits.
//!
//! Up to Python 3.13 an interpreter that exits ends every other thread that runs Python code, and
//! unwinds its stack. If a function of this module is on that stack, the process aborts. Therefore
//! the interpreter waits at its exit until no other thread is in this module, and from then on no
//! function of this module calls Python code in another thread.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use pyo3::call::PyCallArgs;
use pyo3::exceptions::PySystemExit;
use pyo3::prelude::*;

/// The calls that must end before the interpreter exits.
static INSIDE: AtomicUsize = AtomicUsize::new(0);
static IS_LEAVING: AtomicBool = AtomicBool::new(false);
/// The thread in which the interpreter exits. The user's exit functions may still call this module.
static LEAVER: OnceLock<ThreadId> = OnceLock::new();

/// The interval at which the exiting thread tests whether the others have left.
const LOOK: Duration = Duration::from_millis(2);

/// Whether the interpreter exits in another thread.
pub(crate) fn is_ending() -> bool {
    IS_LEAVING.load(Ordering::SeqCst) && LEAVER.get() != Some(&thread::current().id())
}

/// The exception that ends a thread without a message.
pub(crate) fn ended() -> PyErr {
    PySystemExit::new_err("the interpreter ends")
}

/// A call whose end the exiting interpreter waits for.
pub(crate) struct Inside(());

impl Inside {
    /// Begins a call.
    ///
    /// # Errors
    ///
    /// `SystemExit` if the interpreter exits.
    pub(crate) fn enter() -> PyResult<Inside> {
        INSIDE.fetch_add(1, Ordering::SeqCst);
        let inside = Inside(());
        match is_ending() {
            true => Err(ended()),
            false => Ok(inside),
        }
    }
}

impl Drop for Inside {
    fn drop(&mut self) {
        INSIDE.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Calls a function in Python.
///
/// # Errors
///
/// The exception of the function, and `SystemExit` if the interpreter exits.
pub(crate) fn call<'py>(
    function: &Bound<'py, PyAny>,
    arguments: impl PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let _inside = Inside::enter()?;
    function.call1(arguments)
}

/// Ends the work of other threads in this module, and waits until they have left it, at most
/// `seconds`. Returns whether all have left. Called when the interpreter exits.
#[pyfunction]
pub(crate) fn leave(py: Python<'_>, seconds: f64) -> bool {
    LEAVER.get_or_init(|| thread::current().id());
    IS_LEAVING.store(true, Ordering::SeqCst);
    let began = Instant::now();
    py.detach(|| {
        while INSIDE.load(Ordering::SeqCst) > 0 {
            if began.elapsed().as_secs_f64() > seconds {
                return false;
            }
            thread::sleep(LOOK);
        }
        true
    })
}
