//! What is remembered of positions of a game in Python, so that the game is asked less often.
//!
//! A search comes to a position many times, on one way and on others. Asking Python is most of
//! its work, so the positions met last and their children are kept: a fixed number, each in the
//! one place that its key gives it.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use shomei::game::Key;

use super::node::{Expanded, Place};

/// Positions that were met, and what moves lead to.
pub(super) struct Memory {
    positions: Slots<Place>,
    expanded: Slots<(Place, Arc<Expanded>)>,
}

/// One place for each key, as many as a power of two.
struct Slots<T>(Mutex<Vec<(Key, Option<T>)>>);

impl<T: Clone> Slots<T> {
    fn of(count: usize) -> Slots<T> {
        Slots(Mutex::new(vec![(Key(0), None); count]))
    }

    fn get(&self, key: Key) -> Option<T> {
        let slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (known, value) = &slots[key.0 as usize & (slots.len() - 1)];
        // What stands there is mostly of another key, and is not looked at.
        if *known == key { value.clone() } else { None }
    }

    fn set(&self, key: Key, value: T) {
        let mut slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = key.0 as usize & (slots.len() - 1);
        let old = std::mem::replace(&mut slots[place], (key, Some(value)));
        // What goes may run code of the game, which may come here again.
        drop(slots);
        drop(old);
    }

    fn grow(&self, count: usize) {
        let mut slots = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if slots.len() < count {
            let old = std::mem::replace(&mut *slots, vec![(Key(0), None); count]);
            drop(slots);
            drop(old);
        }
    }
}

/// A position with the objects of the game takes about so many bytes.
const BYTES: usize = 1 << 10;
const LEAST: usize = 1 << 12;
const MOST: usize = 1 << 22;

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            positions: Slots::of(LEAST),
            expanded: Slots::of(LEAST / 2),
        }
    }
}

impl Memory {
    /// Makes room for what a search may take that has so many bytes for its table: about as
    /// much again.
    pub(super) fn grow(&self, bytes: usize) {
        let count = (bytes / BYTES).next_power_of_two().clamp(LEAST, MOST);
        self.positions.grow(count);
        self.expanded.grow(count / 2);
    }

    /// The position of this object, if it was met.
    pub(super) fn position(
        &self,
        key: Key,
        object: &Bound<'_, PyAny>,
        identity: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Option<Place>> {
        let kept = self.positions.get(key);
        match kept {
            Some(place) if place.is_of(key, object, identity)? => Ok(Some(place)),
            _ => Ok(None),
        }
    }

    /// Keeps a position.
    pub(super) fn keep_position(&self, place: &Place) {
        self.positions.set(place.0.key, place.clone());
    }

    /// What the moves of a position lead to, if it is kept.
    pub(super) fn expanded(&self, place: &Place) -> Option<Arc<Expanded>> {
        let (known, expanded) = self.expanded.get(place.0.key)?;
        (known == *place).then_some(expanded)
    }

    /// Keeps what the moves of a position lead to.
    pub(super) fn keep_expanded(&self, place: &Place, expanded: &Arc<Expanded>) {
        let entry = (place.clone(), Arc::clone(expanded));
        self.expanded.set(place.0.key, entry);
    }
}
