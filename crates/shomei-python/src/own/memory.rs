//! What is remembered of positions of a game in Python, so that the game is asked less often.
//!
//! A search comes to a position many times, on one way and on others. Asking Python is most of
//! its work, so the positions met last and their children are kept, as many as the memory of the
//! search allows, each in the one place that its key gives it.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use shomei::game::Key;

use super::node::{Expanded, Place};
use crate::errors::game_error;

/// Positions that were met, and what moves lead to.
pub(super) struct Memory {
    positions: Slots<Place>,
    expanded: Slots<(Place, Arc<Expanded>)>,
}

/// One place for each key. There are as many as a power of two, and more of them as they fill.
struct Slots<T>(Mutex<Places<T>>);

struct Places<T> {
    places: Vec<(Key, Option<T>)>,
    filled: usize,
    /// How many places there may be.
    most: usize,
}

/// The number of the place of a key among so many.
fn place(key: Key, of: usize) -> usize {
    key.0 as usize & (of - 1)
}

impl<T: Clone> Places<T> {
    /// Puts a value in its place, and returns what it takes the place of.
    fn put(&mut self, key: Key, value: T) -> Option<T> {
        let number = place(key, self.places.len());
        let old = std::mem::replace(&mut self.places[number], (key, Some(value))).1;
        self.filled += usize::from(old.is_none());
        old
    }

    /// Makes twice as many places. No two values come to one.
    fn double(&mut self) {
        let count = 2 * self.places.len();
        let old = std::mem::replace(&mut self.places, vec![(Key(0), None); count]);
        for (key, value) in old.into_iter().filter(|(_, value)| value.is_some()) {
            self.places[place(key, count)] = (key, value);
        }
    }
}

impl<T: Clone> Slots<T> {
    fn new() -> Slots<T> {
        Slots(Mutex::new(Places {
            places: vec![(Key(0), None); LEAST],
            filled: 0,
            most: LEAST,
        }))
    }

    fn lock(&self) -> MutexGuard<'_, Places<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn get(&self, key: Key) -> Option<T> {
        let slots = self.lock();
        let (known, value) = &slots.places[place(key, slots.places.len())];
        // What stands there is mostly of another key, and is not looked at.
        if *known == key { value.clone() } else { None }
    }

    fn set(&self, key: Key, value: T) {
        let mut slots = self.lock();
        let count = slots.places.len();
        if slots.filled > count / 2 && count < slots.most {
            slots.double();
        }
        let old = slots.put(key, value);
        // What goes may run code of the game, which may come here again.
        drop(slots);
        drop(old);
    }

    fn allow(&self, most: usize) {
        let mut slots = self.lock();
        slots.most = slots.most.max(most);
    }
}

/// A position with the objects of the game takes about so many bytes.
const BYTES: usize = 1 << 9;
const LEAST: usize = 1 << 10;
const MOST: usize = 1 << 22;

impl Default for Memory {
    fn default() -> Memory {
        Memory {
            positions: Slots::new(),
            expanded: Slots::new(),
        }
    }
}

impl Memory {
    /// Allows what a search may take that has so many bytes for its table: about as much again.
    pub(super) fn grow(&self, bytes: usize) {
        let count = (bytes / BYTES).next_power_of_two().clamp(LEAST, MOST);
        self.positions.allow(count);
        self.expanded.allow(count / 2);
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
            // Searches tell positions apart by their keys alone.
            Some(place) => Err(game_error(
                object.py(),
                &format!("the position {place:?} has the same key and is not equal to it"),
                Some(object),
            )),
            None => Ok(None),
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
