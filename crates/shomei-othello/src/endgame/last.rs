//! The last two empty squares.

use crate::bits::{Set, count, flips, near};
use crate::position::final_score;

/// Whether the side to move can reach at least this score with the empty squares
/// `x` and `y`.
#[inline]
pub(super) fn two(nodes: &mut u64, own: Set, opponent: Set, [x, y]: [u8; 2], target: i32) -> bool {
    match best_of_two(nodes, own, opponent, [x, y], target) {
        Some(reaches) => reaches,
        // A pass.
        None => {
            *nodes += 1;
            match best_of_two(nodes, opponent, own, [x, y], 2 - target) {
                Some(reaches) => !reaches,
                None => final_score(own, opponent) >= target,
            }
        }
    }
}

/// The same, if the side to move has a move.
#[inline]
fn best_of_two(
    nodes: &mut u64,
    own: Set,
    opponent: Set,
    [x, y]: [u8; 2],
    target: i32,
) -> Option<bool> {
    let mut moved = None;
    for (square, last) in [(x, y), (y, x)] {
        if near(square) & opponent == 0 {
            continue;
        }
        let flipped = flips(own, opponent, square);
        if flipped != 0 {
            *nodes += 1;
            if !one(opponent ^ flipped, last, 2 - target) {
                return Some(true);
            }
            moved = Some(false);
        }
    }
    moved
}

/// Whether the side to move can reach at least this score when only `square` is
/// empty: its opponent has all other discs.
#[inline]
pub(super) fn one(own: Set, square: u8, target: i32) -> bool {
    let discs = count(own) as i32;
    let flipped = flips_on_full(own, square);
    let score = if flipped > 0 {
        2 * (discs + 1 + flipped) - 64
    } else {
        let opponent = !own ^ (1 << square);
        let lost = flips_on_full(opponent, square);
        if lost > 0 {
            2 * (discs - lost) - 64
        } else {
            // Nobody can move: the square goes to who is ahead.
            2 * discs - 64 + if discs > 31 { 2 } else { 0 }
        }
    };
    score >= target
}

/// How many discs a move to the only empty square flips.
#[inline]
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

/// For each place in a line and each set of own discs in it: how many discs a
/// move there flips when all others are the opponent's.
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
