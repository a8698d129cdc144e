//! What moves promise by an evaluation some plies further on, to sort them.
//!
//! A ply more pays where the search below a move is large: at 20 to 26 empty
//! squares (FFO 40 to 49) the search enters 10M positions for each with up to four
//! plies and 19M with none.

use std::marker::PhantomData;

use super::order::Board;
use crate::bits::Set;
use crate::cpu::{Cpu, Ply, Processor};
use crate::evaluation::Evaluation;
use crate::evaluation::weights::{UNIT, Weights, in_discs};
use crate::position::final_score;
use crate::rules::GREATEST;
use crate::{Position, Size};

/// More than any value.
const BEYOND: i32 = 1 << 20;

/// Moves so much worse than the best before them are all the same: 16 discs.
const MARGIN: i32 = 16 * UNIT;

/// From so many empty squares before a move on, one more ply after it is looked
/// at.
const DEEPER: [u32; 4] = [14, 17, 20, 22];

/// The estimates of the moves of a position.
pub(super) struct Estimates<'w> {
    weights: &'w Weights,
    plies: u32,
    /// What the opponent would be ahead after the best move so far.
    best: i32,
}

impl<'w> Estimates<'w> {
    /// For a position with so many empty squares.
    #[inline(always)]
    pub(super) fn new(weights: &'w Weights, empties: u32) -> Estimates<'w> {
        Estimates {
            weights,
            plies: DEEPER.iter().filter(|&&from| empties >= from).count() as u32,
            best: BEYOND,
        }
    }

    /// What the side to move of a position after a move will be ahead, in units of
    /// the weights.
    #[inline(always)]
    pub(super) fn of<C: Cpu>(&mut self, cpu: C, child: Board) -> i32 {
        let (rest, most) = ((self.plies, -BEYOND), BEYOND.min(self.best + MARGIN));
        let Board { own, opponent } = child;
        let ahead = cpu.enter::<Estimate<'w>>(&mut self.weights, own, opponent, rest, most);
        self.best = self.best.min(ahead);
        ahead
    }
}

/// What the side to move will be ahead, in discs, by the evaluation so many plies further on; on
/// the usual board.
pub(crate) fn look_ahead(evaluation: &Evaluation, position: &Position, plies: u32) -> i32 {
    debug_assert_eq!(position.size(), Size::Eight);
    let mut weights = evaluation.weights();
    let (own, opponent) = (position.own(), position.opponent());
    let ahead = Processor::best().enter::<Estimate<'_>>(
        &mut weights,
        own,
        opponent,
        (plies, -BEYOND),
        BEYOND,
    );
    (in_discs(ahead).round() as i32).clamp(-GREATEST, GREATEST)
}

/// What the side to move will be ahead, in units of the weights.
struct Estimate<'w>(PhantomData<&'w Weights>);

impl<'w> Ply for Estimate<'w> {
    type Search = &'w Weights;
    /// The plies, and what is of no interest: values up to this.
    type Rest = (u32, i32);
    type Output = i32;

    /// At least `most` is as good as more.
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
