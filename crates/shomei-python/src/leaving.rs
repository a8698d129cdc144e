//! The end of the interpreter, while other threads still use this module.
//!
//! Up to Python 3.13 an interpreter that ends also ends every other thread that runs Python code,
//! and unwinds its stack. If a function of this module is on that stack, the process aborts.
//! Therefore the interpreter waits at its exit until no other thread is inside, and from then on
//! no function of this module calls Python code in another thread.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

use pyo3::call::PyCallArgs;
use pyo3::exceptions::PySystemExit;
use pyo3::prelude::*;

/// The calls that must have ended before the interpreter ends.
static INSIDE: AtomicUsize = AtomicUsize::new(0);
static IS_LEAVING: AtomicBool = AtomicBool::new(false);
/// The thread that ends the interpreter. It may still ask, in exit functions of the user.
static LEAVER: OnceLock<ThreadId> = OnceLock::new();

/// How often the thread that ends the interpreter looks whether the others are out.
const LOOK: Duration = Duration::from_millis(2);

/// Whether the interpreter ends, and not by this thread.
pub(crate) fn is_ending() -> bool {
    IS_LEAVING.load(Ordering::SeqCst) && LEAVER.get() != Some(&thread::current().id())
}

/// The exception that ends a thread without a message.
pub(crate) fn ended() -> PyErr {
    PySystemExit::new_err("the interpreter ends")
}

/// A call for which the end of the interpreter waits.
pub(crate) struct Inside(());

impl Inside {
    /// Begins a call.
    ///
    /// # Errors
    ///
    /// `SystemExit` when the interpreter ends.
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
/// What the function raises, and `SystemExit` when the interpreter ends.
pub(crate) fn call<'py>(
    function: &Bound<'py, PyAny>,
    arguments: impl PyCallArgs<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let _inside = Inside::enter()?;
    function.call1(arguments)
}

/// Ends what other threads do in this module, when the interpreter ends. Waits at most `seconds`;
/// returns whether all other threads have left.
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
