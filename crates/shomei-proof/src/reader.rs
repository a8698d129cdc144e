//! Reads a certificate from front to back, without seeking.

use std::io::{self, Read};

use crate::block::Block;
use crate::format::{BLOCK_TAG, INDEX_TAG, TRAILER_TAG};
use crate::index::{Entry, Totals, Trailer, read_index};
use crate::source::Source;
use crate::{Damage, Header, Part, ReadError, Record};

/// Reads the records in order and checks the form of the whole file.
///
/// Only the result `Ok(None)` confirms that the file is complete: before that, it can still be cut
/// off. Memory: one block, and 16 bytes for each block read.
#[derive(Debug)]
pub struct Reader<R> {
    source: Source<R>,
    header: Header,
    /// The blocks read so far, to compare them with the index of the file.
    seen: Vec<Entry>,
    totals: Totals,
    state: State,
}

#[derive(Debug)]
enum State {
    /// At the first byte of a block or of the index.
    Between,
    Within(Block),
    Ended,
    Failed,
}

impl<R: Read> Reader<R> {
    /// Reads the header. `input` should be buffered.
    ///
    /// # Errors
    ///
    /// If `input` fails or does not begin like a certificate.
    pub fn open(input: R) -> Result<Reader<R>, ReadError> {
        let mut source = Source::new(input);
        Ok(Reader {
            header: Header::read(&mut source)?,
            source,
            seen: Vec::new(),
            totals: Totals::default(),
            state: State::Between,
        })
    }

    /// The problem and the claim.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The next record; `None` after the last one, if the rest of the file is also correct.
    ///
    /// # Errors
    ///
    /// If the input fails or the file is damaged. After an error, nothing more can be read.
    pub fn next_record(&mut self) -> Result<Option<Record>, ReadError> {
        let result = self.advance();
        if result.is_err() {
            self.state = State::Failed;
        }
        result
    }

    /// The totals of the records read so far.
    pub fn totals(&self) -> Totals {
        self.totals
    }

    fn advance(&mut self) -> Result<Option<Record>, ReadError> {
        loop {
            match &mut self.state {
                State::Within(block) => {
                    if let Some(record) = block.next_record()? {
                        self.totals.count(&record);
                        return Ok(Some(record));
                    }
                    self.state = State::Between;
                }
                State::Between => self.next_part()?,
                State::Ended => return Ok(None),
                State::Failed => {
                    return Err(io::Error::other("reading went on after an error").into());
                }
            }
        }
    }

    /// Reads a block, or everything after the blocks.
    fn next_part(&mut self) -> Result<(), ReadError> {
        let offset = self.source.offset();
        let blocks = self.seen.len() as u64;
        let first = self.totals.records;
        let part = Part::Block {
            number: blocks,
            first,
        };
        let [tag] = self.source.array(part)?;
        match tag {
            BLOCK_TAG => {
                self.state = State::Within(Block::read(&mut self.source, blocks, first)?);
                self.seen.push(Entry { offset, first });
            }
            INDEX_TAG => {
                self.read_end(offset)?;
                self.state = State::Ended;
            }
            tag => return Err(Damage::UnexpectedPart { tag, blocks }.into()),
        }
        Ok(())
    }

    fn read_end(&mut self, index_offset: u64) -> Result<(), ReadError> {
        let blocks = self.seen.len() as u64;
        let mut seen = self.seen.iter();
        read_index(&mut self.source, blocks, |entry| {
            seen.next() == Some(&entry)
        })?;
        let [tag] = self.source.array(Part::Trailer)?;
        if tag != TRAILER_TAG {
            return Err(Damage::UnexpectedPart { tag, blocks }.into());
        }
        let counted = Trailer {
            index_offset,
            blocks,
            totals: self.totals,
        };
        Trailer::read(&mut self.source)?.compare(&counted)?;
        if !self.source.at_end()? {
            return Err(Damage::TrailingData.into());
        }
        Ok(())
    }
}
