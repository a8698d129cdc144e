//! An entry packed into one 64-bit word and a depth, and the layout of the word.
//!
//! ```text
//! bit        0    4                30                     56      64
//! unsolved   kind pn 26            dn 26                  work 8
//!            0    4        23              42      56
//! with twin  kind pn 19    dn 19           m 14    work 8
//!            0    4      20    34    48        56
//! solved     kind len 16 r 14  m 14  best 8    work 8
//! ```
//!
//! Only the low 48 bits of this word are protected against a torn read (`bucket.rs`), which
//! determines the order: kind, length, r and m are inside, the hints (best move, work, the high
//! bits of dn) outside.

use std::fmt;
use std::num::NonZeroU64;

use shomei_game::Key;

use super::work;
use super::{Entry, PathIndex, Value};
use crate::{Bounds, Number};

/// The kinds of entries, in increasing order of preference for one position. 0 is an empty slot.
const UNSOLVED: u64 = 1;
const WITH_TWIN: u64 = 2;
const TWIN_DISPROVED: u64 = 3;
const DISPROVED: u64 = 4;
const PROVED: u64 = 5;

const NO_BEST: u8 = u8::MAX;

/// The `bits` bits of `word` starting at bit `from`.
#[inline]
const fn field(word: u64, from: u32, bits: u32) -> u64 {
    (word >> from) & ((1 << bits) - 1)
}

/// The rank of a data word. Of two entries of one position, the one with the larger rank is used.
/// Solved entries rank above unsolved ones, and entries valid on any path above twins; an empty
/// slot has the lowest rank.
#[inline]
pub(super) const fn rank(word: u64) -> u64 {
    field(word, 0, 4)
}

/// An [`Entry`] in packed form; each field is decoded on request.
///
/// It takes two registers, and [`Packed::bounds`] is a shift and a mask for nearly all positions of
/// a search, so hot loops should use this form.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Packed {
    word: NonZeroU64,
    min_depth: u16,
}

impl Packed {
    /// The largest finite number of an unsolved entry that has a twin: 19 bits.
    pub const MAX_WITH_TWIN: Number = Number::new((1 << 19) - 1);

    /// Packs an entry. Numbers and depth saturate, and work is rounded.
    #[must_use]
    pub fn new(entry: Entry) -> Packed {
        debug_assert!(
            entry.value.is_solved() || !entry.value.bounds().is_solved(),
            "solved bounds in an unsolved entry"
        );
        let word = value_bits(entry.value);
        // The numbers change from visit to visit, so they serve as random bits.
        let code = work::encode(entry.work, Key(word).mix(Key(entry.work)).0);
        let word = word | u64::from(code) << 56;
        Packed {
            // The kind is never 0, so `UNSOLVED` is not reached.
            word: NonZeroU64::new(word).unwrap_or(NonZeroU64::MIN),
            min_depth: entry.min_depth.min(Entry::MAX_MIN_DEPTH),
        }
    }

    /// The entry in the two words of a slot; `None` if the slot is empty.
    #[inline]
    pub(super) fn from_parts(word: u64, min_depth: u16) -> Option<Packed> {
        let word = NonZeroU64::new(word)?;
        Some(Packed { word, min_depth })
    }

    /// Whether a word is empty or could come from [`Packed::new`]: its kind exists, an unsolved
    /// word has numbers above 0, and a solved word has no bits that its kind does not use.
    pub(super) fn is_word(word: u64) -> bool {
        let numbers = |bits| field(word, 4, bits) > 0 && field(word, 4 + bits, bits) > 0;
        match field(word, 0, 4) {
            UNSOLVED => numbers(26),
            WITH_TWIN => numbers(19),
            TWIN_DISPROVED => field(word, 20, 14) <= field(word, 34, 14),
            DISPROVED | PROVED => field(word, 20, 28) == 0,
            _ => word == 0,
        }
    }

    #[inline]
    pub(super) fn word(self) -> u64 {
        self.word.get()
    }

    #[inline]
    fn kind(self) -> u64 {
        field(self.word(), 0, 4)
    }

