//! Pieces in hand.

use shomei_game::Resource;

use crate::Kind;

/// The pieces that a side may drop: a counter for each kind, one a byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Hand(u64);

impl Hand {
    /// Nothing in hand.
    pub const EMPTY: Hand = Hand(0);

    /// How many of an unpromoted kind.
    #[must_use]
    #[inline]
    pub const fn count(self, kind: Kind) -> u8 {
        (self.0 >> (8 * kind as u32)) as u8
    }

    /// Whether there is one of a kind.
    #[must_use]
    #[inline]
    pub const fn has(self, kind: Kind) -> bool {
        self.count(kind) != 0
    }

    /// With one more of an unpromoted kind.
    #[must_use]
    #[inline]
    pub const fn with(self, kind: Kind) -> Hand {
        Hand(self.0 + (1 << (8 * kind as u32)))
    }

    /// With one less of a kind of which there is one.
    #[must_use]
    #[inline]
    pub const fn without(self, kind: Kind) -> Hand {
        debug_assert!(self.has(kind));
        Hand(self.0 - (1 << (8 * kind as u32)))
    }

    /// Whether there is nothing.
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

    /// The hand as searches compare it, with a counter each for pawns, lances, knights,
    /// silvers, golds, bishops and rooks.
    #[must_use]
    #[inline]
    pub const fn resource(self) -> Resource {
        Resource::new(self.0.to_le_bytes())
    }
}
