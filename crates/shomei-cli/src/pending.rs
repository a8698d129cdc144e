//! A file that appears under its name only when it is complete.
//!
//! It is written beside its place and renamed at the end. So a place that
//! cannot be written to is noticed before the work begins, and nothing
//! half-written ever bears the name that was asked for.
//!
//! A program that is killed leaves such a file behind. Who writes one holds a lock
//! on it as long as it lives, so the next program that writes to the same directory
//! knows which are of no use to anybody, and removes them: a lock ends with its
//! program, however that ends, and is seen in other containers, where process
//! numbers mean nothing.

use std::collections::HashSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::Context;
use tempfile::{Builder, NamedTempFile};

use crate::failure::Failure;
use crate::interrupt::{Interrupt, Unfinished};

/// A file on its way; dropped, it is gone.
#[derive(Debug)]
pub(crate) struct PendingFile {
    file: NamedTempFile,
    unfinished: Unfinished,
}

impl PendingFile {
    /// A file that may be [kept](PendingFile::keep) as `target`, or under
    /// another name in the same directory.
    pub(crate) fn beside(target: &Path, interrupt: &Interrupt) -> Result<PendingFile, Failure> {
        let directory = directory_of(&resolve(target)?);
        if !directory.is_dir() {
            let why = format!("there is no directory {}", directory.display());
            return Err(unwritable(target, why));
        }
        sweep_once(&directory);
        let file = create_in(&directory).map_err(|error| unwritable(target, error))?;
        let unfinished = interrupt.guard(file.path());
        Ok(PendingFile { file, unfinished })
    }

    /// Where the bytes are for the time being.
    pub(crate) fn path(&self) -> &Path {
        self.file.path()
    }

    /// How large it is by now.
    pub(crate) fn bytes(&self) -> io::Result<u64> {
        Ok(self.file.as_file().metadata()?.len())
    }

    /// Gives the file its name, in place of an older one.
    pub(crate) fn keep(self, target: &Path) -> Result<(), Failure> {
        let PendingFile { file, unfinished } = self;
        let place = resolve(target)?;
        let context = || format!("cannot write {}", target.display());
        file.as_file().sync_all().with_context(context)?;
        file.persist(&place).with_context(context)?;
        drop(unfinished);
        Ok(())
    }
}

impl Write for PendingFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// The file that a name stands for, behind symbolic links. What is there
/// already may be replaced only if it is an ordinary file and writable.
fn resolve(target: &Path) -> Result<PathBuf, Failure> {
    let refuse = |why: &str| Err(unwritable(target, why));
    // `/dev/stdout` leads to whatever file the output goes to: renaming the
    // certificate over it would lose the output.
    if ["/dev", "/proc"]
        .iter()
        .any(|devices| target.starts_with(devices))
    {
        return refuse("it is not an ordinary file");
    }
    let Ok(found) = fs::metadata(target) else {
        return Ok(target.to_path_buf());
    };
    if found.is_dir() {
        return refuse("it is a directory");
    }
    if !found.is_file() {
        return refuse("it is not an ordinary file");
    }
    if found.permissions().readonly() {
        return refuse("the file is read-only");
    }
    fs::canonicalize(target).map_err(|error| unwritable(target, error))
}

pub(crate) fn directory_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

/// How the name of a file on its way begins and ends.
const PREFIX: &str = ".shomei-";
const SUFFIX: &str = ".part";

