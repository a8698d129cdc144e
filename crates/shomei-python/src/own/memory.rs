//! What is remembered of positions of a game in Python, so that the game is asked less often.
//!
//! A search comes to a position many times, on one way and on others. Asking Python is most of
//! its work, so the positions met last and their children are kept: a fixed number, each in the
//! one place that its key gives it.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use shomei::game::Key;

use super::node::Place;

/// The children of a position, in the order of its moves.
pub(super) type Children = Arc<[Place]>;

/// Positions that were met, and their children.
pub(super) struct Memory {
    positions: Mutex<Vec<Option<Place>>>,
    children: Mutex<Vec<Option<(Place, Children)>>>,
}

/// Some hundred bytes each, with the objects of the game.
const POSITIONS: usize = 1 << 16;
const EXPANDED: usize = 1 << 15;

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            positions: Mutex::new(vec![None; POSITIONS]),
            children: Mutex::new(vec![None; EXPANDED]),
        }
    }
}

/// The place of a key in so many.
fn slot(key: Key, of: usize) -> usize {
    (key.0 as usize) & (of - 1)
}

impl Memory {
    /// The position of this object, if it was met.
    pub(super) fn position(
        &self,
        key: Key,
        object: &Bound<'_, PyAny>,
        identity: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<Place>> {
        let kept = {
            let positions = self.positions.lock().unwrap_or_else(PoisonError::into_inner);
            positions[slot(key, POSITIONS)].clone()
        };
        match kept {
            Some(place) if place.is_of(key, object, identity)? => Ok(Some(place)),
            _ => Ok(None),
        }
    }

    /// Keeps a position.
    pub(super) fn keep_position(&self, place: &Place) {
        let mut positions = self.positions.lock().unwrap_or_else(PoisonError::into_inner);
        let old = positions[slot(place.0.key, POSITIONS)].replace(place.clone());
        // What goes may run code of the game.
        drop(positions);
        drop(old);
    }

    /// The children of a position, if they are kept.
    pub(super) fn children(&self, place: &Place) -> Option<Children> {
        let kept = {
            let children = self.children.lock().unwrap_or_else(PoisonError::into_inner);
            children[slot(place.0.key, EXPANDED)].clone()
        };
        kept.filter(|(known, _)| known == place)
            .map(|(_, children)| children)
    }

    /// Keeps the children of a position.
    pub(super) fn keep_children(&self, place: &Place, found: &Children) {
        let entry = (place.clone(), Arc::clone(found));
        let mut children = self.children.lock().unwrap_or_else(PoisonError::into_inner);
        let old = children[slot(place.0.key, EXPANDED)].replace(entry);
        drop(children);
        drop(old);
    }
}
