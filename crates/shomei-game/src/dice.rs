//! Random numbers that repeat from their seed.

use crate::{Key, KeyStream};

/// A reproducible stream of random numbers for self-play, modified problems, simulated faults and
/// tests. Corpora and experiments are regenerated from their seeds, so the numbers are the same in
/// every version.
///
/// ```
/// use shomei_game::Dice;
///
/// let mut dice = Dice::new(7);
/// assert!(dice.below(6) < 6);
/// assert_eq!(Dice::new(7).below(6), Dice::new(7).below(6));
/// ```
#[derive(Clone, Debug)]
pub struct Dice(KeyStream);

impl Dice {
    /// Dice that depend on the seed alone.
    #[must_use]
    pub const fn new(seed: u64) -> Dice {
        Dice(KeyStream::new(seed))
    }

    /// The dice of one of several things that share a seed, such as game number `number` of a set.
    #[must_use]
    pub const fn of(seed: u64, number: u64) -> Dice {
        Dice::new(Key::of(seed).mix(Key::of(number)).0)
    }

    /// A number in `0..n`, as the remainder of 64 bits.
    ///
    /// # Panics
    ///
    /// If `n` is 0.
    pub const fn below(&mut self, n: usize) -> usize {
        (self.0.next_key().0 % n as u64) as usize
    }

    /// A number in `0..n`, as the high part of 64 bits times `n`. The sequence differs from that of
    /// [`below`](Dice::below). Always 0 if `n` is 0.
    pub const fn scaled(&mut self, n: usize) -> usize {
        ((self.0.next_key().0 as u128 * n as u128) >> 64) as usize
    }

    /// A random one of several values.
    ///
    /// # Panics
    ///
    /// If `all` is empty.
    pub fn one_of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }

    /// True in `percent` of 100 throws on average.
    pub const fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn eight(mut throw: impl FnMut() -> usize) -> [usize; 8] {
        std::array::from_fn(|_| throw())
    }

    /// Corpora, experiments and weights in the repository were made with each of these sequences.
    #[test]
    fn the_sequences_are_those_on_record() {
        // Tests, and faults of simulated clusters.
        let mut dice = Dice::new(7);
        let expected = [174, 827, 45, 790, 174, 406, 592, 514];
        assert_eq!(eight(|| dice.below(1000)), expected);
        // Random graphs, and bootstrap intervals.
        let mut dice = Dice::new(Key::of(7).0);
        let expected = [968, 649, 236, 950, 818, 77, 640, 184];
        assert_eq!(eight(|| dice.below(1000)), expected);
        // Sets from self-play.
        let mut dice = Dice::of(5, 9);
        let expected = [196, 579, 904, 786, 768, 547, 54, 573];
        assert_eq!(eight(|| dice.below(1000)), expected);
        // Weights and costs of Othello.
        let mut dice = Dice::of(5, 9);
        let expected = [874, 595, 463, 704, 764, 384, 183, 680];
        assert_eq!(eight(|| dice.scaled(1000)), expected);
        // Modified problems of tsume-shogi, and moves in another order.
        let mut dice = Dice::new(7);
        let expected = [649, 549, 604, 348, 182, 915, 901, 863];
        assert_eq!(eight(|| dice.scaled(1000)), expected);
    }

    #[test]
    fn throws_follow_from_numbers() {
        let mut dice = Dice::new(7);
        assert_eq!(
            dice.one_of(&['a', 'b', 'c']),
            ['a', 'b', 'c'][Dice::new(7).below(3)]
        );
        assert!(dice.chance(100));
        assert!(!dice.chance(0));
    }
}
