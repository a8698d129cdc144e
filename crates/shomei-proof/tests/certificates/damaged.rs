//! Files that a writer did not write: cut off, altered, or altered with corrected checksums.

use std::io::Cursor;

use shomei_game::{Dice, Notation, TreeGame};
use shomei_proof::{
    Child, Claim, Damage, Field, Header, IndexedReader, Part, Record, RecordFault, Rejection,
};

use crate::layout::{CLAIM, Layout, RawBlock, TEXTS, assemble};
use crate::support::{accepted_as_described, file, random_file, verify};

/// A game, and the smallest certificate with every kind of record.
fn small() -> (TreeGame, Vec<u8>) {
    let game = TreeGame::parse("r = OR { a } a = AND { Won, b } b = OR { Won }").unwrap();
    let children = vec![Child::Terminal, Child::Record(2)];
    let records = [
        Record::Choice {
            mv: 0,
            child: Child::Record(1),
        },
        Record::All { children },
        Record::Resolved { nodes: 2 },
    ];
    let file = file(&game, Claim::Proved, &records);
    verify(&game, &file).unwrap();
    (game, file)
}

fn damage(game: &TreeGame, file: &[u8]) -> Damage {
    match verify(game, file).unwrap_err() {
        Rejection::Damaged(damage) => damage,
        other => panic!("{other}"),
    }
}

#[test]
fn a_file_cut_off_anywhere_is_rejected() {
    let (game, file) = small();
    for end in 0..file.len() {
        let cut = &file[..end];
        let damage = damage(&game, cut);
        assert!(
            matches!(damage, Damage::Truncated { .. }),
            "{end}: {damage}"
        );
        assert!(IndexedReader::open(Cursor::new(cut)).is_err());
    }
}

#[test]
fn every_flipped_bit_is_noticed() {
    let (game, file) = small();
    for bit in 0..8 * file.len() {
        let mut flipped = file.clone();
        flipped[bit / 8] ^= 1 << (bit % 8);
        damage(&game, &flipped);
    }
}

#[test]
fn altered_bytes_are_rejected_or_prove_the_same() {
    let mut random = Dice::new(4);
    for _ in 0..3000 {
        let (game, file) = random_file(&mut random);
        let mut altered = file.clone();
        for _ in 0..1 + random.below(8) {
            let at = random.below(file.len());
            altered[at] = random.below(256) as u8;
        }
        assert!(verify(&game, &altered).is_err() || altered == file);
    }
}

/// As above, with the checksums corrected afterwards.
#[test]
fn altered_and_resealed_files_are_rejected_or_right() {
    let mut random = Dice::new(5);
    let mut accepted = 0;
    for _ in 0..8000 {
        let (_, mut file) = random_file(&mut random);
        let at = random.below(file.len());
        file[at] ^= 1 << random.below(8);
        if Layout::reseal(&mut file).is_some() {
            accepted += u32::from(accepted_as_described(&file));
        }
        let indexed = IndexedReader::open(Cursor::new(&file));
        if let Ok(mut reader) = indexed {
            let last = reader.totals().records.wrapping_sub(1);
            for number in [0, 1, last] {
                // Both results are valid; the call must only not panic.
                let _ = reader.record(number);
            }
        }
    }
    // A changed checksum is corrected again, so some files are accepted.
    assert!(accepted > 100, "{accepted}");
}

/// Changes the small file, corrects the checksums, and checks it.
fn resealed(change: impl FnOnce(&mut Vec<u8>, &Layout)) -> Damage {
    let (game, mut file) = small();
    let layout = Layout::of(&file).unwrap();
    change(&mut file, &layout);
    let _ = Layout::reseal(&mut file);
    damage(&game, &file)
}

#[test]
fn damaged_headers_are_rejected_for_their_reason() {
    assert_eq!(resealed(|f, _| f[0] = b'x'), Damage::NotACertificate);
    let version = Damage::UnsupportedVersion {
        found: 3,
        supported: 2,
    };
    assert_eq!(resealed(|f, _| f[8] = 3), version);
    assert_eq!(resealed(|f, _| f[CLAIM] = 3), Damage::UnknownClaim(3));
    let field = Field::Game;
    let long = Damage::TextTooLong {
        field,
        length: 65,
        limit: 64,
    };
    assert_eq!(resealed(|f, _| f[TEXTS] = 65), long);
    let text = resealed(|f, _| f[TEXTS + 4] = 0xff);
    assert_eq!(text, Damage::NotUtf8 { field });
}

#[test]
fn damaged_blocks_are_rejected_for_their_reason() {
    let block = 0;
    let at = |layout: &Layout| layout.blocks[0].start;
    let tag = resealed(|f, l| f[at(l)] = b'C');
    assert_eq!(
        tag,
        Damage::UnexpectedPart {
            tag: b'C',
            blocks: 0
        }
    );
    let start = resealed(|f, l| f[at(l) + 1] = 7);
    let expected = Damage::BlockStart {
        block,
        expected: 0,
        found: 7,
    };
    assert_eq!(start, expected);
    let fewer = resealed(|f, l| f[at(l) + 9] = 2);
    assert_eq!(fewer, Damage::BlockEnd { block });
    let more = resealed(|f, l| f[at(l) + 9] = 4);
    assert_eq!(more, Damage::BlockEnd { block });
    let none = resealed(|f, l| f[at(l) + 9] = 0);
    assert_eq!(none, Damage::BlockEnd { block });
    let huge = resealed(|f, l| f[at(l) + 16] = 0x80);
    assert!(matches!(huge, Damage::BlockLength { .. }));
    let longer = resealed(|f, l| f[at(l) + 13] += 1);
    assert_eq!(longer, Damage::BlockPacking { block });
    let shorter = resealed(|f, l| f[at(l) + 13] -= 1);
    assert_eq!(shorter, Damage::BlockPacking { block });
    let packed = resealed(|f, l| f[at(l) + 21] ^= 1);
    assert_eq!(packed, Damage::BlockPacking { block });
}

