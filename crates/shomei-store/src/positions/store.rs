//! The database of a store.

mod open;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::fmt;
use std::ops::AddAssign;
use std::path::{Path, PathBuf};

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition, TableError, TableHandle};
use shomei::Aim;
use shomei::files::Purpose;
use shomei_game::error_text;
use shomei_search::Knowledge;

use super::aim::{aim_of_table, table_name};
use super::entry::{self, Bytes};
use crate::error::{Problem, kind_text};
use crate::{About, Contradiction, StoreError};

/// The number of entries per commit: more take memory, fewer write pages repeatedly.
pub const BATCH: usize = 100_000;

/// The table with the owner of the store.
const ABOUT: TableDefinition<'static, &str, &str> = TableDefinition::new("about");

/// The table of an aim.
fn table_of(name: &str) -> TableDefinition<'_, u128, &'static Bytes> {
    TableDefinition::new(name)
}

/// An open store. See the [text of the crate](crate).
///
/// Threads may share it for reading.
pub struct Store {
    path: PathBuf,
    about: About,
    database: Database,
}

/// The result of adding entries to a store.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// Entries of new positions.
    pub added: u64,
    /// Entries with more work or a shorter proof than the old entry.
    pub improved: u64,
    /// Entries without new knowledge.
    pub same: u64,
    /// Pairs of entries that contradict each other. Both entries of a pair are discarded.
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

/// The totals of a table of a store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// Proved positions.
    pub proved: u64,
    /// Disproved positions.
    pub disproved: u64,
    /// The largest work of a position, in nodes.
    pub largest_work: u64,
}

impl Totals {
    /// All positions.
    #[must_use]
    pub fn entries(&self) -> u64 {
        self.proved + self.disproved
    }
}

impl Store {
    /// Opens a store and verifies all of it. `about` is the expected owner.
    ///
    /// # Errors
    ///
    /// If the file does not exist, is not a store, belongs to another game, is damaged, or is open
    /// in another program.
    pub fn open(path: &Path, about: Option<&About>) -> Result<Store, StoreError> {
        open::open(path, about)
    }

    /// Opens a store, or creates an empty one if the file does not exist.
    ///
    /// # Errors
    ///
    /// Those of [`Store::open`], and if the file cannot be created.
    pub fn open_or_create(path: &Path, about: &About) -> Result<Store, StoreError> {
        open::open_or_create(path, about)
    }

    /// The purpose of stores: every redb database counts as a store until it is opened.
    #[must_use]
    pub fn purpose() -> Purpose {
        Purpose::beginning(kind_text("a store"), open::MAGIC)
    }

    /// The path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The owner of the store.
    #[must_use]
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The size of the file in bytes.
    ///
    /// # Errors
    ///
    /// If the system does not report it.
    pub fn bytes(&self) -> Result<u64, StoreError> {
        let found = self.path.metadata();
        Ok(found.map_err(|error| self.failed(error))?.len())
    }

    /// The aims that have or had entries, in the order of the names of their tables.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, or has an unknown table.
    pub fn aims(&self) -> Result<Vec<Aim>, StoreError> {
        let read = self.database.begin_read().map_err(|e| self.failed(e))?;
        let tables = read.list_tables().map_err(|e| self.failed(e))?;
        let mut aims = Vec::new();
        for table in tables.filter(|table| table.name() != ABOUT.name()) {
            let name = table.name();
            let aim = aim_of_table(name);
            let damaged = || {
                Problem::Damaged(error_text!(
                    "store-other-table",
                    "it has a table \"{name}\"",
                    name = name
                ))
            };
            aims.push(aim.ok_or_else(|| self.failed(damaged()))?);
        }
        Ok(aims)
    }

    /// The entry of the position with this [`Knowledge::id`].
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn get(&self, aim: Aim, id: (u64, u64)) -> Result<Option<Knowledge>, StoreError> {
        let get = || -> Result<_, Problem> {
            let Some(table) = self.table(aim)? else {
                return Ok(None);
            };
            let row = entry::row_of(id);
            let found = table.get(row)?;
            found.map(|bytes| read(aim, row, bytes.value())).transpose()
        };
        get().map_err(|problem| self.failed(problem))
    }