/// A new file, and a lock on it where there are locks.
fn create_in(directory: &Path) -> io::Result<NamedTempFile> {
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
        // somebody else may hold it, or has removed it already.
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
    /// The file system has none, or the system lets nobody read a locked file.
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

fn sweep(directory: &Path) {
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

/// The right to write a file again and again, which one program has at a time.
///
/// It is a lock on a file beside it, since the file itself is replaced each time.
/// Dropped, that is gone; what a killed program leaves of it is taken over.
#[derive(Debug)]
pub(crate) struct SoleWriter {
    path: PathBuf,
    /// Holds the lock, where there are locks.
    _file: File,
    _unfinished: Unfinished,
}

impl SoleWriter {
    /// The right to write `target`, unless another program has it.
    pub(crate) fn of(target: &Path, interrupt: &Interrupt) -> Result<SoleWriter, Failure> {
        let place = resolve(target)?;
        let mut name = std::ffi::OsString::from(PREFIX);
        name.push(place.file_name().unwrap_or_default());
        name.push(".lock");
        let directory = directory_of(&place);
        if !directory.is_dir() {
            let why = format!("there is no directory {}", directory.display());
            return Err(unwritable(target, why));
        }
        let path = directory.join(name);
        loop {
            let mut options = File::options();
            let file = options.write(true).create(true).truncate(false).open(&path);
            let file = file.map_err(|error| unwritable(target, error.kind()))?;
            match file.try_lock() {
                Err(TryLockError::WouldBlock) => {
                    return Err(unwritable(target, "another program is writing it now"));
                }
                // The one before may have removed it in the meantime.
                Ok(()) if !is_at(&file, &path) => continue,
                // Without locks each still writes whole files.
                Ok(()) | Err(TryLockError::Error(_)) => {}
            }
            return Ok(SoleWriter {
                _unfinished: interrupt.guard(&path),
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

fn unwritable(target: &Path, why: impl std::fmt::Display) -> Failure {
    Failure::Usage(format!("cannot write {}: {why}", target.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).unwrap();
        entries
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn the_name_appears_at_the_end() {
        let directory = tempfile::tempdir().unwrap();
        let target = directory.path().join("a.proof");
        let interrupt = Interrupt::default();
        let mut pending = PendingFile::beside(&target, &interrupt).unwrap();
        pending.write_all(b"all of it").unwrap();
        assert!(!target.exists());
        pending.keep(&target).unwrap();
        assert_eq!(names(directory.path()), ["a.proof"]);
        assert_eq!(fs::read(&target).unwrap(), b"all of it");
    }

    #[cfg(unix)]
    #[test]
    fn what_the_dead_have_left_goes_and_the_rest_stays() {
        let directory = tempfile::tempdir().unwrap();
        let target = directory.path().join("a.proof");
        let interrupt = Interrupt::default();
        // A living one; a second handle has a lock of its own, as another program has.
        let living = PendingFile::beside(&target, &interrupt).unwrap();
        let name = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
        let other = [".shomei-old.tmp", ".shomei-half", "x.part", "a.proof"];
        for left in other.iter().chain(&[".shomei-dead.part"]) {
            fs::write(directory.path().join(left), "left").unwrap();
        }
        fs::create_dir(directory.path().join(".shomei-folder.part")).unwrap();
        sweep(directory.path());
        let mut expected = other.map(String::from).to_vec();
        expected.extend([".shomei-folder.part".to_string(), name(living.path())]);
        let mut left = names(directory.path());
        left.sort();
        expected.sort();
        assert_eq!(left, expected);
    }

    /// However many make files and tidy up at a time, nobody's file is taken away.
    #[cfg(unix)]
    #[test]
    fn a_file_that_is_being_made_is_not_taken_for_a_dead_one() {
        let directory = tempfile::tempdir().unwrap();
        let is_over = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                while !is_over.load(std::sync::atomic::Ordering::Relaxed) {
                    sweep(directory.path());
                }
            });
            for _ in 0..2_000 {
                let file = create_in(directory.path()).unwrap();
                assert!(file.path().exists());
                file.persist(directory.path().join("kept")).unwrap();
            }
            is_over.store(true, std::sync::atomic::Ordering::Relaxed);
        });
    }

    #[test]
    fn one_writes_at_a_time() {
        let directory = tempfile::tempdir().unwrap();
        let target = directory.path().join("x.ckpt");
        let interrupt = Interrupt::default();
        let first = SoleWriter::of(&target, &interrupt).unwrap();
        let refused = SoleWriter::of(&target, &interrupt).unwrap_err().to_string();
        let expected = format!(
            "cannot write {}: another program is writing it now",
            target.display()
        );
        assert_eq!(refused, expected);
        assert!(SoleWriter::of(&directory.path().join("y.ckpt"), &interrupt).is_ok());
        drop(first);
        assert!(names(directory.path()).is_empty());
        assert!(SoleWriter::of(&target, &interrupt).is_ok());
        // Of a killed one.
        fs::write(directory.path().join(".shomei-x.ckpt.lock"), "").unwrap();
        assert!(SoleWriter::of(&target, &interrupt).is_ok());
        assert!(names(directory.path()).is_empty());
    }

    #[test]
    fn a_file_that_is_not_kept_is_gone() {
        let directory = tempfile::tempdir().unwrap();
        let target = directory.path().join("a.proof");
        fs::write(&target, "the older one").unwrap();
        let pending = PendingFile::beside(&target, &Interrupt::default()).unwrap();
        assert_eq!(names(directory.path()).len(), 2);
        drop(pending);
        assert_eq!(names(directory.path()), ["a.proof"]);
        assert_eq!(fs::read(&target).unwrap(), b"the older one");
    }
}