/// Bytes after the zstd frame would be a second encoding of the same records, even if a
/// decompressor skips them.
#[test]
fn a_block_is_one_frame() {
    let skipped = [0x50, 0x2a, 0x4d, 0x18, 1, 0, 0, 0, 7];
    let two = resealed(|f, l| {
        let block = l.blocks[0].clone();
        f.splice(block.end - 4..block.end - 4, skipped);
        f[block.start + 17] += skipped.len() as u8;
        let offset = l.trailer.start + skipped.len() + 1;
        f[offset] += skipped.len() as u8;
    });
    assert_eq!(two, Damage::BlockPacking { block: 0 });
}

#[test]
fn damaged_ends_are_rejected_for_their_reason() {
    let entry = resealed(|f, l| f[l.index.start + 1] ^= 1);
    assert_eq!(entry, Damage::IndexDiffers { entry: 0 });
    let tag = resealed(|f, l| f[l.trailer.start] = b'B');
    assert_eq!(
        tag,
        Damage::UnexpectedPart {
            tag: b'B',
            blocks: 1
        }
    );
    let names = [
        "bytes before the index",
        "blocks",
        "records",
        "edges",
        "terminals",
        "re-solved leaves",
    ];
    for (i, name) in names.into_iter().enumerate() {
        let total = resealed(|f, l| f[l.trailer.start + 1 + 8 * i] ^= 1);
        assert!(matches!(total, Damage::TotalDiffers { what, .. } if what == name));
    }
    let end = resealed(|f, l| f[l.trailer.end - 1] = 0);
    assert_eq!(end, Damage::BadEnd);
    assert_eq!(resealed(|f, _| f.push(0)), Damage::TrailingData);
    let part = Part::Trailer;
    let cut = resealed(|f, l| f.truncate(l.trailer.start));
    assert_eq!(cut, Damage::Truncated { part });
}

/// A file about `r = OR { r }` with one block of these raw bytes.
fn raw(records: u32, raw: Vec<u8>) -> Damage {
    let game = TreeGame::parse("r = OR { r }").unwrap();
    let header = Header::of(&game, &game.start(), Claim::Disproved);
    let block = RawBlock {
        first: 0,
        records,
        raw,
    };
    damage(&game, &assemble(&header, &[block], [0; 4]))
}

#[test]
fn damaged_records_are_rejected_for_their_reason() {
    let bad = |fault| Damage::BadRecord { record: 0, fault };
    assert_eq!(raw(1, vec![9]), bad(RecordFault::UnknownKind(9)));
    assert_eq!(raw(1, vec![2]), bad(RecordFault::CutOff));
    assert_eq!(raw(1, vec![2, 0x80, 0]), bad(RecordFault::BadInteger));
    assert_eq!(raw(1, vec![1, 0]), bad(RecordFault::ChildCount(0)));
    // A count that would need 8 TiB is refused before anything is allocated.
    let huge = vec![1, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20];
    assert_eq!(raw(1, huge), bad(RecordFault::ChildCount(1 << 40)));
    let many = vec![1, 0xff, 0xff, 0x3f, 0];
    assert_eq!(raw(1, many), bad(RecordFault::CutOff));
    assert_eq!(raw(1, vec![0, 0, 2]), bad(RecordFault::ChildNumber));
}

/// A few compressed bytes cannot represent millions of records: a record must not begin after the
/// point at which its block must have ended.
#[test]
fn blocks_must_end_when_they_are_full() {
    let file_of = |records: u32| {
        let game = TreeGame::parse("r = OR { r }").unwrap();
        let header = Header::of(&game, &game.start(), Claim::Disproved);
        // In each record the only move leads to the next record, and in the last one to itself: a
        // right certificate, but needlessly long.
        let mut raw = [1, 1, 3].repeat(records as usize);
        *raw.last_mut().unwrap() = 1;
        let block = RawBlock {
            first: 0,
            records,
            raw,
        };
        let n = u64::from(records);
        let file = assemble(&header, &[block], [n, n, 0, 0]);
        verify(&game, &file)
    };
    let most = (64u32 << 10).div_ceil(3);
    assert!(file_of(most).is_ok());
    let error = file_of(most + 1).unwrap_err();
    assert_eq!(error, Rejection::Damaged(Damage::BlockEnd { block: 0 }));
}

#[test]
fn the_indexed_reader_refuses_what_does_not_fit() {
    let opens = |change: &dyn Fn(&mut Vec<u8>, &Layout)| {
        let (_, mut file) = small();
        let layout = Layout::of(&file).unwrap();
        change(&mut file, &layout);
        let _ = Layout::reseal(&mut file);
        IndexedReader::open(Cursor::new(file)).map_err(|error| error.to_string())
    };
    assert!(opens(&|_, _| {}).is_ok());
    let entry = opens(&|f, l| f[l.index.start + 9] = 1).unwrap_err();
    assert_eq!(entry, "the index does not agree with the blocks at entry 0");
    // 2^63 blocks: refused before anything is allocated.
    let blocks = opens(&|f, l| f[l.trailer.start + 16] = 0x80).unwrap_err();
    assert!(blocks.starts_with("the index does not agree"));
    assert!(opens(&|f, _| f.push(0)).unwrap_err().contains("cut off"));
    let mut reader = opens(&|f, l| f[l.trailer.start + 17] += 1).unwrap();
    assert!(reader.record(0).is_err(), "four records are stated");
}
