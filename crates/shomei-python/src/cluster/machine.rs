//! One machine: threads that search jobs on one table.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use shomei_cluster::{self as cluster, Batch, Capacity, Solved};

use super::{ClusterQuestion, bytes_of, message};
use crate::errors::{cluster_error, usage_error};
use crate::games::Game;
use crate::positions::Position;

/// Threads that search jobs of a question on one table.
#[pyclass(frozen, module = "shomei._shomei")]
pub(crate) struct Machine {
    game: Py<Game>,
    /// None after `stop`.
    machine: Mutex<Option<Arc<cluster::Machine>>>,
}

#[pymethods]
impl Machine {
    #[new]
    #[pyo3(signature = (position, attacker, options, threads, memory, least=None))]
    fn new(
        py: Python<'_>,
        position: &Position,
        attacker: Option<&str>,
        options: Vec<(String, String)>,
        threads: u32,
        memory: usize,
        least: Option<i32>,
    ) -> PyResult<Machine> {
        let game = position.game.get();
        if game.own.is_some() && threads > 1 {
            let message = "threads: only one thread at a time can call a game in Python, so more \
                           threads do not help; use threads=1";
            return Err(usage_error(py, message));
        }
        let asked = ClusterQuestion::of(py, position, (attacker, least), &options, memory)?;
        let capacity = Capacity { threads, memory };
        // The threads can call a game in Python while this thread waits for them.
        let opened = py.detach(|| {
            let ClusterQuestion { position, aim, .. } = &asked;
            cluster::Machine::open(position, *aim, &asked.settings, &capacity)
        });
        let machine = opened.map_err(|error| game.failure(py, &error))?;
        Ok(Machine {
            game: position.game.clone_ref(py),
            machine: Mutex::new(Some(Arc::new(machine))),
        })
    }

    /// The greeting: version, game, rules, threads.
    fn hello(&self, py: Python<'_>) -> PyResult<Vec<u8>> {
        bytes_of(py, self.open(py)?.hello())
    }

    /// Takes a batch.
    fn submit(&self, py: Python<'_>, batch: &[u8]) -> PyResult<()> {
        let machine = self.open(py)?;
        let batch: Batch = message(py, batch)?;
        machine.submit(batch);
        Ok(())
    }

    /// The results since the last call; waits up to `timeout` seconds for the first one.
    fn poll(&self, py: Python<'_>, timeout: f64) -> PyResult<Option<Vec<u8>>> {
        let machine = self.open(py)?;
        let wait = Duration::try_from_secs_f64(timeout.max(0.0)).unwrap_or(Duration::MAX);
        let returned = py.detach(|| machine.poll(wait));
        // If the machine is stopped meanwhile, its threads end here, where they can call Python.
        py.detach(|| drop(machine));
        if returned.is_empty() {
            return Ok(None);
        }
        bytes_of(py, &returned).map(Some)
    }

    /// About `most` solved positions of the table, those that took the most work.
    fn solved(&self, py: Python<'_>, most: usize) -> PyResult<Vec<u8>> {
        let machine = self.open(py)?;
        let known = py.detach(|| machine.solved(most));
        py.detach(|| drop(machine));
        bytes_of(py, &Solved { known })
    }

    /// The exception of a game in Python, or None.
    fn failure<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyAny>> {
        let own = self.game.get().own.as_ref()?;
        let raised = own.calls.trouble.raised(py)?;
        Some(raised.into_value(py).into_bound(py).into_any())
    }

    /// Ends all threads, and frees the memory.
    fn stop(&self, py: Python<'_>) {
        let machine = self.lock().take();
        if let Some(machine) = &machine {
            machine.stop();
        }
        py.detach(|| drop(machine));
    }

    /// Visits the references for the garbage collector.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.game)
    }
}

impl Machine {
    fn lock(&self) -> MutexGuard<'_, Option<Arc<cluster::Machine>>> {
        self.machine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn open(&self, py: Python<'_>) -> PyResult<Arc<cluster::Machine>> {
        let machine = self.lock().clone();
        machine.ok_or_else(|| cluster_error(py, "ClusterError", "the machine was stopped"))
    }
}

impl Drop for Machine {
    /// Stops the machine. Releases Python's lock, for which its threads may wait.
    fn drop(&mut self) {
        let machine = self.lock().take();
        if let Some(machine) = machine {
            machine.stop();
            Python::attach(|py| py.detach(|| drop(machine)));
        }
    }
}
