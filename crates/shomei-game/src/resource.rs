//! A resource of the attacker, of which more never hurts it.

/// Up to eight counters of things that the attacker holds, each at most 127.
///
/// A game may use seven counters. The last one is for searches that count something themselves,
/// such as the remaining plies.
///
/// ```
/// use shomei_game::Resource;
///
/// let one_pawn = Resource::new([1, 0, 0, 0, 0, 0, 0, 0]);
/// let pawn_and_gold = Resource::new([1, 0, 0, 0, 0, 0, 1, 0]);
/// assert!(pawn_and_gold.covers(one_pawn));
/// assert!(!one_pawn.covers(pawn_and_gold));
/// assert!(one_pawn.covers(one_pawn));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Resource(u64);

impl Resource {
    /// One counter per byte, so that two resources compare in a few instructions.
    const GUARDS: u64 = 0x8080_8080_8080_8080;

    /// The resource with these counters.
    ///
    /// # Panics
    ///
    /// If a counter is above 127.
    #[must_use]
    pub const fn new(counters: [u8; 8]) -> Resource {
        let bits = u64::from_le_bytes(counters);
        assert!(
            bits & Self::GUARDS == 0,
            "a counter of a resource is above 127"
        );
        Resource(bits)
    }

    /// All counters in one word, the first one in the lowest byte.
    #[must_use]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// The resource whose counters are the bytes of a word; the inverse of
    /// [`bits`](Resource::bits).
    ///
    /// # Panics
    ///
    /// If a counter is above 127.
    #[must_use]
    pub const fn from_bits(bits: u64) -> Resource {
        Resource::new(bits.to_le_bytes())
    }

    /// The counters.
    #[must_use]
    pub const fn counters(self) -> [u8; 8] {
        self.0.to_le_bytes()
    }

    /// The last counter.
    #[must_use]
    pub const fn last(self) -> u8 {
        (self.0 >> 56) as u8
    }

    /// The resource with the last counter replaced by this one.
    ///
    /// # Panics
    ///
    /// If the counter is above 127.
    #[must_use]
    pub const fn with_last(self, counter: u8) -> Resource {
        assert!(counter < 128, "a counter of a resource is above 127");
        Resource(self.0 << 8 >> 8 | (counter as u64) << 56)
    }

    /// The resource with the greater of the two values in each counter.
    #[must_use]
    pub const fn max(self, other: Resource) -> Resource {
        // All bits of a counter's byte if it is at least the other's.
        let kept = ((self.0 | Self::GUARDS) - other.0) & Self::GUARDS;
        let mask = (kept >> 7) * 0xff;
        Resource(self.0 & mask | other.0 & !mask)
    }

    /// The resource with the smaller of the two values in each counter.
    #[must_use]
    pub const fn min(self, other: Resource) -> Resource {
        let kept = ((self.0 | Self::GUARDS) - other.0) & Self::GUARDS;
        let mask = (kept >> 7) * 0xff;
        Resource(other.0 & mask | self.0 & !mask)
    }

    /// Whether every counter is at least as great as in `other`.
    #[must_use]
    pub const fn covers(self, other: Resource) -> bool {
        // With the guard bit set no byte borrows from its neighbour; a cleared guard bit marks a
        // counter that is smaller.
        ((self.0 | Self::GUARDS) - other.0) & Self::GUARDS == Self::GUARDS
    }
}
