//! Luck that can be repeated.

use shomei_game::{Key, KeyStream};

/// A stream of random numbers.
#[derive(Debug)]
pub(super) struct Dice(KeyStream);

impl Dice {
    /// The dice of one game of a set.
    pub(super) fn new(seed: u64, game: u64) -> Dice {
        Dice(KeyStream::new(Key::of(seed).mix(Key::of(game)).0))
    }

    /// A number in `0..n`, n above 0.
    pub(super) fn below(&mut self, n: usize) -> usize {
        (self.0.next_key().0 % n as u64) as usize
    }
}
