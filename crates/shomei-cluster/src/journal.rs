//! The journal from which a killed coordinator continues: a file of the crate [`shomei_store`] with
//! records in postcard.
//!
//! ```text
//! second   the state of a coordinator without the solved positions    (Snapshot)
//! others   the solved positions and the later events, in order        (Record)
//! ```
//!
//! When the events take more space than the state of the coordinator, a new file with the current
//! state replaces the old one.

use std::path::Path;
use std::{io, iter};

use serde::Serialize;
use serde::de::DeserializeOwned;
use shomei::files::{Guard, Purpose};
use shomei_store::{FileKind, FileRecord, Journal as File, StoreError};

use crate::{Config, Coordinator, Snapshot};

const KIND: FileKind = FileKind::new("a journal of a cluster", "question");

/// An open journal of a coordinator.
#[derive(Debug)]
pub struct Journal(File);

impl Journal {
    /// Opens a journal and restores the coordinator from it, or creates a journal if the file does
    /// not exist.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written, is damaged, is about another question, or is open for
    /// writing in another program.
    pub fn open(path: &Path, coordinator: &mut Coordinator) -> Result<Journal, StoreError> {
        let identity = coordinator.question().identity();
        let guard = Guard::default();
        let file = File::open(path, KIND, &identity, &guard, |record| {
            restore(coordinator, record)
        })?;
        let mut journal = Journal(file);
        journal.shorten(coordinator)?;
        coordinator.begin_records();
        journal.follow(coordinator)?;
        journal.sync()?;
        Ok(journal)
    }

    /// The coordinator of a journal, with the default configuration and without continuing; `None`
    /// if the journal has only just begun.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is damaged.
    pub fn look(path: &Path) -> Result<Option<Coordinator>, StoreError> {
        let mut coordinator = None;
        File::read(path, KIND, |record| match &mut coordinator {
            Some(coordinator) => restore(coordinator, record),
            None => {
                let kept: Snapshot = read(record)?;
                let new = Coordinator::new(kept.question, Config::default());
                let mut new = new.map_err(|error| record.damaged(error.to_string()))?;
                restore(&mut new, record)?;
                coordinator = Some(new);
                Ok(())
            }
        })?;
        Ok(coordinator)
    }

    /// Writes the new events. A long journal is replaced by the current state.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn follow(&mut self, coordinator: &mut Coordinator) -> Result<(), StoreError> {
        let records = coordinator.take_records();
        self.0.append(records.iter().map(bytes_of))?;
        match self.0.is_long() {
            true => self.shorten(coordinator),
            false => Ok(()),
        }
    }

    /// Replaces all events by the current state.
    fn shorten(&mut self, coordinator: &Coordinator) -> Result<(), StoreError> {
        let first = bytes_of(&coordinator.snapshot());
        // One record at a time, since all together can be gigabytes.
        let solved = coordinator.solved_records().map(|solved| bytes_of(&solved));
        self.0.replace(iter::once(first).chain(solved))
    }

    /// Writes everything to the disk.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn sync(&mut self) -> Result<(), StoreError> {
        self.0.sync()
    }

    /// The purpose of the file, which a guard compares before it replaces a file.
    #[must_use]
    pub fn purpose() -> Purpose {
        KIND.purpose()
    }
}

/// Applies a record to a coordinator.
fn restore(coordinator: &mut Coordinator, record: &FileRecord<'_>) -> Result<(), StoreError> {
    match record.number() {
        2 => {
            let restored = coordinator.restore(&read(record)?);
            restored.map_err(|error| record.damaged(error.to_string()))
        }
        _ => {
            coordinator.replay(read(record)?);
            Ok(())
        }
    }
}

fn bytes_of(record: &impl Serialize) -> io::Result<Vec<u8>> {
    postcard::to_stdvec(record).map_err(io::Error::other)
}

fn read<T: DeserializeOwned>(record: &FileRecord<'_>) -> Result<T, StoreError> {
    match postcard::take_from_bytes(record.content()) {
        Ok((value, [])) => Ok(value),
        Ok((_, rest)) => Err(record.damaged(format!("{} bytes too many", rest.len()))),
        Err(error) => Err(record.damaged(error.to_string())),
    }
}
