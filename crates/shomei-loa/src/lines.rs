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

/// The tables are longer than that, so that a mask spares the bounds check.
const TABLE: usize = CONFIGURATIONS.next_power_of_two();

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
    places(square).map(|place| (&LINES[usize::from(place.line)], place.weight()))
}

/// Where a square lies on one of its lines.
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

    /// What a black piece on the square adds to the line's configuration.
    #[inline]
    pub(crate) fn weight(self) -> Configuration {
        Configuration::from(self.weight)
    }
}

/// The places of a square on its rank, its file, its rising and its falling
/// diagonal.
#[inline]
pub(crate) fn places(square: Square) -> &'static [Place; 4] {
    &PLACES[square.index()]
}

static PLACES: [[Place; 4]; 64] = {
    let mut places = [[Place::new(0, 0); 4]; 64];
    let mut square = 0;
    while square < 64 {
        let (file, rank) = (square % 8, square / 8);
        let rising = if file < rank { file } else { rank };
        let falling = if file < 7 - rank { file } else { 7 - rank };
        places[square] = [
            Place::new(rank, file),
            Place::new(8 + file, rank),
            Place::new(16 + 7 + file - rank, rising),
            Place::new(31 + file + rank, falling),
        ];
        square += 1;
    }
    places
};

/// The configurations of all lines, with the moves along each.
pub(crate) struct AllLines {
    configurations: [u16; LINE_COUNT],
    moves: [u16; LINE_COUNT],
}

/// As many as fit a mask of six bits; the last ones are not used.
const LINE_COUNT: usize = 64;

impl AllLines {
    pub(crate) fn read(black: u64, white: u64) -> AllLines {
        let mut all = AllLines {
            configurations: [0; LINE_COUNT],
            moves: [0; LINE_COUNT],
        };
        // A rank is a byte of the board, and a file one of the turned board.
        let (turned_black, turned_white) = (turned(black), turned(white));
        let ranks = black.to_le_bytes().into_iter().zip(white.to_le_bytes());
        let files = turned_black
            .to_le_bytes()
            .into_iter()
            .zip(turned_white.to_le_bytes());
        for (i, (black, white)) in ranks.chain(files).enumerate() {
            let digits = TERNARY[usize::from(black)] + 2 * TERNARY[usize::from(white)];
            all.set(i, Configuration::from(first_configuration(8) + digits));
        }
        for (i, line) in LINES.iter().enumerate().skip(16) {
            all.set(i, line.read(black, white));
        }
        all
    }

    #[inline]
    fn set(&mut self, line: usize, configuration: Configuration) {
        self.configurations[line] = configuration as u16;
        self.moves[line] = moves_along(configuration);
    }

    #[inline]
    pub(crate) fn configuration(&self, place: Place) -> Configuration {
        Configuration::from(self.configurations[usize::from(place.line & 63)])
    }

    /// How the packed mobility changes when the configuration of a line
    /// becomes `after`; wraps where it falls.
    #[inline]
    pub(crate) fn change(&self, place: Place, after: Configuration) -> u16 {
        moves_along(after).wrapping_sub(self.moves[usize::from(place.line & 63)])
    }
}

/// The number of moves along a line: Black's in the low byte, White's in the
/// high byte, so that one addition sums both.
#[inline]
pub(crate) fn moves_along(configuration: Configuration) -> u16 {
    MOVES[configuration as usize & (TABLE - 1)]
}

/// Which pieces of a side can move along a line, and how far: bit i for the
/// piece on square i that can move towards the end of the line, bit 8 + i
/// towards its beginning, and the number of pieces on the line from bit 16 on.
#[derive(Clone, Copy)]
pub(crate) struct Mobile(u32);

impl Mobile {
    const NONE: Mobile = Mobile(0);

    /// 1 if the piece with this digit can move towards the end, else 0.
    #[inline]
    pub(crate) fn up(self, place: Place) -> u64 {
        u64::from(self.0 >> place.digit & 1)
    }

    /// 1 if it can move towards the beginning, else 0.
    #[inline]
    pub(crate) fn down(self, place: Place) -> u64 {
        u64::from(self.0 >> 8 >> place.digit & 1)
    }

    /// How far.
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

/// The number of moves of both sides on a whole board, packed as in
/// [`moves_along`].
pub(crate) fn mobility(black: u64, white: u64) -> u16 {
    LINES
        .iter()
        .map(|line| moves_along(line.read(black, white)))
        .sum()
}

/// The board turned over the diagonal from a1 to h8: files become ranks.
/// Exchanges the halves of ever larger squares that lie off the diagonal
/// (H. S. Warren, "Hacker's Delight", 2002, section 7-3).
fn turned(board: u64) -> u64 {
    let swap = |board: u64, shift: u32, mask: u64| {
        let differ = (board ^ board >> shift) & mask;
        board ^ differ ^ differ << shift
    };
    let board = swap(board, 7, 0x00aa_00aa_00aa_00aa);
    let board = swap(board, 14, 0x0000_cccc_0000_cccc);
    swap(board, 28, 0x0000_0000_f0f0_f0f0)
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

static MOVES: [u16; TABLE] = {
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
            // Every subset of the squares that Black leaves free.
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
    Mobile(up | down << 8 | distance << 16)
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
    fn all_lines_are_read_alike() {
        let mut key = shomei_game::KeyStream::new(3);
        for _ in 0..1000 {
            let black = key.next_key().0 & key.next_key().0;
            let white = key.next_key().0 & !black;
            let all = AllLines::read(black, white);
            for (i, line) in LINES.iter().enumerate() {
                let configuration = line.read(black, white);
                assert_eq!(Configuration::from(all.configurations[i]), configuration);
                assert_eq!(all.moves[i], moves_along(configuration));
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
