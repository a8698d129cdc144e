//! Who holds the upper tree, with its journal.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use serde::Serialize;
use shomei::search::Knowledge;
use shomei::{Answer, Task};
use shomei_cluster::{
    self as cluster, Config, Figures, Journal, JournalError, MachineId, PositionStore, Question,
    StoreError,
};

use super::closing::{self, Close};
use super::errand::Errand;
use super::{ClusterQuestion, bytes_of, message};
use crate::answers::Returned;
use crate::errors::{cluster_error, usage_error};
use crate::games::Game;
use crate::positions::Position;

/// The most positions that are taken from a store.
const MOST_KNOWN: usize = 1 << 22;

/// Shares the work of a question among machines, and makes the certificate of the answer.
#[pyclass(frozen, module = "shomei._shomei")]
pub(crate) struct Coordinator {
    game: Py<Game>,
    state: Mutex<State>,
}

pub(super) struct State {
    pub(super) asked: ClusterQuestion,
    pub(super) coordinator: cluster::Coordinator,
    journal: Option<Journal>,
    shelf: Option<PositionStore>,
    /// What has gone wrong and left the answer as it is: with the store, without which the search
    /// goes on, or with the certificate.
    pub(super) problems: Vec<String>,
    /// What the tables of machines have solved, for the certificate.
    pub(super) tables: Vec<Knowledge>,
    /// How the certificate is made: with a table of all that was solved.
    pub(super) gathered: Option<Task>,
    /// Whether play is over at the root, so that there is nothing to search.
    is_ended: bool,
    /// Nodes that an earlier run had searched.
    before: u64,
}

/// How it stands, for those who look on.
#[derive(Serialize)]
struct Progress {
    pn: Option<u32>,
    dn: Option<u32>,
    /// Nodes searched, those of earlier runs of the journal included.
    nodes: u64,
    /// Of these, expansions: the others are those of a game's own searches of small remainders.
    expanded: u64,
    /// Jobs that were brought back.
    jobs: u64,
    threads: u32,
    under_way: usize,
    tree: usize,
    budget: u64,
    solved: usize,
    unsolved: usize,
    /// The part of the work that was of no use: at leaves that were solved or gone meanwhile.
    wasted: f64,
    /// Entries sent from one machine to another for each node.
    entries: f64,
    /// Nodes of earlier runs.
    nodes_before: u64,
    figures: Figures,
}

fn finite(number: u32) -> Option<u32> {
    (number < u32::MAX).then_some(number)
}

fn part(of: u64, whole: u64) -> f64 {
    let value = of as f64 / whole.max(1) as f64;
    (value * 1e4).round() / 1e4
}

fn nanoseconds(seconds: f64) -> u64 {
    (seconds.max(0.0) * 1e9) as u64
}

