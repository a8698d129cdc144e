//! Reads single records by number, for a viewer that shows a certificate without loading it.

use std::io::{Read, Seek, SeekFrom};

use crate::block::Block;
use crate::format::{BLOCK_TAG, INDEX_TAG, TRAILER_TAG};
use crate::index::{ENTRY_LEN, Entry, INDEX_FRAME, TRAILER_LEN, Totals, Trailer, read_index};
use crate::source::Source;
use crate::{Damage, Header, Part, ReadError, Record};

/// Reads records by number.
///
/// Checks the form of the header, the index, the trailer and each block that is read, but not that
/// the records support the claim: use it only for files that were [checked](crate::check). Memory:
/// the index, with 16 bytes per block, and the last block read, so that neighbouring records need
/// no further reading.
///
/// ```
/// use std::io::Cursor;
/// use shomei_game::{Notation, TreeGame};
/// use shomei_proof::{Child, Claim, Header, IndexedReader, Record, Writer};
///
/// let game = TreeGame::parse("r = OR { a }  a = AND { Won }").unwrap();
/// let mut writer = Writer::new(Vec::new(), &Header::of(&game, &game.start(), Claim::Proved))?;
/// writer.write(&Record::Choice { mv: 0, child: Child::Record(1) })?;
/// writer.write(&Record::Resolved { nodes: 2 })?;
///
/// let mut reader = IndexedReader::open(Cursor::new(writer.finish()?.0))?;
/// assert_eq!(reader.record(1)?, Some(Record::Resolved { nodes: 2 }));
/// assert_eq!(reader.record(2)?, None);
/// let (first, records) = reader.block_around(1)?.unwrap_or_default();
/// assert_eq!((first, records.len()), (0, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct IndexedReader<R> {
    input: R,
    header: Header,
    index: Vec<Entry>,
    totals: Totals,
    /// The last block read, and its place in the index.
    cached: Option<(usize, Block)>,
}

impl<R: Read + Seek> IndexedReader<R> {
    /// Reads the header, the trailer and the index.
    ///
    /// # Errors
    ///
    /// If the input fails, or one of these parts is damaged.
    pub fn open(mut input: R) -> Result<IndexedReader<R>, ReadError> {
        input.seek(SeekFrom::Start(0))?;
        let mut source = Source::new(input);
        let header = Header::read(&mut source)?;
        let start = source.offset();
        let mut input = source.into_inner();

        let trailer_at = input.seek(SeekFrom::End(0))?.saturating_sub(TRAILER_LEN);
        let (mut source, tag) = part_at(input, trailer_at, Part::Trailer)?;
        let trailer = Trailer::read(&mut source)?;
        if tag != TRAILER_TAG {
            return Err(Damage::BadEnd.into());
        }
        fits(&trailer, start, trailer_at)?;

        let (mut source, tag) = part_at(source.into_inner(), trailer.index_offset, Part::Index)?;
        if tag != INDEX_TAG {
            let blocks = trailer.blocks;
            return Err(Damage::UnexpectedPart { tag, blocks }.into());
        }
        let index = entries(&mut source, &trailer, start)?;
        Ok(IndexedReader {
            input: source.into_inner(),
            header,
            index,
            totals: trailer.totals,
            cached: None,
        })
    }

    /// The problem and the claim.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The totals in the trailer; only a streaming reader counts the records.
    pub fn totals(&self) -> Totals {
        self.totals
    }

    /// The record with this number; `None` if there are fewer records.
    ///
    /// # Errors
    ///
    /// If the input fails or the block of the record is damaged.
    pub fn record(&mut self, number: u64) -> Result<Option<Record>, ReadError> {
        if number >= self.totals.records {
            return Ok(None);
        }
        let position = self.place_of(number)?;
        Ok(self.block(position)?.find(number)?)
    }

    /// All records of the block that contains the record with this number, and the number of the
    /// first one; `None` if there are fewer records. So a file can be read from back to front with
    /// the memory of one block: at most about 20 MiB, usually a few MiB.
    ///
    /// # Errors
    ///
    /// If the input fails or the block is damaged.
    pub fn block_around(&mut self, number: u64) -> Result<Option<(u64, Vec<Record>)>, ReadError> {
        if number >= self.totals.records {
            return Ok(None);
        }
        let position = self.place_of(number)?;
        Ok(Some(self.block(position)?.all()?))
    }

    /// The place in the index of the block with this record.
    fn place_of(&self, number: u64) -> Result<usize, Damage> {
        let after = self.index.partition_point(|entry| entry.first <= number);
        after
            .checked_sub(1)
            .ok_or(Damage::IndexDiffers { entry: 0 })
    }

    /// The block at this place of the index.
    fn block(&mut self, position: usize) -> Result<&mut Block, ReadError> {
        let cached = match self.cached.take() {
            Some(cached) if cached.0 == position => cached,
            _ => (position, self.fetch(position)?),
        };
        Ok(&mut self.cached.insert(cached).1)
    }

    fn fetch(&mut self, position: usize) -> Result<Block, ReadError> {
        let number = position as u64;
        let Entry { offset, first } = self.index[position];
        let (mut source, tag) = part_at(&mut self.input, offset, Part::Block { number, first })?;
        if tag != BLOCK_TAG {
            let blocks = number;
            return Err(Damage::UnexpectedPart { tag, blocks }.into());
        }
        let block = Block::read(&mut source, number, first)?;
        let next = self.index.get(position + 1);
        if block.end() != next.map_or(self.totals.records, |entry| entry.first) {
            return Err(Damage::IndexDiffers { entry: number + 1 }.into());
        }
        Ok(block)
    }
}

/// A source at the second byte of a part, and the first byte.
fn part_at<R: Read + Seek>(
    mut input: R,
    offset: u64,
    part: Part,
) -> Result<(Source<R>, u8), ReadError> {
    input.seek(SeekFrom::Start(offset))?;
    let mut source = Source::new(input);
    let [tag] = source.array(part)?;
    Ok((source, tag))
}

/// Checks that the index has exactly the size that the trailer implies, which also bounds its
/// length by that of the file.
fn fits(trailer: &Trailer, start: u64, trailer_at: u64) -> Result<(), Damage> {
    let entries = trailer.blocks.checked_mul(ENTRY_LEN);
    let end = entries
        .and_then(|len| len.checked_add(INDEX_FRAME))
        .and_then(|len| len.checked_add(trailer.index_offset));
    if end == Some(trailer_at) && trailer.index_offset >= start {
        return Ok(());
    }
    Err(Damage::IndexDiffers {
        entry: trailer.blocks,
    })
}

/// Reads the index. Its entries must increase, from the end of the header and record 0.
fn entries<R: Read>(
    source: &mut Source<R>,
    trailer: &Trailer,
    start: u64,
) -> Result<Vec<Entry>, ReadError> {
    let mut entries: Vec<Entry> = Vec::new();
    read_index(source, trailer.blocks, |entry| {
        let in_order = match entries.last() {
            None => entry.offset == start && entry.first == 0,
            Some(last) => entry.offset > last.offset && entry.first > last.first,
        };
        entries.push(entry);
        in_order && entry.offset < trailer.index_offset
    })?;
    Ok(entries)
}
