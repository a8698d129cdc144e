//! A file that appears under its name only when it is complete.
//!
//! It is written beside its place and renamed at the end. So a place that
//! cannot be written to is noticed before the work begins, and nothing
//! half-written ever bears the name that was asked for.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

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
        PendingFile::create(target, interrupt, Builder::new().prefix(".shomei-"))
    }

    /// The same under a name that is that of `target` with `.tmp` behind it, so
    /// that what a killed program has left of it is replaced.
    pub(crate) fn named_after(
        target: &Path,
        interrupt: &Interrupt,
    ) -> Result<PendingFile, Failure> {
        let place = resolve(target)?;
        let name = place.file_name().unwrap_or_default();
        let mut builder = Builder::new();
        builder.prefix(name).rand_bytes(0);
        // Where there is none, or it cannot be removed, creating it will tell.
        let mut left = name.to_os_string();
        left.push(SUFFIX);
        let _ = fs::remove_file(directory_of(&place).join(left));
        PendingFile::create(target, interrupt, &mut builder)
    }

    fn create(
        target: &Path,
        interrupt: &Interrupt,
        builder: &mut Builder<'_, '_>,
    ) -> Result<PendingFile, Failure> {
        let directory = directory_of(&resolve(target)?);
        if !directory.is_dir() {
            let why = format!("there is no directory {}", directory.display());
            return Err(unwritable(target, why));
        }
        let file = create_in(&directory, builder).map_err(|error| unwritable(target, error))?;
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

fn directory_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_path_buf(),
        _ => PathBuf::from("."),
    }
}

/// How the name of a file on its way ends.
const SUFFIX: &str = ".tmp";

fn create_in(directory: &Path, builder: &mut Builder<'_, '_>) -> io::Result<NamedTempFile> {
    builder.suffix(SUFFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Like any new file, less what the user's mask takes away: a
        // certificate is no secret.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    // The kind alone: the temporary name would only confuse.
    builder
        .tempfile_in(directory)
        .map_err(|error| error.kind().into())
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
