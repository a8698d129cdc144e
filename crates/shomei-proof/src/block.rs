//! Blocks: sequences of whole records, each compressed separately.
//!
//! ```text
//! 'B' | first record u64 | records u32 | raw u32 | packed u32 | zstd frame | crc u32
//! ```
//!
//! The CRC covers everything before it, so the decompressor receives only bytes that match their
//! checksum.

use std::io::{self, Read};
use zstd_safe::{CCtx, CParameter};

use crate::format::{BLOCK_TAG, BLOCK_TARGET, MAX_PACKED, MAX_RAW};
use crate::source::{Fields, Source};
use crate::{Damage, Part, ReadError, Record};

/// The bytes of a block between the tag and the zstd frame.
const HEAD: usize = 8 + 4 + 4 + 4;

/// zstd's default level. The records are so regular that higher levels gain little.
const LEVEL: i32 = 3;

/// The stored form of a block.
pub(crate) fn encode(first: u64, records: u32, raw: &[u8]) -> io::Result<Vec<u8>> {
    let packed = pack(raw).map_err(|code| io::Error::other(zstd_safe::get_error_name(code)))?;
    let mut out = vec![BLOCK_TAG];
    out.extend(first.to_le_bytes());
    out.extend(records.to_le_bytes());
    out.extend((raw.len() as u32).to_le_bytes());
    out.extend((packed.len() as u32).to_le_bytes());
    out.extend(packed);
    out.extend(crc32fast::hash(&out).to_le_bytes());
    Ok(out)
}

/// A decompressed block and the read position in it.
#[derive(Debug)]
pub(crate) struct Block {
    /// The number of the block, for messages.
    number: u64,
    /// The number of its first record.
    first: u64,
    /// The number of the next record.
    next: u64,
    /// The number of the first record of the next block.
    end: u64,
    raw: Vec<u8>,
    at: usize,
}

impl Block {
    /// Reads the block with this number, whose tag was already read and which must begin with
    /// record `first`.
    pub(crate) fn read<R: Read>(
        source: &mut Source<R>,
        number: u64,
        first: u64,
    ) -> Result<Block, ReadError> {
        let part = Part::Block { number, first };
        let head: [u8; HEAD] = source.array(part)?;
        let mut fields = Fields(&head);
        let (found, records) = (fields.u64(), fields.u32());
        let (raw, packed) = (fields.u32(), fields.u32());
        if raw == 0 || raw > MAX_RAW || packed > MAX_PACKED {
            return Err(Damage::BlockLength {
                block: number,
                raw,
                packed,
            }
            .into());
        }
        let mut stored = vec![BLOCK_TAG];
        stored.extend(head);
        let start = stored.len();
        source.append(packed, &mut stored, part)?;
        if Fields(&source.array::<4>(part)?).u32() != crc32fast::hash(&stored) {
            return Err(Damage::Checksum { part }.into());
        }
        if found != first {
            return Err(Damage::BlockStart {
                block: number,
                expected: first,
                found,
            }
            .into());
        }
        Ok(Block {
            number,
            first,
            next: first,
            end: first.saturating_add(u64::from(records)),
            raw: unpack(&stored[start..], raw).ok_or(Damage::BlockPacking { block: number })?,
            at: 0,
        })
    }

    /// The number of the first record after this block.
    pub(crate) fn end(&self) -> u64 {
        self.end
    }

    /// The next record, `None` after the last one.
    pub(crate) fn next_record(&mut self) -> Result<Option<Record>, Damage> {
        let block = self.number;
        if self.next == self.end {
            let whole = self.at == self.raw.len() && self.at > 0;
            return if whole {
                Ok(None)
            } else {
                Err(Damage::BlockEnd { block })
            };
        }
        if self.at >= self.raw.len().min(BLOCK_TARGET) {
            return Err(Damage::BlockEnd { block });
        }
        let mut rest = &self.raw[self.at..];
        let record = Record::decode(self.next, &mut rest).map_err(|fault| Damage::BadRecord {
            record: self.next,
            fault,
        })?;
        self.at = self.raw.len() - rest.len();
        self.next += 1;
        Ok(Some(record))
    }

