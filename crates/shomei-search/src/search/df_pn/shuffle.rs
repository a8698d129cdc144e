//! Another order of the children of each node, for experiments.
//!
//! Which of several equal children is searched first is a matter of chance, and a search that
//! happens to begin with the right one is much shorter. A change of the search is therefore judged
//! over several orders.

use shomei_game::{Key, KeyStream, Ordering};

/// Puts moves in an order that depends on the position and the seed, and appends to `places` the
/// place that each has in the game's own order. Moves of chains keep their places, since the order
/// within a chain is meant.
pub(super) fn shuffle<G: Ordering>(
    game: &G,
    position: &G::Position,
    seed: u64,
    moves: &mut [G::Move],
    places: &mut Vec<usize>,
) {
    let first = places.len();
    places.extend(0..moves.len());
    let free: Vec<usize> = (0..moves.len())
        .filter(|&i| game.chain(position, moves[i]) == 0)
        .collect();
    let mut stream = KeyStream::new(game.key(position).mix(Key::of(seed)).0);
    for last in (1..free.len()).rev() {
        let wide = u128::from(stream.next_key().0) * (last as u128 + 1);
        let other = free[(wide >> 64) as usize];
        moves.swap(free[last], other);
        places.swap(first + free[last], first + other);
    }
}
