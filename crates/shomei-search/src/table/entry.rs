//! A table entry in decoded form, as the searches write and read it.

use crate::Bounds;

/// The index of a position on the path from the root, limited to 14 bits.
///
/// A search does not store an entry that needs a larger index.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PathIndex(u16);

impl PathIndex {
    /// The largest index: 16,383.
    pub const MAX: PathIndex = PathIndex((1 << 14) - 1);

    /// The index, or `None` if it has more than 14 bits.
    #[must_use]
    pub fn new(index: usize) -> Option<PathIndex> {
        let index = u16::try_from(index).ok()?;
        (index <= PathIndex::MAX.0).then_some(PathIndex(index))
    }

    /// The index.
    #[must_use]
    pub fn get(self) -> usize {
        usize::from(self.0)
    }

    pub(super) fn from_bits(bits: u64) -> PathIndex {
        PathIndex((bits & u64::from(PathIndex::MAX.0)) as u16)
    }

    pub(super) fn bits(self) -> u64 {
        u64::from(self.0)
    }
}

/// An entry of the table: a value, its cost, and the depth at which it was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The value of the position.
    pub value: Value,
    /// Nodes searched below the position, including earlier visits. Stored in 8 bits: exact up to
    /// 15, larger numbers rounded up or down by at most an eighth, and at most 1.6e10. Entries with
    /// little work are replaced first.
    pub work: u64,
    /// The least ply at which the position was reached. It saturates at [`Entry::MAX_MIN_DEPTH`].
    /// Two saturated depths look equal, which costs time but cannot make an answer wrong.
    pub min_depth: u16,
}

impl Entry {
    /// The largest minimal depth that is stored exactly: 16,383.
    pub const MAX_MIN_DEPTH: u16 = (1 << 14) - 1;

    /// The depth of a position with this index on the path.
    pub(crate) fn depth_of(index: usize) -> u16 {
        index.min(usize::from(u16::MAX - 1)) as u16
    }
}

/// The numbers or the solution of a position.
///
/// `length` is the length of the solution in plies. `best` is the place of the chosen move in the
/// game's move order; the place 255 and all later places are stored as unknown. It is a hint: check
/// that the move exists before you use it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// Not solved.
    Unsolved {
        /// The proof and the disproof number, neither 0 nor infinite. With a twin they saturate at
        /// [`MAX_WITH_TWIN`](super::Packed::MAX_WITH_TWIN).
        bounds: Bounds,
        /// `Some(m)`: a disproof that depends on the path `0..=m` is stored
        /// under the position's key mixed with the code of that path.
        twin: Option<PathIndex>,
    },
    /// The attacker reaches its goal. Proofs do not depend on the path.
    Proved {
        /// Plies to the goal.
        length: u16,
        /// The attacker's or defender's chosen move.
        best: Option<u8>,
    },
    /// The attacker fails, on any path.
    Disproved {
        /// Plies of the disproof.
        length: u16,
        /// The chosen move.
        best: Option<u8>,
    },
    /// The attacker fails on the path whose code is mixed into the key of this entry.
    TwinDisproved {
        /// Plies of the disproof.
        length: u16,
        /// The chosen move.
        best: Option<u8>,
        /// The least path index on which the disproof depends.
        r: PathIndex,
        /// The largest path index on which the disproof depends.
        m: PathIndex,
    },
}

impl Value {
    /// The place of a move as stored in a value: unknown from 255 on.
    pub(crate) fn best_of(place: usize) -> Option<u8> {
        u8::try_from(place).ok().filter(|&place| place != u8::MAX)
    }

    /// The numbers; those of a twin are the numbers of a disproof.
    #[must_use]
    pub fn bounds(self) -> Bounds {
        match self {
            Value::Unsolved { bounds, .. } => bounds,
            Value::Proved { .. } => Bounds::PROVED,
            Value::Disproved { .. } | Value::TwinDisproved { .. } => Bounds::DISPROVED,
        }
    }

    /// If a path-dependent disproof is stored separately, the largest path index on which it
    /// depends.
    #[must_use]
    pub fn twin(self) -> Option<PathIndex> {
        match self {
            Value::Unsolved { twin, .. } => twin,
            _ => None,
        }
    }

    /// Whether the position is solved, if only on one path.
    #[must_use]
    pub fn is_solved(self) -> bool {
        !matches!(self, Value::Unsolved { .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn path_indices_have_14_bits() {
        assert_eq!(PathIndex::new(0).map(PathIndex::get), Some(0));
        assert_eq!(PathIndex::new(16_383), Some(PathIndex::MAX));
        assert_eq!(PathIndex::new(16_384), None);
        assert_eq!(PathIndex::new(usize::MAX), None);
    }

    #[test]
    fn values_know_their_numbers() {
        let (length, best) = (3, None);
        let unsolved = Value::Unsolved {
            bounds: Bounds::UNIT,
            twin: None,
        };
        assert!(!unsolved.is_solved());
        assert_eq!(unsolved.bounds(), Bounds::UNIT);
        let (r, m) = (PathIndex::default(), PathIndex::MAX);
        for (value, bounds) in [
            (Value::Proved { length, best }, Bounds::PROVED),
            (Value::Disproved { length, best }, Bounds::DISPROVED),
            (
                Value::TwinDisproved { length, best, r, m },
                Bounds::DISPROVED,
            ),
        ] {
            assert!(value.is_solved());
            assert_eq!(value.bounds(), bounds);
        }
    }
}
