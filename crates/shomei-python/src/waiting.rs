//! Working while Python goes on.
//!
//! A search of a built-in game runs in a thread of its own that never asks Python for anything.
//! The thread that has called waits for it, lets other Python threads run, and looks every few
//! milliseconds for signals: Python runs their handlers in its main thread only.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use shomei::{Event, Observer, Progress};

use crate::errors::run_error;
use crate::leaving::{Inside, call, ended, is_ending};

/// How long Ctrl-C waits at most.
const LOOK: Duration = Duration::from_millis(10);
/// How often somebody is told of progress.
const TELL: Duration = Duration::from_millis(100);

/// What is known of a running search.
#[derive(Clone, Copy)]
struct Seen {
    progress: Progress,
    began: Instant,
}

/// Where a search leaves its progress for the thread that waits.
#[derive(Clone)]
pub(crate) struct Watch(Arc<Mutex<Option<Seen>>>, Instant);

impl Watch {
    pub(crate) fn new() -> Watch {
        Watch(Arc::default(), Instant::now())
    }

    fn last(&self) -> Option<Seen> {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Observer for Watch {
    fn event(&mut self, event: &Event<'_>) {
        if let Event::Progress(progress) = event {
            let seen = Seen {
                progress: *progress,
                began: self.1,
            };
            *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(seen);
        }
    }
}

/// What a function of the user is told of a running search.
fn tell(py: Python<'_>, told: &Py<PyAny>, seen: Seen) -> PyResult<()> {
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
    call(told.bind(py), (data,))?;
    Ok(())
}

/// Does work that does not need Python, in another thread. The second value is what came up
/// meanwhile: Ctrl-C, or an exception of `told`; then `stop` was set, and the work has ended
/// early.
pub(crate) fn away<T: Send>(
    py: Python<'_>,
    stop: &Arc<AtomicBool>,
    watch: &Watch,
    told: Option<&Py<PyAny>>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<(T, Option<PyErr>)> {
    let _inside = Inside::enter()?;
    py.detach(|| {
        thread::scope(|scope| {
            let (done, ended) = sync_channel::<()>(1);
            let worker = thread::Builder::new()
                .name("shomei".to_string())
                .spawn_scoped(scope, move || {
                    // The end of the channel tells that the work has ended, also by a panic.
                    let _done = done;
                    work()
                })
                .map_err(run_error)?;
            let mut error = None;
            let mut last = Instant::now();
            while ended.recv_timeout(LOOK) == Err(RecvTimeoutError::Timeout) {
                let is_due = last.elapsed() >= TELL;
                if let Err(raised) = Python::attach(|py| look(py, watch, told.filter(|_| is_due))) {
                    stop.store(true, Ordering::Relaxed);
                    error.get_or_insert(raised);
                }
                if is_due {
                    last = Instant::now();
                }
            }
            match worker.join() {
                Ok(found) => Ok((found, error)),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        })
    })
}

/// Looks for Ctrl-C, and calls `told`, if there is one, with what the search has come to.
fn look(py: Python<'_>, watch: &Watch, told: Option<&Py<PyAny>>) -> PyResult<()> {
    if is_ending() {
        return Err(ended());
    }
    py.check_signals()?;
    match (told, watch.last()) {
        (Some(told), Some(seen)) => tell(py, told, seen),
        _ => Ok(()),
    }
}

/// Watches a search that asks Python all the time, in the thread that has called.
pub(crate) struct Near {
    watch: Watch,
    stop: Arc<AtomicBool>,
    told: Option<Py<PyAny>>,
    looked: Instant,
    said: Instant,
    /// What came up meanwhile.
    pub(crate) error: Option<PyErr>,
}

impl Near {
    pub(crate) fn new(stop: Arc<AtomicBool>, told: Option<Py<PyAny>>) -> Near {
        Near {
            watch: Watch::new(),
            stop,
            told,
            looked: Instant::now(),
            said: Instant::now(),
            error: None,
        }
    }
}

impl Observer for Near {
    fn event(&mut self, event: &Event<'_>) {
        self.watch.event(event);
        if self.looked.elapsed() < LOOK {
            return;
        }
        let is_due = self.said.elapsed() >= TELL;
        let found = Python::attach(|py| {
            // Others may run, too.
            py.detach(|| {});
            look(py, &self.watch, self.told.as_ref().filter(|_| is_due))
        });
        if let Err(raised) = found {
            self.stop.store(true, Ordering::Relaxed);
            self.error.get_or_insert(raised);
        }
        self.looked = Instant::now();
        if is_due {
            self.said = self.looked;
        }
    }
}
