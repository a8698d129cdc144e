//! A file that several threads read at the same time, each at its own position.
//!
//! The file is opened once. Replacing the file under its name later has no effect here, and a
//! temporary file needs no name. Where there are no files, as in a browser, the bytes are in
//! memory.

use std::fmt;
use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::SystemTime;

/// A file and its length.
#[derive(Clone, Debug)]
pub struct Stored {
    source: Arc<StoredBytes>,
    bytes: u64,
    /// The time of the last write, if the system provides it.
    written: Option<SystemTime>,
    watch: Option<ReadWatch>,
}

/// Where the bytes are.
#[derive(Debug)]
pub(crate) enum StoredBytes {
    File(File),
    Memory(Vec<u8>),
}

/// A function that is called after every read.
#[derive(Clone)]
struct ReadWatch(Arc<dyn Fn() + Send + Sync>);

impl fmt::Debug for ReadWatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ReadWatch")
    }
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
            source: Arc::new(StoredBytes::File(file)),
            watch: None,
        })
    }

    /// These bytes.
    #[must_use]
    pub fn in_memory(bytes: Vec<u8>) -> Stored {
        Stored {
            bytes: bytes.len() as u64,
            written: None,
            source: Arc::new(StoredBytes::Memory(bytes)),
            watch: None,
        }
    }

    /// The same file, whose readers call a function after every read.
    pub(crate) fn watched(self, watch: impl Fn() + Send + Sync + 'static) -> Stored {
        Stored {
            watch: Some(ReadWatch(Arc::new(watch))),
            ..self
        }
    }

    /// The length in bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Whether the file was written to after it was opened, so that the check is not valid for it.
    #[must_use]
    pub fn has_changed(&self) -> bool {
        let StoredBytes::File(file) = &*self.source else {
            return false;
        };
        match file.metadata() {
            Ok(found) => found.len() != self.bytes || found.modified().ok() != self.written,
            Err(_) => true,
        }
    }

    /// An identity for comparison with other files, which does not keep the file open.
    pub(crate) fn mark(&self) -> Weak<StoredBytes> {
        Arc::downgrade(&self.source)
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

    /// All bytes.
    ///
    /// # Errors
    ///
    /// When the file cannot be read.
    pub fn content(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.reader().read_to_end(&mut bytes)?;
        Ok(bytes)
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
        let read = match &*self.stored.source {
            StoredBytes::File(file) => read_at(file, buffer, self.at)?,
            StoredBytes::Memory(bytes) => {
                let at = usize::try_from(self.at).map_or(bytes.len(), |at| at.min(bytes.len()));
                (&bytes[at..]).read(buffer)?
            }
        };
        self.at += read as u64;
        if let Some(counter) = &self.counter {
            counter.fetch_add(read as u64, Ordering::Relaxed);
        }
        if let Some(ReadWatch(watch)) = &self.stored.watch {
            watch();
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

#[cfg(not(any(unix, windows)))]
fn read_at(_: &File, _: &mut [u8], _: u64) -> io::Result<usize> {
    Err(io::ErrorKind::Unsupported.into())
}

/// A temporary file without a name, or bytes in memory where there are no files.
#[derive(Debug)]
pub(crate) enum Scratch {
    File(File),
    Memory(Cursor<Vec<u8>>),
}

impl Scratch {
    pub(crate) fn new() -> io::Result<Scratch> {
        match cfg!(target_family = "wasm") {
            true => Ok(Scratch::Memory(Cursor::default())),
            false => tempfile::tempfile().map(Scratch::File),
        }
    }

    /// What was written.
    pub(crate) fn store(self) -> io::Result<Stored> {
        match self {
            Scratch::File(file) => Stored::new(file),
            Scratch::Memory(bytes) => Ok(Stored::in_memory(bytes.into_inner())),
        }
    }
}

impl Write for Scratch {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Scratch::File(file) => file.write(bytes),
            Scratch::Memory(all) => all.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Scratch::File(file) => file.flush(),
            Scratch::Memory(_) => Ok(()),
        }
    }
}

impl Seek for Scratch {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Scratch::File(file) => file.seek(to),
            Scratch::Memory(all) => all.seek(to),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_have_places_of_their_own() {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(b"0123456789").unwrap();
        read_at_places(&Stored::new(file).unwrap());
        read_at_places(&Stored::in_memory(b"0123456789".to_vec()));
    }

    fn read_at_places(stored: &Stored) {
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
    fn reads_are_watched() {
        let reads = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&reads);
        let watch = move || {
            counter.fetch_add(1, Ordering::Relaxed);
        };
        let stored = Stored::in_memory(b"01".to_vec()).watched(watch);
        assert_eq!(stored.content().unwrap(), b"01");
        assert!(reads.load(Ordering::Relaxed) > 0);
    }

    #[test]
    fn a_folder_is_not_a_file() {
        let folder = tempfile::tempdir().unwrap();
        let file = File::open(folder.path()).unwrap();
        assert!(Stored::new(file).is_err());
    }
}
