//! Destinations and moves of pieces.

use crate::bitboard::squares;
use crate::{Move, Position, Square};

/// Steps of the four directions in which square numbers increase: right, up and left, up, up and
/// right. The other four directions are their opposites.
const STEPS: [u32; 4] = [1, 7, 8, 9];

/// The squares from a square to the edge, without the square itself: `RAYS[square][direction]`,
/// with increasing and with decreasing numbers.
static RAYS: [[Rays; 4]; 64] = {
    let mut rays = [[Rays { above: 0, below: 0 }; 4]; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square as i32 % 8, square as i32 / 8);
        let mut direction = 0;
        while direction < 4 {
            let (right, up) = [(1, 0), (-1, 1), (0, 1), (1, 1)][direction];
            rays[square][direction] = Rays {
                above: ray(file, rank, right, up),
                below: ray(file, rank, -right, -up),
            };
            direction += 1;
        }
        square += 1;
    }
    rays
};

#[derive(Clone, Copy)]
struct Rays {
    above: u64,
    below: u64,
}

const fn ray(mut file: i32, mut rank: i32, right: i32, up: i32) -> u64 {
    let mut set = 0;
    loop {
        file += right;
        rank += up;
        if file < 0 || file > 7 || rank < 0 || rank > 7 {
            return set;
        }
        set |= 1 << (8 * rank + file);
    }
}

/// The line through a square in each of the four directions, as the two rays
/// that leave the square, with the step from one square to the next.
pub(crate) fn lines_of(square: Square) -> impl Iterator<Item = (u64, u64, u32)> {
    RAYS[square.index()]
        .iter()
        .zip(STEPS)
        .map(|(rays, step)| (rays.above, rays.below, step))
}

impl Position {
    /// The destinations of a piece of the side to move on `from`, whether or not it has a piece
    /// there.
    ///
    /// The code has no branches: whether a piece can move is nearly random, and a mispredicted
    /// branch costs more than all four lines.
    #[must_use]
    #[inline]
    pub fn targets(&self, from: Square) -> u64 {
        let (own, enemy) = self.own_and_enemy();
        let occupied = (own | enemy) & !from.bit();
        let mut targets = 0;
        for (above, below, step) in lines_of(from) {
            let pieces = (occupied & (above | below)).count_ones() + 1;
            let shift = pieces * step;
            // A destination outside the board is on no square of the ray, even if the shift wraps
            // around 64.
            let up = from.bit().wrapping_shl(shift) & above;
            let down = from.bit().wrapping_shr(shift) & below;
            let jumped_up = above & up.wrapping_sub(1);
            let jumped_down = below & !(down | down.wrapping_sub(1));
            targets |= unless(jumped_up & enemy, up);
            targets |= unless(jumped_down & enemy, down);
        }
        // Rays extend to the edge of the 64 squares, which does not affect the count of pieces.
        targets & !own & self.size().mask()
    }

    /// Whether this is a legal move of a piece of the side to move. The pass is not considered: its
    /// legality depends on the rules.
    #[must_use]
    pub fn is_legal(&self, mv: Move) -> bool {
        mv.squares().is_some_and(|(from, to)| {
            self.pieces(self.to_move()) & from.bit() != 0 && self.targets(from) & to.bit() != 0
        })
    }

    /// The moves of the pieces of the side to move, by origin and then
    /// by destination, both from a1 to h1, a2 to h2, up to h8.
    #[inline]
    pub(crate) fn visit_moves(&self, mut visit: impl FnMut(Move)) {
        for from in squares(self.pieces(self.to_move())) {
            squares(self.targets(from)).for_each(|to| visit(Move::new(from, to)));
        }
    }
}

/// `set` if nothing is in the way, otherwise 0, without a branch.
#[inline]
fn unless(in_the_way: u64, set: u64) -> u64 {
    set & u64::from(in_the_way == 0).wrapping_neg()
}
