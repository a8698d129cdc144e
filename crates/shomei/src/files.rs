//! Writing files without losing others: one guard for all that programs of shomei write.
//!
//! A file appears under its name only when it is complete: it is written beside its place and
//! renamed at the end, with the permissions that any new file has. A file that is there already
//! is replaced if it is empty or was written for the same [`Purpose`]. Everything else is refused,
//! unless the guard was made with [`Existing::Replace`]:
//!
//! | what is there | [`Existing::Refuse`] | [`Existing::Replace`] |
//! |---|---|---|
//! | an empty file, or one of the same purpose | replaced | replaced |
//! | any other file | refused | replaced |
//! | a symbolic link, also one that leads nowhere | refused | the link is replaced, not its target |
//! | a FIFO, a socket, a device node | refused | replaced by a file, never written to |
//! | a directory, a read-only file, and anything in `/dev`, `/proc` and `/sys` | refused | refused |
//! | what the program reads, and what it has claimed for another purpose | refused | refused |
//!
//! Other hard links of a replaced file keep the old content. What is there is looked at before
//! the work begins and again right before the renaming. If nothing was there, the renaming itself
//! replaces nothing.

mod error;
mod pending;
mod purpose;
mod sole;

use std::borrow::Cow;
use std::collections::HashMap;
use std::fs::{self, FileType};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

pub use error::{Refusal, WriteError};
pub use pending::{Pending, remove_unfinished};
pub use purpose::Purpose;
pub use sole::SoleWriter;

/// What happens to an existing file that the writer may not reuse.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Existing {
    /// It stays, and nothing is written.
    #[default]
    Refuse,
    /// It is replaced, unless it is a directory.
    Replace,
}

/// Whether the user asked to replace it.
impl From<bool> for Existing {
    fn from(is_forced: bool) -> Existing {
        match is_forced {
            true => Existing::Replace,
            false => Existing::Refuse,
        }
    }
}

/// Decides what may be replaced, and writes.
///
/// A place belongs to the first purpose that the guard, or a clone of it, is asked about. Another
/// purpose is refused, so that two results of one program never become one file.
#[derive(Clone, Debug)]
pub struct Guard {
    existing: Existing,
    /// How a user asks for [`Existing::Replace`]; empty where there is no way.
    forced_by: &'static str,
    inputs: Vec<PathBuf>,
    /// The purpose of each place, by its name in messages.
    claims: Arc<Mutex<HashMap<PathBuf, Cow<'static, str>>>>,
}

/// Refuses, and names no way to ask for more.
impl Default for Guard {
    fn default() -> Guard {
        Guard::new(Existing::Refuse, "")
    }
}

/// What is in a place.
enum PlaceContent {
    Nothing,
    /// A file with nothing in it.
    Empty,
    /// It may be replaced.
    Own,
    /// It is this.
    Other(String),
}

impl Guard {
    /// A guard. Messages name `forced_by` as the way to ask for [`Existing::Replace`]:
    /// `--force`, `force=True`.
    #[must_use]
    pub fn new(existing: Existing, forced_by: &'static str) -> Guard {
        Guard {
            existing,
            forced_by,
            inputs: Vec::new(),
            claims: Arc::default(),
        }
    }

    /// What happens to an existing file that the writer may not reuse.
    #[must_use]
    pub fn existing(&self) -> Existing {
        self.existing
    }

    /// The same for a program that reads these files, which are never replaced.
    #[must_use]
    pub fn reading<P: Into<PathBuf>>(mut self, inputs: impl IntoIterator<Item = P>) -> Guard {
        self.inputs.extend(inputs.into_iter().map(Into::into));
        self
    }

    /// Whether there is a file of this purpose where one is to be written.
    ///
    /// # Errors
    ///
    /// [`WriteError::Refused`] if none may be written; [`WriteError::Unwritable`] if there is no
    /// such directory.
    pub fn check(&self, target: &Path, purpose: &Purpose) -> Result<bool, WriteError> {
        let found = self.look(target, &self.place_of(target)?, purpose)?;
        Ok(matches!(found, PlaceContent::Own))
    }

    /// Begins a file, which has its name once it is [kept](Pending::keep).
    ///
    /// # Errors
    ///
    /// Those of [`Guard::check`]; [`WriteError::Unwritable`] if no file can be made in the
    /// directory.
    pub fn begin(&self, target: &Path, purpose: &Purpose) -> Result<Pending, WriteError> {
        self.check(target, purpose)?;
        self.begin_beside(target, purpose)
    }

    /// Begins a file that may get another name in the same directory: see [`Pending::keep_as`].
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
    /// Those of [`Guard::begin`]; [`WriteError::Failed`] if it cannot be written to its end.
    pub fn write(&self, target: &Path, purpose: &Purpose, bytes: &[u8]) -> Result<(), WriteError> {
        let mut pending = self.begin(target, purpose)?;
        let written = pending.write_all(bytes);
        written.map_err(|source| WriteError::failed(target, source))?;
        pending.keep()
    }

    /// Clears the place of a file that a program continues if it exists, such as a journal: with
    /// [`Existing::Replace`] anything else is removed. Call this right before the first writing.
    ///
    /// # Errors
    ///
    /// Those of [`Guard::check`]; [`WriteError::Unwritable`] if something cannot be removed.
    pub fn make_way(&self, target: &Path, purpose: &Purpose) -> Result<(), WriteError> {
        let place = self.place_of(target)?;
        match self.look(target, &place, purpose)? {
            PlaceContent::Other(_) => {
                fs::remove_file(&place).map_err(|source| WriteError::unwritable(target, source))
            }
            _ => Ok(()),
        }
    }

