//! Tables of the values of line configurations, concatenated for all lengths: 9,840 entries.

use super::Place;

/// The number of configurations of all lengths, 3 + 9 + ... + 3^8.
const CONFIGURATIONS: usize = (POW3[8] * 3 - 3) as usize / 2;

/// The tables are padded to a power of two, so that a mask replaces the bounds check.
const TABLE: usize = CONFIGURATIONS.next_power_of_two();

pub(super) const POW3: [u32; 9] = [1, 3, 9, 27, 81, 243, 729, 2187, 6561];

/// A configuration of a line: an index into the tables.
pub(crate) type Configuration = u32;

/// The number of moves along a line: Black's in the low byte, White's in the high byte, so that one
/// addition sums both.
#[inline]
pub(crate) fn moves_along(configuration: Configuration) -> u16 {
    MOVES[configuration as usize & (TABLE - 1)]
}

/// The pieces of a side that can move along a line, and their distance: bit i for the piece on
/// square i that can move towards the end of the line, bit 8 + i towards its beginning, and the
/// number of pieces on the line from bit 16 on.
#[derive(Clone, Copy)]
pub(crate) struct Mobile(u32);

impl Mobile {
    const NONE: Mobile = Mobile(0);

    /// 1 if the piece with this digit can move towards the end, otherwise 0.
    #[inline]
    pub(crate) fn up(self, place: Place) -> u64 {
        u64::from(self.0 >> place.digit & 1)
    }

    /// 1 if it can move towards the beginning, otherwise 0.
    #[inline]
    pub(crate) fn down(self, place: Place) -> u64 {
        u64::from(self.0 >> 8 >> place.digit & 1)
    }

    /// The distance of the moves.
    #[inline]
    pub(crate) fn distance(self) -> i32 {
        (self.0 >> 16) as i32
    }

    const fn moves(self) -> u16 {
        (self.0 & 0xffff).count_ones() as u16
    }
}

/// The pieces of a side (by its index) that can move in a configuration.
#[inline]
pub(crate) fn mobile(side: usize, configuration: Configuration) -> Mobile {
    MOBILE[side & 1][configuration as usize & (TABLE - 1)]
}

/// The configurations of shorter lines come first. A line without squares, outside the board, is
/// read as an empty one.
pub(super) const fn first_configuration(length: usize) -> u16 {
    (POW3[length].saturating_sub(3) / 2) as u16
}

/// A byte read as ternary digits: bit i counts 3^i.
pub(super) static TERNARY: [u16; 256] = ternary();

const fn ternary() -> [u16; 256] {
    let mut table = [0; 256];
    let mut byte = 1;
    while byte < 256 {
        let low = usize::trailing_zeros(byte) as usize;
        table[byte] = table[byte & (byte - 1)] + POW3[low] as u16;
        byte += 1;
    }
    table
}

pub(super) static MOVES: [u16; TABLE] = {
    let mut table = [0; TABLE];
    let mut i = 0;
    while i < CONFIGURATIONS {
        table[i] = MOBILE[0][i].moves() | MOBILE[1][i].moves() << 8;
        i += 1;
    }
    table
};

static MOBILE: [[Mobile; TABLE]; 2] = mobile_of_all();

const fn mobile_of_all() -> [[Mobile; TABLE]; 2] {
    const TERNARY: [u16; 256] = ternary();
    let mut table = [[Mobile::NONE; TABLE]; 2];
    let mut length = 1;
    while length <= 8 {
        let inside: u32 = (1 << length) - 1;
        let mut black = 0;
        while black <= inside {
            // Every subset of the squares that are free of Black.
            let free = inside & !black;
            let mut white = free;
            loop {
                let index = first_configuration(length) as usize
                    + TERNARY[black as usize] as usize
                    + 2 * TERNARY[white as usize] as usize;
                table[0][index] = mobile_pieces(black, white, inside);
                table[1][index] = mobile_pieces(white, black, inside);
                if white == 0 {
                    break;
                }
                white = (white - 1) & free;
            }
            black += 1;
        }
        length += 1;
    }
    table
}

/// The pieces of `own` that can move along a line with the squares `inside`.
const fn mobile_pieces(own: u32, enemy: u32, inside: u32) -> Mobile {
    let distance = (own | enemy).count_ones();
    // Squares from which a step would cross an enemy piece.
    let (mut blocked_up, mut blocked_down) = (0, 0);
    let mut step = 1;
    while step < distance {
        blocked_up |= enemy >> step;
        blocked_down |= enemy << step;
        step += 1;
    }
    let landings = inside & !own;
    let up = own & (landings >> distance) & !blocked_up;
    let down = own & (landings << distance) & !blocked_down;
    Mobile(up | down << 8 | distance << 16)
}
