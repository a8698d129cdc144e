//! The form of checkpoints and journals: see the [text of the crate](crate).

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use shomei::files::Purpose;
use shomei_game::escape::one_line;
use shomei_game::{ErrorText, error_text};

use crate::error::{Problem, begins_otherwise, kind_text};
use crate::{Identity, StoreError};

const VERSION: u32 = 1;

/// The first bytes of every file of this form.
const MARK: &str = "shomei file ";

/// The limit of a first line in bytes.
const LONGEST_LINE: u64 = 128;

/// The bytes before the content of a record.
const HEAD: usize = 27;

/// A kind of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileKind {
    what: &'static str,
    of: &'static str,
}

impl FileKind {
    /// `what` is the name of the kind with its article, `of` the owner of such a file: "a journal
    /// of a list" belongs to a "question".
    #[must_use]
    pub const fn new(what: &'static str, of: &'static str) -> FileKind {
        FileKind { what, of }
    }

    /// The purpose of such files, which a guard compares before it replaces a file. Files of other
    /// kinds of this form have the same purpose, but opening them is an error.
    #[must_use]
    pub fn purpose(&self) -> Purpose {
        Purpose::beginning(kind_text(self.what), MARK)
    }

    fn foreign(self, why: ErrorText) -> Problem {
        let what = self.what;
        Problem::Foreign { what, why }
    }

    /// Writes the first line and the identity.
    pub(crate) fn begin(self, out: &mut impl Write, identity: &Identity) -> io::Result<()> {
        writeln!(out, "{MARK}{VERSION}: {}", self.what)?;
        put(out, &serde_json::to_vec(identity)?).map(drop)
    }

    /// Rejects the first line of another kind or version.
    fn check(self, line: &[u8]) -> Result<(), Problem> {
        let line = String::from_utf8_lossy(line);
        let line = line
            .strip_prefix(MARK)
            .and_then(|line| line.strip_suffix('\n'));
        match line.and_then(|line| line.split_once(": ")) {
            None => Err(self.foreign(begins_otherwise())),
            Some((version, _)) if version != VERSION.to_string() => Err(Problem::Version {
                what: self.what,
                version: version.to_string(),
                reads: VERSION,
            }),
            Some((_, what)) if what != self.what => {
                let what = kind_text(&one_line(what));
                let why = error_text!("file-is", "it is {what}", what = what);
                Err(self.foreign(why))
            }
            Some(_) => Ok(()),
        }
    }
}

/// Writes a record. Returns its number of bytes.
pub(crate) fn put(out: &mut impl Write, content: &[u8]) -> io::Result<u64> {
    let length = u32::try_from(content.len());
    let length = length.map_err(|_| io::Error::other("a record would have more than 4 GiB"))?;
    let head = format!("{length:08x} {:08x}", crc32fast::hash(content));
    let check = crc32fast::hash(head.as_bytes());
    write!(out, "{head} {check:08x} ")?;
    out.write_all(content)?;
    out.write_all(b"\n")?;
    Ok((HEAD + content.len() + 1) as u64)
}

/// The length and the checksum in the head of a record; `None` if the head is damaged.
fn read_head(head: &[u8; HEAD]) -> Option<(u64, u32)> {
    let number = |at: usize| {
        let digits = std::str::from_utf8(&head[at..at + 8]).ok()?;
        u32::from_str_radix(digits, 16).ok()
    };
    let is_whole = begins_head(head) && number(18)? == crc32fast::hash(&head[..17]);
    is_whole.then_some((number(0)?.into(), number(9)?))
}

/// Whether a head can begin with these bytes.
fn begins_head(bytes: &[u8]) -> bool {
    let is_right = |(at, byte): (usize, &u8)| match at % 9 {
        8 => *byte == b' ',
        _ => matches!(byte, b'0'..=b'9' | b'a'..=b'f'),
    };
    bytes.iter().enumerate().all(is_right)
}

/// Reads the records of a file in order.
#[derive(Debug)]
pub(crate) struct Frames {
    path: PathBuf,
    kind: FileKind,
    identity: Identity,
    input: BufReader<File>,
    content: Vec<u8>,
    /// The size of the file in bytes.
    length: u64,
    /// The offset of the next record.
    at: u64,
    /// The number of records that were read, the identity included.
    count: u64,
}

impl Frames {
    /// Reads the first line and the identity.
    pub(crate) fn open(path: &Path, file: File, kind: FileKind) -> Result<Frames, StoreError> {
        let read = || -> Result<_, Problem> {
            let length = file.metadata()?.len();
            let mut input = BufReader::new(file);
            let mut line = Vec::new();
            (&mut input)
                .take(LONGEST_LINE)
                .read_until(b'\n', &mut line)?;
            kind.check(&line)?;
            Ok((length, input, line.len() as u64))
        };
        let (length, input, at) = read().map_err(|problem| problem.at(path))?;
        let mut frames = Frames {
            path: path.to_path_buf(),
            kind,
            identity: Identity::default(),
            input,
            content: Vec::new(),
            length,
            at,
            count: 0,
        };
        let Some(identity) = frames.next()? else {
            return Err(frames.damaged(error_text!(
                "file-ends-before-records",
                "it ends before its first record"
            )));
        };
        frames.identity = identity.json()?;
        Ok(frames)
    }

