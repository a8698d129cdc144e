//! The right to write a file again and again.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use super::pending::{PREFIX, Unfinished};
use super::{Guard, Refusal, WriteError, folder_of};

/// The right to write a file again and again, which one program has at a time.
///
/// It is a lock on a file beside it, since the file itself is replaced each time. When this is
/// dropped, that file is removed; what a killed program leaves of it is taken over.
#[derive(Debug)]
pub struct SoleWriter {
    path: PathBuf,
    /// Holds the lock, where there are locks.
    _file: File,
    _unfinished: Unfinished,
}

impl SoleWriter {
    /// The right to write `target`.
    ///
    /// # Errors
    ///
    /// [`WriteError::InUse`] if another program has it; [`WriteError::Unwritable`] if no file
    /// can be made beside it.
    pub fn of(target: &Path) -> Result<SoleWriter, WriteError> {
        let place = Guard::default().place_of(target)?;
        let mut name = OsString::from(PREFIX);
        name.push(place.file_name().unwrap_or_default());
        name.push(".lock");
        let path = folder_of(&place).join(name);
        loop {
            // To open a pipe would take for ever.
            if fs::symlink_metadata(&path).is_ok_and(|found| !found.is_file()) {
                let why = format!("{} is not an ordinary file", path.display());
                return Err(WriteError::refused(target, Refusal::Other, why));
            }
            let mut options = File::options();
            let file = options.write(true).create(true).truncate(false).open(&path);
            let file = file.map_err(|error| WriteError::unwritable(target, error.kind().into()))?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => {
                    return Err(WriteError::InUse(target.to_path_buf()));
                }
                // The one before may have removed it in the meantime.
                Ok(()) if !is_at(&file, &path) => continue,
                // Without locks each still writes whole files.
                Ok(()) | Err(TryLockError::Error(_)) => {}
            }
            return Ok(SoleWriter {
                _unfinished: Unfinished::of(&path),
                path,
                _file: file,
            });
        }
    }
}

impl Drop for SoleWriter {
    fn drop(&mut self) {
        // Before the lock ends, or it would be that of another.
        let _ = fs::remove_file(&self.path);
    }
}

/// Whether a file is the one that has this name now.
fn is_at(file: &File, path: &Path) -> bool {
    let (Ok(_file), Ok(_named)) = (file.metadata(), fs::metadata(path)) else {
        return false;
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        (_file.dev(), _file.ino()) == (_named.dev(), _named.ino())
    }
    #[cfg(not(unix))]
    true
}
