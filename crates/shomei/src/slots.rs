//! A cache for games whose functions are slow, such as games in another language.

use std::sync::{Mutex, MutexGuard, PoisonError};

use shomei_game::Key;

/// Keeps the most recent values, each in the one slot of its key. The number of slots is a power of
/// two, and doubles as they fill, up to a maximum.
///
/// ```
/// use shomei::game::Key;
/// use shomei::slots::Slots;
///
/// let slots = Slots::default();
/// slots.allow(1 << 20);
/// slots.set(Key::of(1), "first");
/// assert_eq!(slots.get(Key::of(1)), Some("first"));
/// assert_eq!(slots.get(Key::of(2)), None);
/// ```
#[derive(Debug)]
pub struct Slots<T>(Mutex<SlotTable<T>>);

#[derive(Debug)]
struct SlotTable<T> {
    places: Vec<(Key, Option<T>)>,
    filled: usize,
    /// The maximum number of slots.
    most: usize,
}

/// The number of slots of a new cache.
const LEAST: usize = 1 << 10;
/// The number of slots that no cache exceeds.
const MOST: usize = 1 << 22;

/// The index of the slot of a key.
fn place(key: Key, of: usize) -> usize {
    key.0 as usize & (of - 1)
}

impl<T: Clone> SlotTable<T> {
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

impl<T: Clone> Default for Slots<T> {
    fn default() -> Slots<T> {
        Slots(Mutex::new(SlotTable {
            places: vec![(Key(0), None); LEAST],
            filled: 0,
            most: LEAST,
        }))
    }
}

impl<T: Clone> Slots<T> {
    fn lock(&self) -> MutexGuard<'_, SlotTable<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The value of this key, unless another value has replaced it.
    #[must_use]
    pub fn get(&self, key: Key) -> Option<T> {
        let slots = self.lock();
        let (known, value) = &slots.places[place(key, slots.places.len())];
        // The old value of the slot mostly belongs to another key, and is not compared.
        if *known == key { value.clone() } else { None }
    }

    /// Keeps a value.
    pub fn set(&self, key: Key, value: T) {
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

    /// Allows at least this number of slots, rounded up to a power of two.
    pub fn allow(&self, most: usize) {
        let mut slots = self.lock();
        slots.most = slots.most.max(most.next_power_of_two().min(MOST));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cache_grows_to_its_maximum_and_keeps_recent_values() {
        let slots = Slots::default();
        slots.allow(1 << 13);
        let keys: Vec<Key> = (0..1 << 15).map(Key::of).collect();
        keys.iter().for_each(|&key| slots.set(key, key));
        assert_eq!(slots.lock().places.len(), 1 << 13);
        let kept = keys.iter().filter(|&&key| slots.get(key) == Some(key));
        assert!(kept.count() > 1 << 12);
        assert_eq!(slots.get(keys[keys.len() - 1]), keys.last().copied());
    }
}
