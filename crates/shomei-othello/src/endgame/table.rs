//! What is known about positions of the last empty squares.

use crate::bits::Set;
use crate::rules::GREATEST;

/// Places in pairs: a new position takes its own place, and what stood there moves
/// to the other of the pair. Empty: a search without a table.
#[derive(Debug, Default)]
pub(super) struct Cache {
    entries: Vec<Entry>,
    shift: u32,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// The side to move reaches this.
    pub(super) least: i32,
    /// And not more than this.
    pub(super) most: i32,
    /// The move that last reached a target.
    pub(super) best: Option<u8>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    own: Set,
    opponent: Set,
    least: i8,
    most: i8,
    best: u8,
}

/// No move.
const NONE: u8 = 64;

impl Entry {
    const EMPTY: Entry = Entry {
        own: 0,
        opponent: 0,
        least: -(GREATEST as i8),
        most: GREATEST as i8,
        best: NONE,
    };

    fn is_of(&self, own: Set, opponent: Set) -> bool {
        self.own == own && self.opponent == opponent
    }
}

impl Cache {
    pub(super) fn new(bits: u32) -> Cache {
        Cache {
            entries: vec![Entry::EMPTY; 1 << bits],
            shift: 64 - bits,
        }
    }

    fn place(&self, own: Set, opponent: Set) -> usize {
        let mixed = (own ^ opponent.rotate_left(29)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ (mixed >> 32) ^ opponent).wrapping_mul(0xd6e8_feb8_6659_fd93);
        (mixed >> self.shift) as usize
    }

    pub(super) fn probe(&self, own: Set, opponent: Set) -> Option<Found> {
        if self.entries.is_empty() {
            return None;
        }
        let place = self.place(own, opponent);
        let pair = [place, place ^ 1].map(|at| self.entries[at]);
        let entry = pair.iter().find(|entry| entry.is_of(own, opponent))?;
        Some(Found {
            least: i32::from(entry.least),
            most: i32::from(entry.most),
            best: (entry.best != NONE).then_some(entry.best),
        })
    }

    /// Notes that a target was reached, by this move, or was not.
    pub(super) fn store(&mut self, own: Set, opponent: Set, target: i32, best: Option<u8>) {
        if self.entries.is_empty() {
            return;
        }
        let place = self.place(own, opponent);
        let at = match [place, place ^ 1].map(|at| self.entries[at].is_of(own, opponent)) {
            [false, true] => place ^ 1,
            [true, _] => place,
            [false, false] => {
                self.entries[place ^ 1] = self.entries[place];
                self.entries[place] = Entry {
                    own,
                    opponent,
                    ..Entry::EMPTY
                };
                place
            }
        };
        let entry = &mut self.entries[at];
        match best {
            Some(square) => {
                entry.least = entry.least.max(target as i8);
                entry.best = square;
            }
            None => entry.most = entry.most.min(target as i8 - 2),
        }
    }
}
