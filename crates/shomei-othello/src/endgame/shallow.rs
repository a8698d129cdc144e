//! The last six empty squares: no look-ahead, no table.

use crate::bits::{Set, count, flips, near};
use crate::position::final_score;

/// The quadrant of each square.
pub(super) static QUADRANTS: [Set; 64] = {
    const CORNER: Set = 0x0f0f_0f0f;
    let mut quadrants = [0; 64];
    let mut square = 0;
    while square < 64 {
        let shift = (square as u32 & 4) + (square as u32 & 32);
        quadrants[square] = CORNER << shift;
        square += 1;
    }
    quadrants
};

/// Whether the side to move can reach at least this score.
///
/// Squares in quadrants with an odd number of empty squares come first: who
/// plays first there tends to play last there, too.
pub(super) fn reaches(nodes: &mut u64, own: Set, opponent: Set, empty: Set, target: i32) -> bool {
    if empty & empty.wrapping_sub(1) == 0 {
        return last(own, opponent, empty, target);
    }
    let odd = odd_quadrants(empty);
    let mut passes = true;
    for part in [empty & odd, empty & !odd] {
        let mut left = part;
        while left != 0 {
            let square = left.trailing_zeros() as u8;
            let bit = left & left.wrapping_neg();
            left ^= bit;
            if near(square) & opponent == 0 {
                continue;
            }
            let flipped = flips(own, opponent, square);
            if flipped == 0 {
                continue;
            }
            passes = false;
            *nodes += 1;
            let (child, other) = (opponent ^ flipped, own ^ flipped ^ bit);
            if !reaches(nodes, child, other, empty ^ bit, 2 - target) {
                return true;
            }
        }
    }
    if !passes {
        return false;
    }
    if crate::bits::moves(opponent, own) == 0 {
        return final_score(own, opponent) >= target;
    }
    *nodes += 1;
    !reaches(nodes, opponent, own, empty, 2 - target)
}

/// At most one empty square.
#[inline]
fn last(own: Set, opponent: Set, empty: Set, target: i32) -> bool {
    if empty == 0 {
        return final_score(own, opponent) >= target;
    }
    let square = empty.trailing_zeros() as u8;
    let discs = count(own) as i32;
    let flipped = count(flips(own, opponent, square)) as i32;
    let score = if flipped > 0 {
        2 * (discs + 1 + flipped) - 64
    } else {
        let lost = count(flips(opponent, own, square)) as i32;
        if lost == 0 {
            return final_score(own, opponent) >= target;
        }
        2 * (discs - lost) - 64
    };
    score >= target
}

/// The squares of the quadrants with an odd number of empty squares.
#[inline]
fn odd_quadrants(empty: Set) -> Set {
    let mut odd = 0;
    for square in [0, 4, 32, 36] {
        let quadrant = QUADRANTS[square];
        if count(empty & quadrant) & 1 == 1 {
            odd |= quadrant;
        }
    }
    odd
}
