//! The last four empty squares, which are arguments: there are no lists and no lookups.

use super::search::Search;
use super::shallow::quadrant;
use crate::bits::{Set, count, near};
use crate::cpu::{Cpu, Ply};
use crate::position::final_score;
use crate::size::Size;

/// Four empty squares. Squares of quadrants with an odd number of empty squares should come first.
pub(super) struct Four;

/// Three empty squares, in any order.
pub(super) struct Three;

/// Two empty squares.
pub(super) struct Two;

impl Ply for Four {
    type Search = Search;
    type Rest = [u8; 4];
    type Output = bool;

    #[inline(always)]
    fn decide<C: Cpu>(
        cpu: C,
        search: &mut Search,
        own: Set,
        opponent: Set,
        [a, b, c, d]: [u8; 4],
        target: i32,
    ) -> bool {
        let mut tried = Tried::new(cpu, own, opponent, target);
        tried.reaches::<Three>(search, a, [b, c, d])
            || tried.reaches::<Three>(search, b, [a, c, d])
            || tried.reaches::<Three>(search, c, [d, a, b])
            || tried.reaches::<Three>(search, d, [c, a, b])
            || !tried.moved && pass::<C, Four>(cpu, search, own, opponent, [a, b, c, d], target)
    }
}

impl Ply for Three {
    type Search = Search;
    type Rest = [u8; 3];
    type Output = bool;

    #[inline(always)]
    fn decide<C: Cpu>(
        cpu: C,
        search: &mut Search,
        own: Set,
        opponent: Set,
        rest: [u8; 3],
        target: i32,
    ) -> bool {
        let [a, b, c] = lone_first(C::SIZE, rest);
        let mut tried = Tried::new(cpu, own, opponent, target);
        tried.reaches::<Two>(search, a, [b, c])
            || tried.reaches::<Two>(search, b, [a, c])
            || tried.reaches::<Two>(search, c, [a, b])
            || !tried.moved && pass::<C, Three>(cpu, search, own, opponent, [a, b, c], target)
    }
}

impl Ply for Two {
    type Search = Search;
    type Rest = [u8; 2];
    type Output = bool;

    #[inline(always)]
    fn decide<C: Cpu>(
        cpu: C,
        search: &mut Search,
        own: Set,
        opponent: Set,
        [a, b]: [u8; 2],
        target: i32,
    ) -> bool {
        let mut tried = Tried::new(cpu, own, opponent, target);
        if tried.wins(search, a, b) || tried.wins(search, b, a) {
            return true;
        }
        if tried.moved {
            return false;
        }
        // A pass.
        search.nodes += 1;
        let mut tried = Tried::new(cpu, opponent, own, 2 - target);
        if tried.wins(search, a, b) || tried.wins(search, b, a) {
            return false;
        }
        tried.moved || final_score(C::SIZE, own, opponent) >= target
    }
}

/// The squares that were tried in a position.
struct Tried<C> {
    cpu: C,
    own: Set,
    opponent: Set,
    target: i32,
    /// Whether one of them was a legal move.
    moved: bool,
}

impl<C: Cpu> Tried<C> {
    #[inline(always)]
    fn new(cpu: C, own: Set, opponent: Set, target: i32) -> Tried<C> {
        Tried {
            cpu,
            own,
            opponent,
            target,
            moved: false,
        }
    }

    /// The discs that a disc on a square flips.
    #[inline(always)]
    fn flips(&mut self, search: &mut Search, square: u8) -> Set {
        if near(square) & self.opponent == 0 {
            return 0;
        }
        let flipped = self.cpu.flips(self.own, self.opponent, square);
        if flipped != 0 {
            self.moved = true;
            search.nodes += 1;
        }
        flipped
    }

    /// Whether a move to a square reaches the target, with these squares left.
    #[inline(always)]
    fn reaches<P: Ply<Search = Search, Output = bool>>(
        &mut self,
        search: &mut Search,
        square: u8,
        rest: P::Rest,
    ) -> bool {
        let flipped = self.flips(search, square);
        if flipped == 0 {
            return false;
        }
        let (child, other) = (self.opponent ^ flipped, self.own ^ flipped ^ (1 << square));
        !self
            .cpu
            .enter::<P>(search, child, other, rest, 2 - self.target)
    }

    /// The same with one square left.
    #[inline(always)]
    fn wins(&mut self, search: &mut Search, square: u8, last: u8) -> bool {
        let flipped = self.flips(search, square);
        flipped != 0 && !one(C::SIZE, self.opponent ^ flipped, last, 2 - self.target)
    }
}