    /// Whether the position is solved, if only on one path.
    #[inline]
    #[must_use]
    pub fn is_solved(self) -> bool {
        self.kind() >= TWIN_DISPROVED
    }

    /// The proof and the disproof number; those of a twin are the numbers of a disproof.
    #[inline]
    #[must_use]
    pub fn bounds(self) -> Bounds {
        let unsolved = |bits| {
            let numbers = self.word() >> 4;
            let number = |from| Number::new(field(numbers, from, bits) as u32);
            Bounds::unsolved(number(0), number(bits))
        };
        match self.kind() {
            PROVED => Bounds::PROVED,
            DISPROVED | TWIN_DISPROVED => Bounds::DISPROVED,
            WITH_TWIN => unsolved(19),
            _ => unsolved(26),
        }
    }

    /// The path index `m` of the disproof stored under the key mixed with the path's code. Only
    /// unsolved entries have one.
    #[inline]
    #[must_use]
    pub fn twin(self) -> Option<PathIndex> {
        (self.kind() == WITH_TWIN).then(|| PathIndex::from_bits(self.word() >> 42))
    }

    /// Nodes searched below, rounded by at most an eighth.
    #[inline]
    #[must_use]
    pub fn work(self) -> u64 {
        work::decode(self.work_code())
    }

    /// The code of the work, 0 to 255, in the order of the work.
    #[inline]
    pub(super) fn work_code(self) -> u8 {
        (self.word() >> 56) as u8
    }

    /// The least ply at which the position was reached.
    #[inline]
    #[must_use]
    pub fn min_depth(self) -> u16 {
        self.min_depth
    }

    /// The value of the position.
    #[inline]
    #[must_use]
    pub fn value(self) -> Value {
        let word = self.word();
        let length = field(word, 4, 16) as u16;
        let best = Some(field(word, 48, 8) as u8).filter(|&best| best != NO_BEST);
        match self.kind() {
            PROVED => Value::Proved { length, best },
            DISPROVED => Value::Disproved { length, best },
            TWIN_DISPROVED => Value::TwinDisproved {
                length,
                best,
                r: PathIndex::from_bits(word >> 20),
                m: PathIndex::from_bits(word >> 34),
            },
            _ => Value::Unsolved {
                bounds: self.bounds(),
                twin: self.twin(),
            },
        }
    }

    /// The whole entry.
    #[inline]
    #[must_use]
    pub fn entry(self) -> Entry {
        Entry {
            value: self.value(),
            work: self.work(),
            min_depth: self.min_depth,
        }
    }

    /// [`rank`] of the data word.
    #[inline]
    pub(super) fn rank(self) -> u64 {
        rank(self.word())
    }

    /// Whether `new`, an entry of the same position, must not overwrite this entry: a solved entry
    /// is never replaced by an unsolved one, nor an entry valid on any path by one valid on a
    /// single path.
    pub(super) fn outlives(self, new: Packed) -> bool {
        match self.kind() {
            PROVED | DISPROVED => new.kind() < DISPROVED,
            TWIN_DISPROVED => !new.is_solved(),
            _ => false,
        }
    }

    /// This entry with the smaller of both depths.
    pub(super) fn with_min_depth_of(self, other: Packed) -> Packed {
        Packed {
            min_depth: self.min_depth.min(other.min_depth),
            ..self
        }
    }
}

/// The word of a value, without the work.
fn value_bits(value: Value) -> u64 {
    let solved = |kind, length: u16, best: Option<u8>| {
        kind | u64::from(length) << 4 | u64::from(best.unwrap_or(NO_BEST)) << 48
    };
    match value {
        Value::Unsolved { bounds, twin } => {
            let number = |n: Number, max: Number| u64::from(n.min(max).get());
            match twin {
                None => {
                    let max = Number::MAX;
                    UNSOLVED | number(bounds.pn(), max) << 4 | number(bounds.dn(), max) << 30
                }
                Some(m) => {
                    let max = Packed::MAX_WITH_TWIN;
                    let numbers = number(bounds.pn(), max) << 4 | number(bounds.dn(), max) << 23;
                    WITH_TWIN | numbers | m.bits() << 42
                }
            }
        }
        Value::Proved { length, best } => solved(PROVED, length, best),
        Value::Disproved { length, best } => solved(DISPROVED, length, best),
        Value::TwinDisproved { length, best, r, m } => {
            solved(TWIN_DISPROVED, length, best) | r.bits() << 20 | m.bits() << 34
        }
    }
}

