//! Writes files without losing other files: one guard for everything that programs of shomei write.
//!
//! A file appears under its name only when it is complete: it is written under a temporary name in
//! the same directory and renamed at the end, with the usual permissions of a new file. An existing
//! file is replaced if it is empty or was written for the same [`Purpose`]. Any other target is
//! refused, unless the guard was made with [`Existing::Replace`]:
//!
//! | existing target | [`Existing::Refuse`] | [`Existing::Replace`] |
//! |---|---|---|
//! | an empty file, or one of the same purpose | replaced | replaced |
//! | any other file | refused | replaced |
//! | a symbolic link, even a broken one | refused | the link is replaced, not its target |
//! | a FIFO, a socket, a device node | refused | replaced by a file, never written to |
//! | a directory, a read-only file, and anything in `/dev`, `/proc` and `/sys` | refused | refused |
//! | an input of the program, and a path claimed for another purpose | refused | refused |
//!
//! Other hard links of a replaced file keep the old content. The guard examines the target before
//! the work begins and again right before the renaming. If there was no file, the renaming itself
//! replaces nothing.

mod error;
mod obstacle;
mod pending;
mod purpose;
mod sole;

use std::collections::HashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use shomei_game::{ErrorText, error_text};

pub use error::{Refusal, WriteError};
use obstacle::{Force, name_of};
pub use pending::{Pending, remove_unfinished};
pub use purpose::Purpose;
pub use sole::SoleWriter;

/// The treatment of an existing file that the writer may not reuse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Existing {
    /// Keep the file and write nothing.
    #[default]
    Refuse,
    /// Replace the file, unless it is a directory.
    Replace,
}

/// `true` means that the user asked to replace the file.
impl From<bool> for Existing {
    fn from(is_forced: bool) -> Existing {
        match is_forced {
            true => Existing::Replace,
            false => Existing::Refuse,
        }
    }
}

/// Decides which files may be replaced, and writes files.
///
/// A path belongs to the first purpose for which the guard, or a clone of it, is used. Another
/// purpose is refused, so that two results of one program never overwrite each other.
#[derive(Clone, Debug)]
pub struct Guard {
    existing: Existing,
    /// The option by which a user asks for [`Existing::Replace`]; empty if there is none.
    forced_by: &'static str,
    inputs: Vec<PathBuf>,
    /// The purpose of each place, by its name in messages.
    claims: Arc<Mutex<HashMap<PathBuf, ErrorText>>>,
}

/// Refuses to replace files, and names no option that would allow it.
impl Default for Guard {
    fn default() -> Guard {
        Guard::new(Existing::Refuse, "")
    }
}

/// The content of a path.
enum PlaceContent {
    Nothing,
    /// An empty file.
    Empty,
    /// A file that may be replaced.
    Own,
    /// It is this.
    Other(ErrorText),
}

impl Guard {
    /// Makes a guard. Messages name `forced_by` as the option for [`Existing::Replace`]: `--force`,
    /// `force=True`.
    #[must_use]
    pub fn new(existing: Existing, forced_by: &'static str) -> Guard {
        Guard {
            existing,
            forced_by,
            inputs: Vec::new(),
            claims: Arc::default(),
        }
    }

    /// The treatment of an existing file that the writer may not reuse.
    #[must_use]
    pub fn existing(&self) -> Existing {
        self.existing
    }

    /// Makes a guard that never replaces these input files of the program.
    #[must_use]
    pub fn reading<P: Into<PathBuf>>(mut self, inputs: impl IntoIterator<Item = P>) -> Guard {
        self.inputs.extend(inputs.into_iter().map(Into::into));
        self
    }

    /// Whether a file of this purpose exists at the target.
    ///
    /// # Errors
    ///
    /// [`WriteError::Refused`] if the target may not be written; [`WriteError::Unwritable`] if its
    /// directory does not exist.
    pub fn check(&self, target: &Path, purpose: &Purpose) -> Result<bool, WriteError> {
        let found = self.look(target, &self.place_of(target)?, purpose)?;
        Ok(matches!(found, PlaceContent::Own))
    }

