//! The zip archive of a bundle.
//!
//! Readers of zip archives differ in what they show of a malformed archive. So the layout is fixed:
//! the entries are stored without compression, each begins where the one before ends, and the
//! central directory lists them in this order.

use std::collections::BTreeSet;
use std::io::{Read, Seek, SeekFrom, Write};

use serde::Deserialize;
use serde::de::Error as _;
use serde_json::{Value, to_value};
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

use super::fault::Fault;
use super::manifest::Manifest;
use crate::error::Error;

/// The name of the manifest, the first entry.
pub(super) const MANIFEST: &str = "manifest.json";

/// The ending of the names of certificates.
const PROOF: &str = ".proof";

/// The greatest length of a name.
const MAX_NAME: usize = 100;

/// The greatest number of entries that the record of the end can state.
const MAX_ENTRIES: usize = 65_534;

/// The greatest size of a manifest, in bytes.
const MAX_MANIFEST: u64 = 16 << 20;

/// The greatest numbers of bytes of the rules and of the position, as in certificates.
const MAX_RULES: usize = 1 << 20;
const MAX_POSITION: usize = 64 << 10;

/// The most bytes of memory that a byte of a manifest takes: a manifest with many short results took
/// 128.
const HELD_PER_BYTE: u64 = 160;

/// The fixed part of an entry of the central directory, in bytes.
const CENTRAL_ENTRY: u64 = 46;

/// The end of the central directory without a comment, in bytes.
const END_OF_DIRECTORY: u64 = 22;

/// The fixed part of the header of an entry, in bytes.
const LOCAL_HEADER: u64 = 30;

impl From<ZipError> for Fault {
    fn from(error: ZipError) -> Fault {
        match error {
            ZipError::Io(error) if !is_damage(&error) => Fault::Failed(Error::run(error)),
            error => Fault::Wrong(format!("the archive: {error}")),
        }
    }
}

/// Whether an error comes from the content of the archive.
fn is_damage(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{InvalidData, InvalidInput, Other, UnexpectedEof};
    matches!(
        error.kind(),
        InvalidData | InvalidInput | Other | UnexpectedEof
    )
}

fn damaged<T>(text: impl Into<String>) -> Result<T, Fault> {
    Err(Fault::Wrong(text.into()))
}

/// An archive whose layout is right.
pub(super) struct Archive<R> {
    zip: ZipArchive<R>,
    /// The names of the certificates.
    names: Vec<String>,
}

impl<R: Read + Seek> Archive<R> {
    pub(super) fn open(mut source: R) -> Result<Archive<R>, Fault> {
        let size = source.seek(SeekFrom::End(0));
        let size = size.map_err(|error| Fault::Failed(Error::run(error)))?;
        let mut zip = ZipArchive::new(source)?;
        let entries = zip.len();
        if entries > MAX_ENTRIES {
            return damaged(format!(
                "{entries} entries, at most {MAX_ENTRIES} are allowed"
            ));
        }
        let (mut names, mut seen, mut headers) = (Vec::new(), BTreeSet::new(), Vec::new());
        let (mut next, mut next_central) = (0, None);
        for index in 0..entries {
            let entry = zip.by_index_raw(index)?;
            let name = String::from_utf8_lossy(entry.name_raw()).into_owned();
            let place = format!("entry {} ({name:?})", index + 1);
            let is_manifest = index == 0;
            if !(if is_manifest {
                name == MANIFEST
            } else {
                is_certificate(&name)
            }) {
                return damaged(format!(
                    "{place}: expected {}",
                    if is_manifest {
                        MANIFEST
                    } else {
                        "the name of a certificate, such as 001.proof"
                    }
                ));
            }
            if !seen.insert(name.clone()) {
                return damaged(format!("{place}: this name occurs twice"));
            }
            if entry.compression() != CompressionMethod::Stored || entry.encrypted() {
                return damaged(format!(
                    "{place} must be stored, neither compressed nor encrypted"
                ));
            }
            let length = name.len() as u64;
            let central = entry.central_header_start();
            let is_in_place = entry.header_start() == next
                && entry.data_start() == Some(next + LOCAL_HEADER + length)
                && next_central.is_none_or(|expected| expected == central);
            if !is_in_place || entry.size() != entry.compressed_size() {
                return damaged(format!(
                    "{place} does not begin where the one before it ends"
                ));
            }
            next += LOCAL_HEADER + length + entry.size();
            next_central = Some(central + CENTRAL_ENTRY + length);
            headers.push((entry.header_start(), central, entry.name_raw().len()));
            if !is_manifest {
                names.push(name);
            }
        }
        let is_whole = zip.offset() == 0
            && zip.central_directory_start() == next
            && next_central.is_some_and(|end| end + END_OF_DIRECTORY == size);
        if !is_whole {
            return damaged("the archive is empty, or has bytes that belong to no entry");
        }
        let mut source = zip.into_inner();
        for (index, (local, central, length)) in headers.into_iter().enumerate() {
            if !headers_agree(&mut source, local, central, length)? {
                let number = index + 1;
                return damaged(format!(
                    "entry {number}: its header differs from the central directory"
                ));
            }
        }
        let zip = ZipArchive::new(source)?;
        Ok(Archive { zip, names })
    }

    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// The memory that the manifest may take, in bytes.
    pub(super) fn held_by_manifest(&mut self) -> Result<u64, Fault> {
        let size = self.zip.by_index_raw(0)?.size();
        Ok(size.saturating_mul(HELD_PER_BYTE))
    }

