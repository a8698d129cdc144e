//! The 46 lines of the board, and tables of their configurations.
//!
//! The distance that a piece moves along a line, and whether it can move, depend only on that line.
//! So the mobility of a side is a sum over lines, and a line of length n has only 3^n
//! configurations (each square empty, Black or White). Precomputing them is Y. Björnsson's idea,
//! reported in M. Winands and J. Uiterwijk, "PN, PN2 and PN* in Lines of Action" (2001), section
//! 3.1.
//!
//! One multiplication reads a line from a board of one colour: it collects the squares of the line
//! in the top byte:
//!
//! ```text
//! rank      shifts the rank to the top        bit i of the byte = file i
//! file      spreads 8r to 56 + r              bit i = rank i
//! diagonal  adds the ranks; the squares are   bit i = file i, and the files
//!           on different files, none collide  left of the line are shifted out
//! ```
//!
//! Two such bytes become one base-3 number: digit 0 empty, 1 Black, 2 White. The tables for all
//! lengths are concatenated (`configurations.rs`).
//!
//! A smaller board has shorter lines, and so its own tables of the places of squares on them
//! ([`LineTables`], eight kilobytes for each size). The values of a configuration are the same on
//! all boards.

mod all;
mod configurations;

use crate::bitboard::{FILE_A, RANK_1};
use crate::{Size, Square};

pub(crate) use all::AllLines;
pub(crate) use configurations::{Configuration, mobile, moves_along};
use configurations::{POW3, TERNARY, first_configuration};

/// How to read a line, and the index of its first configuration in the tables.
#[derive(Clone, Copy)]
pub(crate) struct Line {
    mask: u64,
    collect: u64,
    /// 56 plus the number of files left of a diagonal.
    shift: u8,
    first_configuration: u16,
}

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

/// The lines of a board of one size.
pub(crate) struct LineTables {
    /// Ranks, files, then the rising and the falling diagonals, each from the left corner of the 64
    /// squares to the right one. Lines outside the board are always empty.
    lines: [Line; 46],
    places: [[Place; 4]; 64],
    /// The contribution of a black piece on a square to the configuration of each line.
    digits: [[u16; LINE_COUNT]; 64],
    /// The configurations of empty lines.
    empty: [u16; LINE_COUNT],
}

/// The lines of a board and two unused ones, as six vectors of eight numbers.
const LINE_COUNT: usize = 48;

impl LineTables {
    #[inline]
    pub(crate) fn of(size: Size) -> &'static LineTables {
        &BOARDS[size.place()]
    }

    /// The four lines through a square, each with the weight of the square's ternary digit in the
    /// configuration: adding the weight once places a black piece, twice a white one.
    #[inline]
    pub(crate) fn through(&self, square: Square) -> [(&Line, Configuration); 4] {
        self.places(square)
            .map(|place| (&self.lines[usize::from(place.line)], place.weight()))
    }

    /// The places of a square on its rank, its file, its rising and its falling diagonal.
    #[inline]
    pub(crate) fn places(&self, square: Square) -> &[Place; 4] {
        &self.places[square.index()]
    }

    /// The number of moves of both sides on a whole board, packed as in
    /// [`moves_along`].
    pub(crate) fn mobility(&self, black: u64, white: u64) -> u16 {
        self.lines
            .iter()
            .map(|line| moves_along(line.read(black, white)))
            .sum()
    }

    const fn new(size: Size) -> LineTables {
        let edge = size.edge() as usize;
        let (lines, places) = (lines(size), all_places(edge));
        LineTables {
            digits: all_digits(&places, edge),
            empty: empty_lines(&lines),
            lines,
            places,
        }
    }
}

static BOARDS: [LineTables; 4] = [
    LineTables::new(Size::ALL[0]),
    LineTables::new(Size::ALL[1]),
    LineTables::new(Size::ALL[2]),
    LineTables::new(Size::ALL[3]),
];

/// The place of a square on one of its lines.
#[derive(Clone, Copy)]
pub(crate) struct Place {
    /// The number of the line.
    pub(crate) line: u8,
    /// The number of squares of the line before it.
    pub(crate) digit: u8,
    weight: u16,
}

impl Place {
    const fn new(line: usize, digit: usize) -> Place {
        Place {
            line: line as u8,
            digit: digit as u8,
            weight: POW3[digit] as u16,
        }
    }

    /// The contribution of a black piece on the square to the line's configuration.
    #[inline]
    pub(crate) fn weight(self) -> Configuration {
        Configuration::from(self.weight)
    }
}

