//! The holder of the upper tree, with its journal.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;
use shomei::{Answer, Task};
use shomei_cluster::{
    self as cluster, About, Config, Figures, Journal, MachineId, Question, Store, StoreError,
};

use super::certificate_task::CertificateTask;
use super::closing::{self, Close};
use super::{ClusterQuestion, bytes_of, message};
use crate::answers::Returned;
use crate::errors::{cluster_error, usage_error};
use crate::games::Game;
use crate::positions::Position;

/// The maximum number of positions that are read from a store.
const MOST_KNOWN: usize = 1 << 22;

/// Distributes a question among machines, and makes the certificate of the answer.
#[pyclass(frozen, module = "shomei._shomei")]
pub(crate) struct Coordinator {
    game: Py<Game>,
    state: Mutex<State>,
}

pub(super) struct State {
    pub(super) asked: ClusterQuestion,
    pub(super) coordinator: cluster::Coordinator,
    journal: Option<Journal>,
    /// The store of solved positions, and the least work of a position for it.
    store: Option<(Store, u64)>,
    /// Problems that did not change the answer, with the store (the search continues without it) or
    /// with the certificate.
    pub(super) problems: Vec<String>,
    /// The task that makes the certificate, with a table of all solved positions.
    pub(super) gathered: Option<Task>,
    /// Whether the game is over at the root, so that there is nothing to search.
    is_ended: bool,
    /// The counters of earlier runs.
    before: Figures,
}

/// The progress of a search.
#[derive(Serialize)]
struct SearchProgress {
    #[serde(flatten)]
    progress: cluster::Progress,
    /// Searched nodes, those of earlier runs of the journal included.
    nodes: u64,
    /// Of these, expansions: the others are those of the game's own search of small positions.
    expanded: u64,
    /// Finished jobs.
    jobs: u64,
    /// The useless part of the work of this run: at leaves that were solved or removed meanwhile.
    wasted: f64,
    /// Entries sent from one machine to another in this run, for each node.
    entries: f64,
    /// Nodes of earlier runs.
    nodes_before: u64,
}

fn part(of: u64, whole: u64) -> f64 {
    let value = of as f64 / whole.max(1) as f64;
    (value * 1e4).round() / 1e4
}

fn nanoseconds(seconds: f64) -> u64 {
    (seconds.max(0.0) * 1e9) as u64
}

fn in_journal(py: Python<'_>, error: &StoreError) -> PyErr {
    cluster_error(py, "JournalError", &error.to_string())
}

