//! The table of results for positions with few empty squares.

use super::last::NO_MOVE;
use crate::bits::{Set, count};
use crate::cpu::Cpu;
use crate::rules::GREATEST;

/// Cache lines of the processor, each with three positions. Empty in a search without a table.
#[derive(Debug)]
pub(super) struct Cache {
    lines: Vec<Line>,
    shift: u32,
}

/// The place of a position in the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Place(usize);

/// The stored result of a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    /// The side to move reaches at least this score.
    pub(super) least: i32,
    /// It reaches at most this score.
    pub(super) most: i32,
    /// The move that last reached a target.
    pub(super) best: Option<u8>,
}

/// A move and its value, or the lowest value if there is none yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub(super) value: i32,
    pub(super) square: u8,
}

impl Best {
    pub(super) const NONE: Best = Best {
        value: NO_MOVE,
        square: NONE,
    };

    /// Takes another move if it is better.
    #[inline(always)]
    pub(super) fn take(&mut self, value: i32, square: u8) {
        if value > self.value {
            *self = Best { value, square };
        }
    }
}

/// The latest position is in the first slot. Of the positions that leave it, the one with more
/// empty squares, which took more work, stays longer, in the last slot.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Line {
    own: [Set; SLOTS],
    opponent: [Set; SLOTS],
    least: [i8; SLOTS],
    most: [i8; SLOTS],
    best: [u8; SLOTS],
    /// The number of times in a row that the last slot was kept.
    refused: u8,
}

const SLOTS: usize = 3;

/// The number of times that the last slot keeps a position that took more work before it is
/// replaced by another, so that unused positions are eventually dropped. 16 is too few: 4% more
/// positions are entered.
const PATIENCE: u8 = 64;

/// No move.
const NONE: u8 = 64;

impl Default for Cache {
    fn default() -> Cache {
        Cache {
            lines: Vec::new(),
            shift: 63,
        }
    }
}

impl Cache {
    pub(super) fn new(bits: u32) -> Cache {
        Cache {
            lines: vec![Line::EMPTY; 1 << bits],
            shift: 64 - bits,
        }
    }

    /// Whether there is no table.
    #[inline(always)]
    pub(super) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The number of lines.
    pub(super) fn len(&self) -> usize {
        self.lines.len()
    }

    /// Clears all entries.
    pub(super) fn clear(&mut self) {
        self.lines.fill(Line::EMPTY);
    }

    #[inline(always)]
    pub(super) fn place(&self, own: Set, opponent: Set) -> Place {
        let own = own.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let opponent = opponent.wrapping_mul(0xd6e8_feb8_6659_fd93);
        Place((own.wrapping_add(opponent.rotate_left(32)) >> self.shift) as usize)
    }

    /// Prefetches the entries at a place.
    #[inline(always)]
    pub(super) fn prefetch<C: Cpu>(&self, cpu: C, place: Place) {
        if let Some(line) = self.lines.get(place.0) {
            cpu.prefetch(line);
        }
    }

    #[inline(always)]
    pub(super) fn probe(&self, place: Place, own: Set, opponent: Set) -> Option<Found> {
        let line = self.lines.get(place.0)?;
        let slot = line.slot_of(own, opponent)?;
        Some(Found {
            least: i32::from(line.least[slot]),
            most: i32::from(line.most[slot]),
            best: (line.best[slot] != NONE).then_some(line.best[slot]),
        })
    }

    /// Stores a move that reached a target, or the best one if none did.
    #[inline(always)]
    pub(super) fn store(&mut self, place: Place, own: Set, opponent: Set, target: i32, best: Best) {
        let Some(line) = self.lines.get_mut(place.0) else {
            return;
        };
        let slot = line.slot_of(own, opponent).unwrap_or_else(|| {
            line.insert(own, opponent);
            0
        });
        if best.value >= target {
            line.least[slot] = line.least[slot].max(best.value as i8);
            line.best[slot] = best.square;
        } else {
            line.most[slot] = line.most[slot].min(best.value as i8);
        }
    }
}

impl Line {
    const EMPTY: Line = Line {
        own: [0; SLOTS],
        opponent: [0; SLOTS],
        least: [-(GREATEST as i8); SLOTS],
        most: [GREATEST as i8; SLOTS],
        best: [NONE; SLOTS],
        refused: 0,
    };

    #[inline(always)]
    fn slot_of(&self, own: Set, opponent: Set) -> Option<usize> {
        (0..SLOTS).find(|&slot| self.own[slot] == own && self.opponent[slot] == opponent)
    }

    /// Makes room for a position in the first slot.
    #[inline(always)]
    fn insert(&mut self, own: Set, opponent: Set) {
        let discs = |slot: usize| count(self.own[slot] | self.opponent[slot]);
        if discs(2) == 0 || discs(1) <= discs(2) || self.refused >= PATIENCE {
            self.copy(1, 2);
            self.refused = 0;
        } else {
            self.refused += 1;
        }
        self.copy(0, 1);
        self.own[0] = own;
        self.opponent[0] = opponent;
        self.least[0] = -(GREATEST as i8);
        self.most[0] = GREATEST as i8;
        self.best[0] = NONE;
    }

    #[inline(always)]
    fn copy(&mut self, from: usize, to: usize) {
        self.own[to] = self.own[from];
        self.opponent[to] = self.opponent[from];
        self.least[to] = self.least[from];
        self.most[to] = self.most[from];
        self.best[to] = self.best[from];
    }
}
