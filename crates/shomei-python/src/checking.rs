//! Checks certificates and reads their nodes.

use std::io::Cursor;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyDict;
use shomei::certificates::{self, Node, NodeContent};
use shomei::data::VerdictData;
use shomei::game::Notation;
use shomei::proof::{CheckLimits, Child};
use shomei::{Error, Verdict, checking};

use crate::catalogue::kinds;
use crate::errors::{game_error, raised, run_error, usage_error};
use crate::games::Game;
use crate::leaving::Inside;
use crate::positions::Position;
use crate::waiting::{Watch, away};

/// Checks a certificate: the verdict as JSON, and Ctrl-C or None.
#[pyfunction]
#[pyo3(signature = (certificate, game, limits))]
pub(crate) fn check(
    py: Python<'_>,
    certificate: &[u8],
    game: Option<&Bound<'_, Game>>,
    limits: &Bound<'_, PyDict>,
) -> PyResult<(String, Option<Py<PyAny>>)> {
    let stop = Arc::new(AtomicBool::new(false));
    let usual = CheckLimits::for_file(certificate.len() as u64);
    let limits = GivenLimits::of(limits)?.applied(usual, &stop);
    let own = game.and_then(|game| game.get().own.as_ref());
    let (verdict, interrupt) = match own {
        None => {
            let any = game.map(|game| game.get().any.clone());
            away(py, &stop, &Watch::new(), None, || {
                judge(certificate, any.as_ref(), &limits)
            })?
        }
        Some(own) => {
            let _inside = Inside::enter()?;
            own.calls.trouble.set_stop(Some(Arc::clone(&stop)));
            let any = game.map(|game| &game.get().any);
            let verdict = judge(certificate, any, &limits);
            own.calls.trouble.set_stop(None);
            (verdict, own.calls.trouble.take_interrupt())
        }
    };
    let verdict = verdict.map_err(|error| match game {
        Some(game) => game.get().failure(py, &error),
        None => raised(py, &error),
    })?;
    if let Some(game) = game {
        game.get().refuse(py)?;
    }
    let verdict = serde_json::to_string(&VerdictData::of(&verdict)).map_err(run_error)?;
    Ok((
        verdict,
        interrupt.map(|error| error.into_value(py).into_any()),
    ))
}

fn judge(
    certificate: &[u8],
    game: Option<&shomei::AnyGame>,
    limits: &CheckLimits,
) -> Result<Verdict, Error> {
    match game {
        None => kinds().check(certificate, limits),
        Some(game) => game.check(certificate, limits),
    }
}

/// The limits that a caller gives.
#[derive(Default)]
pub(crate) struct GivenLimits {
    positions: Option<u64>,
    held: Option<u64>,
    edges: Option<u64>,
    leaf_nodes: Option<u64>,
    search_nodes: Option<u64>,
    time: Option<Duration>,
}

impl GivenLimits {
    pub(crate) fn of(given: &Bound<'_, PyDict>) -> PyResult<GivenLimits> {
        let py = given.py();
        let mut limits = GivenLimits::default();
        for (name, value) in given {
            let name: String = name.extract()?;
            if value.is_none() {
                continue;
            }
            match name.as_str() {
                "positions" => limits.positions = value.extract()?,
                "held" => limits.held = value.extract()?,
                "edges" => limits.edges = value.extract()?,
                "leaf_nodes" => limits.leaf_nodes = value.extract()?,
                "search_nodes" => limits.search_nodes = value.extract()?,
                "time" => {
                    let time = Duration::try_from_secs_f64(value.extract()?);
                    let time =
                        time.map_err(|_| usage_error(py, "time: expected seconds, 0 or more"))?;
                    limits.time = Some(time);
                }
                _ => return Err(usage_error(py, &format!("there is no limit \"{name}\""))),
            }
        }
        Ok(limits)
    }

