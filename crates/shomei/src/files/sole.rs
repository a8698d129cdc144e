//! The exclusive right to write a file repeatedly.

use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use shomei_game::error_text;

use super::pending::{PREFIX, Unfinished};
use super::{Guard, Refusal, WriteError, folder_of};

/// The exclusive right of one program to write a file repeatedly.
///
/// It is a lock on a second file beside the file, because the file itself is replaced each time.
/// Dropping the right removes the second file; a second file of a killed program is reused.
#[derive(Debug)]
pub struct SoleWriter {
    path: PathBuf,
    /// Holds the lock, if the system has locks.
    _file: File,
    _unfinished: Unfinished,
}

impl SoleWriter {
    /// Takes the right to write `target`.
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
            // Opening a pipe would block for ever.
            if fs::symlink_metadata(&path).is_ok_and(|found| !found.is_file()) {
                let path = path.display();
                let why = error_text!(
                    "lock-no-file",
                    "{path} is not an ordinary file",
                    path = path
                );
                return Err(WriteError::refused(target, Refusal::Other, why));
            }
            let mut options = File::options();
            let file = options.write(true).create(true).truncate(false).open(&path);
            let file = file.map_err(|error| WriteError::unwritable(target, error.kind().into()))?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => {
                    return Err(WriteError::InUse(target.to_path_buf()));
                }
                // The previous holder may have removed it meanwhile.
                Ok(()) if !is_at(&file, &path) => continue,
                // Without locks, each program still writes whole files.
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
        // Remove the file before the lock ends: afterwards it could belong to another program.
        let _ = fs::remove_file(&self.path);
    }
}

/// Whether an open file is the one that has this name now.
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