    /// The record with this number; `None` if it is not in this block. Continues from the last
    /// record read, or rewinds for an earlier record.
    pub(crate) fn find(&mut self, number: u64) -> Result<Option<Record>, Damage> {
        if number < self.next {
            self.rewind();
        }
        loop {
            let here = self.next;
            match self.next_record()? {
                Some(record) if here == number => return Ok(Some(record)),
                Some(_) => {}
                None => return Ok(None),
            }
        }
    }

    /// All records, and the number of the first.
    pub(crate) fn all(&mut self) -> Result<(u64, Vec<Record>), Damage> {
        self.rewind();
        let mut records = Vec::new();
        while let Some(record) = self.next_record()? {
            records.push(record);
        }
        Ok((self.first, records))
    }

    fn rewind(&mut self) {
        (self.next, self.at) = (self.first, 0);
    }
}

/// Compresses into one zstd frame.
fn pack(raw: &[u8]) -> Result<Vec<u8>, zstd_safe::ErrorCode> {
    let mut packed = Vec::with_capacity(zstd_safe::compress_bound(raw.len()));
    let mut context = CCtx::create();
    context.set_parameter(CParameter::CompressionLevel(LEVEL))?;
    context.compress2(&mut packed, raw)?;
    Ok(packed)
}

/// Decompresses exactly one zstd frame with exactly the claimed length.
fn unpack(packed: &[u8], raw: u32) -> Option<Vec<u8>> {
    #[cfg(target_pointer_width = "32")]
    let packed = &*with_smaller_window(packed);
    let frame = zstd_safe::find_frame_compressed_size(packed).ok()?;
    let mut bytes = Vec::with_capacity(raw as usize);
    zstd_safe::decompress(&mut bytes, packed).ok()?;
    (frame == packed.len() && bytes.len() == raw as usize).then_some(bytes)
}

/// The frame with a window of at most 1 GiB, the maximum of zstd where addresses have 32 bits;
/// elsewhere it accepts 2 GiB. A frame that is decompressed as a whole needs no window, so both
/// give the same verdict. Without bit 5 of byte 4 a frame has a window, and byte 5 contains the
/// exponent of its size, less 10, above three other bits (RFC 8878, 3.1.1.1.2).
#[cfg(any(test, target_pointer_width = "32"))]
fn with_smaller_window(packed: &[u8]) -> std::borrow::Cow<'_, [u8]> {
    match packed {
        [_, _, _, _, flags, window, ..] if flags & 1 << 5 == 0 && window >> 3 == 31 - 10 => {
            let mut smaller = packed.to_vec();
            smaller[5] -= 1 << 3;
            smaller.into()
        }
        _ => packed.into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_of_two_gibibytes_means_the_same_as_one_of_one() {
        let raw: Vec<u8> = (0..600_u32).map(|n| ((n * n) >> 7) as u8).collect();
        let mut context = CCtx::create();
        context
            .set_parameter(CParameter::ContentSizeFlag(false))
            .unwrap();
        context.set_parameter(CParameter::WindowLog(10)).unwrap();
        let mut packed = Vec::with_capacity(zstd_safe::compress_bound(raw.len()));
        context.compress2(&mut packed, &raw[..]).unwrap();
        for (window, smaller) in [
            (0_u8, 0),
            (20 << 3 | 5, 20 << 3 | 5),
            (21 << 3 | 5, 20 << 3 | 5),
        ] {
            packed[5] = window;
            assert_eq!(unpack(&packed, 600).as_ref(), Some(&raw), "{window}");
            let changed = with_smaller_window(&packed);
            assert_eq!(changed[5], smaller);
            assert_eq!(unpack(&changed, 600).as_ref(), Some(&raw), "{window}");
        }
        // A frame without a window has its length there.
        let whole = pack(&raw).unwrap();
        assert_eq!(*with_smaller_window(&whole), whole);
    }
}
