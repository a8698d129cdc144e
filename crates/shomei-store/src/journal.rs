//! Journals: a record of each event, so that a killed program can continue.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use shomei::files::{Guard, SoleWriter, WriteError, folder_of};

use crate::error::Problem;
use crate::frames::{self, FileKind, FileRecord, Frames};
use crate::{Identity, StoreError};

/// The minimum size in bytes of a [long](Journal::is_long) journal.
const LEAST: u64 = 1 << 22;

/// The buffer of a journal in bytes.
const BUFFER: usize = 1 << 16;

/// A journal that is open for writing, by one program at a time. See the [text of the
/// crate](crate#journals).
#[derive(Debug)]
pub struct Journal {
    path: PathBuf,
    kind: FileKind,
    identity: Identity,
    guard: Guard,
    out: BufWriter<File>,
    /// The size in bytes of the records that [`Journal::replace`] has written.
    kept: u64,
    /// The size in bytes of the later records.
    since: u64,
    is_torn: bool,
    /// Prevents other programs from writing to the journal.
    _sole: SoleWriter,
}

impl Journal {
    /// Opens a journal and passes its records to `show` in order, or creates a journal. An
    /// incomplete record at the end is dropped. The guard decides whether another file may be
    /// replaced.
    ///
    /// # Errors
    ///
    /// If the journal has another identity, is damaged before its end, or is open for writing in
    /// another program; if it cannot be read or written; and the errors of `show`.
    pub fn open(
        path: &Path,
        kind: FileKind,
        identity: &Identity,
        guard: &Guard,
        mut show: impl FnMut(&FileRecord<'_>) -> Result<(), StoreError>,
    ) -> Result<Journal, StoreError> {
        guard.check(path, &kind.purpose())?;
        let sole = SoleWriter::of(path)?;
        guard.make_way(path, &kind.purpose())?;
        let is_begun = fs::metadata(path).is_ok_and(|found| found.len() > 0);
        let (out, is_torn) = match is_begun {
            true => resume(path, kind, identity, &mut show)?,
            false => (begin(path, kind, identity, guard, [])?.0, false),
        };
        Ok(Journal {
            path: path.to_path_buf(),
            kind,
            identity: identity.clone(),
            guard: guard.clone(),
            out,
            kept: 0,
            since: 0,
            is_torn,
            _sole: sole,
        })
    }

    /// Passes the records of a journal to `show` without writing to it, and returns its identity.
    /// An incomplete record at the end is left out.
    ///
    /// # Errors
    ///
    /// If the file is not such a journal, is damaged or cannot be read; and the errors of `show`.
    pub fn read(
        path: &Path,
        kind: FileKind,
        mut show: impl FnMut(&FileRecord<'_>) -> Result<(), StoreError>,
    ) -> Result<Identity, StoreError> {
        let file = File::open(path).map_err(|error| Problem::from(error).at(path))?;
        let mut frames = Frames::open(path, file, kind)?;
        while let Some(record) = frames.next()? {
            show(&record)?;
        }
        Ok(frames.identity().clone())
    }

    /// Adds records and passes them to the operating system, so they survive the end of this
    /// program. A power failure may lose the records after the last [`Journal::sync`].
    ///
    /// # Errors
    ///
    /// If they cannot be written, and the first error among `records`.
    pub fn append(
        &mut self,
        records: impl IntoIterator<Item = io::Result<Vec<u8>>>,
    ) -> Result<(), StoreError> {
        let written = put_all(&mut self.out, records);
        self.since += written.map_err(|error| failed(&self.path, error))?;
        Ok(())
    }

    /// Adds a JSON object as a record, as [`Journal::append`] does.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn append_json(&mut self, record: &impl Serialize) -> Result<(), StoreError> {
        self.append([serde_json::to_vec(record).map_err(io::Error::from)])
    }

    /// Writes everything to the disk.
    ///
    /// # Errors
    ///
    /// When it cannot be written.
    pub fn sync(&mut self) -> Result<(), StoreError> {
        let synced = self.out.get_ref().sync_data();
        synced.map_err(|error| failed(&self.path, error))
    }

    /// Replaces all records by these, which summarise them. The new file is on the disk before it
    /// replaces the old one.
    ///
    /// # Errors
    ///
    /// If they cannot be written, and the first error among `records`.
    pub fn replace(
        &mut self,
        records: impl IntoIterator<Item = io::Result<Vec<u8>>>,
    ) -> Result<(), StoreError> {
        let new = begin(&self.path, self.kind, &self.identity, &self.guard, records)?;
        (self.out, self.kept, self.since) = (new.0, new.1, 0);
        Ok(())
    }

    /// Whether the records since the last [`Journal::replace`] take more bytes than those it wrote,
    /// and at least 4 MiB.
    #[must_use]
    pub fn is_long(&self) -> bool {
        self.since > self.kept.max(LEAST)
    }

    /// Whether opening the journal dropped an incomplete record.
    #[must_use]
    pub fn was_torn(&self) -> bool {
        self.is_torn
    }
}

fn failed(path: &Path, source: io::Error) -> StoreError {
    let path = path.to_path_buf();
    WriteError::Failed { path, source }.into()
}

/// Passes the records of a file to `show`, and opens it for writing after the last complete
/// record. Also returns whether an incomplete record was dropped.
fn resume(
    path: &Path,
    kind: FileKind,
    identity: &Identity,
    show: &mut dyn FnMut(&FileRecord<'_>) -> Result<(), StoreError>,
) -> Result<(BufWriter<File>, bool), StoreError> {
    let failed = |error| failed(path, error);
    let opened = File::options().read(true).write(true).open(path);
    let mut file = opened.map_err(failed)?;
    let mut frames = Frames::open(path, file.try_clone().map_err(failed)?, kind)?;
    frames.check(identity)?;
    while let Some(record) = frames.next()? {
        show(&record)?;
    }
    file.set_len(frames.whole()).map_err(failed)?;
    file.seek(SeekFrom::End(0)).map_err(failed)?;
    Ok((BufWriter::with_capacity(BUFFER, file), frames.is_torn()))
}

/// Writes a new journal in place of an old one, under a temporary name until it is complete. Also
/// returns the size of its records in bytes.
fn begin(
    path: &Path,
    kind: FileKind,
    identity: &Identity,
    guard: &Guard,
    records: impl IntoIterator<Item = io::Result<Vec<u8>>>,
) -> Result<(BufWriter<File>, u64), StoreError> {
    let new = guard.begin(path, &kind.purpose())?;
    let written = || -> io::Result<_> {
        let mut out = BufWriter::with_capacity(BUFFER, new.as_file().try_clone()?);
        kind.begin(&mut out, identity)?;
        let bytes = put_all(&mut out, records)?;
        Ok((out, bytes))
    };
    let written = written().map_err(|error| failed(path, error))?;
    new.keep()?;
    if let Ok(folder) = File::open(folder_of(path)) {
        // Some systems cannot sync folders. After a power failure the old file is back, and work is
        // repeated.
        let _ = folder.sync_all();
    }
    Ok(written)
}

/// Writes records and passes them to the system. Returns their number of bytes.
fn put_all(
    out: &mut impl Write,
    records: impl IntoIterator<Item = io::Result<Vec<u8>>>,
) -> io::Result<u64> {
    let mut bytes = 0;
    for record in records {
        bytes += frames::put(out, &record?)?;
    }
    out.flush()?;
    Ok(bytes)
}
