//! The information about a position that a search sends to a thread, a machine, a journal or a
//! store.
//!
//! ```text
//! Bounds      the numbers of a position
//! Entry       a table entry: packed, and it can be replaced
//! Outcome     the result of one visit of a node, returned to its parent
//! Knowledge   all of the above as plain data, for use outside the search
//! ```

use shomei_game::{Key, Role};
use shomei_proof::Claim;

use crate::search::outcome::{Outcome, Part, PathDependence};
use crate::table::{Entry, Value};
use crate::{Bounds, Number};

/// The information about a position that a search reports: plain data, for threads, machines,
/// journals and stores. It is not proof: an error is found when the certificate is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Knowledge {
    /// The key of the position.
    pub key: u64,
    /// 64 further bits that identify the position: [`Knowledge::check_of`] its text, or 0 if not
    /// needed. Keys are sufficient to distinguish the positions of one search. Among the positions
    /// of many machines or many searches, two keys will eventually collide.
    pub check: u64,
    /// The numbers, or the answer.
    pub bounds: Bounds,
    /// The least and the largest index of the nodes on the path on which a disproof depends through
    /// a repetition. `None`: the bounds are valid on every path.
    pub path_dependence: Option<(u32, u32)>,
    /// Plies to the end of the game, if the position is solved.
    pub length: u16,
    /// The place of the solving move in the game's move order. It is a hint: check that the move
    /// exists.
    pub best: Option<u16>,
    /// Expansions below the position.
    pub work: u64,
    /// For games in which positions dominate each other: the key of the board and a resource packed
    /// into one word. For a solved position, the resource is its dominance bound: a position with
    /// more of the resource (proof) or less (disproof) is solved too. For an unsolved position, it
    /// is the resource of the position.
    pub board: Option<(u64, u64)>,
}

impl From<Claim> for Bounds {
    fn from(claim: Claim) -> Bounds {
        match claim {
            Claim::Proved => Bounds::PROVED,
            Claim::Disproved => Bounds::DISPROVED,
        }
    }
}

impl Knowledge {
    /// The check bits of a position with this text. Use the text that the game writes, not another
    /// notation that it also reads.
    ///
    /// The bits are the same in every version. The state starts with the number of bytes;
    /// [`Key::mix`] then mixes in eight bytes of text at a time in little-endian order. The last
    /// group is padded with zeros.
    ///
    /// ```
    /// use shomei_search::Knowledge;
    ///
    /// assert_eq!(Knowledge::check_of("x.o o"), 0x5df3_f5c4_c4be_93cb);
    /// ```
    #[must_use]
    pub fn check_of(text: &str) -> u64 {
        let bytes = text.as_bytes();
        let chunks = bytes.chunks(8).map(|chunk| {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            Key(u64::from_le_bytes(word))
        });
        chunks.fold(Key::of(bytes.len() as u64), Key::mix).0
    }

    /// The position with this key and these check bits, not yet searched.
    #[must_use]
    pub const fn untouched((key, check): (u64, u64)) -> Knowledge {
        Knowledge {
            key,
            check,
            bounds: Bounds::UNIT,
            path_dependence: None,
            length: 0,
            best: None,
            work: 0,
            board: None,
        }
    }

    /// The content of a table entry; `None` for a path-dependent disproof.
    #[must_use]
    pub fn of_entry((key, check): (u64, u64), entry: &Entry) -> Option<Knowledge> {
        let (bounds, length, best) = match entry.value {
            Value::Proved { length, best } => (Bounds::PROVED, length, best),
            Value::Disproved { length, best } => (Bounds::DISPROVED, length, best),
            Value::Unsolved { bounds, .. } => (bounds, 0, None),
            Value::TwinDisproved { .. } => return None,
        };
        Some(Knowledge {
            bounds,
            length,
            best: best.map(u16::from),
            work: entry.work,
            ..Knowledge::untouched((key, check))
        })
    }

    /// The same position after a visit with this outcome.
    pub(crate) fn after(self, outcome: &Outcome) -> Knowledge {
        let PathDependence { least, last } = outcome.path_dependence;
        Knowledge {
            bounds: outcome.bounds,
            path_dependence: (!outcome.path_dependence.is_none()).then_some((least, last)),
            length: outcome.length,
            best: outcome.best.and_then(|best| u16::try_from(best).ok()),
            ..self
        }
    }

    /// The knowledge about a node, computed from its children. `bounds`: its numbers; `role`: the
    /// side to move; `index`: its index on the path; `children`: each child with the place of its
    /// move.
    #[must_use]
    pub fn of_node<'a>(
        bounds: Bounds,
        role: Role,
        index: usize,
        children: impl Iterator<Item = (u16, &'a Knowledge)>,
    ) -> Knowledge {
        let children = children.map(|(place, child)| {
            let Outcome {
                bounds,
                path_dependence,
                length,
                ..
            } = child.outcome();
            let part = Part {
                path_dependence,
                length,
            };
            (usize::from(place), bounds.of(role), part)
        });
        let outcome = Outcome::of_node(bounds, role, index, children);
        Knowledge::untouched((0, 0)).after(&outcome)
    }

    /// Copies the result of a visit. The identity and the work do not change.
    pub fn learn(&mut self, visit: &Knowledge) {
        self.bounds = visit.bounds;
        self.path_dependence = visit.path_dependence;
        self.length = visit.length;
        self.best = visit.best;
    }