    pub(super) fn manifest(&mut self) -> Result<Manifest, Fault> {
        let bytes = self.read(0, MAX_MANIFEST)?;
        parse(&bytes).map_err(|error| Fault::Wrong(format!("{MANIFEST}: {error}")))
    }

    /// The bytes of the certificate with this index.
    pub(super) fn certificate(&mut self, index: usize) -> Result<Vec<u8>, Fault> {
        self.read(index + 1, u64::MAX)
    }

    fn read(&mut self, index: usize, most: u64) -> Result<Vec<u8>, Fault> {
        let mut entry = self.zip.by_index(index)?;
        if entry.size() > most {
            let (name, size) = (String::from_utf8_lossy(entry.name_raw()), entry.size());
            let text = format!("{name} has {size} bytes, at most {most} are allowed");
            return damaged(text);
        }
        let mut bytes = Vec::new();
        match entry.read_to_end(&mut bytes) {
            Ok(_) => Ok(bytes),
            Err(error) if is_damage(&error) => damaged(format!(
                "{}: {error}",
                String::from_utf8_lossy(entry.name_raw())
            )),
            Err(error) => Err(Fault::Failed(Error::run(error))),
        }
    }
}

/// Whether the header of an entry has the fields and the name of the central directory, and no flags.
/// Some programs read the one, some the other.
fn headers_agree<R: Read + Seek>(
    source: &mut R,
    local: u64,
    central: u64,
    name: usize,
) -> Result<bool, Fault> {
    let mut read = |start: u64, length: usize| {
        let mut bytes = vec![0; length];
        source.seek(SeekFrom::Start(start)).map_err(ZipError::Io)?;
        source.read_exact(&mut bytes).map_err(ZipError::Io)?;
        Ok::<_, Fault>(bytes)
    };
    // The fields of a header follow its mark of 4 bytes. In the directory 2 more bytes precede them,
    // and 14 more bytes follow.
    let header = read(local + 4, LOCAL_HEADER as usize - 4 + name)?;
    let entry = read(central + 6, CENTRAL_ENTRY as usize - 6 + name)?;
    let (fields, name) = header.split_at(LOCAL_HEADER as usize - 4);
    Ok(entry.starts_with(fields) && entry.ends_with(name) && fields[2..4] == [0, 0])
}

/// Reads a manifest. Serde also accepts arrays in place of objects, null in place of absent fields,
/// and empty fields that must be absent. The program does not write these forms.
fn parse(bytes: &[u8]) -> serde_json::Result<Manifest> {
    // Other versions have other fields.
    let FormatVersion { format, version } = serde_json::from_slice(bytes)?;
    if format != Manifest::FORMAT || version != Manifest::VERSION {
        return Err(serde_json::Error::custom(format!(
            "the format is {format:?} {version}, expected {:?} {}",
            Manifest::FORMAT,
            Manifest::VERSION
        )));
    }
    let manifest: Manifest = serde_json::from_slice(bytes)?;
    for (name, text, most) in [
        ("rules", &manifest.rules, MAX_RULES),
        ("position", &manifest.position, MAX_POSITION),
    ] {
        if text.len() > most {
            let reason = format!("{name}: more than {most} bytes");
            return Err(serde_json::Error::custom(reason));
        }
    }
    let (given, usual): (Value, Value) = (serde_json::from_slice(bytes)?, to_value(&manifest)?);
    match given == usual {
        true => Ok(manifest),
        false => Err(serde_json::Error::custom(
            "a field is null or empty, or an object is an array",
        )),
    }
}

/// The first fields of a manifest.
#[derive(Deserialize)]
struct FormatVersion {
    format: String,
    version: u32,
}

/// Whether this can be the name of a certificate.
fn is_certificate(name: &str) -> bool {
    let Some(stem) = name.strip_suffix(PROOF) else {
        return false;
    };
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    !stem.is_empty() && name.len() <= MAX_NAME && stem.bytes().all(is_plain)
}

/// The names of this number of certificates.
pub(super) fn names(count: usize) -> Vec<String> {
    let digits = count.to_string().len().max(3);
    let name = |number| format!("{number:0digits$}{PROOF}");
    (1..=count).map(name).collect()
}

/// Writes a bundle.
pub(super) fn write(
    manifest: &Manifest,
    certificates: &[(String, Vec<u8>)],
    out: impl Write + Seek,
) -> Result<(), Error> {
    let mut zip = ZipWriter::new(out);
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    let mut text = serde_json::to_vec_pretty(manifest).map_err(Error::run)?;
    text.push(b'\n');
    let entries = certificates.iter().map(|(name, bytes)| (&name[..], bytes));
    for (name, bytes) in std::iter::once((MANIFEST, &text)).chain(entries) {
        zip.start_file(name, options).map_err(Error::run)?;
        zip.write_all(bytes).map_err(Error::run)?;
    }
    zip.finish().map_err(Error::run)?;
    Ok(())
}

/// Whether the first bytes of a file belong to a bundle about this position.
#[cfg(feature = "files")]
pub(crate) fn begins_about(mut file: impl Read, game: &str, root: &str) -> bool {
    let mut bytes = Vec::new();
    if file.read_to_end(&mut bytes).is_err() {
        return false;
    }
    let begin = LOCAL_HEADER as usize;
    let name = bytes.get(begin..begin + MANIFEST.len());
    let text = String::from_utf8_lossy(bytes.get(begin + MANIFEST.len()..).unwrap_or_default());
    let has = |name: &str, value: &str| {
        let value = serde_json::Value::from(value);
        text.contains(&format!("\"{name}\": {value}"))
    };
    name == Some(MANIFEST.as_bytes())
        && has("format", Manifest::FORMAT)
        && has("game", game)
        && has("position", root)
}