    /// The default limits with the given ones.
    pub(crate) fn applied(&self, usual: CheckLimits, stop: &Arc<AtomicBool>) -> CheckLimits {
        CheckLimits {
            positions: self.positions.unwrap_or(usual.positions),
            bytes: self.held.unwrap_or(usual.bytes),
            edges: self.edges.unwrap_or(usual.edges),
            leaf_nodes: self.leaf_nodes.unwrap_or(usual.leaf_nodes),
            search_nodes: self.search_nodes.unwrap_or(usual.search_nodes),
            time: self.time.or(usual.time),
            stop: Some(Arc::clone(stop)),
        }
    }
}

/// A reader of the records of a certificate.
#[pyclass(frozen, module = "shomei._shomei")]
pub(crate) struct Reader {
    certificate: Mutex<certificates::Certificate>,
    sizes: Mutex<Option<certificates::Sizes>>,
    game: Py<Game>,
}

/// A node: number, position, kind of the record, nodes of plain search.
type NodeRow = (Option<u64>, Position, &'static str, u64);

/// The plies of the longest line, the records as a tree, and the moves that lead to a record.
type Hanging = (Option<u64>, Option<u64>, u64);

#[pymethods]
impl Reader {
    #[new]
    fn new(game: &Bound<'_, Game>, certificate: Vec<u8>) -> PyResult<Reader> {
        let py = game.py();
        let source = Cursor::new(certificate);
        let opened = certificates::Certificate::open_with(&game.get().any, source);
        game.get().refuse(py)?;
        let certificate = opened.map_err(|error| game.get().failure(py, &error))?;
        Ok(Reader {
            certificate: Mutex::new(certificate),
            sizes: Mutex::new(None),
            game: game.clone().unbind(),
        })
    }

    /// Visits the references for the garbage collector.
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.game)
    }

    /// `proved` or `disproved`.
    #[getter]
    fn claim(&self, py: Python<'_>) -> String {
        self.lock(py).claim().to_string()
    }

    /// The name of the side that the claim is about.
    #[getter]
    fn attacker(&self, py: Python<'_>) -> String {
        let certificate = self.lock(py);
        certificate.game().side_name(certificate.attacker())
    }

    /// The number of records.
    #[getter]
    fn records(&self, py: Python<'_>) -> u64 {
        self.lock(py).totals().records
    }

    /// The root.
    fn root(&self, py: Python<'_>) -> PyResult<NodeRow> {
        let root = self.lock(py).root();
        self.node_row(py, root)
    }

    /// The node of a record that answers a position.
    fn node(&self, py: Python<'_>, number: u64, position: &Position) -> PyResult<NodeRow> {
        let node = self.lock(py).node(number, &position.any);
        self.node_row(py, node)
    }

    /// The node after these moves.
    fn follow(&self, py: Python<'_>, moves: Vec<String>) -> PyResult<NodeRow> {
        let node = self.lock(py).follow(&moves);
        self.node_row(py, node)
    }

    /// The children of a record, which answers `position`: text of the move, position, number of
    /// its record.
    fn children(
        &self,
        py: Python<'_>,
        number: u64,
        position: &Position,
    ) -> PyResult<Vec<(String, Position, Option<u64>)>> {
        let found = {
            let mut certificate = self.lock(py);
            let node = certificate.node(number, &position.any);
            node.and_then(|node| certificate.children(&node))
        };
        self.game.get().refuse(py)?;
        let found = found.map_err(|error| self.game.get().failure(py, &error))?;
        let game = self.game.bind(py);
        let rows = found.into_iter().map(|branch| {
            let number = match branch.to {
                Child::Record(number) => Some(number),
                Child::Terminal => None,
            };
            let position = Position::found(game, branch.position)?;
            Ok((branch.mv, position, number))
        });
        rows.collect()
    }

    /// The size of the part below a record: the plies of the longest line, the number of records as
    /// a tree, and the number of moves that lead to the record.
    fn size(&self, py: Python<'_>, number: u64) -> PyResult<Option<Hanging>> {
        let stop = Arc::new(AtomicBool::new(false));
        let known = self
            .sizes
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .is_some();
        if !known {
            let (made, interrupt) = away(py, &stop, &Watch::new(), None, || {
                let mut certificate = self
                    .certificate
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner);
                certificate.sizes(&stop)
            })?;
            if let Some(interrupt) = interrupt {
                return Err(interrupt);
            }
            let made = made.map_err(|error| self.game.get().failure(py, &error))?;
            *self.sizes.lock().unwrap_or_else(PoisonError::into_inner) = Some(made);
        }
        let sizes = self.sizes.lock().unwrap_or_else(PoisonError::into_inner);
        let size = sizes.as_ref().and_then(|sizes| sizes.of(number));
        // The largest number means this number or more.
        let exact = |count: Option<u64>| count.filter(|count| *count < u64::MAX);
        Ok(size.map(|size| (size.longest_line, exact(size.as_tree), size.parents)))
    }
}