    /// Makes a folder for results, and those that it is in, where there is none.
    ///
    /// # Errors
    ///
    /// [`WriteError::Refused`] if something else has its name; [`WriteError::Unwritable`] if it
    /// cannot be made.
    pub fn make_folder(&self, folder: &Path) -> Result<(), WriteError> {
        if folder.is_dir() {
            return Ok(());
        }
        if fs::symlink_metadata(folder).is_ok() {
            let why = "it is not a directory";
            return Err(self.refused(folder, Refusal::Other, why, "does not replace it"));
        }
        fs::create_dir_all(folder).map_err(|source| WriteError::unwritable(folder, source))
    }

    /// Removes a file of this purpose that is not needed any more; whether it was there.
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

    /// What is in a place, unless it has to stay.
    fn look(
        &self,
        target: &Path,
        place: &Path,
        purpose: &Purpose,
    ) -> Result<PlaceContent, WriteError> {
        let found = self.find(target, place, purpose)?;
        self.claim(target, place, purpose)?;
        if let (PlaceContent::Other(what), Existing::Refuse) = (&found, self.existing) {
            return Err(self.refused(target, Refusal::Other, what, "replaces it"));
        }
        self.refuse_read_only(target, place)?;
        Ok(found)
    }

    /// Refuses a place that belongs to another purpose of this program.
    fn claim(&self, target: &Path, place: &Path, purpose: &Purpose) -> Result<(), WriteError> {
        let mut claims = self.claims.lock().unwrap_or_else(PoisonError::into_inner);
        let owner = claims.entry(place.to_path_buf());
        let owner = owner.or_insert_with(|| purpose.name().clone());
        match owner == purpose.name() {
            true => Ok(()),
            false => {
                let why = "this command writes another result there";
                Err(WriteError::refused(target, Refusal::Other, why))
            }
        }
    }

    /// What is wrong with a place, and what the user's way to force it does about that.
    fn refused(&self, target: &Path, reason: Refusal, why: &str, force: &str) -> WriteError {
        let why = match self.forced_by {
            "" => why.to_string(),
            by => format!("{why}; {by} {force}"),
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
            let (reason, why) = (Refusal::Directory, "it is a directory");
            return Err(self.refused(target, reason, why, "does not replace it"));
        }
        if self.inputs.iter().any(|input| is_one_file(input, place)) {
            let (reason, why) = (Refusal::Input, "it is what this command reads");
            return Err(WriteError::refused(target, reason, why));
        }
        if !kind.is_file() {
            return Ok(PlaceContent::Other(format!("it is {}", name_of(kind))));
        }
        let is_own = found.len() > 0 && purpose.is_of(place);
        let found = match (found.len(), is_own) {
            (0, _) => PlaceContent::Empty,
            (_, true) => PlaceContent::Own,
            (_, false) => PlaceContent::Other(format!("a file is there that is not {purpose}")),
        };
        Ok(found)
    }

    /// Refuses what is protected, also with [`Existing::Replace`].
    fn refuse_read_only(&self, target: &Path, place: &Path) -> Result<(), WriteError> {
        match fs::symlink_metadata(place) {
            Ok(found) if found.is_file() && found.permissions().readonly() => {
                let (reason, why) = (Refusal::ReadOnly, "it is read-only");
                Err(self.refused(target, reason, why, "does not replace it"))
            }
            _ => Ok(()),
        }
    }

    /// The name of a file in its folder, all links of the folder resolved.
    fn place_of(&self, target: &Path) -> Result<PathBuf, WriteError> {
        let is_folder = target.to_string_lossy().ends_with(std::path::is_separator);
        let Some(name) = target.file_name().filter(|_| !is_folder) else {
            let (reason, why) = (Refusal::Directory, "it names a directory");
            return Err(self.refused(target, reason, why, "does not replace it"));
        };
        let folder = folder_of(target);
        if !folder.is_dir() {
            let why = format!("there is no directory {}", folder.display());
            let source = io::Error::new(io::ErrorKind::NotFound, why);
            return Err(WriteError::unwritable(target, source));
        }
        let folder = fs::canonicalize(folder).unwrap_or_else(|_| folder.to_path_buf());
        let of_system = ["/dev", "/proc", "/sys"];
        let of_system = of_system.iter().find(|root| folder.starts_with(root));
        if let Some(root) = of_system.filter(|_| !folder.starts_with("/dev/shm")) {
            let why = format!("it is in {root}");
            return Err(self.refused(target, Refusal::Other, &why, "replaces nothing there"));
        }
        Ok(folder.join(name))
    }
}

/// The form that the name of a file says: its extension, in small letters; empty without one.
///
/// ```
/// assert_eq!(shomei::files::form_of("games/A.SGF".as_ref()), "sgf");
/// ```
#[must_use]
pub fn form_of(path: &Path) -> String {
    let form = path.extension().and_then(|form| form.to_str());
    form.map(str::to_ascii_lowercase).unwrap_or_default()
}

/// The folder that a file is in.
#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// What something is called that is neither a file nor a directory.
fn name_of(kind: FileType) -> &'static str {
    #[cfg(unix)]
    {
        use std::os::unix::fs::FileTypeExt;
        if kind.is_fifo() {
            return "a FIFO";
        }
        if kind.is_socket() {
            return "a socket";
        }
        if kind.is_block_device() || kind.is_char_device() {
            return "a device";
        }
    }
    match kind.is_symlink() {
        true => "a symbolic link",
        false => "not an ordinary file",
    }
}

/// Whether two names are of one file, by links, too.
#[must_use]
pub fn is_one_file(one: &Path, other: &Path) -> bool {
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
