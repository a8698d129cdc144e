//! Pieces in hand.

use shomei_game::Resource;

use crate::Kind;

/// The pieces in hand of a side: a counter for each kind, one per byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand(u64);

impl Hand {
    /// An empty hand.
    pub const EMPTY: Hand = Hand(0);

    /// The number of pieces of an unpromoted kind.
    #[must_use]
    #[inline]
    pub const fn count(self, kind: Kind) -> u8 {
        (self.0 >> (8 * kind as u32)) as u8
    }

    /// Whether the hand contains a piece of this kind.
    #[must_use]
    #[inline]
    pub const fn has(self, kind: Kind) -> bool {
        self.count(kind) != 0
    }

    /// The hand with one more piece of an unpromoted kind.
    #[must_use]
    #[inline]
    pub const fn with(self, kind: Kind) -> Hand {
        Hand(self.0 + (1 << (8 * kind as u32)))
    }

    /// The hand with one piece less of a kind that it contains.
    #[must_use]
    #[inline]
    pub const fn without(self, kind: Kind) -> Hand {
        debug_assert!(self.has(kind));
        Hand(self.0 - (1 << (8 * kind as u32)))
    }

    /// Whether the hand is empty.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// All counters in one number.
    #[inline]
    pub(crate) const fn bits(self) -> u64 {
        self.0
    }

    /// The hand as a resource: one counter each for pawns, lances, knights, silvers, golds, bishops
    /// and rooks.
    #[must_use]
    #[inline]
    pub const fn resource(self) -> Resource {
        Resource::new(self.0.to_le_bytes())
    }
}
