//! A file that several threads read at the same time, each at its own position.
//!
//! The file is opened once. Replacing the file under its name later has no effect here, and a
//! temporary file needs no name.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::SystemTime;

/// A file and its length.
#[derive(Clone, Debug)]
pub struct Stored {
    file: Arc<File>,
    bytes: u64,
    /// The time of the last write, if the system provides it.
    written: Option<SystemTime>,
}

impl Stored {
    /// The file as it is now.
    ///
    /// # Errors
    ///
    /// When it is not an ordinary file. The length must be known, and every part must be readable
    /// repeatedly.
    pub fn new(file: File) -> io::Result<Stored> {
        let found = file.metadata()?;
        if !found.is_file() {
            let message = "it is not an ordinary file";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        Ok(Stored {
            bytes: found.len(),
            written: found.modified().ok(),
            file: Arc::new(file),
        })
    }

    /// The length in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether the file was written to after it was opened, so that the check is not valid for it.
    #[must_use]
    pub fn has_changed(&self) -> bool {
        match self.file.metadata() {
            Ok(found) => found.len() != self.bytes || found.modified().ok() != self.written,
            Err(_) => true,
        }
    }

    /// An identity for comparison with other files, which does not keep the file open.
    pub(crate) fn mark(&self) -> Weak<File> {
        Arc::downgrade(&self.file)
    }

    /// A reader with its own position, at the beginning of the file.
    #[must_use]
    pub fn reader(&self) -> Part {
        Part {
            stored: self.clone(),
            at: 0,
            counter: None,
        }
    }

    /// A reader that adds the number of bytes read to `counter`.
    #[must_use]
    pub fn counted(&self, counter: Arc<AtomicU64>) -> Part {
        Part {
            counter: Some(counter),
            ..self.reader()
        }
    }
}

/// A reader of a [`Stored`] file.
#[derive(Debug)]
pub struct Part {
    stored: Stored,
    at: u64,
    counter: Option<Arc<AtomicU64>>,
}

impl Read for Part {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = read_at(&self.stored.file, buffer, self.at)?;
        self.at += read as u64;
        if let Some(counter) = &self.counter {
            counter.fetch_add(read as u64, Ordering::Relaxed);
        }
        Ok(read)
    }
}

impl Seek for Part {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let (from, by) = match to {
            SeekFrom::Start(at) => {
                self.at = at;
                return Ok(at);
            }
            SeekFrom::End(by) => (self.stored.bytes, by),
            SeekFrom::Current(by) => (self.at, by),
        };
        let before = || io::Error::new(io::ErrorKind::InvalidInput, "a place before the file");
        self.at = from.checked_add_signed(by).ok_or_else(before)?;
        Ok(self.at)
    }
}

#[cfg(unix)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::unix::fs::FileExt::read_at(file, buffer, at)
}

#[cfg(windows)]
fn read_at(file: &File, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    std::os::windows::fs::FileExt::seek_read(file, buffer, at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    #[test]
    fn readers_have_places_of_their_own() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"0123456789").unwrap();
        let stored = Stored::new(file).unwrap();
        let counter = Arc::new(AtomicU64::new(0));
        let (mut a, mut b) = (stored.reader(), stored.counted(Arc::clone(&counter)));
        let mut two = [0; 2];
        a.read_exact(&mut two).unwrap();
        b.seek(SeekFrom::End(-3)).unwrap();
        b.read_exact(&mut two).unwrap();
        assert_eq!(&two, b"78");
        a.seek(SeekFrom::Current(2)).unwrap();
        a.read_exact(&mut two).unwrap();
        assert_eq!(&two, b"45");
        assert_eq!(counter.load(Ordering::Relaxed), 2);
        assert_eq!(stored.bytes(), 10);
        assert!(a.seek(SeekFrom::End(-11)).is_err());
        assert_eq!(b.seek(SeekFrom::Start(99)).unwrap(), 99);
        assert_eq!(b.read(&mut two).unwrap(), 0);
    }

    #[test]
    fn a_folder_is_not_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = File::open(folder.path()).unwrap();
        assert!(Stored::new(file).is_err());
    }
}