    /// Whether the position is solved on every path.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        self.bounds.is_solved() && self.path_dependence.is_none()
    }

    /// The claim about the position, if it is solved on every path.
    #[must_use]
    pub fn claim(&self) -> Option<Claim> {
        self.is_solved().then(|| match self.is_proved() {
            true => Claim::Proved,
            false => Claim::Disproved,
        })
    }

    /// Whether it is proved that the attacker reaches its goal.
    #[must_use]
    pub fn is_proved(&self) -> bool {
        self.bounds.is_proved()
    }

    /// The identity of the position: its key, then its check bits.
    #[must_use]
    pub fn id(&self) -> (u64, u64) {
        (self.key, self.check)
    }

    /// The table entry of the position; `None` for a path-dependent disproof.
    #[must_use]
    pub fn entry(&self) -> Option<Entry> {
        let length = self.length;
        let best = self.best.and_then(|best| Value::best_of(best.into()));
        let value = match self.bounds {
            _ if self.path_dependence.is_some() => return None,
            Bounds::PROVED => Value::Proved { length, best },
            Bounds::DISPROVED => Value::Disproved { length, best },
            bounds => Value::Unsolved { bounds, twin: None },
        };
        Some(Entry {
            value,
            work: self.work,
            // No search has reached the position yet.
            min_depth: Entry::MAX_MIN_DEPTH,
        })
    }

    /// The outcome that a visit of the position would return.
    pub(crate) fn outcome(&self) -> Outcome {
        Outcome {
            bounds: self.bounds,
            path_dependence: match self.path_dependence {
                None => PathDependence::NONE,
                Some((least, last)) => PathDependence { least, last },
            },
            length: self.length,
            best: self.best.map(usize::from),
        }
    }
}

/// A node of the upper tree whose numbers were changed by a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NodeUpdate {
    /// Its index on the path of the job.
    pub index: usize,
    /// The new knowledge about it.
    pub knowledge: Knowledge,
    /// Its numbers before the change.
    pub before: Bounds,
}

/// A pair of numbers that no position can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no position has the numbers {0} and {1}")]
pub struct BoundsError(u32, u32);

/// The encoding of bounds in messages: a proof is (0, 1), a disproof (1, 0). Infinity would take
/// five bytes.
impl From<Bounds> for (u32, u32) {
    fn from(bounds: Bounds) -> (u32, u32) {
        match bounds {
            Bounds::PROVED => (0, 1),
            Bounds::DISPROVED => (1, 0),
            bounds => (bounds.pn().get(), bounds.dn().get()),
        }
    }
}

impl TryFrom<(u32, u32)> for Bounds {
    type Error = BoundsError;

    fn try_from((pn, dn): (u32, u32)) -> Result<Bounds, BoundsError> {
        let is_finite = |number: u32| (1..=Number::MAX.get()).contains(&number);
        match (pn, dn) {
            (0, 1) => Ok(Bounds::PROVED),
            (1, 0) => Ok(Bounds::DISPROVED),
            _ if is_finite(pn) && is_finite(dn) => {
                Ok(Bounds::unsolved(Number::new(pn), Number::new(dn)))
            }
            _ => Err(BoundsError(pn, dn)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_the_same_after_a_message_and_others_are_refused() {
        let some = Bounds::unsolved(Number::new(7), Number::MAX);
        for bounds in [Bounds::PROVED, Bounds::DISPROVED, Bounds::UNIT, some] {
            assert_eq!(Bounds::try_from(<(u32, u32)>::from(bounds)), Ok(bounds));
        }
        for wrong in [(0, 0), (0, 2), (2, 0), (1, u32::MAX), (1 << 26, 1)] {
            Bounds::try_from(wrong).unwrap_err();
        }
    }

    #[test]
    fn a_path_dependent_disproof_is_not_an_entry_and_keeps_its_dependence() {
        let disproved = Outcome {
            bounds: Bounds::DISPROVED,
            path_dependence: PathDependence { least: 1, last: 4 },
            length: 9,
            best: Some(2),
        };
        let known = Knowledge::untouched((5, 6)).after(&disproved);
        assert_eq!((known.claim(), known.entry()), (None, None));
        assert_eq!(known.outcome(), disproved);
    }

    #[test]
    fn texts_that_differ_in_anything_have_other_bits() {
        let texts = [
            "",
            "\0",
            "a",
            "a\0",
            "abcdefgh",
            "abcdefgh\0",
            "abcdefghi",
            "hgfedcba",
        ];
        let mut checks = texts.map(Knowledge::check_of).to_vec();
        checks.sort_unstable();
        checks.dedup();
        assert_eq!(checks.len(), texts.len());
    }

    #[test]
    fn an_entry_is_kept_and_given_back() {
        let (length, best) = (7, Some(3));
        let (bounds, twin) = (Bounds::UNIT, None);
        for (value, claim) in [
            (Value::Proved { length, best }, Some(Claim::Proved)),
            (Value::Disproved { length, best }, Some(Claim::Disproved)),
            (Value::Unsolved { bounds, twin }, None),
        ] {
            let entry = Entry {
                value,
                work: 5_000,
                min_depth: 4,
            };
            let known = Knowledge::of_entry((1, 2), &entry).unwrap();
            assert_eq!((known.id(), known.claim()), ((1, 2), claim));
            let min_depth = Entry::MAX_MIN_DEPTH;
            assert_eq!(known.entry(), Some(Entry { min_depth, ..entry }));
        }
    }
}
