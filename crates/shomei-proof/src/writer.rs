//! Writes a certificate as a stream, with the memory of one block and the index.

use std::io::Write;

use crate::block;
use crate::format::BLOCK_TARGET;
use crate::index::{Entry, Totals, Trailer, encode_index};
use crate::{Header, Record, WriteError};

/// Writes records in the order of their numbers.
///
/// The writer ensures a valid form. Only the checker decides whether the records support the claim;
/// the conditions are listed at [`check`](crate::check). A file that was not
/// [finished](Writer::finish) is rejected as cut off.
///
/// ```
/// use shomei_game::{Notation, TreeGame};
/// use shomei_proof::{Child, Claim, Header, Reader, Record, Writer, check};
///
/// let game = TreeGame::parse("r = OR { Failed, a }  a = AND { Won, Won }").unwrap();
/// let header = Header::of(&game, &game.start(), Claim::Proved);
/// let mut writer = Writer::new(Vec::new(), &header)?;
/// writer.write(&Record::Choice { mv: 1, child: Child::Record(1) })?;
/// writer.write(&Record::All { children: vec![Child::Terminal; 2] })?;
/// let (file, _) = writer.finish()?;
///
/// let reader = Reader::open(&file[..])?;
/// let (game, root) = reader.header().open::<TreeGame>()?;
/// assert_eq!(check(&game, &root, reader)?.totals.records, 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[must_use = "a certificate that is not finished is rejected"]
pub struct Writer<W> {
    out: W,
    /// Bytes written to `out`.
    offset: u64,
    index: Vec<Entry>,
    totals: Totals,
    /// The records of the next block.
    raw: Vec<u8>,
    /// The number of the first record of the next block.
    first: u64,
    raw_bytes: u64,
}

/// Statistics of a written certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The records and their contents.
    pub totals: Totals,
    /// The number of blocks.
    pub blocks: u64,
    /// The bytes of the records before compression.
    pub raw_bytes: u64,
    /// The bytes of the file.
    pub bytes: u64,
}

impl<W: Write> Writer<W> {
    /// Writes the header. `out` should be buffered.
    ///
    /// # Errors
    ///
    /// If a text is too long for the format, or `out` fails.
    pub fn new(out: W, header: &Header) -> Result<Writer<W>, WriteError> {
        let mut writer = Writer {
            out,
            offset: 0,
            index: Vec::new(),
            totals: Totals::default(),
            raw: Vec::new(),
            first: 0,
            raw_bytes: 0,
        };
        writer.put(&header.encode()?)?;
        Ok(writer)
    }

    /// Writes the next record and returns its number; the first is 0.
    ///
    /// # Errors
    ///
    /// If the format cannot represent the record, in which case nothing is written; or if `out`
    /// fails, in which case the file is lost.
    pub fn write(&mut self, record: &Record) -> Result<u64, WriteError> {
        let number = self.totals.records;
        record
            .encode(number, &mut self.raw)
            .map_err(|fault| WriteError::BadRecord {
                record: number,
                fault,
            })?;
        self.totals.count(record);
        if self.raw.len() >= BLOCK_TARGET {
            self.end_block()?;
        }
        Ok(number)
    }

    /// Writes the remaining records, the index and the trailer, and flushes.
    ///
    /// # Errors
    ///
    /// If `out` fails.
    pub fn finish(mut self) -> Result<(W, Summary), WriteError> {
        if !self.raw.is_empty() {
            self.end_block()?;
        }
        let trailer = Trailer {
            index_offset: self.offset,
            blocks: self.index.len() as u64,
            totals: self.totals,
        };
        self.put(&encode_index(&self.index))?;
        self.put(&trailer.encode())?;
        self.out.flush()?;
        let summary = Summary {
            totals: self.totals,
            blocks: trailer.blocks,
            raw_bytes: self.raw_bytes,
            bytes: self.offset,
        };
        Ok((self.out, summary))
    }

    fn end_block(&mut self) -> Result<(), WriteError> {
        let records = (self.totals.records - self.first) as u32;
        let block = block::encode(self.first, records, &self.raw)?;
        self.index.push(Entry {
            offset: self.offset,
            first: self.first,
        });
        self.put(&block)?;
        self.raw_bytes += self.raw.len() as u64;
        self.raw.clear();
        self.first = self.totals.records;
        Ok(())
    }

    fn put(&mut self, bytes: &[u8]) -> Result<(), WriteError> {
        self.out.write_all(bytes)?;
        self.offset += bytes.len() as u64;
        Ok(())
    }
}
