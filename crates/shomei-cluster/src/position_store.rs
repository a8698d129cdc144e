//! The store of solved positions beside a coordinator: what is known comes from it, and what was
//! solved goes into it.

use std::path::Path;

use shomei::files::Purpose;
use shomei::{Aim, AnyGame};
use shomei_search::Knowledge;
use shomei_store::{About, Merged, Store, StoreError};

/// A store for one aim.
#[derive(Debug)]
pub struct PositionStore {
    store: Store,
    aim: shomei_store::Aim,
    least_work: u64,
}

impl PositionStore {
    /// What stores are for.
    #[must_use]
    pub fn purpose() -> Purpose {
        Store::purpose()
    }

    /// Opens the store of a game, or makes it. What took less than `least_work` nodes does not go
    /// into it.
    ///
    /// # Errors
    ///
    /// When it is the store of another game, version or set of rules, is damaged, or another
    /// program has it open. Where [`StoreError::is_accident`], a search may go on without it.
    pub fn open(
        path: &Path,
        game: &AnyGame,
        aim: Aim,
        least_work: u64,
    ) -> Result<PositionStore, StoreError> {
        let about = About {
            game: game.name(),
            rules: game.rules(),
            sides: game.sides(),
            keys: game.keys(),
        };
        let Aim { attacker, least } = aim;
        Ok(PositionStore {
            store: Store::open_or_create(path, &about)?,
            aim: shomei_store::Aim { attacker, least },
            least_work,
        })
    }

    /// What is known, those that took the most work if there are more than `most`.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn known(&self, most: usize) -> Result<Vec<Knowledge>, StoreError> {
        let mut known = Vec::new();
        let show = |solved| known.push(solved);
        self.store.largest(self.aim, most, show)?;
        Ok(known)
    }

    /// Puts solved positions in, as far as they took enough work. What contradicts what is there
    /// is returned, and neither is kept.
    ///
    /// # Errors
    ///
    /// When the file cannot be written; what was there before stays.
    pub fn put<'k>(
        &mut self,
        known: impl IntoIterator<Item = &'k Knowledge>,
    ) -> Result<Merged, StoreError> {
        let least = self.least_work;
        let worth = known.into_iter().filter(|known| known.work >= least);
        self.store.put(self.aim, worth.copied())
    }
}