impl fmt::Debug for Packed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.entry().fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bounds(pn: u32, dn: u32) -> Bounds {
        Bounds::unsolved(Number::new(pn), Number::new(dn))
    }

    fn stored(value: Value) -> Value {
        let entry = Entry {
            value,
            work: 9,
            min_depth: 77,
        };
        let packed = Packed::new(entry);
        assert_eq!(packed.bounds(), packed.value().bounds());
        assert_eq!(packed.is_solved(), value.is_solved());
        assert_eq!((packed.work(), packed.min_depth()), (9, 77));
        packed.value()
    }

    #[test]
    fn unsolved_entries_come_back() {
        for (pn, dn) in [(1, 1), (3, 1 << 25), ((1 << 26) - 1, 5), (1 << 19, 1 << 18)] {
            let value = Value::Unsolved {
                bounds: bounds(pn, dn),
                twin: None,
            };
            assert_eq!(stored(value), value);
        }
    }

    #[test]
    fn numbers_with_a_twin_saturate_at_19_bits() {
        for m in [0, 1, 8_191, 16_383] {
            let with = |pn, dn| Value::Unsolved {
                bounds: bounds(pn, dn),
                twin: PathIndex::new(m),
            };
            assert_eq!(stored(with(1, 524_287)), with(1, 524_287));
            assert_eq!(stored(with(524_288, 2)), with(524_287, 2));
            assert_eq!(stored(with(1 << 25, u32::MAX)), with(524_287, 524_287));
        }
    }

    #[test]
    fn solved_entries_come_back() {
        for length in [0, 1, u16::MAX] {
            for best in [None, Some(0), Some(254)] {
                let proved = Value::Proved { length, best };
                assert_eq!(stored(proved), proved);
                let disproved = Value::Disproved { length, best };
                assert_eq!(stored(disproved), disproved);
                for (r, m) in [(0, 0), (0, 16_383), (16_383, 16_383), (5, 9)] {
                    let (Some(r), Some(m)) = (PathIndex::new(r), PathIndex::new(m)) else {
                        panic!("14 bits");
                    };
                    let twin = Value::TwinDisproved { length, best, r, m };
                    assert_eq!(stored(twin), twin);
                }
            }
        }
    }

    #[test]
    fn the_255th_move_and_large_depths_have_one_encoding() {
        let entry = Entry {
            value: Value::Proved {
                length: 1,
                best: Some(255),
            },
            work: u64::MAX,
            min_depth: u16::MAX,
        };
        let expected = Entry {
            value: Value::Proved {
                length: 1,
                best: None,
            },
            work: 15 << 30,
            min_depth: 16_383,
        };
        assert_eq!(Packed::new(entry).entry(), expected);
        assert_eq!(Packed::new(expected).entry(), expected);
    }

    #[test]
    fn what_holds_on_any_path_outlives_the_rest() {
        let (length, best) = (2, Some(1));
        let (r, m) = (PathIndex::default(), PathIndex::default());
        let values = [
            Value::Unsolved {
                bounds: Bounds::UNIT,
                twin: None,
            },
            Value::Unsolved {
                bounds: Bounds::UNIT,
                twin: Some(m),
            },
            Value::TwinDisproved { length, best, r, m },
            Value::Disproved { length, best },
            Value::Proved { length, best },
        ];
        let group = [0, 0, 1, 2, 2];
        let packed = values.map(|value| {
            Packed::new(Entry {
                value,
                work: 1,
                min_depth: 0,
            })
        });
        for (i, old) in packed.iter().enumerate() {
            for (j, new) in packed.iter().enumerate() {
                assert_eq!(old.outlives(*new), group[i] > group[j], "{old:?} {new:?}");
            }
        }
        assert!(packed.is_sorted_by_key(|p| p.rank()));
    }
}
