//! Arbitrary bytes: they cause no panic, and no wrong certificate is accepted.

use std::io::Cursor;

use proptest::collection::vec;
use proptest::prelude::*;
use shomei_game::{Dice, Notation, TreeGame};
use shomei_proof::{Claim, Header, IndexedReader, Reader, check};

use crate::layout::{Layout, RawBlock, assemble};
use crate::support::{accepted_as_described, random_file};

/// Reads the bytes with every reader.
fn read(bytes: &[u8]) -> bool {
    if let Ok(mut reader) = IndexedReader::open(Cursor::new(bytes)) {
        for number in [0, 1, 2, u64::MAX] {
            let _ = reader.record(number);
        }
    }
    accepted_as_described(bytes)
}

proptest! {
    #[test]
    fn random_bytes_are_rejected(bytes in vec(any::<u8>(), 0..300)) {
        prop_assert!(!read(&bytes));
    }

    #[test]
    fn random_bytes_after_a_right_beginning_are_rejected(
        seed in any::<u64>(),
        keep in any::<prop::sample::Index>(),
        bytes in vec(any::<u8>(), 1..100),
    ) {
        let (_, file) = random_file(&mut Dice::new(seed));
        let keep = keep.index(file.len());
        let mut spliced = file[..keep].to_vec();
        spliced.extend(bytes);
        prop_assert!(!read(&spliced) || spliced == file);
    }

    /// The end of one file after the beginning of another, joined between their parts.
    #[test]
    fn files_joined_from_two_are_rejected_or_right(a in any::<u64>(), b in any::<u64>()) {
        let (_, front) = random_file(&mut Dice::new(a));
        let (_, back) = random_file(&mut Dice::new(b));
        let at = |file: &[u8]| Layout::of(file).map(|l| [l.header.end, l.index.start]);
        for (from, to) in at(&front).unwrap().into_iter().zip(at(&back).unwrap()) {
            read(&[&front[..from], &back[to..]].concat());
        }
    }

    /// The records are random bytes with correct checksums. Many of the bytes are small, so that
    /// many of them form records.
    #[test]
    fn random_records_are_rejected_or_right(
        raw in vec(prop_oneof![4 => 0u8..4, 1 => any::<u8>()], 1..12),
        records in 1u32..4,
        totals in prop::array::uniform4(0u64..5),
        disproved in any::<bool>(),
    ) {
        let game = TreeGame::parse("r = OR { a, r } a = AND { r, Failed }").unwrap();
        let claim = if disproved { Claim::Disproved } else { Claim::Proved };
        let header = Header::of(&game, &game.start(), claim);
        let file = assemble(&header, &[RawBlock { first: 0, records, raw }], totals);
        prop_assert!(!read(&file) || disproved);
    }
}

/// A read error is not a rejection of the certificate.
#[test]
fn a_failing_reader_is_not_a_rejection() {
    use shomei_proof::CheckError;
    use std::io::{self, Read};

    struct Failing;

    impl Read for Failing {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("unplugged"))
        }
    }

    let (_, file) = random_file(&mut Dice::new(10));
    let header = Layout::of(&file).unwrap().header;
    let reader = Reader::open(file[header].chain(Failing)).unwrap();
    let (game, root) = reader.header().open::<TreeGame>().unwrap();
    let error = check(&game, &root, reader).unwrap_err();
    assert!(matches!(error, CheckError::Io(_)));
}
