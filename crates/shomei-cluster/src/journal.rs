//! A file from which a coordinator that was killed goes on.
//!
//! ```text
//! file     magic, then blocks
//! block    length u32, CRC-32 of the length u32, CRC-32 of the content u32 (little endian), content
//! first    what was kept of a coordinator                    (Snapshot)
//! others   what has happened since, in the order it happened (Record)
//! ```
//!
//! A block that is cut off at the end was being written when the coordinator died; it is
//! dropped. Damage anywhere else is an error that names the byte: to go on without what
//! follows would silently search again what was solved.
//!
//! When what has happened takes more room than the coordinator itself, a new file with a single
//! block takes the place of the old one.

mod blocks;

use std::fs::File;
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use shomei::files::{Guard, Purpose, SoleWriter, WriteError, folder_of};

use crate::{Config, Coordinator, Question, Snapshot};
use blocks::{Blocks, from_block};

const MAGIC: &[u8; 16] = b"shomei-journal-4";

/// The buffer of a journal in bytes.
const BUFFER: usize = 1 << 16;

/// A journal is not rewritten before it has this many bytes.
const LEAST: u64 = 1 << 22;

/// The bytes before the content of a block.
const HEADER: u64 = 12;

/// The largest block: 3 GiB.
const LARGEST: u32 = 3 << 30;

/// What is wrong with a journal.
#[derive(Debug, thiserror::Error)]
#[error("the journal {path}: {problem}")]
pub struct JournalError {
    path: PathBuf,
    problem: Problem,
}

#[derive(Debug, thiserror::Error)]
enum Problem {
    #[error("{0}")]
    System(#[from] io::Error),
    #[error("{0}")]
    Write(#[from] WriteError),
    #[error("another coordinator writes to it")]
    Locked,
    #[error("it is no journal of a coordinator of this version")]
    Foreign,
    #[error("it is damaged at byte {at}: {why}")]
    Damaged { at: u64, why: String },
    #[error("{0}")]
    OtherQuestion(Box<shomei::Error>),
}

/// A journal that is being written.
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    /// Held as long as this coordinator writes.
    _lock: SoleWriter,
    out: BufWriter<File>,
    /// Bytes of the first block.
    kept: u64,
    /// Bytes of all others.
    since: u64,
}

impl Journal {
    /// Opens a journal: the coordinator that goes on from it, or a new one where there is no
    /// such file.
    ///
    /// # Errors
    ///
    /// When it cannot be read or written, is damaged, is about another question, or another
    /// coordinator writes to it; and those of [`Coordinator::new`].
    pub fn open(
        path: &Path,
        question: Question,
        config: Config,
    ) -> Result<(Journal, Coordinator), JournalError> {
        let in_file = |problem: Problem| JournalError {
            path: path.to_owned(),
            problem,
        };
        let lock = SoleWriter::of(path).map_err(|error| match error {
            WriteError::InUse(_) => in_file(Problem::Locked),
            error => in_file(error.into()),
        })?;
        let allowed = Guard::default().check(path, &Journal::purpose());
        allowed.map_err(|error| in_file(error.into()))?;
        let mut coordinator = match File::open(path) {
            Ok(file) => read(file, question, config).map_err(in_file)?,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Coordinator::new(question, config)
                    .map_err(|error| in_file(Problem::OtherQuestion(Box::new(error))))?
            }
            Err(error) => return Err(in_file(error.into())),
        };
        let (out, kept) = write_new(path, &coordinator).map_err(in_file)?;
        coordinator.begin_records();
        let mut journal = Journal {
            path: path.to_owned(),
            _lock: lock,
            out,
            kept,
            since: 0,
        };
        journal.follow(&mut coordinator)?;
        journal.sync()?;
        Ok((journal, coordinator))
    }

    /// What a journal is about and how far it has come, without going on from it.
    ///
    /// # Errors
    ///
    /// When it cannot be read or is damaged.
    pub fn look(path: &Path) -> Result<Snapshot, JournalError> {
        let in_file = |problem: Problem| JournalError {
            path: path.to_owned(),
            problem,
        };
        let look = || -> Result<Snapshot, Problem> {
            let mut reader = Blocks::open(File::open(path)?)?;
            let (at, content) = reader.first()?;
            let kept: Snapshot = from_block(&content, at)?;
            let question = kept.question.clone();
            let coordinator = rebuilt(question, Config::default(), &kept, &mut reader)?;
            Ok(coordinator.snapshot())
        };
        look().map_err(in_file)
    }