#[pymethods]
impl Coordinator {
    #[new]
    #[pyo3(signature = (position, attacker, options, memory, config, journal=None, store=None,
                        least=None))]
    #[allow(clippy::too_many_arguments, reason = "Python gives them by name")]
    fn new(
        py: Python<'_>,
        position: &Position,
        attacker: Option<&str>,
        options: Vec<(String, String)>,
        memory: usize,
        config: &str,
        journal: Option<PathBuf>,
        store: Option<(PathBuf, u64)>,
        least: Option<i32>,
    ) -> PyResult<Coordinator> {
        let game = position.game.get();
        let wrong = |error: shomei::Error| game.failure(py, &error);
        let config: Config = serde_json::from_str(config)
            .map_err(|error| usage_error(py, &format!("sharing: {error}")))?;
        let asked = ClusterQuestion::of(py, position, (attacker, least), &options, memory)?;
        let question = Question::new(&asked.position, asked.aim, &asked.settings).map_err(wrong)?;
        let end = asked.position.end_for(asked.aim.attacker);
        let is_ended = end.map_err(|error| wrong(error.into()))?.is_some();
        let mut coordinator = cluster::Coordinator::new(question, config).map_err(wrong)?;
        let journal = journal.map(|path| {
            let opened = py.detach(|| Journal::open(&path, &mut coordinator));
            opened.map_err(|error| in_journal(py, &error))
        });
        let journal = journal.transpose()?;
        let before = coordinator.progress().figures;
        let mut state = State {
            asked,
            coordinator,
            journal,
            store: None,
            problems: Vec::new(),
            gathered: None,
            is_ended,
            before,
        };
        if let Some((path, least)) = store {
            let opened = py.detach(|| state.take_from(&path, least));
            opened.map_err(|error| cluster_error(py, "StoreError", &error.to_string()))?;
        }
        Ok(Coordinator {
            game: position.game.clone_ref(py),
            state: Mutex::new(state),
        })
    }

    /// A machine has joined.
    fn joined(&self, py: Python<'_>, machine: u32, hello: &[u8], now: f64) -> PyResult<()> {
        let hello = message(py, hello)?;
        let joined = self
            .lock()
            .coordinator
            .joined(MachineId(machine), &hello, nanoseconds(now));
        joined.map_err(|refused| cluster_error(py, "VersionError", &refused.why))
    }

    /// A machine is lost.
    fn lost(&self, machine: u32, _now: f64) {
        self.lock().coordinator.lost(MachineId(machine));
    }

    /// A machine has sent a batch.
    fn returned(&self, py: Python<'_>, machine: u32, batch: &[u8], now: f64) -> PyResult<()> {
        let returned = message(py, batch)?;
        let mut state = self.lock();
        state
            .coordinator
            .returned(MachineId(machine), &returned, nanoseconds(now));
        Ok(())
    }

    /// The batches to send now. Events are written to the journal first.
    fn batches<'py>(&self, py: Python<'py>, now: f64) -> PyResult<Vec<(u32, Bound<'py, PyBytes>)>> {
        let now = nanoseconds(now);
        let mut state = self.lock();
        let State {
            coordinator,
            journal,
            ..
        } = &mut *state;
        coordinator.tick(now);
        if let Some(journal) = journal {
            // Rewriting the journal takes seconds if the tree is large.
            let written = py.detach(|| journal.follow(coordinator));
            written.map_err(|error| in_journal(py, &error))?;
        }
        let mut batches = Vec::new();
        for (MachineId(machine), batch) in coordinator.batches(now) {
            batches.push((machine, PyBytes::new(py, &bytes_of(py, &batch)?)));
        }
        Ok(batches)
    }

    /// Adapts the length of jobs to the part of the time since the last call in which the driver has
    /// worked.
    fn set_load(&self, load: f64) {
        self.lock().coordinator.set_load(load);
    }

    /// The machines that reported that they cannot do jobs, with the reason. They get no more jobs.
    fn failures(&self) -> Vec<(u32, String)> {
        let mut state = self.lock();
        let coordinator = &mut state.coordinator;
        let failures = coordinator.failures();
        let failures: Vec<(u32, String)> = failures
            .map(|(MachineId(machine), why)| (machine, why.to_owned()))
            .collect();
        for (machine, _) in &failures {
            coordinator.dismiss(MachineId(*machine));
        }
        failures
    }

    /// Writes the journal to the disk.
    fn sync(&self, py: Python<'_>) -> PyResult<()> {
        let mut state = self.lock();
        let State {
            coordinator,
            journal: Some(journal),
            ..
        } = &mut *state
        else {
            return Ok(());
        };
        let written = py.detach(|| journal.follow(coordinator).and_then(|()| journal.sync()));
        written.map_err(|error| in_journal(py, &error))
    }

    /// Unlocks the journal. An exception may keep this object alive, and would keep the lock.
    fn release(&self) {
        self.lock().journal = None;
    }

    /// Writes solved positions to the store.
    fn store(&self, py: Python<'_>) {
        let mut guard = self.lock();
        let state = &mut *guard;
        py.detach(|| state.put_into_store());
    }

    /// The problems that did not change the answer, in words.
    fn problems(&self) -> Vec<String> {
        self.lock().problems.clone()
    }

    /// Takes the solved positions of a machine's table, for the certificate.
    fn take_solved(&self, py: Python<'_>, solved: &[u8]) -> PyResult<()> {
        let solved: cluster::Solved = message(py, solved)?;
        let mut guard = self.lock();
        let state = &mut *guard;
        let added = py.detach(|| state.add_to_certificate(&solved.known));
        added.map_err(|error| self.game.get().failure(py, &error))
    }

    /// The searched nodes that machines have reported.
    fn nodes(&self) -> u64 {
        self.lock().coordinator.progress().figures.nodes
    }

    /// The progress, as JSON.
    fn progress(&self, py: Python<'_>) -> PyResult<String> {
        let state = self.lock();
        let (progress, before) = (state.coordinator.progress(), &state.before);
        let figures = progress.figures;
        let sent = figures.sent_solved + figures.sent_unsolved;
        let progress = SearchProgress {
            progress,
            nodes: figures.nodes,
            expanded: figures.expanded,
            jobs: figures.jobs,
            wasted: part(figures.wasted, figures.work - before.work),
            entries: part(sent, figures.nodes - before.nodes),
            nodes_before: before.nodes,
        };
        serde_json::to_string(&progress)
            .map_err(|error| cluster_error(py, "ClusterError", &error.to_string()))
    }

    /// The answer, as soon as it is known.
    fn answer(&self) -> Option<&'static str> {
        let state = self.lock();
        match state.coordinator.answer() {
            Answer::Proved => Some("proved"),
            Answer::Disproved => Some("disproved"),
            Answer::Unknown if state.is_ended => Some("ended"),
            Answer::Unknown => None,
        }
    }

    /// The task to search the missing positions of the certificate, with the current machines and
    /// those that join later.
    fn assembly(&self, py: Python<'_>) -> PyResult<CertificateTask> {
        let mut state = self.lock();
        let state = &mut *state;
        let opened = py.detach(|| {
            let task = state.gathered()?;
            let State {
                asked, coordinator, ..
            } = state;
            let (answer, there) = (coordinator.answer(), coordinator.there());
            cluster::Assembly::new(&asked.position, asked.aim, &task, answer, there)
        });
        let opened = opened.map_err(|error| self.game.get().failure(py, &error))?;
        Ok(CertificateTask::of(self.game.clone_ref(py), opened))
    }

    /// The answer with a line of play as JSON, and with its certificate. Missing positions are
    /// searched here. `stopped_by` is the limit that ended the search, or Ctrl-C after it: then
    /// nothing more is searched, and the answer is the known one, if any.
    #[expect(
        clippy::fn_params_excessive_bools,
        reason = "Python names the argument"
    )]
    #[pyo3(signature = (certificate, stopped_by=None, time=None, progress=None))]
    fn close(
        &self,
        py: Python<'_>,
        certificate: bool,
        stopped_by: Option<&str>,
        time: Option<f64>,
        progress: Option<Py<PyAny>>,
    ) -> PyResult<Returned> {
        let close = Close::new(py, certificate.into(), stopped_by, time)?;
        let mut state = self.lock();
        closing::close(py, self.game.get(), &mut state, &close, progress)
    }
}

