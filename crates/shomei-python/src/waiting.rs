//! Runs work without Python's lock.
//!
//! A search of a built-in game runs in a separate thread that never calls Python. The calling
//! thread waits for it, lets other Python threads run, and tests for signals every few
//! milliseconds: Python runs signal handlers in its main thread only.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use shomei::data::MoveData;
use shomei::{Event, MoveValue, Observer, Progress};

use crate::errors::run_error;
use crate::leaving::{Inside, call, ended, is_ending};

/// The maximum delay of Ctrl-C.
const LOOK: Duration = Duration::from_millis(10);
/// The interval of progress reports.
const REPORT: Duration = Duration::from_millis(100);

/// The progress of a running search.
#[derive(Clone, Copy)]
struct Seen {
    progress: Progress,
    began: Instant,
}

/// Passes the progress of a search to the waiting thread.
#[derive(Clone)]
pub(crate) struct Watch {
    seen: Arc<Mutex<Option<Seen>>>,
    began: Instant,
    rows: Option<Arc<Rows>>,
}

/// The moves that were decided and not passed to Python yet.
struct Rows {
    waiting: Mutex<VecDeque<MoveData>>,
    /// A function of the JSON of a move.
    receiver: Py<PyAny>,
}

impl Watch {
    pub(crate) fn new() -> Watch {
        Watch::with_rows(None)
    }

    /// Makes a watch with a function for the moves that are decided.
    pub(crate) fn with_rows(receiver: Option<Py<PyAny>>) -> Watch {
        let rows = |receiver| Rows {
            waiting: Mutex::default(),
            receiver,
        };
        Watch {
            seen: Arc::default(),
            began: Instant::now(),
            rows: receiver.map(rows).map(Arc::new),
        }
    }

    fn last(&self) -> Option<Seen> {
        *self.seen.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queues a move for the waiting thread.
    pub(crate) fn add_row(&self, row: &MoveValue) {
        if let Some(rows) = &self.rows {
            rows.waiting().push_back(MoveData::of(row));
        }
    }

    /// Passes the queued moves to Python.
    fn pass_rows(&self, py: Python<'_>) -> PyResult<()> {
        let Some(rows) = &self.rows else {
            return Ok(());
        };
        loop {
            let Some(row) = rows.waiting().pop_front() else {
                return Ok(());
            };
            let text = serde_json::to_string(&row).map_err(run_error)?;
            call(rows.receiver.bind(py), (text,))?;
        }
    }
}

impl Rows {
    fn waiting(&self) -> MutexGuard<'_, VecDeque<MoveData>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for Watch {
    fn event(&mut self, event: &Event<'_>) {
        if let Event::Progress(progress) = event {
            let seen = Seen {
                progress: *progress,
                began: self.began,
            };
            *self.seen.lock().unwrap_or_else(PoisonError::into_inner) = Some(seen);
        }
    }
}

/// The progress as a dictionary for the user's function.
fn report(py: Python<'_>, receiver: &Py<PyAny>, seen: Seen) -> PyResult<()> {
    let Progress {
        bounds,
        counters,
        fill,
    } = seen.progress;
    let finite = |number: shomei::search::Number| (!number.is_infinite()).then(|| number.get());
    let data = PyDict::new(py);
    data.set_item("pn", finite(bounds.pn()))?;
    data.set_item("dn", finite(bounds.dn()))?;
    data.set_item("nodes", counters.nodes())?;
    data.set_item("seconds", seen.began.elapsed().as_secs_f64())?;
    data.set_item("fill", fill)?;
    call(receiver.bind(py), (data,))?;
    Ok(())
}

/// Runs work that does not need Python in another thread. The second value is an exception that was
/// raised during the work: Ctrl-C, or one of the progress function. In that case `stop` was set,
/// and the work has ended early.
pub(crate) fn away<T: Send>(
    py: Python<'_>,
    stop: &Arc<AtomicBool>,
    watch: &Watch,
    receiver: Option<&Py<PyAny>>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<(T, Option<PyErr>)> {
    let _inside = Inside::enter()?;
    py.detach(|| {
        thread::scope(|scope| {
            let (done, ended) = sync_channel::<()>(1);
            let worker = thread::Builder::new()
                .name("shomei".to_string())
                .spawn_scoped(scope, move || {
                    // A closed channel means that the work has ended, also by a panic.
                    let _done = done;
                    work()
                })
                .map_err(run_error)?;
            let mut error = None;
            let mut last = Instant::now();
            while ended.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                let is_due = last.elapsed() >= REPORT;
                if let Err(raised) =
                    Python::attach(|py| look(py, watch, receiver.filter(|_| is_due)))
                {
                    stop.store(true, Ordering::Relaxed);
                    error.get_or_insert(raised);
                }
                if is_due {
                    last = Instant::now();
                }
            }
            if error.is_none() {
                error = Python::attach(|py| watch.pass_rows(py)).err();
            }
            match worker.join() {
                Ok(found) => Ok((found, error)),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        })
    })
}

/// Tests for Ctrl-C, and passes the progress to the user's function, if there is one.
fn look(py: Python<'_>, watch: &Watch, receiver: Option<&Py<PyAny>>) -> PyResult<()> {
    if is_ending() {
        return Err(ended());
    }
    py.check_signals()?;
    watch.pass_rows(py)?;
    match (receiver, watch.last()) {
        (Some(receiver), Some(seen)) => report(py, receiver, seen),
        _ => Ok(()),
    }
}

/// Watches a search that calls Python all the time, in the calling thread.
pub(crate) struct Near {
    watch: Watch,
    stop: Arc<AtomicBool>,
    receiver: Option<Py<PyAny>>,
    looked: Instant,
    reported: Instant,
    /// The exception that was raised during the search.
    pub(crate) error: Option<PyErr>,
}

impl Near {
    pub(crate) fn new(stop: Arc<AtomicBool>, receiver: Option<Py<PyAny>>) -> Near {
        Near::of(Watch::new(), stop, receiver)
    }

    /// Makes an observer with this watch.
    pub(crate) fn of(watch: Watch, stop: Arc<AtomicBool>, receiver: Option<Py<PyAny>>) -> Near {
        Near {
            watch,
            stop,
            receiver,
            looked: Instant::now(),
            reported: Instant::now(),
            error: None,
        }
    }

    /// Passes the queued moves to Python, after the end of the search.
    pub(crate) fn finish(&mut self, py: Python<'_>) {
        if self.error.is_none() {
            self.error = self.watch.pass_rows(py).err();
        }
    }
}

impl Observer for Near {
    fn event(&mut self, event: &Event<'_>) {
        self.watch.event(event);
        if self.looked.elapsed() < LOOK {
            return;
        }
        let is_due = self.reported.elapsed() >= REPORT;
        let found = Python::attach(|py| {
            // Lets other threads run.
            py.detach(|| {});
            look(py, &self.watch, self.receiver.as_ref().filter(|_| is_due))
        });
        if let Err(raised) = found {
            self.stop.store(true, Ordering::Relaxed);
            self.error.get_or_insert(raised);
        }
        self.looked = Instant::now();
        if is_due {
            self.reported = self.looked;
        }
    }
}