impl Reader {
    /// Other threads can run Python code during the search.
    fn lock(&self, py: Python<'_>) -> std::sync::MutexGuard<'_, certificates::Certificate> {
        let locked = self.certificate.lock_py_attached(py);
        locked.unwrap_or_else(PoisonError::into_inner)
    }

    fn node_row(&self, py: Python<'_>, node: Result<Node, Error>) -> PyResult<NodeRow> {
        self.game.get().refuse(py)?;
        let node = node.map_err(|error| self.game.get().failure(py, &error))?;
        let position = Position::found(self.game.bind(py), node.position().clone())?;
        let (content, nodes) = match node.content() {
            NodeContent::Finished | NodeContent::OutOfPlies => ("finished", 0),
            NodeContent::Choice => ("choice", 0),
            NodeContent::All => ("all", 0),
            NodeContent::Resolved { nodes } => ("resolved", nodes),
            _ => ("unknown", 0),
        };
        Ok((node.number(), position, content, nodes))
    }
}

/// The texts of a header: game, rules, attacker, root and claim.
type HeaderTexts = (String, String, String, String, String);

/// The header of a certificate: its texts, and the number of plies of the claim.
#[pyfunction]
pub(crate) fn header(py: Python<'_>, certificate: &[u8]) -> PyResult<(HeaderTexts, Option<u16>)> {
    match checking::open(certificate).map_err(|error| raised(py, &error))? {
        Ok(reader) => {
            let header = reader.header().clone();
            let claim = header.claim.to_string();
            let texts = (
                header.game,
                header.rules,
                header.attacker,
                header.root,
                claim,
            );
            Ok((texts, header.plies))
        }
        Err(Verdict::Rejected(rejected)) => {
            let message = format!("the certificate cannot be read: {}", rejected.reason);
            Err(raised(py, &Error::input(message)))
        }
        Err(Verdict::Accepted(_)) => Err(run_error("a certificate was accepted unread")),
    }
}

impl Game {
    /// Tests that a game in Python reads the root of a certificate back. Otherwise the answer is
    /// right, but no checker can read the certificate.
    ///
    /// # Errors
    ///
    /// If the text is that of another position: the certificate would be about that one.
    pub(crate) fn reads_root(
        &self,
        py: Python<'_>,
        certificate: &[u8],
        root: &Position,
    ) -> PyResult<Result<(), Error>> {
        let (Some(typed), Some(place)) = (self.typed(), root.place()) else {
            return Ok(Ok(()));
        };
        let Ok(Ok(reader)) = checking::open(certificate) else {
            return Ok(Ok(()));
        };
        let text = &reader.header().root;
        let read = typed.parse_position(text);
        self.refuse(py)?;
        match read {
            Err(error) => {
                let message = format!("the certificate cannot be read with this game: {error}");
                Ok(Err(Error::input(message)))
            }
            Ok(read) if read == *place => Ok(Ok(())),
            Ok(read) => {
                let message = format!(
                    "format() returned '{text}', of which parse() makes another position, {read:?}"
                );
                Err(game_error(py, &message, Some(&place.object(py))))
            }
        }
    }
}
