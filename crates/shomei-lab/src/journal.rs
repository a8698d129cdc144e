//! A results folder: a journal of the crate [`shomei_store`] contains the identity of the results
//! and every finished run as a line of JSON. A killed program loses only the runs in progress.

mod identity;

use std::fs;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use shomei::files::{Guard, Purpose};
use shomei_store::{FileKind, Journal as Runs, Problem, StoreError};

use crate::LabError;
use crate::record::Record;

pub(crate) use identity::Identity;

pub(crate) const IDENTITY: &str = "experiment.json";
const RUNS: &str = "runs.journal";
const KIND: FileKind = FileKind::new("a journal of an experiment", "experiment");
/// The remedy for a refused folder.
const OTHERWISE: &str = "choose another folder with --out";
/// The beginning of the names of temporary files and locks.
const PENDING: &str = ".shomei-";

/// The results folder of one experiment, locked against other processes.
#[derive(Debug)]
pub(crate) struct Journal<R = Record> {
    folder: PathBuf,
    guard: Guard,
    identity: Identity,
    runs: Runs,
    records: Vec<R>,
}

impl<R: Serialize + DeserializeOwned> Journal<R> {
    /// Creates the folder, or opens one of the same experiment, sets and program. The guard decides
    /// which files in it may be replaced.
    pub(crate) fn open(
        folder: &Path,
        identity: &Identity,
        guard: &Guard,
    ) -> Result<Journal<R>, LabError> {
        guard.make_folder(folder)?;
        let (mark, path) = (folder.join(IDENTITY), folder.join(RUNS));
        let is_marked = guard.check(&mark, &purpose_of(IDENTITY, b""))?;
        let is_begun = path.symlink_metadata().is_ok();
        if !is_begun && let Some(file) = foreign(folder)? {
            let message =
                format!("there are other files here, {file} for one, and no results; {OTHERWISE}");
            return Err(refused(folder, message));
        }
        let mut records = Vec::new();
        let fields = identity.fields();
        let opened = Runs::open(&path, KIND, &fields, guard, |record| {
            records.push(record.json()?);
            Ok(())
        });
        let runs = opened.map_err(|error| in_folder(folder, error))?;
        let found = match is_begun && is_marked {
            true => Identity::read(&mark)?,
            false => None,
        };
        let identity = found.map_or(identity.clone(), |found| found.and_machine(identity));
        write(guard, folder, IDENTITY, identity.json().as_bytes())?;
        Ok(Journal {
            folder: folder.to_path_buf(),
            guard: guard.clone(),
            identity,
            runs,
            records,
        })
    }

    /// The finished runs of another folder, which is not changed.
    pub(crate) fn look_into(folder: &Path, identity: &Identity) -> Result<Vec<R>, LabError> {
        let [theirs, ours] = [&Identity::of_results(folder)?, identity].map(Identity::build);
        if theirs != ours {
            let message = format!("its program is {theirs}, not {ours}; {OTHERWISE}");
            return Err(refused(folder, message));
        }
        let mut records = Vec::new();
        let read = Runs::read(&folder.join(RUNS), KIND, |record| {
            records.push(record.json()?);
            Ok(())
        });
        match read {
            Err(StoreError::File {
                problem: Problem::Missing,
                ..
            })
            | Ok(_) => Ok(records),
            Err(error) => Err(error.into()),
        }
    }

    /// Adds a finished run.
    pub(crate) fn append(&mut self, record: R) -> Result<(), LabError> {
        self.runs.append_json(&record)?;
        self.records.push(record);
        Ok(())
    }

    /// Writes a file of the folder under a temporary name and renames it.
    pub(crate) fn write(&self, name: &str, bytes: &[u8]) -> Result<(), LabError> {
        write(&self.guard, &self.folder, name, bytes)
    }

    /// The finished runs.
    pub(crate) fn records(&self) -> &[R] {
        &self.records
    }

    /// The identity of the folder.
    pub(crate) fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Whether the last run was incomplete.
    #[must_use]
    pub(crate) fn was_torn(&self) -> bool {
        self.runs.was_torn()
    }
}

fn refused(folder: &Path, message: String) -> LabError {
    let folder = folder.to_path_buf();
    LabError::Folder { folder, message }
}

/// The error of a folder's journal, with a remedy if it belongs to another experiment.
fn in_folder(folder: &Path, error: StoreError) -> LabError {
    match error {
        StoreError::File {
            problem: Problem::Other { difference, .. },
            ..
        } => {
            let reuse = match difference.field.starts_with("run ") {
                true => ", and take what is finished with --reuse",
                false => "",
            };
            let what = "these are results of another experiment";
            refused(folder, format!("{what}: {difference}; {OTHERWISE}{reuse}"))
        }
        error => error.into(),
    }
}

/// A file because of which the folder cannot be used.
fn foreign(folder: &Path) -> Result<Option<String>, LabError> {
    let unreadable = |source| LabError::Read {
        path: folder.to_path_buf(),
        source,
    };
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unreadable(error)),
    };
    let mut names = Vec::new();
    for entry in entries {
        let name = entry.map_err(unreadable)?.file_name();
        names.push(name.to_string_lossy().into_owned());
    }
    names.retain(|name| !name.starts_with(PENDING) && name != IDENTITY);
    names.sort();
    Ok(names.into_iter().next())
}

/// Writes a file under a temporary name and renames it.
pub(crate) fn write(
    guard: &Guard,
    folder: &Path,
    name: &str,
    bytes: &[u8],
) -> Result<(), LabError> {
    Ok(guard.write(&folder.join(name), &purpose_of(name, bytes), bytes)?)
}

/// The purpose of a file of results with these bytes. Older files of the same purpose begin with
/// the same columns or with the same name of the experiment.
pub(crate) fn purpose_of(name: &str, bytes: &[u8]) -> Purpose {
    if name == IDENTITY {
        return Purpose::new("the mark of a results folder", |file| {
            serde_json::from_reader::<_, Identity>(BufReader::new(file)).is_ok()
        });
    }
    let head = bytes.split(|&byte| byte == b'\n').next().unwrap_or(bytes);
    let title = head.windows(2).position(|pair| pair == b": ");
    let head = &head[..title.unwrap_or(head.len())];
    Purpose::beginning(format!("{name} of these results"), head)
}

#[cfg(test)]
mod tests;