impl State {
    /// Reads the positions of a store.
    ///
    /// # Errors
    ///
    /// If it is not a store of this game. Without a damaged store the search continues.
    fn take_from(&mut self, path: &Path, least: u64) -> Result<(), StoreError> {
        let ClusterQuestion { position, aim, .. } = &self.asked;
        let mut known = Vec::new();
        let opened = Store::open_or_create(path, &About::of(position.game()));
        let taken = opened.and_then(|store| {
            store.largest(*aim, MOST_KNOWN, |solved| known.push(solved))?;
            Ok(store)
        });
        match taken {
            Ok(store) => {
                self.coordinator.add_solved(&known);
                self.store = Some((store, least));
                Ok(())
            }
            Err(error) if error.is_accident() => {
                self.problems
                    .push(format!("it goes on without the store: {error}"));
                Ok(())
            }
            Err(error) => Err(error),
        }
    }

    /// This closes the store, so that other programs can open it.
    fn put_into_store(&mut self) {
        let Some((mut store, least)) = self.store.take() else {
            return;
        };
        let worth = self.coordinator.solved();
        let worth = worth.filter(|known| known.work >= least).copied();
        match store.put(self.asked.aim, worth) {
            Ok(merged) => match merged.contradictions.len() {
                0 => {}
                count => self.problems.push(format!(
                    "the store contradicted {count} positions that were solved; neither is kept"
                )),
            },
            Err(error) => self.problems.push(error.to_string()),
        }
    }
}

impl Coordinator {
    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
