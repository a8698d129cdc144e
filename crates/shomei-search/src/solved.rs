//! A solved position for those who keep it longer than a search does, or send it elsewhere.

use shomei_game::Key;
use shomei_proof::Claim;

use crate::table::{Entry, Value};

/// What a search has solved, known by 128 bits and good on any line of play.
///
/// A [table](crate::table) knows positions by their [key](shomei_game::Game::key) alone. That is
/// enough for one search; among the positions of many searches two keys meet one day. So 64 bits
/// of the position's text stand beside the key.
///
/// It is a claim and no evidence: only a certificate shows that a claim is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Solved {
    /// The key of the position.
    pub key: Key,
    /// [`Solved::check_of`] the position's text.
    pub check: u64,
    /// What is claimed of the position.
    pub claim: Claim,
    /// The length of the play that the solution allows, in plies.
    pub length: u16,
    /// The place of the chosen move in the game's order of moves. It is a hint: check that there
    /// is such a move.
    pub best: Option<u8>,
    /// Nodes spent below the position.
    pub work: u64,
}

impl Solved {
    /// The further 64 bits of a position with this text: that which the game writes, not one of
    /// the others that it reads.
    ///
    /// They are the same in every version: beginning with the number of bytes, the text's bytes
    /// are taken in by [`Key::mix`], eight at a time, the first byte lowest, the last eight filled
    /// up with zeros.
    ///
    /// ```
    /// use shomei_search::Solved;
    ///
    /// assert_eq!(Solved::check_of("x.o o"), 0x5df3_f5c4_c4be_93cb);
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

    /// A solved entry of a table; nothing of one that is not solved, or solved on one line only.
    #[must_use]
    pub fn of(key: Key, check: u64, entry: &Entry) -> Option<Solved> {
        let (claim, length, best) = match entry.value {
            Value::Proved { length, best } => (Claim::Proved, length, best),
            Value::Disproved { length, best } => (Claim::Disproved, length, best),
            Value::Unsolved { .. } | Value::TwinDisproved { .. } => return None,
        };
        Some(Solved {
            key,
            check,
            claim,
            length,
            best,
            work: entry.work,
        })
    }

    /// The entry of a table that says this.
    #[must_use]
    pub fn entry(&self) -> Entry {
        let Solved { length, best, .. } = *self;
        Entry {
            value: match self.claim {
                Claim::Proved => Value::Proved { length, best },
                Claim::Disproved => Value::Disproved { length, best },
            },
            work: self.work,
            // Nobody has reached it yet.
            min_depth: Entry::MAX_MIN_DEPTH,
        }
    }

    /// Both parts by which the position is known, in one number.
    #[must_use]
    pub fn id(&self) -> u128 {
        u128::from(self.key.0) << 64 | u128::from(self.check)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Bounds;

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
        let mut checks = texts.map(Solved::check_of).to_vec();
        checks.sort_unstable();
        checks.dedup();
        assert_eq!(checks.len(), texts.len());
    }

    #[test]
    fn a_solved_entry_is_kept_and_given_back() {
        let (length, best) = (7, Some(3));
        for value in [
            Value::Proved { length, best },
            Value::Disproved { length, best },
        ] {
            let entry = Entry {
                value,
                work: 5_000,
                min_depth: 4,
            };
            let solved = Solved::of(Key(1), 2, &entry).unwrap();
            assert_eq!(solved.id(), 1 << 64 | 2);
            let min_depth = Entry::MAX_MIN_DEPTH;
            assert_eq!(solved.entry(), Entry { min_depth, ..entry });
        }
        let value = Value::Unsolved {
            bounds: Bounds::UNIT,
            twin: None,
        };
        let entry = Entry {
            value,
            work: 5_000,
            min_depth: 4,
        };
        assert_eq!(Solved::of(Key(1), 2, &entry), None);
    }
}
