//! The bytes of an entry, and the merging of two entries of one position.

use shomei::Aim;
use shomei_proof::Claim;
use shomei_search::Knowledge;

/// The bytes of an entry without its key.
pub(crate) type Bytes = [u8; 12];

/// The index of an unknown move.
const NO_MOVE: u8 = u8::MAX;

/// Two entries of one position that contradict each other. One of them is wrong, and it is unknown
/// which, so a store keeps neither.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The aim of both.
    pub aim: Aim,
    /// The entry of the store.
    pub old: Knowledge,
    /// The new entry.
    pub new: Knowledge,
}

/// The database key of a position: its key in the upper 64 bits, its check in the lower.
pub(crate) fn row_of((key, check): (u64, u64)) -> u128 {
    u128::from(key) << 64 | u128::from(check)
}

/// The bytes of an entry; `None` unless the position is solved on every path.
pub(crate) fn bytes_of(known: &Knowledge) -> Option<Bytes> {
    let mut bytes = [0; 12];
    bytes[0] = match known.claim()? {
        Claim::Proved => 1,
        Claim::Disproved => 2,
    };
    let best = known.best.and_then(|best| u8::try_from(best).ok());
    bytes[1] = best.unwrap_or(NO_MOVE);
    bytes[2..4].copy_from_slice(&known.length.to_le_bytes());
    bytes[4..].copy_from_slice(&known.work.to_le_bytes());
    Some(bytes)
}

/// The knowledge that an entry keeps; `None` unless the position is solved on every path.
pub(crate) fn kept(known: &Knowledge) -> Option<Knowledge> {
    read(row_of(known.id()), &bytes_of(known)?)
}

/// The entry of a row; `None` if the bytes are invalid.
pub(crate) fn read(row: u128, bytes: &Bytes) -> Option<Knowledge> {
    let claim = match bytes[0] {
        1 => Claim::Proved,
        2 => Claim::Disproved,
        _ => return None,
    };
    let [_, best, low, high, work @ ..] = *bytes;
    Some(Knowledge {
        bounds: claim.into(),
        length: u16::from_le_bytes([low, high]),
        best: (best != NO_MOVE).then_some(best.into()),
        work: u64::from_le_bytes(work),
        ..Knowledge::untouched(((row >> 64) as u64, row as u64))
    })
}

/// Merges two entries of one position: the larger work with the shorter proof, or with the disproof
/// that took more work. `None` if they contradict each other.
pub(crate) fn merged(old: &Knowledge, new: &Knowledge) -> Option<Knowledge> {
    let (by_length, by_work) = (new.length < old.length, new.work > old.work);
    let is_new_better = match (old.claim()?, new.claim()?) {
        (Claim::Proved, Claim::Proved) => by_length || (new.length == old.length && by_work),
        (Claim::Disproved, Claim::Disproved) => by_work,
        _ => return None,
    };
    Some(Knowledge {
        work: old.work.max(new.work),
        ..if is_new_better { *new } else { *old }
    })
}

#[cfg(test)]
mod tests {
    use shomei_search::Bounds;

    use super::*;

    fn solved(claim: Claim, length: u16, work: u64) -> Knowledge {
        Knowledge {
            bounds: claim.into(),
            length,
            best: Some(length),
            work,
            ..Knowledge::untouched((u64::MAX - 1, 7))
        }
    }

    #[test]
    fn an_entry_comes_back_from_its_bytes() {
        for claim in [Claim::Proved, Claim::Disproved] {
            for best in [None, Some(0), Some(254)] {
                let solved = Knowledge {
                    best,
                    ..solved(claim, u16::MAX, u64::MAX - 1)
                };
                assert_eq!(kept(&solved), Some(solved));
            }
        }
        assert_eq!(row_of((1, 2)), 1 << 64 | 2);
        assert_eq!(read(0, &[0; 12]), None);
        assert_eq!(read(0, &[3; 12]), None);
    }

    #[test]
    fn what_an_entry_has_no_bytes_for_is_dropped() {
        let plain = solved(Claim::Disproved, 3, 1_000);
        let without_move = Knowledge {
            best: None,
            ..plain
        };
        for best in [255, 256, u16::MAX] {
            let more = Knowledge {
                best: Some(best),
                board: Some((5, 6)),
                ..plain
            };
            assert_eq!(kept(&more), Some(without_move));
        }
        let on_one_path = Knowledge {
            path_dependence: Some((0, 1)),
            ..plain
        };
        let unsolved = Knowledge {
            bounds: Bounds::UNIT,
            ..plain
        };
        assert_eq!((kept(&on_one_path), kept(&unsolved)), (None, None));
    }

    #[test]
    fn two_entries_become_one_whichever_comes_first() {
        use Claim::{Disproved, Proved};
        let both = |a: Knowledge, b: Knowledge| (merged(&a, &b), merged(&b, &a));
        // The shorter proof, with its move, and the larger work.
        let (a, b) = (solved(Proved, 11, 5_000), solved(Proved, 9, 2_000));
        let expected = Some(Knowledge { work: 5_000, ..b });
        assert_eq!(both(a, b), (expected, expected));
        let (a, b) = (solved(Disproved, 11, 5_000), solved(Disproved, 9, 2_000));
        assert_eq!(both(a, b), (Some(a), Some(a)));
        let (a, b) = (solved(Proved, 11, 5_000), solved(Disproved, 9, 2_000));
        assert_eq!(both(a, b), (None, None));
    }
}
