//! The 46 lines of the board, and what every configuration of a line is worth.
//!
//! How far a piece moves along a line, and whether it can, depends on that
//! line alone. So the mobility of a side is a sum over lines, and a line of
//! length n has only 3^n configurations (each square empty, Black or White).
//! Precomputing them is Y. Björnsson's idea, reported in M. Winands and
//! J. Uiterwijk, "PN, PN2 and PN* in Lines of Action" (2001), section 3.1.
//!
//! A line is read from a board of one colour by one multiplication that
//! collects its squares in the top byte:
//!
//! ```text
//! rank      shifts the rank to the top        bit i of the byte = file i
//! file      spreads 8r to 56 + r              bit i = rank i
//! diagonal  adds the ranks up; each square    bit i = file i, and the files
//!           is on another file, none collide  left of the line are shifted out
//! ```
//!
//! Two such bytes become one base-3 number: digit 0 empty, 1 Black, 2 White.
//! Tables of all lengths lie behind each other: 9,840 entries of two bytes.

use crate::Square;
use crate::bitboard::{FILE_A, RANK_1};

/// The number of configurations of all lengths, 3 + 9 + ... + 3^8.
const CONFIGURATIONS: usize = (POW3[8] * 3 - 3) as usize / 2;

const POW3: [u32; 9] = [1, 3, 9, 27, 81, 243, 729, 2187, 6561];

/// How to read a line, and where its configurations lie in the tables.
#[derive(Clone, Copy)]
pub(crate) struct Line {
    mask: u64,
    collect: u64,
    /// 56, plus the number of files left of a diagonal.
    shift: u8,
    first_configuration: u16,
}

/// A configuration of a line: an index into the tables.
pub(crate) type Configuration = u32;

impl Line {
    /// The configuration of this line on a board.
    #[inline]
    pub(crate) fn read(&self, black: u64, white: u64) -> Configuration {
        let ones = TERNARY[self.collected(black)];
        let twos = TERNARY[self.collected(white)];
        Configuration::from(self.first_configuration)
            + Configuration::from(ones)
            + 2 * Configuration::from(twos)
    }

    #[inline]
    fn collected(&self, board: u64) -> usize {
        // At most one byte remains, so the lookup needs no bounds check.
        ((board & self.mask).wrapping_mul(self.collect) >> (self.shift & 63)) as usize & 0xff
    }
}

