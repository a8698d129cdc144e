//! The index of blocks and the trailer: the end of a certificate.
//!
//! ```text
//! 'I' | (offset u64 | first record u64) for every block | crc u32
//! 'T' | index offset u64 | blocks u64 | records u64 | edges u64
//!     | terminals u64 | resolved u64 | crc u32 | end magic
//! ```
//!
//! The trailer has a fixed size, so a reader that can seek begins at the end. A file without a
//! trailer was cut off.

use std::io::Read;

use crate::format::{END_MAGIC, INDEX_TAG, TRAILER_TAG};
use crate::source::{Fields, Source};
use crate::{Child, Damage, Part, ReadError, Record};

/// The contents of a certificate, as counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    /// All records.
    pub records: u64,
    /// Children of all records, including terminal ones.
    pub edges: u64,
    /// Terminal children of all records.
    pub terminals: u64,
    /// Records that leave a position to the checker's plain search.
    pub resolved: u64,
}

impl Totals {
    /// Counts another record.
    pub(crate) fn count(&mut self, record: &Record) {
        self.records += 1;
        self.resolved += u64::from(matches!(record, Record::Resolved { .. }));
        for (_, child) in record.children() {
            self.edges += 1;
            self.terminals += u64::from(child == Child::Terminal);
        }
    }
}

/// The offset of a block and the number of its first record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) offset: u64,
    pub(crate) first: u64,
}

/// The bytes of an entry.
pub(crate) const ENTRY_LEN: u64 = 16;

/// The bytes of an index without its entries: the tag and the CRC.
pub(crate) const INDEX_FRAME: u64 = 1 + 4;

pub(crate) fn encode_index(entries: &[Entry]) -> Vec<u8> {
    let mut out = vec![INDEX_TAG];
    for entry in entries {
        out.extend(entry.offset.to_le_bytes());
        out.extend(entry.first.to_le_bytes());
    }
    out.extend(crc32fast::hash(&out).to_le_bytes());
    out
}

/// Reads the entries of an index whose tag was already read.
///
/// The caller supplies the number of entries. `see` receives each entry and returns whether it is
/// right. A wrong entry is reported only if the checksum matches; otherwise the error is an altered
/// byte.
pub(crate) fn read_index<R: Read>(
    source: &mut Source<R>,
    blocks: u64,
    mut see: impl FnMut(Entry) -> bool,
) -> Result<(), ReadError> {
    let part = Part::Index;
    let mut crc = crc32fast::Hasher::new();
    crc.update(&[INDEX_TAG]);
    let mut differs = None;
    for entry in 0..blocks {
        let bytes: [u8; ENTRY_LEN as usize] = source.array(part)?;
        crc.update(&bytes);
        let mut fields = Fields(&bytes);
        let (offset, first) = (fields.u64(), fields.u64());
        if !see(Entry { offset, first }) {
            differs = differs.or(Some(Damage::IndexDiffers { entry }));
        }
    }
    if Fields(&source.array::<4>(part)?).u32() != crc.finalize() {
        return Err(Damage::Checksum { part }.into());
    }
    differs.map_or(Ok(()), |damage| Err(damage.into()))
}

/// The fixed-size end of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Trailer {
    pub(crate) index_offset: u64,
    pub(crate) blocks: u64,
    pub(crate) totals: Totals,
}

/// The bytes of the trailer between its tag and its CRC.
const BODY: usize = 6 * 8;

/// All bytes of the trailer.
pub(crate) const TRAILER_LEN: u64 = 1 + BODY as u64 + 4 + END_MAGIC.len() as u64;

impl Trailer {
    pub(crate) fn encode(&self) -> Vec<u8> {
        let mut out = vec![TRAILER_TAG];
        for (_, number) in self.numbers() {
            out.extend(number.to_le_bytes());
        }
        out.extend(crc32fast::hash(&out).to_le_bytes());
        out.extend(END_MAGIC);
        out
    }

    /// Reads a trailer whose tag was already read.
    pub(crate) fn read<R: Read>(source: &mut Source<R>) -> Result<Trailer, ReadError> {
        let part = Part::Trailer;
        let body: [u8; BODY] = source.array(part)?;
        let crc: [u8; 4] = source.array(part)?;
        let end: [u8; END_MAGIC.len()] = source.array(part)?;
        if end != END_MAGIC {
            return Err(Damage::BadEnd.into());
        }
        let mut read = vec![TRAILER_TAG];
        read.extend(body);
        if Fields(&crc).u32() != crc32fast::hash(&read) {
            return Err(Damage::Checksum { part }.into());
        }
        let mut fields = Fields(&body);
        Ok(Trailer {
            index_offset: fields.u64(),
            blocks: fields.u64(),
            totals: Totals {
                records: fields.u64(),
                edges: fields.u64(),
                terminals: fields.u64(),
                resolved: fields.u64(),
            },
        })
    }

    /// Compares the trailer of a file with the counts made while reading it.
    pub(crate) fn compare(&self, counted: &Trailer) -> Result<(), Damage> {
        for ((what, stated), (_, counted)) in self.numbers().into_iter().zip(counted.numbers()) {
            if stated != counted {
                return Err(Damage::TotalDiffers {
                    what,
                    stated,
                    counted,
                });
            }
        }
        Ok(())
    }

    fn numbers(&self) -> [(&'static str, u64); 6] {
        [
            ("bytes before the index", self.index_offset),
            ("blocks", self.blocks),
            ("records", self.totals.records),
            ("edges", self.totals.edges),
            ("terminals", self.totals.terminals),
            ("re-solved leaves", self.totals.resolved),
        ]
    }
}
