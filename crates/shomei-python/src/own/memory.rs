//! A cache of positions of a game in Python, so that the game is called less often.
//!
//! A search reaches a position many times. Calling Python is most of its work, so the most recent
//! positions and their children are kept, as many as the memory of the search allows, each in the
//! one slot of its key.

use std::sync::Arc;

use pyo3::prelude::*;
use shomei::game::Key;
use shomei::slots::Slots;

use super::node::{Expanded, Place};
use crate::errors::game_error;

/// The cached positions, and the children of positions.
#[derive(Default)]
pub(super) struct Memory {
    positions: Slots<Place>,
    expanded: Slots<(Place, Arc<Expanded>)>,
}

/// The estimated bytes of a position with the objects of the game.
const BYTES: usize = 1 << 9;

impl Memory {
    /// Allows the cache about as many bytes as the table of the search.
    pub(super) fn grow(&self, bytes: usize) {
        let count = bytes / BYTES;
        self.positions.allow(count);
        self.expanded.allow(count / 2);
    }

    /// The cached position of this object.
    pub(super) fn position(
        &self,
        key: Key,
        object: &Bound<'_, PyAny>,
        identity: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<Place>> {
        let kept = self.positions.get(key);
        match kept {
            Some(place) if place.is_of(key, object, identity)? => Ok(Some(place)),
            // Searches distinguish positions by their keys alone.
            Some(place) => Err(game_error(
                object.py(),
                &format!("the position {place:?} has the same key and is not equal to it"),
                Some(object),
            )),
            None => Ok(None),
        }
    }

    /// Caches a position.
    pub(super) fn keep_position(&self, place: &Place) {
        self.positions.set(place.0.key, place.clone());
    }

    /// The cached children of a position.
    pub(super) fn expanded(&self, place: &Place) -> Option<Arc<Expanded>> {
        let (known, expanded) = self.expanded.get(place.0.key)?;
        (known == *place).then_some(expanded)
    }

    /// Caches the children of a position.
    pub(super) fn keep_expanded(&self, place: &Place, expanded: &Arc<Expanded>) {
        let entry = (place.clone(), Arc::clone(expanded));
        self.expanded.set(place.0.key, entry);
    }
}