    /// Begins a file, which gets its name when it is [kept](Pending::keep).
    ///
    /// # Errors
    ///
    /// The errors of [`Guard::check`]; [`WriteError::Unwritable`] if no file can be made in the
    /// directory.
    pub fn begin(&self, target: &Path, purpose: &Purpose) -> Result<Pending, WriteError> {
        self.check(target, purpose)?;
        self.begin_beside(target, purpose)
    }

    /// Begins a file that can be kept under another name in the same directory: see
    /// [`Pending::keep_as`].
    ///
    /// # Errors
    ///
    /// [`WriteError::Unwritable`] if no file can be made in the directory.
    pub fn begin_beside(&self, target: &Path, purpose: &Purpose) -> Result<Pending, WriteError> {
        let place = self.place_of(target)?;
        Pending::in_folder_of(self.clone(), target, &place, purpose)
    }

    /// Writes a whole file.
    ///
    /// # Errors
    ///
    /// The errors of [`Guard::begin`]; [`WriteError::Failed`] if it cannot be written completely.
    pub fn write(&self, target: &Path, purpose: &Purpose, bytes: &[u8]) -> Result<(), WriteError> {
        self.begin(target, purpose)?.keep_with(bytes)
    }

    /// Prepares the path of a file that a program continues if it exists, such as a journal: with
    /// [`Existing::Replace`] any other file is removed. Call this right before the first write.
    ///
    /// # Errors
    ///
    /// The errors of [`Guard::check`]; [`WriteError::Unwritable`] if something cannot be removed.
    pub fn make_way(&self, target: &Path, purpose: &Purpose) -> Result<(), WriteError> {
        let place = self.place_of(target)?;
        match self.look(target, &place, purpose)? {
            PlaceContent::Other(_) => {
                fs::remove_file(&place).map_err(|source| WriteError::unwritable(target, source))
            }
            _ => Ok(()),
        }
    }

    /// Makes a folder for results, with its parent folders, if it does not exist.
    ///
    /// # Errors
    ///
    /// [`WriteError::Refused`] if a file has its name; [`WriteError::Unwritable`] if it cannot be
    /// made.
    pub fn make_folder(&self, folder: &Path) -> Result<(), WriteError> {
        if folder.is_dir() {
            return Ok(());
        }
        if fs::symlink_metadata(folder).is_ok() {
            let why = error_text!("no-directory", "it is not a directory");
            return Err(self.refused(folder, Refusal::Other, why, Force::Refuses));
        }
        fs::create_dir_all(folder).map_err(|source| WriteError::unwritable(folder, source))
    }

    /// Removes a file of this purpose that is no longer needed; returns whether it existed.
    ///
    /// # Errors
    ///
    /// [`WriteError::Unwritable`] if it cannot be removed.
    pub fn remove(&self, target: &Path, purpose: &Purpose) -> Result<bool, WriteError> {
        let place = self.place_of(target)?;
        let found = self.find(target, &place, purpose)?;
        let is_own = matches!(found, PlaceContent::Own);
        if is_own {
            let removed = fs::remove_file(&place);
            removed.map_err(|source| WriteError::unwritable(target, source))?;
        }
        Ok(is_own)
    }

    /// The content of a path; an error if it must be kept.
    fn look(
        &self,
        target: &Path,
        place: &Path,
        purpose: &Purpose,
    ) -> Result<PlaceContent, WriteError> {
        let found = self.find(target, place, purpose)?;
        self.claim(target, place, purpose)?;
        if let (PlaceContent::Other(what), Existing::Refuse) = (&found, self.existing) {
            return Err(self.refused(target, Refusal::Other, what.clone(), Force::Replaces));
        }
        self.refuse_read_only(target, place)?;
        Ok(found)
    }

    /// Refuses a path that belongs to another purpose of this program.
    fn claim(&self, target: &Path, place: &Path, purpose: &Purpose) -> Result<(), WriteError> {
        let mut claims = self.claims.lock().unwrap_or_else(PoisonError::into_inner);
        let owner = claims.entry(place.to_path_buf());
        let owner = owner.or_insert_with(|| purpose.name().clone());
        match owner == purpose.name() {
            true => Ok(()),
            false => {
                let why = error_text!(
                    "file-of-another-result",
                    "this command writes another result there"
                );
                Err(WriteError::refused(target, Refusal::Other, why))
            }
        }
    }

