//! A file that appears under its name only when it is complete.
//!
//! A program that is killed leaves such a file. Its writer holds a lock on it as long as the
//! program lives, so the next program that writes to the same directory finds those without a
//! lock and removes them. A lock ends with its program, however that ends, and is seen in other
//! containers, where process numbers mean nothing.

use std::collections::HashSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::{Builder, NamedTempFile};

use super::{Guard, PlaceContent, Purpose, WriteError, folder_of};

/// A file that is being written; dropped, it is gone.
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

    /// Where the bytes are for the time being.
    #[must_use]
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// The file itself, which is locked where there are locks.
    #[must_use]
    pub fn as_file(&self) -> &File {
        self.file.as_file()
    }

    /// How large it is by now.
    ///
    /// # Errors
    ///
    /// Those of the system.
    pub fn bytes(&self) -> io::Result<u64> {
        Ok(self.file.as_file().metadata()?.len())
    }

    /// Gives the file its name.
    ///
    /// # Errors
    ///
    /// [`WriteError::Refused`] if something else has appeared there meanwhile;
    /// [`WriteError::Failed`] if it cannot be written to the disk.
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
                // Something may have appeared just now. Some file systems cannot rename without
                // replacing.
                Err(error) => file = error.file,
            }
            guard.look(&target, &place, &purpose)?;
        }
        let kept = file.persist(&place).map(drop);
        kept.map_err(|error| failed(error.error))
    }

    /// Gives the file another name in the same directory.
    ///
    /// # Errors
    ///
    /// Those of [`Pending::keep`].
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

/// The files that have no name of their own yet.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removes all files that this program has begun and not finished: for a program that is about to
/// end at once.
pub fn remove_unfinished() {
    for path in unfinished().iter() {
        let _ = fs::remove_file(path);
    }
}

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file that is removed by [`remove_unfinished`] as long as this lives.
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

/// How the name of a file begins and ends that is being written.
pub(super) const PREFIX: &str = ".shomei-";
const SUFFIX: &str = ".part";

/// A new file, and a lock on it where there are locks.
pub(super) fn create_in(directory: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(PREFIX).suffix(SUFFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Like any new file, less what the user's mask takes away: a
        // certificate is no secret.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    loop {
        // The kind alone: the temporary name would only confuse.
        let file = builder
            .tempfile_in(directory)
            .map_err(|error| io::Error::from(error.kind()))?;
        // Before it was locked it looked like one that a dead program has left: then
        // another program may hold it, or has removed it already.
        match lock(file.as_file()) {
            Lock::OfAnother => {}
            _ if file.path().exists() => return Ok(file),
            _ => {}
        }
    }
}

/// What comes of trying to lock a file.
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

/// Removes what dead programs have left in a directory: the first time that it is
/// written to, since lists put thousands of files into one.
fn sweep_once(directory: &Path) {
    static SWEPT: Mutex<Option<HashSet<PathBuf>>> = Mutex::new(None);
    let place = fs::canonicalize(directory).unwrap_or_else(|_| directory.to_path_buf());
    let mut swept = SWEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if swept.get_or_insert_default().insert(place) {
        sweep(directory);
    }
}

pub(super) fn sweep(directory: &Path) {
    // Where there is nothing to be read there is nothing to be tidied.
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

/// Removes a file that nobody holds a lock on. The lock is held while that is done,
/// so that one that is being made is not taken for one that was left.
fn remove_if_dead(path: &Path) {
    if let Ok(file) = File::open(path)
        && lock(&file) == Lock::Held
    {
        let _ = fs::remove_file(path);
    }
}
