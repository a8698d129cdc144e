//! Properties of the reader and the checker of certificates.

use std::io::Cursor;

use shomei_game::{Kind, Notation, TreeGame};
use shomei_loa::Loa;
use shomei_proof::{
    CheckError, CheckLimits, Child, Claim, Header, IndexedReader, Reader, Record, Verified,
    check_within,
};

use crate::choices::Choices;
use crate::small::{self, Solution};

/// Small limits, so that an input takes a few microseconds.
const LIMITS: CheckLimits = CheckLimits {
    leaf_nodes: 1_000,
    search_nodes: 10_000,
    positions: 10_000,
    edges: 100_000,
    bytes: 1 << 24,
    time: None,
    stop: None,
};

/// Both readers read or reject arbitrary bytes, for any game.
pub fn certificate_never_panics(bytes: &[u8]) {
    let _ = verify::<TreeGame>(bytes);
    let _ = verify::<Loa>(bytes);
    if let Ok(mut reader) = IndexedReader::open(Cursor::new(bytes)) {
        for number in 0..16 {
            let _ = reader.record(number);
        }
        let _ = reader.record(u64::MAX);
    }
}

/// A well-formed file with arbitrary records is accepted only if its claim is true.
pub fn accepted_certificate_is_true(bytes: &[u8]) {
    let _ = is_accepted_and_true(bytes);
}

/// Whether the file was accepted. Panics if it was accepted and its claim is false.
fn is_accepted_and_true(bytes: &[u8]) -> bool {
    let mut choices = Choices::new(bytes);
    let game = small::game(&mut choices);
    let claim = match choices.byte() % 2 {
        0 => Claim::Proved,
        _ => Claim::Disproved,
    };
    let limits = CheckLimits {
        leaf_nodes: u64::from(choices.byte()),
        search_nodes: u64::from(choices.byte()),
        positions: u64::from(choices.byte() % 16),
        edges: u64::from(choices.byte() % 32),
        bytes: 64 * u64::from(choices.byte()),
        ..LIMITS
    };
    // Changed correct records pass the first checks more often than arbitrary ones, also with
    // the wrong claim.
    let mut records = match choices.byte() % 2 {
        0 => Vec::new(),
        _ => Solution::of(&game).records(),
    };
    while !choices.is_empty() && records.len() < 12 {
        let at = choices.below(records.len() + 1);
        let record = record(&mut choices);
        match records.get_mut(at) {
            Some(old) => *old = record,
            None => records.push(record),
        }
    }
    let file = small::write(&game, claim, &records);
    let accepted = verify::<TreeGame>(&file).is_some();
    // A reached limit is neither acceptance nor rejection.
    match within(&game, &file, &limits) {
        Ok(_) => assert!(accepted, "in {}", game.rules()),
        Err(CheckError::Rejected(reason)) => assert!(!accepted || reason.is_limit(), "{reason}"),
        Err(error) => panic!("{error}"),
    }
    if accepted {
        assert_eq!(claim, Solution::of(&game).claim(), "in {}", game.rules());
    }
    accepted
}

/// A correct certificate is accepted. A changed or truncated one is rejected or still proves the
/// same claim.
pub fn mutated_certificate_is_rejected_or_same_claim(bytes: &[u8]) {
    let mut choices = Choices::new(bytes);
    let game = small::game(&mut choices);
    let mut file = Solution::of(&game).certificate();
    let (header, verified) = verify::<TreeGame>(&file).unwrap_or_else(|| {
        panic!("the certificate of {} is rejected", game.rules());
    });
    for _ in 0..=choices.below(4) {
        mutate(&mut file, &mut choices);
    }
    if let Some((mutant, again)) = verify::<TreeGame>(&file) {
        assert_eq!(mutant, header);
        assert_eq!(again.claim, verified.claim);
    }
}

/// Reads and checks a file as a certificate of its game.
fn verify<G: Kind>(file: &[u8]) -> Option<(Header, Verified)> {
    let reader = Reader::open(file).ok()?;
    let header = reader.header().clone();
    let (game, root) = header.open::<G>().ok()?;
    let verified = check_within(&game, &root, reader, &LIMITS).ok()?;
    Some((header, verified))
}

/// The verdict of the checker on a file about the start of a game, within limits.
fn within(game: &TreeGame, file: &[u8], limits: &CheckLimits) -> Result<Verified, CheckError> {
    check_within(game, &game.start(), Reader::open(file)?, limits)
}

fn record(choices: &mut Choices<'_>) -> Record {
    match choices.byte() % 8 {
        0 => Record::Resolved {
            nodes: u64::from(choices.byte()),
        },
        1..=4 => Record::Choice {
            mv: u32::from(choices.byte() % 4),
            child: child(choices),
        },
        _ => Record::All {
            children: (0..=choices.below(3)).map(|_| child(choices)).collect(),
        },
    }
}

fn child(choices: &mut Choices<'_>) -> Child {
    match choices.byte() % 9 {
        0 | 1 => Child::Terminal,
        number => Child::Record(u64::from(number) - 2),
    }
}

/// Changes, removes, inserts or repeats one or more bytes.
fn mutate(file: &mut Vec<u8>, choices: &mut Choices<'_>) {
    if file.is_empty() {
        return;
    }
    let at = choices.below(file.len());
    match choices.byte() % 5 {
        0 => file[at] ^= 1 << (choices.byte() % 8),
        1 => file[at] = choices.byte(),
        2 => file.truncate(at),
        3 => file.insert(at, choices.byte()),
        _ => {
            let end = file.len().min(at + 1 + choices.below(16));
            let stretch = file[at..end].to_vec();
            file.splice(at..at, stretch);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seeded_bytes;

    #[test]
    fn arbitrary_bytes_are_refused() {
        for seed in 0..500 {
            certificate_never_panics(&seeded_bytes(seed, seed as usize % 200));
        }
    }

    /// Beginnings of a correct file with a changed byte, which pass more checks.
    #[test]
    fn damaged_files_are_refused() {
        let game = TreeGame::parse("r = OR { Failed, a } a = AND { Won, r }").unwrap();
        let file = Solution::of(&game).certificate();
        for length in 0..file.len() {
            certificate_never_panics(&file[..length]);
            let mut changed = file.clone();
            changed[length] ^= 0x41;
            certificate_never_panics(&changed);
        }
    }

    /// The property is meaningless if hardly any file is accepted.
    #[test]
    fn arbitrary_records_prove_nothing_false() {
        let accepted = (0..20_000)
            .filter(|&seed| is_accepted_and_true(&seeded_bytes(seed, 8 + seed as usize % 60)))
            .count();
        assert!(accepted > 100, "only {accepted} certificates were accepted");
    }

    #[test]
    fn mutants_are_rejected_or_say_the_same() {
        for seed in 0..5_000 {
            mutated_certificate_is_rejected_or_same_claim(&seeded_bytes(seed, 100));
        }
    }
}