/// The result if the side to move has no move.
#[inline(always)]
pub(super) fn pass<C: Cpu, P: Ply<Search = Search, Output = bool>>(
    cpu: C,
    search: &mut Search,
    own: Set,
    opponent: Set,
    rest: P::Rest,
    target: i32,
) -> bool {
    if cpu.moves(opponent, own) == 0 {
        return final_score(C::SIZE, own, opponent) >= target;
    }
    search.nodes += 1;
    !cpu.enter::<P>(search, opponent, own, rest, 2 - target)
}

/// Three squares, first the one that is alone in its quadrant: the side that plays there tends to
/// play last in the other quadrant, too.
#[inline(always)]
fn lone_first(size: Size, [a, b, c]: [u8; 3]) -> [u8; 3] {
    let are_together = |a: u8, b: u8| match size {
        // The bits of a square's number that determine its quadrant.
        Size::Eight => (a ^ b) & 0b10_0100 == 0,
        Size::Six => quadrant(size, a) >> b & 1 == 1,
    };
    if are_together(a, b) {
        [c, a, b]
    } else if are_together(a, c) {
        [b, a, c]
    } else {
        [a, b, c]
    }
}

/// Whether the side to move can reach at least this score if only `square` is empty: its opponent
/// has all other discs.
#[inline(always)]
pub(super) fn one(size: Size, own: Set, square: u8, target: i32) -> bool {
    let area = size.area() as i32;
    let discs = count(own) as i32;
    let flipped = flips_on_full(own, square);
    if flipped > 0 {
        return 2 * (discs + 1 + flipped) - area >= target;
    }
    // If neither side can move, the square counts for the side that is ahead. A move of the
    // opponent can only reduce the score, so often nothing more has to be counted.
    let ahead = 2 * discs - area + if discs >= area / 2 { 2 } else { 0 };
    if ahead < target {
        return false;
    }
    let others = (!own ^ (1 << square)) & size.mask();
    let lost = flips_on_full(others, square);
    lost == 0 || 2 * (discs - lost) - area >= target
}

/// The number of discs that a move to the only empty square flips. Squares outside the board end no
/// line, since they have no discs.
#[inline(always)]
fn flips_on_full(own: Set, square: u8) -> i32 {
    let (column, row) = (usize::from(square) % 8, usize::from(square) / 8);
    let lines = &DIAGONALS[usize::from(square)];
    let by_column = |set: Set| (set.wrapping_mul(0x0101_0101_0101_0101) >> 56) as usize;
    let across = (own >> (8 * row) & 0xff) as usize;
    let down = ((own >> column & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56)
        as usize;
    let in_column = &FLIPS[column];
    let flips = in_column[across]
        + in_column[by_column(own & lines[0])]
        + in_column[by_column(own & lines[1])]
        + FLIPS[row][down];
    i32::from(flips)
}

/// For each place in a line and each set of own discs in it: the number of discs that a move there
/// flips if all others are the opponent's.
static FLIPS: [[u8; 256]; 8] = {
    let mut table = [[0; 256]; 8];
    let mut place = 0;
    while place < 8 {
        let mut own = 0;
        while own < 256 {
            let mut up = place + 1;
            while up < 8 && own >> up & 1 == 0 {
                up += 1;
            }
            if up < 8 {
                table[place][own] += (up - place - 1) as u8;
            }
            let mut down = place;
            while down > 0 && own >> (down - 1) & 1 == 0 {
                down -= 1;
            }
            if down > 0 {
                table[place][own] += (place - down) as u8;
            }
            own += 1;
        }
        place += 1;
    }
    table
};

/// The two diagonals through each square.
static DIAGONALS: [[Set; 2]; 64] = {
    let mut lines = [[0; 2]; 64];
    let mut square = 0;
    while square < 64 {
        let mut other = 0;
        while other < 64 {
            let (x, y) = (square % 8, square / 8);
            let (u, v) = (other % 8, other / 8);
            if x + v == u + y {
                lines[square][0] |= 1 << other;
            }
            if x + y == u + v {
                lines[square][1] |= 1 << other;
            }
            other += 1;
        }
        square += 1;
    }
    lines
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bits::flips;
    use shomei_game::Key;

    #[test]
    fn discs_flipped_on_a_full_board_are_counted() {
        for seed in 0..20_000 {
            let square = (seed % 64) as u8;
            let own = (Key::of(seed).0 & Key::of(!seed).0) & !(1 << square);
            let opponent = !own ^ (1 << square);
            let flipped = count(flips(own, opponent, square)) as i32;
            assert_eq!(flips_on_full(own, square), flipped);
        }
    }
}