    /// What is wrong with a place, and what the user's way to force it does about that.
    fn refused(&self, target: &Path, reason: Refusal, why: ErrorText, force: Force) -> WriteError {
        let why = match self.forced_by {
            "" => why,
            by => force.text(by, &why),
        };
        WriteError::refused(target, reason, why)
    }

    fn find(
        &self,
        target: &Path,
        place: &Path,
        purpose: &Purpose,
    ) -> Result<PlaceContent, WriteError> {
        let found = match fs::symlink_metadata(place) {
            Ok(found) => found,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Ok(PlaceContent::Nothing);
            }
            Err(source) => return Err(WriteError::unwritable(target, source)),
        };
        let kind = found.file_type();
        if kind.is_dir() {
            let why = error_text!("is-a-directory", "it is a directory");
            return Err(self.refused(target, Refusal::Directory, why, Force::Refuses));
        }
        if self.inputs.iter().any(|input| is_one_file(input, place)) {
            let why = error_text!("file-is-input", "this command reads it");
            return Err(WriteError::refused(target, Refusal::Input, why));
        }
        if !kind.is_file() {
            return Ok(PlaceContent::Other(name_of(kind)));
        }
        let is_own = found.len() > 0 && purpose.is_of(place);
        let found = match (found.len(), is_own) {
            (0, _) => PlaceContent::Empty,
            (_, true) => PlaceContent::Own,
            (_, false) => {
                let what = purpose.name();
                let text = error_text!(
                    "file-of-another-purpose",
                    "the file there is not {what}",
                    what = what
                );
                PlaceContent::Other(text)
            }
        };
        Ok(found)
    }

    /// Refuses a read-only file, even with [`Existing::Replace`].
    fn refuse_read_only(&self, target: &Path, place: &Path) -> Result<(), WriteError> {
        match fs::symlink_metadata(place) {
            Ok(found) if found.is_file() && found.permissions().readonly() => {
                let why = error_text!("file-read-only", "it is read-only");
                Err(self.refused(target, Refusal::ReadOnly, why, Force::Refuses))
            }
            _ => Ok(()),
        }
    }

    /// The path of a file, with all links of its folder resolved.
    fn place_of(&self, target: &Path) -> Result<PathBuf, WriteError> {
        let is_folder = target.to_string_lossy().ends_with(std::path::is_separator);
        let Some(name) = target.file_name().filter(|_| !is_folder) else {
            let why = error_text!("names-a-directory", "it is the name of a directory");
            return Err(self.refused(target, Refusal::Directory, why, Force::Refuses));
        };
        let folder = folder_of(target);
        if !folder.is_dir() {
            let why = error_text!(
                "no-such-directory",
                "there is no directory {folder}",
                folder = folder.display()
            );
            let source = io::Error::new(io::ErrorKind::NotFound, why);
            return Err(WriteError::unwritable(target, source));
        }
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
        let of_system = ["/dev", "/proc", "/sys"];
        let of_system = of_system.iter().find(|root| folder.starts_with(root));
        if let Some(root) = of_system.filter(|_| !folder.starts_with("/dev/shm")) {
            let why = error_text!("file-of-system", "it is in {root}", root = root);
            return Err(self.refused(target, Refusal::Other, why, Force::RefusesAll));
        }
        Ok(folder.join(name))
    }
}

/// The form of a file by its name: the extension in lower case; empty without one.
///
/// ```
/// assert_eq!(shomei::files::form_of("games/A.SGF".as_ref()), "sgf");
/// ```
#[must_use]
pub fn form_of(path: &Path) -> String {
    let form = path.extension().and_then(|form| form.to_str());
    form.map(str::to_ascii_lowercase).unwrap_or_default()
}

/// The folder of a file.
#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Whether two names are of one file, by links, too.
fn is_one_file(one: &Path, other: &Path) -> bool {
    let (Ok(one), Ok(other)) = (fs::canonicalize(one), fs::canonicalize(other)) else {
        return false;
    };
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let place = |path: &Path| fs::metadata(path).map(|found| (found.dev(), found.ino()));
        if let (Ok(one), Ok(other)) = (place(&one), place(&other)) {
            return one == other;
        }
    }
    one == other
}

#[cfg(test)]
mod tests;