fn in_journal(py: Python<'_>, error: &JournalError) -> PyErr {
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
        let (journal, coordinator) = match journal {
            None => (
                None,
                cluster::Coordinator::new(question, config).map_err(wrong)?,
            ),
            Some(path) => {
                let opened = py.detach(|| Journal::open(&path, question, config));
                let (journal, coordinator) = opened.map_err(|error| in_journal(py, &error))?;
                (Some(journal), coordinator)
            }
        };
        let before = coordinator.progress().figures.nodes;
        let mut state = State {
            asked,
            coordinator,
            journal,
            shelf: None,
            problems: Vec::new(),
            tables: Vec::new(),
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

    /// A machine has come.
    fn joined(&self, py: Python<'_>, machine: u32, hello: &[u8], now: f64) -> PyResult<()> {
        let hello = message(py, hello)?;
        let joined = self
            .lock()
            .coordinator
            .joined(MachineId(machine), &hello, nanoseconds(now));
        joined.map_err(|refused| cluster_error(py, "VersionError", &refused.why))
    }

    /// A machine is gone.
    fn lost(&self, machine: u32, _now: f64) {
        self.lock().coordinator.lost(MachineId(machine));
    }

    /// A machine has sent a parcel.
    fn returned(&self, py: Python<'_>, machine: u32, parcel: &[u8], now: f64) -> PyResult<()> {
        let returned = message(py, parcel)?;
        let mut state = self.lock();
        state
            .coordinator
            .returned(MachineId(machine), &returned, nanoseconds(now));
        Ok(())
    }

    /// What is to be sent now. What has happened is written to the journal before.
    fn parcels<'py>(&self, py: Python<'py>, now: f64) -> PyResult<Vec<(u32, Bound<'py, PyBytes>)>> {
        let now = nanoseconds(now);
        let mut state = self.lock();
        let State {
            coordinator,
            journal,
            ..
        } = &mut *state;
        coordinator.tick(now);
        if let Some(journal) = journal {
            // A journal that is made anew takes seconds where the tree is large.
            let written = py.detach(|| journal.follow(coordinator));
            written.map_err(|error| in_journal(py, &error))?;
        }
        let mut parcels = Vec::new();
        for (MachineId(machine), parcel) in coordinator.batches(now) {
            parcels.push((machine, PyBytes::new(py, &bytes_of(py, &parcel)?)));
        }
        Ok(parcels)
    }

    /// So many jobs are to wait at each thread from now on.
    fn set_queued(&self, queued: u32) {
        self.lock().coordinator.set_queued(queued);
    }

    /// The machines that have said that they cannot do jobs, and why. They get none any more.
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

    /// Lets go of the journal, for whoever wants it next: an exception that somebody keeps holds
    /// this object for as long.
    fn release(&self) {
        self.lock().journal = None;
    }

    /// Puts what was solved into the store.
    fn store(&self, py: Python<'_>) {
        let mut guard = self.lock();
        let state = &mut *guard;
        py.detach(|| state.put_into_store());
    }

    /// What has gone wrong and left the search as it is.
    fn problems(&self) -> Vec<String> {
        self.lock().problems.clone()
    }

    /// Takes what the table of a machine has solved, for the certificate.
    fn take_solved(&self, py: Python<'_>, solved: &[u8]) -> PyResult<()> {
        let solved: cluster::Solved = message(py, solved)?;
        self.lock().tables.extend(solved.known);
        Ok(())
    }

    /// The nodes that have been searched, as far as machines have told.
    fn nodes(&self) -> u64 {
        self.lock().coordinator.progress().figures.nodes
    }

    /// How it stands, as JSON.
    fn progress(&self, py: Python<'_>) -> PyResult<String> {
        let state = self.lock();
        let seen = state.coordinator.progress();
        let figures = seen.figures;
        let progress = Progress {
            pn: finite(seen.pn),
            dn: finite(seen.dn),
            nodes: figures.nodes,
            expanded: figures.expanded,
            jobs: figures.jobs,
            threads: seen.threads,
            under_way: seen.under_way,
            tree: seen.tree,
            budget: seen.budget,
            solved: seen.solved,
            unsolved: seen.unsolved,
            wasted: part(figures.wasted, figures.work),
            entries: part(figures.sent_solved + figures.sent_unsolved, figures.nodes),
            nodes_before: state.before,
            figures,
        };
        serde_json::to_string(&progress)
            .map_err(|error| cluster_error(py, "ClusterError", &error.to_string()))
    }

    /// The answer, as soon as there is one.
    fn answer(&self) -> Option<&'static str> {
        let state = self.lock();
        match state.coordinator.answer() {
            Answer::Proved => Some("proved"),
            Answer::Disproved => Some("disproved"),
            Answer::Unknown if state.is_ended => Some("ended"),
            Answer::Unknown => None,
        }
    }

    /// Has machines search what is missing for the certificate: those that are there now, and
    /// whoever comes.
    fn assembly(&self, py: Python<'_>) -> PyResult<Errand> {
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
        Ok(Errand::of(self.game.clone_ref(py), opened))
    }

    /// The answer with a line of play, as JSON, and with its certificate; what is missing for
    /// them is searched here. `stopped_by`: the limit that ended the search, or Ctrl-C after it:
    /// nothing more is searched then, and the answer is the one that is known, if any.
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
    /// Takes what a store knows.
    ///
    /// # Errors
    ///
    /// When it is no store of this game. Without one that an accident has damaged, the search
    /// goes on.
    fn take_from(&mut self, path: &Path, least: u64) -> Result<(), StoreError> {
        let ClusterQuestion { position, aim, .. } = &self.asked;
        let opened = PositionStore::open(path, position.game(), *aim, least);
        let taken = opened.and_then(|shelf| Ok((shelf.known(MOST_KNOWN)?, shelf)));
        match taken {
            Ok((known, shelf)) => {
                self.coordinator.add_solved(&known);
                self.shelf = Some(shelf);
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

    /// The store is closed then, for whoever wants it next.
    fn put_into_store(&mut self) {
        let Some(mut shelf) = self.shelf.take() else {
            return;
        };
        match shelf.put(self.coordinator.solved()) {
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
