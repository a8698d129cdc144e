//! The last empty squares without look-ahead and without a table.

use super::last;
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
/// `odd`: the quadrants with an odd number of empty squares. Their squares come
/// first: who plays first there tends to play last there, too.
pub(super) fn reaches(
    nodes: &mut u64,
    own: Set,
    opponent: Set,
    empty: Set,
    odd: Set,
    target: i32,
) -> bool {
    let mut passes = true;
    let three = count(empty) == 3;
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
            let (child, other, rest) = (opponent ^ flipped, own ^ flipped ^ bit, empty ^ bit);
            let is_refuted = if three {
                last::two(nodes, child, other, pair(rest), 2 - target)
            } else {
                let odd = odd ^ QUADRANTS[usize::from(square)];
                reaches(nodes, child, other, rest, odd, 2 - target)
            };
            if !is_refuted {
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
    !reaches(nodes, opponent, own, empty, odd, 2 - target)
}

/// The same for any number of empty squares.
pub(super) fn begin(nodes: &mut u64, own: Set, opponent: Set, empty: Set, target: i32) -> bool {
    match count(empty) {
        0 => final_score(own, opponent) >= target,
        1 => last::one(own, empty.trailing_zeros() as u8, target),
        2 => last::two(nodes, own, opponent, pair(empty), target),
        _ => reaches(nodes, own, opponent, empty, odd_quadrants(empty), target),
    }
}

/// The two squares of a set.
#[inline]
fn pair(set: Set) -> [u8; 2] {
    [set.trailing_zeros() as u8, 63 - set.leading_zeros() as u8]
}

/// The squares of the quadrants with an odd number of empty squares.
#[inline]
pub(super) fn odd_quadrants(empty: Set) -> Set {
    let mut odd = 0;
    for square in [0, 4, 32, 36] {
        let quadrant = QUADRANTS[square];
        if count(empty & quadrant) & 1 == 1 {
            odd |= quadrant;
        }
    }
    odd
}
