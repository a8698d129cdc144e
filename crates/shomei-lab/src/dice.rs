//! Luck that can be repeated.

use shomei_game::{Key, KeyStream};

/// A stream of random numbers.
#[derive(Debug)]
pub(crate) struct Dice(KeyStream);

impl Dice {
    pub(crate) fn new(seed: u64) -> Dice {
        Dice(KeyStream::new(Key::of(seed).0))
    }

    /// The dice of one game of a set.
    pub(crate) fn of_game(seed: u64, game: u64) -> Dice {
        Dice(KeyStream::new(Key::of(seed).mix(Key::of(game)).0))
    }

    /// A number in `0..n`, n above 0.
    pub(crate) fn below(&mut self, n: u64) -> u64 {
        self.0.next_key().0 % n
    }

    /// A place in a list of `length`, which is not empty.
    pub(crate) fn place(&mut self, length: usize) -> usize {
        self.below(length as u64) as usize
    }
}
