//! A file that appears under its name only when it is complete.
//!
//! A killed program leaves such a file. Its writer holds a lock on the file as long as the program
//! lives, so the next program that writes to the same directory finds the files without a lock and
//! removes them. The system releases a lock when its program ends in any way, and processes in
//! other containers see it, where process numbers have no meaning.

use std::collections::HashSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::{Builder, NamedTempFile};

use super::{Guard, PlaceContent, Purpose, WriteError, folder_of};

/// A file that is being written. Dropping it removes the file.
#[derive(Debug)]
pub struct Pending {
    file: NamedTempFile,
    guard: Guard,
    purpose: Purpose,
    target: PathBuf,
    _unfinished: Unfinished,
}

impl Pending {
    pub(super) fn in_folder_of(
        guard: Guard,
        target: &Path,
        place: &Path,
        purpose: &Purpose,
    ) -> Result<Pending, WriteError> {
        let folder = folder_of(place);
        sweep_once(folder);
        let file = create_in(folder).map_err(|error| WriteError::unwritable(target, error))?;
        Ok(Pending {
            _unfinished: Unfinished::of(file.path()),
            file,
            guard,
            purpose: purpose.clone(),
            target: target.to_path_buf(),
        })
    }

    /// The temporary path.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// The file, which is locked if the system has locks.
    #[must_use]
    pub fn as_file(&self) -> &File {
        self.file.as_file()
    }

    /// The current size of the file in bytes.
    ///
    /// # Errors
    ///
    /// The errors of the system.
    pub fn bytes(&self) -> io::Result<u64> {
        Ok(self.file.as_file().metadata()?.len())
    }

    /// Gives the file its name.
    ///
    /// # Errors
    ///
    /// [`WriteError::Refused`] if another file has appeared there meanwhile; [`WriteError::Failed`]
    /// if it cannot be written to the disk.
    pub fn keep(self) -> Result<(), WriteError> {
        let Pending {
            mut file,
            guard,
            purpose,
            target,
            _unfinished,
        } = self;
        let failed = |source| WriteError::failed(&target, source);
        file.as_file().sync_all().map_err(failed)?;
        let place = guard.place_of(&target)?;
        if let PlaceContent::Nothing = guard.look(&target, &place, &purpose)? {
            match file.persist_noclobber(&place) {
                Ok(_) => return Ok(()),
                // Another file may have appeared just now. Some file systems cannot rename without
                // replacing.
                Err(error) => file = error.file,
            }
            guard.look(&target, &place, &purpose)?;
        }
        let kept = file.persist(&place).map(drop);
        kept.map_err(|error| failed(error.error))
    }

    /// Writes these bytes and gives the file its name.
    ///
    /// # Errors
    ///
    /// The errors of [`Pending::keep`]; [`WriteError::Failed`] if not all bytes can be written.
    pub fn keep_with(mut self, bytes: &[u8]) -> Result<(), WriteError> {
        let written = self.file.write_all(bytes);
        written.map_err(|source| WriteError::failed(&self.target, source))?;
        self.keep()
    }

    /// Gives the file another name in the same directory.
    ///
    /// # Errors
    ///
    /// The errors of [`Pending::keep`].
    pub fn keep_as(mut self, target: &Path) -> Result<(), WriteError> {
        self.target = target.to_path_buf();
        self.keep()
    }
}

impl Write for Pending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The files that do not have their final name yet.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes all unfinished files of this program. Call it right before the program ends.
pub fn remove_unfinished() {
    for path in unfinished().iter() {
        let _ = fs::remove_file(path);
    }
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// [`remove_unfinished`] removes this file as long as this value lives.
#[derive(Debug)]
pub(super) struct Unfinished(PathBuf);

impl Unfinished {
    pub(super) fn of(path: &Path) -> Unfinished {
        unfinished().push(path.to_path_buf());
        Unfinished(path.to_path_buf())
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        unfinished().retain(|path| *path != self.0);
    }
}

/// The prefix and the suffix of temporary names.
pub(super) const PREFIX: &str = ".shomei-";
const SUFFIX: &str = ".part";

/// Makes a new file, locked if the system has locks.
pub(super) fn create_in(directory: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The mode of a new file, less the user's mask: a certificate is not secret.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    loop {
        // Keep only the kind: the temporary name would confuse.
        let file = builder
            .tempfile_in(directory)
            .map_err(|error| io::Error::from(error.kind()))?;
        // Before the lock, the file looked like one of a killed program: another program may have
        // locked it, or removed it already.
        match lock(file.as_file()) {
            Lock::OfAnother => {}
            _ if file.path().exists() => return Ok(file),
            _ => {}
        }
    }
}

/// The result of an attempt to lock a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Lock {
    Held,
    OfAnother,
    /// Locking is unavailable.
    None,
}

fn lock(file: &File) -> Lock {
    if cfg!(not(unix)) {
        return Lock::None;
    }
    match file.try_lock() {
        Ok(()) => Lock::Held,
        Err(TryLockError::WouldBlock) => Lock::OfAnother,
        Err(TryLockError::Error(_)) => Lock::None,
    }
}

/// Removes the files that killed programs left in a directory. This runs once for each directory,
/// since lists write thousands of files into one.
fn sweep_once(directory: &Path) {
    static SWEPT: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);
    let place = fs::canonicalize(directory).unwrap_or_else(|_| directory.to_path_buf());
    let mut swept = SWEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if swept.get_or_insert_default().insert(place) {
        sweep(directory);
    }
}

pub(super) fn sweep(directory: &Path) {
    // A directory that cannot be read is not cleaned.
    let Ok(entries) = fs::read_dir(directory) else {
        return;
    };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        if is_file && name.starts_with(PREFIX) && name.ends_with(SUFFIX) {
            remove_if_dead(&entry.path());
        }
    }
}

/// Removes a file on which no program holds a lock. The lock is held during the removal, so that a
/// file that is being made is not removed.
fn remove_if_dead(path: &Path) {
    if let Ok(file) = File::open(path)
        && lock(&file) == Lock::Held
    {
        let _ = fs::remove_file(path);
    }
}
