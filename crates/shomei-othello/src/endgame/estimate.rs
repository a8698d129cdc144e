//! Estimates of moves by an evaluation some plies ahead, for sorting.
//!
//! An additional ply pays if the search below a move is large: at 20 to 26 empty squares (FFO 40 to
//! 49) the search enters 10M positions per problem with up to four plies, and 19M with none.

use std::marker::PhantomData;

use super::order::SidedBoard;
use crate::bits::Set;
use crate::cpu::{Cpu, Ply};
use crate::evaluation::weights::{UNIT, Weights};
use crate::position::final_score;

/// Larger than any value.
pub(super) const BEYOND: i32 = 1 << 20;

/// Moves worse than the best by this margin, 16 discs, are treated alike.
const MARGIN: i32 = 16 * UNIT;

/// The numbers of empty squares before a move from which one, two, three and four plies after it
/// are examined.
const DEEPER: [u32; 4] = [14, 17, 20, 22];

/// The estimates of the moves of a position.
pub(super) struct Estimates<'w> {
    weights: &'w Weights,
    plies: u32,
    /// The opponent's value after the best move so far.
    best: i32,
}

impl<'w> Estimates<'w> {
    /// For a position with this number of empty squares.
    #[inline(always)]
    pub(super) fn new(weights: &'w Weights, empties: u32) -> Estimates<'w> {
        Estimates {
            weights,
            plies: DEEPER.iter().filter(|&&from| empties >= from).count() as u32,
            best: BEYOND,
        }
    }

    /// The value of a child for its side to move, in units of the weights.
    #[inline(always)]
    pub(super) fn of<C: Cpu>(&mut self, cpu: C, child: SidedBoard) -> i32 {
        let (rest, most) = ((self.plies, -BEYOND), BEYOND.min(self.best + MARGIN));
        let SidedBoard { own, opponent } = child;
        let ahead = cpu.enter::<Estimate<'w>>(&mut self.weights, own, opponent, rest, most);
        self.best = self.best.min(ahead);
        ahead
    }
}

/// The value for the side to move, in units of the weights.
pub(super) struct Estimate<'w>(PhantomData<&'w Weights>);

impl<'w> Ply for Estimate<'w> {
    type Search = &'w Weights;
    /// The number of plies, and the lower bound.
    type Rest = (u32, i32);
    type Output = i32;

    /// Values of at least `most` are treated alike.
    #[inline(always)]
    fn decide<C: Cpu>(
        cpu: C,
        weights: &mut &'w Weights,
        own: Set,
        opponent: Set,
        (plies, least): (u32, i32),
        most: i32,
    ) -> i32 {
        if plies == 0 {
            return weights.sum(cpu, own, opponent);
        }
        let mut left = cpu.moves(own, opponent);
        if left == 0 {
            if cpu.moves(opponent, own) == 0 {
                return UNIT * final_score(C::SIZE, own, opponent);
            }
            let rest = (plies - 1, -most);
            return -cpu.enter::<Estimate<'w>>(weights, opponent, own, rest, -least);
        }
        let mut best = i32::MIN;
        while left != 0 && best < most {
            let square = left.trailing_zeros() as u8;
            left &= left - 1;
            let flipped = cpu.flips(own, opponent, square);
            let (child, other) = (opponent ^ flipped, own ^ flipped ^ (1 << square));
            let value = if plies == 1 {
                -weights.sum(cpu, child, other)
            } else {
                let rest = (plies - 1, -most);
                -cpu.enter::<Estimate<'w>>(weights, child, other, rest, -least.max(best))
            };
            best = best.max(value);
        }
        best
    }
}
