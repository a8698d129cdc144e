//! Random numbers that are the same everywhere.

use shomei_game::KeyStream;

/// A stream of random numbers.
#[derive(Debug)]
pub(super) struct Dice(KeyStream);

impl Dice {
    /// The stream of one game.
    pub(super) fn of(seed: u64, game: u64) -> Dice {
        let seed = shomei_game::Key::of(seed).mix(shomei_game::Key::of(game));
        Dice(KeyStream::new(seed.0))
    }

    /// A number below `n`, which is small.
    pub(super) fn below(&mut self, n: usize) -> usize {
        let wide = u128::from(self.0.next_key().0) * n as u128;
        (wide >> 64) as usize
    }

    /// A number from -1 to 1, more often near 0: the sum of two.
    pub(super) fn noise(&mut self) -> f32 {
        let steps = self.below(1025) as f32 - self.below(1025) as f32;
        steps / 1024.0
    }
}