/// The places of all squares; those outside the board are never used.
const fn all_places(edge: usize) -> [[Place; 4]; 64] {
    let mut places = [[Place::new(0, 0); 4]; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        if file < edge && rank < edge {
            let above = edge - 1 - rank;
            let rising = if file < rank { file } else { rank };
            let falling = if file < above { file } else { above };
            places[square] = [
                Place::new(rank, file),
                Place::new(8 + file, rank),
                Place::new(16 + 7 + file - rank, rising),
                Place::new(31 + file + rank, falling),
            ];
        }
        square += 1;
    }
    places
}

const fn all_digits(places: &[[Place; 4]; 64], edge: usize) -> [[u16; LINE_COUNT]; 64] {
    let mut digits = [[0; LINE_COUNT]; 64];
    let mut square = 0;
    while square < 64 {
        let mut i = 0;
        while i < 4 && square % 8 < edge && square / 8 < edge {
            let place = places[square][i];
            digits[square][place.line as usize] = place.weight;
            i += 1;
        }
        square += 1;
    }
    digits
}

const fn empty_lines(lines: &[Line; 46]) -> [u16; LINE_COUNT] {
    let mut empty = [0; LINE_COUNT];
    let mut line = 0;
    while line < lines.len() {
        empty[line] = lines[line].first_configuration;
        line += 1;
    }
    empty
}

const fn lines(size: Size) -> [Line; 46] {
    let mut lines = [rank_line(0, size); 46];
    let mut i = 0;
    while i < 15 {
        if i < 8 {
            lines[i] = rank_line(i, size);
            lines[8 + i] = file_line(i, size);
        }
        lines[16 + i] = diagonal(i, Slope::Rising, size);
        lines[31 + i] = diagonal(i, Slope::Falling, size);
        i += 1;
    }
    lines
}

const fn rank_line(rank: usize, size: Size) -> Line {
    Line {
        mask: RANK_1 << (8 * rank) & size.mask(),
        collect: 1 << (56 - 8 * rank),
        shift: 56,
        first_configuration: first_configuration(size.edge() as usize),
    }
}

const fn file_line(file: usize, size: Size) -> Line {
    Line {
        mask: FILE_A << file & size.mask(),
        // Bits at 7j for j = 1 to 8, shifted: each moves the square on rank 8 - j, at bit 8 (8 -
        // j), to bit 64 - j.
        collect: 0x0102_0408_1020_4080 >> file,
        shift: 56,
        first_configuration: first_configuration(size.edge() as usize),
    }
}

/// The direction of a diagonal towards the right.
#[derive(Clone, Copy)]
enum Slope {
    /// file - rank = number - 7.
    Rising,
    /// file + rank = number.
    Falling,
}

const fn diagonal(number: usize, slope: Slope, size: Size) -> Line {
    let edge = size.edge() as usize;
    let (mut mask, mut length, mut leftmost) = (0, 0, 0);
    let mut file: usize = edge;
    while file > 0 {
        file -= 1;
        let rank = match slope {
            Slope::Rising => (file + 7).wrapping_sub(number),
            Slope::Falling => number.wrapping_sub(file),
        };
        if rank < edge {
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

#[cfg(test)]
mod tests {
    use super::configurations::MOVES;
    use super::*;

    #[test]
    fn every_square_has_its_own_digit_in_four_lines() {
        for size in Size::ALL {
            let board = LineTables::of(size);
            for square in size.squares() {
                for (line, weight) in board.through(square) {
                    let empty = line.read(0, 0);
                    assert_eq!(empty, Configuration::from(line.first_configuration));
                    assert_eq!(line.read(square.bit(), 0), empty + weight, "{square}");
                    assert_eq!(line.read(0, square.bit()), empty + 2 * weight, "{square}");
                }
            }
        }
    }

    #[test]
    fn lines_cover_the_board_four_times() {
        for size in Size::ALL {
            let board = LineTables::of(size);
            let squares: u32 = board.lines.iter().map(|line| line.mask.count_ones()).sum();
            assert_eq!(squares as usize, 4 * size.area());
            for line in &board.lines {
                assert_eq!(line.collected(line.mask) + 1, 1 << line.mask.count_ones());
            }
        }
    }

    /// The two counters of a packed mobility never overflow, for any pieces on the board.
    #[test]
    fn mobility_fits_in_a_byte() {
        let most: u32 = LineTables::of(Size::STANDARD)
            .lines
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
