//! A results folder: whose it is, and every finished run, one line of JSON
//! each.
//!
//! A line is written in one piece and handed to the system before the next run
//! is, so a program that is killed loses only the runs in progress. What was
//! written half, at the end, is dropped and run again.

mod identity;

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use shomei_game::corpus::At;

use crate::LabError;
use crate::trial::Record;

pub use identity::Identity;

pub(crate) const IDENTITY: &str = "experiment.json";
const RUNS: &str = "runs.jsonl";
/// Files on their way to another name.
const PENDING: &str = ".shomei-";

/// The results folder of one experiment, which no other process may use.
#[derive(Debug)]
pub struct Journal<R = Record> {
    folder: PathBuf,
    identity: Identity,
    /// Locked while it is open.
    file: File,
    records: Vec<R>,
    torn: bool,
}

impl<R: Serialize + DeserializeOwned> Journal<R> {
    /// Makes the folder, or goes on with one that belongs to the same
    /// experiment, sets and program.
    ///
    /// # Errors
    ///
    /// When the folder belongs to something else, is in use, is damaged, or
    /// cannot be written to.
    pub fn open(folder: &Path, identity: Identity) -> Result<Journal<R>, LabError> {
        let refuse = |message: String| LabError::Folder {
            folder: folder.to_path_buf(),
            message,
        };
        let unwritable = |source| LabError::Write {
            path: folder.join(RUNS),
            source,
        };
        let identity = match Identity::read(&folder.join(IDENTITY))? {
            Some(found) => match found.difference(&identity) {
                Some(difference) => return Err(refuse(difference)),
                None => found.and_machine(&identity),
            },
            None => {
                if let Some(file) = foreign(folder)? {
                    let message = format!(
                        "there are other files here, {file} for one, and no results; choose \
                         another folder with --out"
                    );
                    return Err(refuse(message));
                }
                identity
            }
        };
        fs::create_dir_all(folder).map_err(unwritable)?;
        write(folder, IDENTITY, identity.json().as_bytes())?;
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(folder.join(RUNS))
            .map_err(unwritable)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(refuse("another program is at work here".into()));
            }
            Err(TryLockError::Error(error)) => return Err(unwritable(error)),
        }
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(unwritable)?;
        let whole = whole_lines(&bytes);
        let torn = whole < bytes.len();
        if torn {
            file.set_len(whole as u64).map_err(unwritable)?;
        }
        Ok(Journal {
            records: parse(&folder.join(RUNS), &bytes[..whole])?,
            folder: folder.to_path_buf(),
            identity,
            file,
            torn,
        })
    }

    /// The finished runs of another folder, which is not touched.
    ///
    /// # Errors
    ///
    /// When that holds no results, or those of another program.
    pub fn look_into(folder: &Path, identity: &Identity) -> Result<Vec<R>, LabError> {
        let refuse = |message: String| LabError::Folder {
            folder: folder.to_path_buf(),
            message,
        };
        let Some(found) = Identity::read(&folder.join(IDENTITY))? else {
            return Err(refuse(format!("there are no results here: no {IDENTITY}")));
        };
        if let Some(difference) = found.other_program(identity) {
            return Err(refuse(difference));
        }
        let path = folder.join(RUNS);
        let bytes = match fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(source) => return Err(LabError::Read { path, source }),
        };
        parse(&path, &bytes[..whole_lines(&bytes)])
    }

    /// Adds a finished run.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn append(&mut self, record: R) -> Result<(), LabError> {
        let written = serde_json::to_vec(&record).map_err(io::Error::from);
        let written = written.and_then(|mut line| {
            line.push(b'\n');
            self.file.write_all(&line)?;
            self.file.flush()
        });
        written.map_err(|source| LabError::Write {
            path: self.folder.join(RUNS),
            source,
        })?;
        self.records.push(record);
        Ok(())
    }

    /// Writes a file of the folder; the name appears when all of it is there.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), LabError> {
        write(&self.folder, name, bytes)
    }

    /// The finished runs.
    #[must_use]
    pub fn records(&self) -> &[R] {
        &self.records
    }

    /// Whose folder it is.
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Whether the last line had been written half.
    #[must_use]
    pub fn was_torn(&self) -> bool {
        self.torn
    }
}

/// The length of the lines that end.
fn whole_lines(bytes: &[u8]) -> usize {
    bytes
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |end| end + 1)
}

fn parse<R: DeserializeOwned>(path: &Path, bytes: &[u8]) -> Result<Vec<R>, LabError> {
    let lines = bytes.split(|&byte| byte == b'\n');
    let mut records = Vec::new();
    for (line, bytes) in (1..).zip(lines) {
        if bytes.is_empty() {
            continue;
        }
        let record = serde_json::from_slice(bytes).map_err(|error| {
            let file = path.display().to_string();
            At { file, line }.fault(format!("the line is damaged: {error}"))
        })?;
        records.push(record);
    }
    Ok(records)
}

/// A file that keeps the folder from being ours.
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
    names.retain(|name| !name.starts_with(PENDING));
    names.sort();
    Ok(names.into_iter().next())
}

/// Writes a file; its name appears when all of it is there.
pub(crate) fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), LabError> {
    let path = folder.join(name);
    let mut pending = tempfile::Builder::new();
    pending.prefix(PENDING);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Like any new file: results are no secret.
        pending.permissions(fs::Permissions::from_mode(0o666));
    }
    let written = pending.tempfile_in(folder).and_then(|mut file| {
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        file.persist(&path).map_err(io::Error::from)
    });
    match written {
        Ok(_) => Ok(()),
        Err(source) => Err(LabError::Write { path, source }),
    }
}

#[cfg(test)]
mod tests;