    /// Writes what has happened since. A new file takes the place of the old one when that has
    /// become long.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn follow(&mut self, coordinator: &mut Coordinator) -> Result<(), JournalError> {
        for record in coordinator.take_records() {
            match write_block(&mut self.out, &record) {
                Ok(bytes) => self.since += bytes,
                Err(problem) => return Err(self.error(problem)),
            }
        }
        // The system has it, should this process be killed.
        if let Err(error) = self.out.flush() {
            return Err(self.error(error.into()));
        }
        if self.since > self.kept.max(LEAST) {
            let (out, kept) = match write_new(&self.path, coordinator) {
                Ok(written) => written,
                Err(problem) => return Err(self.error(problem)),
            };
            (self.out, self.kept, self.since) = (out, kept, 0);
        }
        Ok(())
    }

    /// Writes everything to the disk.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn sync(&mut self) -> Result<(), JournalError> {
        let synced = self
            .out
            .flush()
            .and_then(|()| self.out.get_ref().sync_data());
        synced.map_err(|error| self.error(error.into()))
    }

    /// What journals are for.
    #[must_use]
    pub fn purpose() -> Purpose {
        Purpose::beginning("a journal of a coordinator", *MAGIC)
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn error(&self, problem: Problem) -> JournalError {
        JournalError {
            path: self.path.clone(),
            problem,
        }
    }
}

fn read(file: File, question: Question, config: Config) -> Result<Coordinator, Problem> {
    let mut blocks = Blocks::open(file)?;
    let (at, content) = blocks.first()?;
    let kept: Snapshot = from_block(&content, at)?;
    rebuilt(question, config, &kept, &mut blocks)
}

fn rebuilt(
    question: Question,
    config: Config,
    kept: &Snapshot,
    blocks: &mut Blocks,
) -> Result<Coordinator, Problem> {
    let mut problem = None;
    let records = std::iter::from_fn(|| match blocks.next_record() {
        Ok(record) => record,
        Err(fault) => {
            problem = Some(fault);
            None
        }
    });
    let made = Coordinator::restore(question, config, kept, records);
    match problem {
        Some(problem) => Err(problem),
        None => made.map_err(|error| Problem::OtherQuestion(Box::new(error))),
    }
}

/// Writes a new journal in place of an old one; it has its name when it is whole.
fn write_new(path: &Path, coordinator: &Coordinator) -> Result<(BufWriter<File>, u64), Problem> {
    let new = Guard::default().begin(path, &Journal::purpose())?;
    let file = new.as_file().try_clone()?;
    let mut out = BufWriter::with_capacity(BUFFER, file);
    out.write_all(MAGIC)?;
    let kept = write_first(&mut out, &coordinator.snapshot_view())?;
    out.flush()?;
    new.keep()?;
    sync_folder(path);
    Ok((out, kept))
}

/// Writes the new name of a file to the disk, where the system can.
fn sync_folder(path: &Path) {
    if let Ok(folder) = File::open(folder_of(path)) {
        // Some systems sync no folders; then the old file comes back after a loss of power, and
        // work is repeated.
        let _ = folder.sync_all();
    }
}

/// Writes the first block of a new file piece by piece: it may be gigabytes, which need not be
/// in memory a second time. Its head is written when its length is known.
fn write_first(out: &mut BufWriter<File>, content: &impl Serialize) -> Result<u64, Problem> {
    let at = out.stream_position()?;
    out.write_all(&[0; HEADER as usize])?;
    let mut summed = Summed {
        out,
        sum: crc32fast::Hasher::new(),
        length: 0,
    };
    postcard::to_io(content, &mut summed).map_err(io::Error::other)?;
    let Summed { out, sum, length } = summed;
    out.seek(SeekFrom::Start(at))?;
    out.write_all(&head(length, sum.finalize())?)?;
    out.seek(SeekFrom::End(0))?;
    Ok(length + HEADER)
}

/// Counts what is written, and makes its checksum.
struct Summed<'a> {
    out: &'a mut BufWriter<File>,
    sum: crc32fast::Hasher,
    length: u64,
}

impl Write for Summed<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let count = self.out.write(bytes)?;
        self.sum.update(&bytes[..count]);
        self.length += count as u64;
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// The header of a block.
fn head(length: u64, sum: u32) -> Result<[u8; HEADER as usize], Problem> {
    let length = u32::try_from(length)
        .ok()
        .filter(|&length| length <= LARGEST);
    let length = length.ok_or_else(|| io::Error::other("it would have more than 3 GiB"))?;
    let length = length.to_le_bytes();
    let mut head = [0; HEADER as usize];
    head[..4].copy_from_slice(&length);
    head[4..8].copy_from_slice(&crc32fast::hash(&length).to_le_bytes());
    head[8..].copy_from_slice(&sum.to_le_bytes());
    Ok(head)
}

fn write_block(out: &mut impl Write, content: &impl Serialize) -> Result<u64, Problem> {
    let bytes = postcard::to_stdvec(content).map_err(io::Error::other)?;
    out.write_all(&head(bytes.len() as u64, crc32fast::hash(&bytes))?)?;
    out.write_all(&bytes)?;
    Ok(bytes.len() as u64 + HEADER)
}
