//! The file.

mod open;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;
use std::ops::AddAssign;
use std::path::{Path, PathBuf};

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition, TableError, TableHandle};
use shomei::files::Purpose;
use shomei_search::Knowledge;

use crate::entry::{self, Bytes};
use crate::{About, Aim, Contradiction, StoreError};

/// So many entries are committed at once: a larger number waits in memory, a smaller one writes
/// pages more often than it needs to.
pub const BATCH: usize = 100_000;

/// The table that says whose store it is.
const ABOUT: TableDefinition<'static, &str, &str> = TableDefinition::new("about");

/// The table of an aim.
fn table_of(name: &str) -> TableDefinition<'_, u128, &'static Bytes> {
    TableDefinition::new(name)
}

/// A store that is open. See the [text of the crate](crate).
///
/// It may be shared by threads that read.
pub struct Store {
    path: PathBuf,
    about: About,
    database: Database,
}

/// What became of entries that were put into a store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Entries of positions that were not there.
    pub added: u64,
    /// Those that say more than what was there: larger work, a shorter proof.
    pub improved: u64,
    /// Those that say nothing new.
    pub same: u64,
    /// What was thrown away on both sides, two entries each.
    pub contradictions: Vec<Contradiction>,
}

impl AddAssign for Merged {
    fn add_assign(&mut self, more: Merged) {
        self.added += more.added;
        self.improved += more.improved;
        self.same += more.same;
        self.contradictions.extend(more.contradictions);
    }
}

/// What a table of a store holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Positions that are proved.
    pub proved: u64,
    /// Positions that are disproved.
    pub disproved: u64,
    /// The largest work of one of them, in nodes.
    pub largest_work: u64,
}

impl Totals {
    /// Positions in all.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.proved + self.disproved
    }
}

impl Store {
    /// Opens a store, after a look at all of it. `about`: whose it has to be.
    ///
    /// # Errors
    ///
    /// When there is no such file, it is no store or one of another game, it is damaged, or
    /// another program has it open.
    pub fn open(path: &Path, about: Option<&About>) -> Result<Store, StoreError> {
        open::open(path, about)
    }

    /// Opens a store, or makes an empty one where there is no such file.
    ///
    /// # Errors
    ///
    /// Those of [`Store::open`]; when the file cannot be made.
    pub fn open_or_create(path: &Path, about: &About) -> Result<Store, StoreError> {
        open::open_or_create(path, about)
    }

    /// What stores are for: every database is taken for a store until it is opened.
    #[must_use]
    pub fn purpose() -> Purpose {
        Purpose::beginning("a store", open::MAGIC)
    }

    /// The name of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whose store it is.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The size of the file, in bytes.
    ///
    /// # Errors
    ///
    /// When the system does not say.
    pub fn bytes(&self) -> Result<u64, StoreError> {
        let found = self.path.metadata();
        Ok(found.map_err(|error| self.failed(error))?.len())
    }

    /// The aims of which there are entries, or were, in the order of the names of their tables.
    ///
    /// # Errors
    ///
    /// When the file cannot be read, or holds a table that is none of a store.
    pub fn aims(&self) -> Result<Vec<Aim>, StoreError> {
        let read = self.database.begin_read().map_err(|e| self.failed(e))?;
        let tables = read.list_tables().map_err(|e| self.failed(e))?;
        let mut aims = Vec::new();
        for table in tables.filter(|table| table.name() != ABOUT.name()) {
            let name = table.name();
            let aim = Aim::of_table(name);
            aims.push(aim.ok_or_else(|| self.damaged(format!("it has a table \"{name}\"")))?);
        }
        Ok(aims)
    }

    /// What is known of the position with this [`Knowledge::id`].
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn get(&self, aim: Aim, id: (u64, u64)) -> Result<Option<Knowledge>, StoreError> {
        let Some(table) = self.table(aim)? else {
            return Ok(None);
        };
        let row = entry::row_of(id);
        let found = table.get(row).map_err(|error| self.failed(error))?;
        found
            .map(|bytes| self.read(aim, row, bytes.value()))
            .transpose()
    }

