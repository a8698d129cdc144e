//! A cache of positions of a game in Python, so that the game is called less often.
//!
//! A search reaches a position many times. Calling Python is most of its work, so the most recent
//! positions and their children are kept, as many as the memory of the search allows, each in the
//! one slot of its key.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use pyo3::prelude::*;
use shomei::game::Key;

use super::node::{Expanded, Place};
use crate::errors::game_error;

/// The cached positions, and the children of positions.
pub(super) struct Memory {
    positions: Slots<Place>,
    expanded: Slots<(Place, Arc<Expanded>)>,
}

/// One slot for each key. The number of slots is a power of two, and doubles as they fill.
struct Slots<T>(Mutex<Places<T>>);

struct Places<T> {
    places: Vec<(Key, Option<T>)>,
    filled: usize,
    /// The maximum number of slots.
    most: usize,
}

/// The index of the slot of a key.
fn place(key: Key, of: usize) -> usize {
    key.0 as usize & (of - 1)
}

impl<T: Clone> Places<T> {
    /// Puts a value into its slot, and returns the replaced one.
    fn put(&mut self, key: Key, value: T) -> Option<T> {
        let number = place(key, self.places.len());
        let old = std::mem::replace(&mut self.places[number], (key, Some(value))).1;
        self.filled += usize::from(old.is_none());
        old
    }

    /// Doubles the number of slots. No two values get the same slot.
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
        // The old value of the slot mostly belongs to another key, and is not compared.
        if *known == key { value.clone() } else { None }
    }

    fn set(&self, key: Key, value: T) {
        let mut slots = self.lock();
        let count = slots.places.len();
        if slots.filled > count / 2 && count < slots.most {
            slots.double();
        }
        let old = slots.put(key, value);
        // Dropping a value may run code of the game, which may call this function again.
        drop(slots);
        drop(old);
    }

    fn allow(&self, most: usize) {
        let mut slots = self.lock();
        slots.most = slots.most.max(most);
    }
}

/// The estimated bytes of a position with the objects of the game.
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
    /// Allows the cache about as many bytes as the table of the search.
    pub(super) fn grow(&self, bytes: usize) {
        let count = (bytes / BYTES).next_power_of_two().clamp(LEAST, MOST);
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
