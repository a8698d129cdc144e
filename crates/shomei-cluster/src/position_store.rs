//! The store of a coordinator: it provides known positions and keeps solved ones.

use std::path::Path;

use shomei::files::Purpose;
use shomei::{Aim, AnyGame};
use shomei_search::Knowledge;
use shomei_store::{About, Merged, Store, StoreError};

/// A store for one aim.
#[derive(Debug)]
pub struct PositionStore {
    store: Store,
    aim: Aim,
    least_work: u64,
}

impl PositionStore {
    /// The purpose of the file, which a guard compares before it replaces a file.
    #[must_use]
    pub fn purpose() -> Purpose {
        Store::purpose()
    }

    /// Opens or creates the store of a game. Positions that took less than `least_work` nodes are
    /// not stored.
    ///
    /// # Errors
    ///
    /// If the store belongs to another game, version or set of rules, is damaged, or is open in
    /// another program. After an error with [`StoreError::is_accident`] a search may continue
    /// without the store.
    pub fn open(
        path: &Path,
        game: &AnyGame,
        aim: Aim,
        least_work: u64,
    ) -> Result<PositionStore, StoreError> {
        Ok(PositionStore {
            store: Store::open_or_create(path, &About::of(game))?,
            aim,
            least_work,
        })
    }

    /// The stored positions, at most `most`, those that took the most work.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn known(&self, most: usize) -> Result<Vec<Knowledge>, StoreError> {
        let mut known = Vec::new();
        let show = |solved| known.push(solved);
        self.store.largest(self.aim, most, show)?;
        Ok(known)
    }

    /// Stores solved positions that took enough work. Positions that contradict stored ones are
    /// returned, and both are removed.
    ///
    /// # Errors
    ///
    /// If the file cannot be written. Earlier entries stay.
    pub fn put<'k>(
        &mut self,
        known: impl IntoIterator<Item = &'k Knowledge>,
    ) -> Result<Merged, StoreError> {
        let least = self.least_work;
        let worth = known.into_iter().filter(|known| known.work >= least);
        self.store.put(self.aim, worth.copied())
    }
}