    /// The entries of an aim, by rising key. Those that come while one reads are not among them.
    ///
    /// # Errors
    ///
    /// When the file cannot be read; so may be each entry.
    pub fn entries(
        &self,
        aim: Aim,
    ) -> Result<impl Iterator<Item = Result<Knowledge, StoreError>> + '_, StoreError> {
        let range = match self.table(aim)? {
            None => None,
            Some(table) => Some(table.range::<u128>(..).map_err(|e| self.failed(e))?),
        };
        let read = move |row: Result<(redb::AccessGuard<'_, u128>, _), redb::StorageError>| {
            let (id, bytes): (_, redb::AccessGuard<'_, &'static Bytes>) =
                row.map_err(|error| self.failed(error))?;
            self.read(aim, id.value(), bytes.value())
        };
        Ok(range.into_iter().flatten().map(read))
    }

    /// Shows those `most` entries of an aim that took the most work, by rising key. It reads all
    /// entries, twice where there are more, and holds eight bytes for each that it shows.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn largest(
        &self,
        aim: Aim,
        most: usize,
        mut show: impl FnMut(Knowledge),
    ) -> Result<(), StoreError> {
        // The works of the largest, the least of them on top.
        let mut works = BinaryHeap::new();
        for solved in self.entries(aim)? {
            let work = solved?.work;
            if works.len() < most {
                works.push(Reverse(work));
            } else if let Some(mut least) = works.peek_mut()
                && work > least.0
            {
                *least = Reverse(work);
            }
        }
        let Some(&Reverse(least)) = works.peek() else {
            return Ok(());
        };
        let mut of_least = works.iter().filter(|work| work.0 == least).count();
        for solved in self.entries(aim)? {
            let solved = solved?;
            if solved.work == least && of_least > 0 {
                of_least -= 1;
                show(solved);
            } else if solved.work > least {
                show(solved);
            }
        }
        Ok(())
    }

    /// Counts the entries of an aim.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn totals(&self, aim: Aim) -> Result<Totals, StoreError> {
        let mut totals = Totals::default();
        for solved in self.entries(aim)? {
            let solved = solved?;
            match solved.is_proved() {
                true => totals.proved += 1,
                false => totals.disproved += 1,
            }
            totals.largest_work = totals.largest_work.max(solved.work);
        }
        Ok(totals)
    }

    /// Puts entries in, and commits them: when this returns they are on the disk. A position that
    /// is there already with the same answer keeps the larger work, and of proofs the shorter
    /// one. Where two entries contradict each other, neither is kept, and both are returned. What is
    /// not solved on every path is no entry, and is passed over.
    ///
    /// Each call waits for the disk, so come with many at once, in any order. More than [`BATCH`]
    /// are committed one part after another.
    ///
    /// # Errors
    ///
    /// When the file cannot be read or written; what was committed before stays.
    pub fn put(
        &mut self,
        aim: Aim,
        entries: impl IntoIterator<Item = Knowledge>,
    ) -> Result<Merged, StoreError> {
        let entries = entries.into_iter();
        let mut entries: Vec<Knowledge> = entries.filter_map(|known| entry::kept(&known)).collect();
        // Pages are written once if keys come in their order.
        entries.sort_by_key(Knowledge::id);
        let mut merged = Merged::default();
        let mut rest = &entries[..];
        while !rest.is_empty() {
            let mut end = rest.len().min(BATCH);
            // All of one position together.
            while end < rest.len() && rest[end].id() == rest[end - 1].id() {
                end += 1;
            }
            let (part, later) = rest.split_at(end);
            merged += self.commit(aim, part)?;
            rest = later;
        }
        Ok(merged)
    }

    /// Puts entries in, in the order of their keys.
    fn commit(&self, aim: Aim, entries: &[Knowledge]) -> Result<Merged, StoreError> {
        let mut merged = Merged::default();
        let write = self.database.begin_write().map_err(|e| self.failed(e))?;
        let name = aim.to_string();
        {
            let table = write.open_table(table_of(&name));
            let mut table = table.map_err(|error| self.failed(error))?;
            for same in entries.chunk_by(|a, b| a.id() == b.id()) {
                let row = entry::row_of(same[0].id());
                let found = table.get(row).map_err(|error| self.failed(error))?;
                let bytes = found.map(|bytes| *bytes.value());
                let old = bytes.map(|bytes| self.read(aim, row, &bytes)).transpose()?;
                let now = merged.add(aim, old, same);
                let done = match now.and_then(|now| entry::bytes_of(&now)) {
                    Some(now) if bytes == Some(now) => Ok(()),
                    Some(now) => table.insert(row, &now).map(drop),
                    None => table.remove(row).map(drop),
                };
                done.map_err(|error| self.failed(error))?;
            }
        }
        write.commit().map_err(|error| self.failed(error))?;
        Ok(merged)
    }

    /// The table of an aim; there is none before the first entry comes.
    fn table(
        &self,
        aim: Aim,
    ) -> Result<Option<redb::ReadOnlyTable<u128, &'static Bytes>>, StoreError> {
        let read = self.database.begin_read().map_err(|e| self.failed(e))?;
        match read.open_table(table_of(&aim.to_string())) {
            Ok(table) => Ok(Some(table)),
            Err(TableError::TableDoesNotExist(_)) => Ok(None),
            Err(error) => Err(self.failed(error)),
        }
    }

    fn read(&self, aim: Aim, row: u128, bytes: &Bytes) -> Result<Knowledge, StoreError> {
        entry::read(row, bytes).ok_or_else(|| {
            let place =
                format!("table \"{aim}\", entry {row:032x}: it is neither proof nor disproof");
            self.damaged(place)
        })
    }

    fn damaged(&self, place: String) -> StoreError {
        let path = self.path.clone();
        StoreError::Damaged { path, place }
    }

    fn failed(&self, error: impl Into<redb::Error>) -> StoreError {
        StoreError::of(&self.path, error)
    }
}

impl Merged {
    /// Counts the entries of one position, and tells what is known of it now.
    fn add(&mut self, aim: Aim, old: Option<Knowledge>, new: &[Knowledge]) -> Option<Knowledge> {
        let mut known = old;
        for &new in new {
            let Some(old) = known else {
                self.added += 1;
                known = Some(new);
                continue;
            };
            known = entry::merged(&old, &new);
            match known {
                Some(both) if both == old => self.same += 1,
                Some(_) => self.improved += 1,
                None => self.contradictions.push(Contradiction { aim, old, new }),
            }
        }
        known
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store")
            .field("path", &self.path)
            .field("about", &self.about)
            .finish_non_exhaustive()
    }
}
