//! A results folder: whose it is, and every finished run, one line of JSON
//! each.
//!
//! A line is written in one piece and handed to the system before the next run
//! is, so a program that is killed loses only the runs in progress. What was
//! written half, at the end, is dropped and run again.

mod identity;

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use shomei::files::{Guard, Purpose};
use shomei_game::corpus::At;

use crate::LabError;
use crate::trial::Record;

pub use identity::Identity;

pub(crate) const IDENTITY: &str = "experiment.json";
const RUNS: &str = "runs.jsonl";
/// How files begin that are on their way to another name.
const PENDING: &str = ".shomei-";

/// The results folder of one experiment, which no other process may use.
#[derive(Debug)]
pub struct Journal<R = Record> {
    folder: PathBuf,
    guard: Guard,
    identity: Identity,
    /// Locked while it is open.
    file: File,
    records: Vec<R>,
    torn: bool,
}

impl<R: Serialize + DeserializeOwned + 'static> Journal<R> {
    /// Makes the folder, or goes on with one that belongs to the same
    /// experiment, sets and program. The guard decides what may be replaced in it.
    ///
    /// # Errors
    ///
    /// When the folder belongs to something else, is in use, is damaged, or
    /// cannot be written to.
    pub fn open(folder: &Path, identity: Identity, guard: &Guard) -> Result<Journal<R>, LabError> {
        let refuse = |message: String| LabError::Folder {
            folder: folder.to_path_buf(),
            message,
        };
        let unwritable = |source| LabError::Write {
            path: folder.join(RUNS),
            source,
        };
        guard.make_folder(folder)?;
        let mark = folder.join(IDENTITY);
        let found = match guard.check(&mark, &purpose_of(IDENTITY, b""))? {
            true => Identity::read(&mark)?,
            false => None,
        };
        let identity = match found {
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
        write(guard, folder, IDENTITY, identity.json().as_bytes())?;
        guard.make_way(
            &folder.join(RUNS),
            &Purpose::new("a list of runs", are_runs::<R>),
        )?;
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
            guard: guard.clone(),
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
    /// When something else has its name, or it cannot be written.
    pub fn write(&self, name: &str, bytes: &[u8]) -> Result<(), LabError> {
        write(&self.guard, &self.folder, name, bytes)
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
    names.retain(|name| !name.starts_with(PENDING) && name != IDENTITY);
    names.sort();
    Ok(names.into_iter().next())
}

/// Writes a file; its name appears when all of it is there.
pub(crate) fn write(
    guard: &Guard,
    folder: &Path,
    name: &str,
    bytes: &[u8],
) -> Result<(), LabError> {
    Ok(guard.write(&folder.join(name), &purpose_of(name, bytes), bytes)?)
}

/// What a file of results is for that holds these bytes: older ones have the same columns or the
/// same name of the experiment, before its title.
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

/// Whether a file is a journal of runs, of which not even the first line may be finished.
fn are_runs<R: DeserializeOwned>(file: impl Read) -> bool {
    let mut line = Vec::new();
    let read = BufReader::new(file).read_until(b'\n', &mut line);
    let is_torn = line.first() == Some(&b'{') && !line.ends_with(b"\n");
    read.is_ok() && (is_torn || serde_json::from_slice::<R>(&line).is_ok())
}

#[cfg(test)]
mod tests;
