//! Five and six empty squares, without look-ahead and without a table.

use super::last::{Four, NO_MOVE, Three, Two, one, pass};
use super::search::Search;
use super::stable::decided;
use crate::bits::{Set, count, near};
use crate::cpu::{Cpu, Ply};
use crate::position::final_score;
use crate::size::Size;

/// Up to this number of empty squares, moves are tried without looking ahead.
pub(super) const SHALLOW: u32 = 6;

/// The squares of the quadrant of each square.
static QUADRANTS: [[Set; 64]; 2] = [quadrants(Size::Eight), quadrants(Size::Six)];

const fn quadrants(size: Size) -> [Set; 64] {
    let half = size.edge() as u32 / 2;
    let row = (1 << half) - 1;
    let mut corner: Set = 0;
    let mut square = 0;
    while square < half {
        corner |= row << (8 * square);
        square += 1;
    }
    let mut quadrants = [0; 64];
    let mut square = 0;
    while square < 64 {
        let (column, row) = (square as u32 % 8 / half, square as u32 / 8 / half);
        if column < 2 && row < 2 {
            quadrants[square] = corner << (half * column + 8 * half * row);
        }
        square += 1;
    }
    quadrants
}

/// The squares of the quadrant of a square.
#[inline(always)]
pub(super) fn quadrant(size: Size, square: u8) -> Set {
    QUADRANTS[size as usize][usize::from(square)]
}

/// Five or six empty squares.
pub(super) struct Shallow;

/// The empty squares, and the quadrants with an odd number of them.
#[derive(Clone, Copy)]
pub(super) struct Empty {
    pub(super) all: Set,
    pub(super) odd: Set,
}

impl Empty {
    #[inline(always)]
    pub(super) fn of(size: Size, all: Set) -> Empty {
        Empty {
            all,
            odd: odd_quadrants(size, all),
        }
    }

    /// The empty squares without one.
    #[inline(always)]
    pub(super) fn without(self, size: Size, square: u8) -> Empty {
        Empty {
            all: self.all ^ (1 << square),
            odd: self.odd ^ quadrant(size, square),
        }
    }

    /// Four squares, those of odd quadrants first.
    #[inline(always)]
    fn four(self) -> [u8; 4] {
        let (mut early, mut late) = (self.all & self.odd, self.all & !self.odd);
        std::array::from_fn(|_| {
            let from = if early == 0 { &mut late } else { &mut early };
            let square = from.trailing_zeros() as u8;
            *from &= from.wrapping_sub(1);
            square
        })
    }
}

impl Ply for Shallow {
    type Search = Search;
    type Rest = Empty;
    type Output = i32;

    /// Squares of odd quadrants come first: the side that plays first there tends to play last
    /// there, too.
    #[inline(always)]
    fn decide<C: Cpu>(
        cpu: C,
        search: &mut Search,
        own: Set,
        opponent: Set,
        empty: Empty,
        target: i32,
    ) -> i32 {
        if let Some(decided) = decided(own, opponent, target) {
            return decided;
        }
        let mut best = NO_MOVE;
        let five = count(empty.all) == 5;
        for part in [empty.all & empty.odd, empty.all & !empty.odd] {
            let mut left = part;
            while left != 0 {
                let square = left.trailing_zeros() as u8;
                left &= left - 1;
                if near(square) & opponent == 0 {
                    continue;
                }
                let flipped = cpu.flips(own, opponent, square);
                if flipped == 0 {
                    continue;
                }
                search.nodes += 1;
                let (child, other) = (opponent ^ flipped, own ^ flipped ^ (1 << square));
                let (rest, most) = (empty.without(C::SIZE, square), 2 - target);
                let value = -if five {
                    cpu.enter::<Four>(search, child, other, rest.four(), most)
                } else {
                    cpu.enter::<Shallow>(search, child, other, rest, most)
                };
                best = best.max(value);
                if value >= target {
                    return best;
                }
            }
        }
        if best == NO_MOVE {
            return pass::<C, Shallow>(cpu, search, own, opponent, empty, target);
        }
        best
    }
}

/// The value for the side to move with at most six empty squares.
#[inline(always)]
pub(super) fn begin<C: Cpu>(
    cpu: C,
    search: &mut Search,
    own: Set,
    opponent: Set,
    empty: Empty,
    target: i32,
) -> i32 {
    match count(empty.all) {
        0 => final_score(C::SIZE, own, opponent),
        1 => one(cpu, own, empty.all.trailing_zeros() as u8, target),
        2 => {
            let rest =
                [empty.all.trailing_zeros(), 63 - empty.all.leading_zeros()].map(|s| s as u8);
            cpu.enter::<Two>(search, own, opponent, rest, target)
        }
        3 => {
            let [a, b, c, _] = empty.four();
            cpu.enter::<Three>(search, own, opponent, [a, b, c], target)
        }
        4 => cpu.enter::<Four>(search, own, opponent, empty.four(), target),
        _ => cpu.enter::<Shallow>(search, own, opponent, empty, target),
    }
}

/// The squares of the quadrants with an odd number of empty squares.
#[inline(always)]
fn odd_quadrants(size: Size, empty: Set) -> Set {
    let mut odd = 0;
    let half = size.edge() / 2;
    for square in [0, half, 8 * half, 9 * half] {
        let quadrant = quadrant(size, square);
        if count(empty & quadrant) & 1 == 1 {
            odd |= quadrant;
        }
    }
    odd
}
