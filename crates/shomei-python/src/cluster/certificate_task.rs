//! The work of machines for a certificate: they search missing positions, and check it in parts.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;
use shomei_cluster::{self as cluster, MachineId, PartsVerdict};

use super::{ClusterQuestion, bytes_of, message};
use crate::errors::cluster_error;
use crate::games::Game;
use crate::positions::Position;

/// Distributes work for a certificate among machines: missing positions, which go into the table of
/// the coordinator, or a check.
#[pyclass(frozen, module = "shomei._shomei")]
pub(crate) struct CertificateTask {
    game: Py<Game>,
    doing: Mutex<Doing>,
}

enum Doing {
    Assembly(cluster::Assembly),
    Checking(cluster::Checking),
}

impl Doing {
    fn task(&mut self) -> &mut dyn cluster::CertificateTask {
        match self {
            Doing::Assembly(assembly) => assembly,
            Doing::Checking(checking) => checking,
        }
    }
}

/// The verdict of a check.
#[derive(Serialize)]
struct Checked<'a> {
    accepted: bool,
    reason: Option<&'a str>,
    is_limit: bool,
    records: u64,
    edges: u64,
    parts: usize,
    rounds: u64,
    handed_on: u64,
}

impl<'a> Checked<'a> {
    fn of(verdict: &'a PartsVerdict) -> Checked<'a> {
        match verdict {
            PartsVerdict::Accepted {
                totals,
                parts,
                rounds,
                handed_on,
                ..
            } => Checked {
                accepted: true,
                reason: None,
                is_limit: false,
                records: totals.records,
                edges: totals.edges,
                parts: *parts,
                rounds: *rounds,
                handed_on: *handed_on,
            },
            PartsVerdict::Rejected(fault) => Checked {
                accepted: false,
                reason: Some(&fault.reason),
                is_limit: fault.is_limit,
                records: 0,
                edges: 0,
                parts: 0,
                rounds: 0,
                handed_on: 0,
            },
        }
    }
}

impl CertificateTask {
    pub(super) fn of(game: Py<Game>, assembly: cluster::Assembly) -> CertificateTask {
        CertificateTask {
            game,
            doing: Mutex::new(Doing::Assembly(assembly)),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Doing> {
        self.doing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl CertificateTask {
    /// A check of a certificate in parts, one for each thread. The certificate must be about this
    /// position.
    #[staticmethod]
    #[pyo3(signature = (certificate, position, attacker, least=None))]
    fn check(
        py: Python<'_>,
        certificate: Vec<u8>,
        position: &Position,
        attacker: Option<&str>,
        least: Option<i32>,
    ) -> PyResult<CertificateTask> {
        let asked = ClusterQuestion::of(py, position, (attacker, least), &[], 0)?;
        let question = (&asked.position, asked.aim, &asked.settings);
        let checking = cluster::Checking::new(certificate, question, []);
        let checking = checking.map_err(|error| position.game.get().failure(py, &error))?;
        Ok(CertificateTask {
            game: position.game.clone_ref(py),
            doing: Mutex::new(Doing::Checking(checking)),
        })
    }

    /// A machine has joined.
    fn joined(&self, py: Python<'_>, machine: u32, hello: &[u8], _now: f64) -> PyResult<()> {
        let hello = message(py, hello)?;
        let joined = self.lock().task().joined(MachineId(machine), &hello);
        joined.map_err(|refused| cluster_error(py, "VersionError", &refused.why))
    }

    /// A machine is lost.
    fn lost(&self, machine: u32, _now: f64) {
        self.lock().task().lost(MachineId(machine));
    }

    /// A machine has sent a batch.
    fn returned(&self, py: Python<'_>, machine: u32, batch: &[u8], _now: f64) -> PyResult<()> {
        let returned = message(py, batch)?;
        py.detach(|| self.lock().task().returned(MachineId(machine), returned));
        Ok(())
    }

    /// The batches to send now. If nothing is under way, a survey of the certificate runs first.
    fn batches<'py>(
        &self,
        py: Python<'py>,
        _now: f64,
    ) -> PyResult<Vec<(u32, Bound<'py, PyBytes>)>> {
        // The survey may call a game in Python.
        let made = py.detach(|| self.lock().task().batches());
        let made = made.map_err(|error| self.game.get().failure(py, &error))?;
        let mut batches = Vec::with_capacity(made.len());
        for (MachineId(machine), batch) in made {
            batches.push((machine, PyBytes::new(py, &bytes_of(py, &batch)?)));
        }
        Ok(batches)
    }

    /// The machines that reported that they cannot search, with the reason.
    fn failures(&self) -> Vec<(u32, String)> {
        let failures = self.lock().task().failures();
        let number = |(MachineId(machine), why)| (machine, why);
        failures.into_iter().map(number).collect()
    }

    /// Has no effect: the length of tasks is fixed.
    #[allow(
        clippy::unused_self,
        reason = "the coordinator of the search shares jobs by it"
    )]
    fn set_load(&self, _load: f64) {}

    /// Has no effect: there is no journal.
    #[allow(
        clippy::unused_self,
        reason = "the coordinator of the search writes a journal here"
    )]
    fn sync(&self) {}

    /// 0: these nodes count for no limit.
    #[staticmethod]
    fn nodes() -> u64 {
        0
    }

    /// The figures, or the verdict if there is one, as JSON.
    fn progress(&self, py: Python<'_>) -> PyResult<String> {
        let progress = match &*self.lock() {
            Doing::Assembly(assembly) => serde_json::to_string(&assembly.figures()),
            Doing::Checking(checking) => {
                serde_json::to_string(&checking.verdict().map(Checked::of))
            }
        };
        progress.map_err(|error| cluster_error(py, "ClusterError", &error.to_string()))
    }

    /// ``"done"`` if machines can find no more missing positions, or if there is a verdict.
    fn answer(&self) -> Option<&'static str> {
        self.lock().task().is_over().then_some("done")
    }
}
