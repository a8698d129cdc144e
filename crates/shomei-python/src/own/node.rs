//! Positions of a game in Python.

use std::fmt;
use std::sync::{Arc, OnceLock};

use pyo3::prelude::*;
use pyo3::types::PyTuple;
use shomei::Side;
use shomei::game::{Estimate, Key, Outcome};

use super::calls::shown;
use super::trouble::Trouble;
use crate::leaving::Inside;

/// A position with the results of the game's functions.
pub(super) struct Node {
    /// The object of the game.
    pub(super) object: Py<PyAny>,
    /// The result of the game's `key`, if it has one.
    pub(super) identity: Option<Py<PyAny>>,
    pub(super) key: Key,
    /// Whether no code can change the object in place.
    pub(super) is_fixed: bool,
    pub(super) outcome: Option<Outcome>,
    /// The side to move; the first side if the game is over.
    pub(super) mover: Side,
    /// The number of moves; none if the game is over.
    pub(super) count: u32,
    pub(super) estimate: OnceLock<Estimate>,
    pub(super) trouble: Arc<Trouble>,
}

/// The moves of a position and the positions after them, in the same order.
pub(super) struct Expanded {
    pub(super) moves: Py<PyTuple>,
    pub(super) children: Arc<[Place]>,
}

/// A position of a game in Python. Clones share it.
#[derive(Clone)]
pub(crate) struct Place(pub(super) Arc<Node>);

impl Place {
    /// Whether this is the position of an object with this key.
    pub(super) fn is_of(
        &self,
        key: Key,
        object: &Bound<'_, PyAny>,
        identity: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<bool> {
        let own = &*self.0;
        if own.key != key {
            return Ok(false);
        }
        if own.object.is(object) {
            return Ok(true);
        }
        let _inside = Inside::enter()?;
        match (&own.identity, identity) {
            (Some(own), Some(other)) => own.bind(other.py()).eq(other),
            _ => own.object.bind(object.py()).eq(object),
        }
    }
}

/// Positions are equal if the results of the game's `key` are equal; without `key`, if the objects
/// are equal in Python.
impl PartialEq for Place {
    fn eq(&self, other: &Place) -> bool {
        if Arc::ptr_eq(&self.0, &other.0) {
            return true;
        }
        if self.0.key != other.0.key {
            return false;
        }
        // Objects that cannot be compared are different, and the game has failed.
        let differ = || false;
        self.0.trouble.ask(differ, |py| {
            let identity = other.0.identity.as_ref().map(|identity| identity.bind(py));
            self.is_of(other.0.key, other.0.object.bind(py), identity)
        })
    }
}

impl Eq for Place {}

impl fmt::Debug for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = Python::attach(|py| shown(self.0.object.bind(py)));
        f.write_str(&text)
    }
}

impl Place {
    /// A finished position without an object, as a placeholder.
    pub(super) fn nowhere(py: Python<'_>, trouble: &Arc<Trouble>) -> Place {
        Place(Arc::new(Node {
            object: py.None(),
            identity: None,
            key: Key(0),
            is_fixed: true,
            outcome: Some(Outcome::Draw),
            mover: Side::First,
            count: 0,
            estimate: OnceLock::new(),
            trouble: Arc::clone(trouble),
        }))
    }
}