    /// The entries of an aim in ascending order of their keys. Entries added later are not
    /// included.
    ///
    /// # Errors
    ///
    /// If the file cannot be read. Each entry can also be an error.
    pub fn entries(
        &self,
        aim: Aim,
    ) -> Result<impl Iterator<Item = Result<Knowledge, StoreError>> + '_, StoreError> {
        let range = || -> Result<_, Problem> {
            let table = self.table(aim)?;
            Ok(table.map(|table| table.range::<u128>(..)).transpose()?)
        };
        let range = range().map_err(|problem| self.failed(problem))?;
        let entry = move |row: Result<(redb::AccessGuard<'_, u128>, _), redb::StorageError>| {
            let (id, bytes): (_, redb::AccessGuard<'_, &'static Bytes>) = row?;
            read(aim, id.value(), bytes.value())
        };
        let rows = range.into_iter().flatten();
        Ok(rows.map(move |row| entry(row).map_err(|problem| self.failed(problem))))
    }

    /// Passes the `most` entries of an aim with the most work to `show`, in ascending order of
    /// their keys. It reads all entries, twice if there are more than `most`, and needs eight bytes
    /// for each passed entry.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn largest(
        &self,
        aim: Aim,
        most: usize,
        mut show: impl FnMut(Knowledge),
    ) -> Result<(), StoreError> {
        // The work of the largest entries, with the smallest on top.
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
    /// If the file cannot be read.
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

    /// Adds entries and commits them to the disk. If a position has an entry with the same answer,
    /// the larger work and the shorter proof are kept. Two entries that contradict each other are
    /// both removed and returned. Positions that are not solved on every path are skipped.
    ///
    /// Each call waits for the disk, so pass many entries at once, in any order. More than
    /// [`BATCH`] entries are committed in parts.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written. Earlier commits stay.
    pub fn put(
        &mut self,
        aim: Aim,
        entries: impl IntoIterator<Item = Knowledge>,
    ) -> Result<Merged, StoreError> {
        let entries = entries.into_iter();
        let mut entries: Vec<Knowledge> = entries.filter_map(|known| entry::kept(&known)).collect();
        // With sorted keys each page is written once.
        entries.sort_by_key(Knowledge::id);
        let mut merged = Merged::default();
        let mut rest = &entries[..];
        while !rest.is_empty() {
            let mut end = rest.len().min(BATCH);
            // Keeps all entries of a position together.
            while end < rest.len() && rest[end].id() == rest[end - 1].id() {
                end += 1;
            }
            let (part, later) = rest.split_at(end);
            let commit = self.commit(aim, part);
            merged += commit.map_err(|problem| self.failed(problem))?;
            rest = later;
        }
        Ok(merged)
    }

    /// Adds entries, which are sorted by their keys, in one commit.
    fn commit(&self, aim: Aim, entries: &[Knowledge]) -> Result<Merged, Problem> {
        let mut merged = Merged::default();
        let write = self.database.begin_write()?;
        let name = table_name(aim);
        {
            let mut table = write.open_table(table_of(&name))?;
            for same in entries.chunk_by(|a, b| a.id() == b.id()) {
                let row = entry::row_of(same[0].id());
                let bytes = table.get(row)?.map(|bytes| *bytes.value());
                let old = bytes.map(|bytes| read(aim, row, &bytes)).transpose()?;
                let now = merged.add(aim, old, same);
                match now.and_then(|now| entry::bytes_of(&now)) {
                    Some(now) if bytes == Some(now) => {}
                    Some(now) => drop(table.insert(row, &now)?),
                    None => drop(table.remove(row)?),
                }
            }
        }
        write.commit()?;
        Ok(merged)
    }

    /// The table of an aim; `None` before its first entry.
    fn table(
        &self,
        aim: Aim,
    ) -> Result<Option<redb::ReadOnlyTable<u128, &'static Bytes>>, Problem> {
        let read = self.database.begin_read()?;
        match read.open_table(table_of(&table_name(aim))) {
            Ok(table) => Ok(Some(table)),
            Err(TableError::TableDoesNotExist(_)) => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    fn failed(&self, problem: impl Into<Problem>) -> StoreError {
        problem.into().at(&self.path)
    }
}

fn read(aim: Aim, row: u128, bytes: &Bytes) -> Result<Knowledge, Problem> {
    entry::read(row, bytes).ok_or_else(|| {
        Problem::Damaged(error_text!(
            "store-bad-entry",
            "table \"{table}\", entry {row}: it is neither proof nor disproof",
            table = table_name(aim),
            row = format!("{row:032x}")
        ))
    })
}

impl Merged {
    /// Counts the entries of a position. Returns its merged entry.
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
