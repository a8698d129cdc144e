//! What machines do for a certificate: they search what is missing, and check it in parts.

use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;
use shomei_cluster::{self as cluster, MachineId, PartsVerdict};

use super::{ClusterQuestion, bytes_of, message};
use crate::errors::cluster_error;
use crate::games::Game;
use crate::positions::Position;

/// Shares what there is to do for a certificate among machines: what is missing, which goes into the
/// table of the coordinator that this comes from; or a check.
#[pyclass(frozen, module = "shomei._shomei")]
pub(crate) struct Errand {
    game: Py<Game>,
    doing: Mutex<Doing>,
}

enum Doing {
    Assembly(cluster::Assembly),
    Checking(cluster::Checking),
}

impl Doing {
    fn errand(&mut self) -> &mut dyn cluster::CertificateTask {
        match self {
            Doing::Assembly(assembly) => assembly,
            Doing::Checking(checking) => checking,
        }
    }
}

/// What is said of a check.
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

impl Errand {
    pub(super) fn of(game: Py<Game>, assembly: cluster::Assembly) -> Errand {
        Errand {
            game,
            doing: Mutex::new(Doing::Assembly(assembly)),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Doing> {
        self.doing.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Errand {
    /// Has machines check a certificate in parts, each of its threads one. The certificate must be
    /// about this position.
    #[staticmethod]
    #[pyo3(signature = (certificate, position, attacker, least=None))]
    fn check(
        py: Python<'_>,
        certificate: Vec<u8>,
        position: &Position,
        attacker: Option<&str>,
        least: Option<i32>,
    ) -> PyResult<Errand> {
        let asked = ClusterQuestion::of(py, position, (attacker, least), &[], 0)?;
        let question = (&asked.position, asked.aim, &asked.settings);
        let checking = cluster::Checking::new(certificate, question, []);
        let checking = checking.map_err(|error| position.game.get().failure(py, &error))?;
        Ok(Errand {
            game: position.game.clone_ref(py),
            doing: Mutex::new(Doing::Checking(checking)),
        })
    }

    /// A machine has come.
    fn joined(&self, py: Python<'_>, machine: u32, hello: &[u8], _now: f64) -> PyResult<()> {
        let hello = message(py, hello)?;
        let joined = self.lock().errand().joined(MachineId(machine), &hello);
        joined.map_err(|refused| cluster_error(py, "VersionError", &refused.why))
    }

    /// A machine is gone.
    fn lost(&self, machine: u32, _now: f64) {
        self.lock().errand().lost(MachineId(machine));
    }

    /// A machine has sent a parcel.
    fn returned(&self, py: Python<'_>, machine: u32, parcel: &[u8], _now: f64) -> PyResult<()> {
        let returned = message(py, parcel)?;
        py.detach(|| self.lock().errand().returned(MachineId(machine), returned));
        Ok(())
    }

    /// What is to be sent now. Where nothing is under way, the certificate is walked through.
    fn parcels<'py>(
        &self,
        py: Python<'py>,
        _now: f64,
    ) -> PyResult<Vec<(u32, Bound<'py, PyBytes>)>> {
        // The walk may ask a game in Python.
        let made = py.detach(|| self.lock().errand().batches());
        let made = made.map_err(|error| self.game.get().failure(py, &error))?;
        let mut parcels = Vec::with_capacity(made.len());
        for (MachineId(machine), parcel) in made {
            parcels.push((machine, PyBytes::new(py, &bytes_of(py, &parcel)?)));
        }
        Ok(parcels)
    }

    /// The machines that have said that they cannot search, and why.
    fn failures(&self) -> Vec<(u32, String)> {
        let failures = self.lock().errand().failures();
        let number = |(MachineId(machine), why)| (machine, why);
        failures.into_iter().map(number).collect()
    }

    /// Chores wait at machines as they do.
    #[allow(
        clippy::unused_self,
        reason = "the coordinator of the search shares jobs by it"
    )]
    fn set_queued(&self, _queued: u32) {}

    /// Nothing is written.
    #[allow(
        clippy::unused_self,
        reason = "the coordinator of the search writes a journal here"
    )]
    fn sync(&self) {}

    /// Nothing that counts against a limit.
    #[staticmethod]
    fn nodes() -> u64 {
        0
    }

    /// What was done, or the verdict where there is one, as JSON.
    fn progress(&self, py: Python<'_>) -> PyResult<String> {
        let told = match &*self.lock() {
            Doing::Assembly(assembly) => serde_json::to_string(&assembly.figures()),
            Doing::Checking(checking) => {
                serde_json::to_string(&checking.verdict().map(Checked::of))
            }
        };
        told.map_err(|error| cluster_error(py, "ClusterError", &error.to_string()))
    }

    /// ``"done"`` as soon as nothing is missing that machines could find, or the verdict is there.
    fn answer(&self) -> Option<&'static str> {
        self.lock().errand().is_over().then_some("done")
    }
}
