//! The layout of a file, implemented again from `docs/reference/certificate-format.md` and not from
//! the crate: finds the parts, corrects checksums after a change, and builds files that no writer
//! writes.

use std::ops::Range;

use shomei_proof::{Claim, Header};

use crate::support::write;

/// The byte ranges of the parts of a file.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) header: Range<usize>,
    pub(crate) blocks: Vec<Range<usize>>,
    pub(crate) index: Range<usize>,
    pub(crate) trailer: Range<usize>,
}

/// The offset of the claim in a file.
pub(crate) const CLAIM: usize = 10;
/// The offset of the first text of a header.
pub(crate) const TEXTS: usize = 11;

impl Layout {
    /// The layout of a file; `None` if the lengths in the file are invalid.
    pub(crate) fn of(file: &[u8]) -> Option<Layout> {
        let u32_at = |at: usize| {
            let bytes = file.get(at..at.checked_add(4)?)?;
            Some(u32::from_le_bytes(bytes.try_into().unwrap()) as usize)
        };
        // Version 2 has a number of plies before the texts.
        let mut at = if *file.get(8)? == 2 { TEXTS + 4 } else { TEXTS };
        for _ in 0..4 {
            at = at.checked_add(4)?.checked_add(u32_at(at)?)?;
        }
        let header = 0..at + 4;
        let mut blocks = Vec::new();
        at = header.end;
        while *file.get(at)? == b'B' {
            let end = (at + 21).checked_add(u32_at(at + 17)?)?.checked_add(4)?;
            blocks.push(at..end);
            at = end;
        }
        let index = at..at + 1 + 16 * blocks.len() + 4;
        let trailer = index.end..index.end + 58;
        (trailer.end <= file.len()).then_some(Layout {
            header,
            blocks,
            index,
            trailer,
        })
    }

    /// Corrects every checksum; `None` if the layout is invalid.
    pub(crate) fn reseal(file: &mut [u8]) -> Option<()> {
        let layout = Layout::of(file)?;
        let seal = |part: Range<usize>, file: &mut [u8]| {
            let end = part.end - 4;
            let crc = crc32fast::hash(&file[part.start..end]);
            file[end..part.end].copy_from_slice(&crc.to_le_bytes());
        };
        seal(layout.header, file);
        for block in layout.blocks {
            seal(block, file);
        }
        seal(layout.index, file);
        seal(layout.trailer.start..layout.trailer.end - 5, file);
        Some(())
    }
}

/// The bytes of one block.
#[derive(Clone, Debug)]
pub(crate) struct RawBlock {
    pub(crate) first: u64,
    pub(crate) records: u32,
    pub(crate) raw: Vec<u8>,
}

/// A file with the given blocks and totals (records, edges, terminals, re-solved leaves), in any
/// order.
pub(crate) fn assemble(header: &Header, blocks: &[RawBlock], totals: [u64; 4]) -> Vec<u8> {
    let mut file = write(header, &[]);
    let start = Layout::of(&file).unwrap().header.end;
    file.truncate(start);
    let mut index = vec![b'I'];
    for block in blocks {
        index.extend((file.len() as u64).to_le_bytes());
        index.extend(block.first.to_le_bytes());
        let mut packed = Vec::with_capacity(zstd_safe::compress_bound(block.raw.len()));
        zstd_safe::compress(&mut packed, &block.raw[..], 3).unwrap();
        file.push(b'B');
        file.extend(block.first.to_le_bytes());
        file.extend(block.records.to_le_bytes());
        file.extend((block.raw.len() as u32).to_le_bytes());
        file.extend((packed.len() as u32).to_le_bytes());
        file.extend(packed);
        file.extend([0; 4]);
    }
    let index_offset = file.len() as u64;
    file.extend(index);
    file.extend([0; 4]);
    file.push(b'T');
    file.extend(index_offset.to_le_bytes());
    file.extend((blocks.len() as u64).to_le_bytes());
    for total in totals {
        file.extend(total.to_le_bytes());
    }
    file.extend([0; 4]);
    file.extend(b"\x89qed\n");
    Layout::reseal(&mut file).unwrap();
    file
}

/// The example of the document, byte by byte.
#[rustfmt::skip]
const EXAMPLE: [u8; 117] = [
    0x89, 0x73, 0x68, 0x6f, 0x6d, 0x65, 0x69, 0x0a, 0x01, 0x00, 0x01, 0x04, 0x00, 0x00, 0x00, 0x74,
    0x72, 0x65, 0x65, 0x0e, 0x00, 0x00, 0x00, 0x72, 0x20, 0x3d, 0x20, 0x4f, 0x52, 0x20, 0x7b, 0x20,
    0x57, 0x6f, 0x6e, 0x20, 0x7d, 0x02, 0x00, 0x00, 0x00, 0x6f, 0x72, 0x03, 0x00, 0x00, 0x00, 0x57,
    0x6f, 0x6e, 0x28, 0x93, 0x58, 0x1c, 0x49, 0xb9, 0x16, 0x02, 0xdd, 0x54, 0x36, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00,
    0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x00, 0x3e, 0x38, 0x14, 0xae,
    0x89, 0x71, 0x65, 0x64, 0x0a,
];

#[test]
fn the_documented_file_is_what_is_written() {
    let header = Header {
        game: "tree".into(),
        rules: "r = OR { Won }".into(),
        attacker: "or".into(),
        root: "Won".into(),
        claim: Claim::Proved,
        plies: None,
    };
    assert_eq!(write(&header, &[]), EXAMPLE);
    assert_eq!(assemble(&header, &[], [0; 4]), EXAMPLE);
}
