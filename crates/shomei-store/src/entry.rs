//! An entry as bytes, and what becomes of two that are about one position.

use shomei_game::Key;
use shomei_proof::Claim;
use shomei_search::Solved;

use crate::Aim;

/// The bytes of an entry beside its key.
pub(crate) type Bytes = [u8; 12];

/// The place of a move that is not known.
const NO_MOVE: u8 = u8::MAX;

/// Two entries that say the contrary of one position. One of them is wrong, and nobody knows
/// which, so a store keeps neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// What was to be reached.
    pub aim: Aim,
    /// The entry that was there.
    pub old: Solved,
    /// The one that came.
    pub new: Solved,
}

/// The entry without its key.
pub(crate) fn bytes_of(solved: &Solved) -> Bytes {
    let mut bytes = [0; 12];
    bytes[0] = match solved.claim {
        Claim::Proved => 1,
        Claim::Disproved => 2,
    };
    bytes[1] = solved.best.unwrap_or(NO_MOVE);
    bytes[2..4].copy_from_slice(&solved.length.to_le_bytes());
    bytes[4..].copy_from_slice(&solved.work.to_le_bytes());
    bytes
}

/// The entry with this key; nothing where the bytes are none of an entry.
pub(crate) fn read(id: u128, bytes: &Bytes) -> Option<Solved> {
    let claim = match bytes[0] {
        1 => Claim::Proved,
        2 => Claim::Disproved,
        _ => return None,
    };
    let [_, best, low, high, work @ ..] = *bytes;
    Some(Solved {
        key: Key((id >> 64) as u64),
        check: id as u64,
        claim,
        length: u16::from_le_bytes([low, high]),
        best: (best != NO_MOVE).then_some(best),
        work: u64::from_le_bytes(work),
    })
}

/// What two entries of one position say together, unless they contradict each other: the larger
/// work, and the shorter proof or, of disproofs, that which took more work.
pub(crate) fn merged(old: &Solved, new: &Solved) -> Option<Solved> {
    let (by_length, by_work) = (new.length < old.length, new.work > old.work);
    let is_new_better = match (old.claim, new.claim) {
        (Claim::Proved, Claim::Proved) => by_length || (new.length == old.length && by_work),
        (Claim::Disproved, Claim::Disproved) => by_work,
        _ => return None,
    };
    Some(Solved {
        work: old.work.max(new.work),
        ..if is_new_better { *new } else { *old }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn solved(claim: Claim, length: u16, work: u64) -> Solved {
        Solved {
            key: Key(u64::MAX - 1),
            check: 7,
            claim,
            length,
            best: Some(length as u8),
            work,
        }
    }

    #[test]
    fn an_entry_comes_back_from_its_bytes() {
        for claim in [Claim::Proved, Claim::Disproved] {
            for best in [None, Some(0), Some(254)] {
                let solved = Solved {
                    best,
                    ..solved(claim, u16::MAX, u64::MAX - 1)
                };
                assert_eq!(read(solved.id(), &bytes_of(&solved)), Some(solved));
            }
        }
        assert_eq!(read(0, &[0; 12]), None);
        assert_eq!(read(0, &[3; 12]), None);
    }

    #[test]
    fn two_entries_become_one_whichever_comes_first() {
        use Claim::{Disproved, Proved};
        let both = |a: Solved, b: Solved| (merged(&a, &b), merged(&b, &a));
        // The shorter proof, with its move, and the larger work.
        let (a, b) = (solved(Proved, 11, 5_000), solved(Proved, 9, 2_000));
        let expected = Some(Solved { work: 5_000, ..b });
        assert_eq!(both(a, b), (expected, expected));
        let (a, b) = (solved(Disproved, 11, 5_000), solved(Disproved, 9, 2_000));
        assert_eq!(both(a, b), (Some(a), Some(a)));
        let (a, b) = (solved(Proved, 11, 5_000), solved(Disproved, 9, 2_000));
        assert_eq!(both(a, b), (None, None));
    }
}