/// The four lines through a square, each with the weight of the square's
/// ternary digit in the configuration: adding the weight puts a black piece
/// there, adding it twice a white one.
#[inline]
pub(crate) fn through(square: Square) -> [(&'static Line, Configuration); 4] {
    let (file, rank) = (square.file() as usize, square.rank() as usize);
    [
        (&LINES[rank], POW3[file]),
        (&LINES[8 + file], POW3[rank]),
        (&LINES[16 + 7 + file - rank], POW3[file.min(rank)]),
        (&LINES[31 + file + rank], POW3[file.min(7 - rank)]),
    ]
}

/// The number of moves along a line: Black's in the low byte, White's in the
/// high byte, so that one addition sums both.
#[inline]
pub(crate) fn moves_along(configuration: Configuration) -> u16 {
    MOVES[configuration as usize]
}

/// The number of moves of both sides on a whole board, packed as in
/// [`moves_along`].
pub(crate) fn mobility(black: u64, white: u64) -> u16 {
    LINES
        .iter()
        .map(|line| moves_along(line.read(black, white)))
        .sum()
}

/// Ranks 1 to 8, files a to h, then the diagonals that rise to the right and
/// those that fall, each from the left corner of the board to the right one.
static LINES: [Line; 46] = {
    let mut lines = [rank_line(0); 46];
    let mut i = 0;
    while i < 15 {
        if i < 8 {
            lines[i] = rank_line(i);
            lines[8 + i] = file_line(i);
        }
        lines[16 + i] = diagonal(i, true);
        lines[31 + i] = diagonal(i, false);
        i += 1;
    }
    lines
};

const fn rank_line(rank: usize) -> Line {
    Line {
        mask: RANK_1 << (8 * rank),
        collect: 1 << (56 - 8 * rank),
        shift: 56,
        first_configuration: first_configuration(8),
    }
}

const fn file_line(file: usize) -> Line {
    Line {
        mask: FILE_A << file,
        // A bit at 7j for j = 1 to 8: it takes rank 8 - j, at 8 (8 - j), to 64 - j.
        collect: 0x0102_0408_1020_4080 >> file,
        shift: 56,
        first_configuration: first_configuration(8),
    }
}

/// Rising: file - rank = `number` - 7. Falling: file + rank = `number`.
const fn diagonal(number: usize, rising: bool) -> Line {
    let (mut mask, mut length, mut leftmost) = (0, 0, 0);
    let mut file: usize = 8;
    while file > 0 {
        file -= 1;
        let rank = if rising {
            (file + 7).wrapping_sub(number)
        } else {
            number.wrapping_sub(file)
        };
        if rank < 8 {
            mask |= 1 << (8 * rank + file);
            length += 1;
            leftmost = file;
        }
    }
    Line {
        mask,
        collect: FILE_A,
        shift: 56 + leftmost as u8,
        first_configuration: first_configuration(length),
    }
}

/// The configurations of shorter lines come first.
const fn first_configuration(length: usize) -> u16 {
    ((POW3[length] - 3) / 2) as u16
}

/// A byte read as ternary digits: bit i counts 3^i.
static TERNARY: [u16; 256] = ternary();

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

static MOVES: [u16; CONFIGURATIONS] = count_all();

/// Fills the table of [`moves_along`].
const fn count_all() -> [u16; CONFIGURATIONS] {
    const TERNARY: [u16; 256] = ternary();
    let mut table = [0; CONFIGURATIONS];
    let mut length = 1;
    while length <= 8 {
        let inside: u32 = (1 << length) - 1;
        let mut black = 0;
        while black <= inside {
            // Every subset of the squares that Black leaves free.
            let free = inside & !black;
            let mut white = free;
            loop {
                let index = first_configuration(length) as usize
                    + TERNARY[black as usize] as usize
                    + 2 * TERNARY[white as usize] as usize;
                table[index] = count(black, white, inside) | count(white, black, inside) << 8;
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

/// The moves of `own` along a line with the squares `inside`, both ways.
const fn count(own: u32, enemy: u32, inside: u32) -> u16 {
    let distance = (own | enemy).count_ones();
    // Squares from which a step in between would meet an enemy piece.
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
    (up.count_ones() + down.count_ones()) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_has_its_own_digit_in_four_lines() {
        for square in Square::all() {
            for (line, weight) in through(square) {
                let empty = line.read(0, 0);
                assert_eq!(empty, Configuration::from(line.first_configuration));
                assert_eq!(line.read(square.bit(), 0), empty + weight, "{square}");
                assert_eq!(line.read(0, square.bit()), empty + 2 * weight, "{square}");
            }
        }
    }

    #[test]
    fn lines_cover_the_board_four_times() {
        let squares: u32 = LINES.iter().map(|line| line.mask.count_ones()).sum();
        assert_eq!(squares, 4 * 64);
        for line in &LINES {
            assert_eq!(line.collected(line.mask) + 1, 1 << line.mask.count_ones());
        }
    }

    /// The two counters of a packed mobility never run over, whatever is on
    /// the board.
    #[test]
    fn mobility_fits_in_a_byte() {
        let most: u32 = LINES
            .iter()
            .map(|line| {
                let length = line.mask.count_ones() as usize;
                let first = line.first_configuration as usize;
                let table = &MOVES[first..first + POW3[length] as usize];
                table.iter().map(|n| u32::from(n & 0xff)).max().unwrap()
            })
            .sum();
        assert!(most <= 255, "{most}");
    }
}