    /// The owner of the file.
    pub(crate) fn identity(&self) -> &Identity {
        &self.identity
    }

    /// Rejects a file with another identity.
    pub(crate) fn check(&self, expected: &Identity) -> Result<(), StoreError> {
        let FileKind { what, of } = self.kind;
        let difference = self.identity.difference(expected).map(Box::new);
        let other = difference.map(|difference| Problem::Other {
            what,
            of,
            difference,
        });
        other.map_or(Ok(()), |other| Err(other.at(&self.path)))
    }

    /// The next record; `None` at the end of the file or of its complete records.
    pub(crate) fn next(&mut self) -> Result<Option<FileRecord<'_>>, StoreError> {
        let found = self.read().map_err(|problem| problem.at(&self.path))?;
        self.count += u64::from(found.is_some());
        Ok(found.map(|at| FileRecord {
            path: &self.path,
            number: self.count,
            at,
            content: &self.content,
        }))
    }

    /// The offset of the end of the complete records.
    pub(crate) fn whole(&self) -> u64 {
        self.at
    }

    /// Whether the file ends within a record.
    pub(crate) fn is_torn(&self) -> bool {
        self.at < self.length
    }

    /// An error in this file.
    pub(crate) fn damaged(&self, why: ErrorText) -> StoreError {
        Problem::Damaged(why).at(&self.path)
    }

    /// Reads a record. Returns its offset; `None` if there is no complete record.
    fn read(&mut self) -> Result<Option<u64>, Problem> {
        let at = self.at;
        let damaged = |why| Problem::Damaged(place(self.count + 1, at, &why));
        let left = self.length - at;
        let mut head = [0; HEAD];
        let begun = &mut head[..left.min(HEAD as u64) as usize];
        self.input.read_exact(begun)?;
        if begun.len() < HEAD {
            return match begins_head(without_zeros(begun)) {
                true => Ok(None),
                false => Err(damaged(error_text!("no-record", "not a record"))),
            };
        }
        let Some((length, sum)) = read_head(&head) else {
            let written = without_zeros(&head);
            let is_cut = written.len() < HEAD && begins_head(written);
            return match is_cut && is_zero(&mut self.input)? {
                true => Ok(None),
                false => Err(damaged(error_text!(
                    "record-head-wrong",
                    "its head is wrong"
                ))),
            };
        };
        let end = at + HEAD as u64 + length + 1;
        if end > self.length {
            return Ok(None);
        }
        self.content.resize(length as usize + 1, 0);
        self.input.read_exact(&mut self.content)?;
        let last = self.content.pop();
        if last == Some(b'\n') && crc32fast::hash(&self.content) == sum {
            self.at = end;
            return Ok(Some(at));
        }
        // If the system failed during the write, the last record may have its length but not its
        // content.
        match end == self.length || last == Some(0) && is_zero(&mut self.input)? {
            true => Ok(None),
            false => Err(damaged(error_text!(
                "record-checksum-wrong",
                "its checksum is wrong"
            ))),
        }
    }
}

/// The bytes without zeros at the end.
fn without_zeros(bytes: &[u8]) -> &[u8] {
    let zeros = bytes.iter().rev().take_while(|&&byte| byte == 0).count();
    &bytes[..bytes.len() - zeros]
}

/// Whether all remaining bytes are zero: after a power failure a file may have its new length
/// without its new content.
fn is_zero(input: &mut impl Read) -> io::Result<bool> {
    let mut bytes = [0; 4096];
    loop {
        let read = input.read(&mut bytes)?;
        if bytes[..read].iter().any(|&byte| byte != 0) {
            return Ok(false);
        }
        if read == 0 {
            return Ok(true);
        }
    }
}

fn place(number: u64, at: u64, why: &ErrorText) -> ErrorText {
    error_text!(
        "record-at-byte",
        "record {number}, at byte {at}: {why}",
        number = number,
        at = at,
        why = why
    )
}

/// A record of a file.
#[derive(Debug)]
pub struct FileRecord<'f> {
    path: &'f Path,
    number: u64,
    at: u64,
    content: &'f [u8],
}

impl<'f> FileRecord<'f> {
    /// The number of the record in the file. The identity is record 1.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The content in bytes.
    #[must_use]
    pub fn content(&self) -> &'f [u8] {
        self.content
    }

    /// The content as a JSON object.
    ///
    /// # Errors
    ///
    /// If it is not JSON of this type.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, StoreError> {
        let object = serde_json::from_slice(self.content);
        object.map_err(|error| self.damaged(error.to_string()))
    }

    /// An error at this record.
    #[must_use]
    pub fn damaged(&self, why: impl Into<ErrorText>) -> StoreError {
        Problem::Damaged(place(self.number, self.at, &why.into())).at(self.path)
    }
}
