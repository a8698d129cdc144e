//! The patterns of the evaluation, and the index of the weight of each configuration.
//!
//! | pattern | on the board | configurations |
//! |---|---|---|
//! | rows and columns, 4 types by the distance from the edge | 4 each | 3^8 |
//! | diagonals of 4, 5, 6, 7 squares | 4 each | 3^4 to 3^7 |
//! | diagonals of 8 squares | 2 | 3^8 |
//! | corners of 3 by 3 | 4 | 3^9 |
//! | corners of 2 by 4 | 8 | 3^8 |
//! | parity: quadrants with an odd number of empty squares | 1 | 5 |
//!
//! A configuration is a base-3 number with the first square as the lowest digit: 0 empty, 1 a disc
//! of the side to move, 2 a disc of its opponent. Patterns that are mirror images of each other
//! share their weights.

use crate::bits::Set;

/// The number of patterns on a board.
pub(crate) const FEATURES: usize = 47;

/// The number of configurations of all kinds of patterns.
pub(crate) const CONFIGURATIONS: usize = PARITY + 5;

/// The same, padded so that every 16-bit number is an index, and further so that the weights of the
/// next number of discs do not share cache sets.
pub(crate) const PADDED: usize = (1 << 16) + 96;

pub(super) const ROW: usize = 6561;
const DIAGONALS: usize = 4 * ROW;
/// The first configuration of the diagonals of 4, 5, 6, 7 and 8 squares.
pub(super) const DIAGONAL: [usize; 5] = [
    DIAGONALS,
    DIAGONALS + 81,
    DIAGONALS + 324,
    DIAGONALS + 1053,
    DIAGONALS + 3240,
];
pub(super) const BLOCK: usize = DIAGONALS + 9801;
pub(super) const CORNER: usize = BLOCK + 19_683;
pub(super) const PARITY: usize = CORNER + ROW;

/// A kind of pattern: its first configuration and its number of squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kind {
    pub(crate) first: usize,
    pub(crate) squares: u32,
    pub(crate) shape: Shape,
}

/// The shape of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// A row, column or diagonal, which is its own mirror image.
    Line,
    /// A corner of three by three squares, row by row, mirrored by its diagonal.
    Block,
    /// A corner of two rows of four squares, without a mirror image.
    Corner,
    /// The number of odd quadrants.
    Parity,
}

const fn line(first: usize, squares: u32) -> Kind {
    Kind {
        first,
        squares,
        shape: Shape::Line,
    }
}

impl Kind {
    /// The number of its configurations.
    pub(crate) fn size(self) -> usize {
        match self.shape {
            Shape::Parity => 5,
            _ => 3_usize.pow(self.squares),
        }
    }
}

/// All kinds, in the order of their configurations.
pub(crate) const KINDS: [Kind; 12] = [
    line(0, 8),
    line(ROW, 8),
    line(2 * ROW, 8),
    line(3 * ROW, 8),
    line(DIAGONAL[0], 4),
    line(DIAGONAL[1], 5),
    line(DIAGONAL[2], 6),
    line(DIAGONAL[3], 7),
    line(DIAGONAL[4], 8),
    Kind {
        first: BLOCK,
        squares: 9,
        shape: Shape::Block,
    },
    Kind {
        first: CORNER,
        squares: 8,
        shape: Shape::Corner,
    },
    Kind {
        first: PARITY,
        squares: 0,
        shape: Shape::Parity,
    },
];

/// For each set of up to nine squares, the base-3 number with digit 1 on these squares.
static TERNARY: [u16; 512] = {
    let mut table = [0; 512];
    let mut set = 0;
    while set < 512 {
        let (mut digit, mut power) = (0, 1);
        while digit < 9 {
            if set >> digit & 1 == 1 {
                table[set] += power;
            }
            digit += 1;
            if digit < 9 {
                power *= 3;
            }
        }
        set += 1;
    }
    table
};

/// The configuration of the squares in the lowest bits, with these discs of the mover and its
/// opponent.
#[inline]
fn configuration(own: Set, opponent: Set, mask: Set) -> usize {
    let [own, opponent] = [own, opponent].map(|set| TERNARY[(set & mask & 511) as usize]);
    usize::from(own) + 2 * usize::from(opponent)
}

/// A diagonal, the bit of its lowest column, and the first configuration.
struct Diagonal {
    squares: Set,
    shift: u32,
    first: usize,
}

/// The diagonals of one direction; those of the other direction are read from the board turned
/// upside down.
static FALLING: [Diagonal; 9] = {
    const NONE: Diagonal = Diagonal {
        squares: 0,
        shift: 0,
        first: 0,
    };
    let mut diagonals = [NONE; 9];
    let mut i = 0;
    while i < 9 {
        // Column minus row: -4 to 4.
        let offset = i as i32 - 4;
        let mut squares = 0;
        let mut row = 0;
        while row < 8 {
            let column = row + offset;
            if column >= 0 && column < 8 {
                squares |= 1 << (8 * row + column);
            }
            row += 1;
        }
        diagonals[i] = Diagonal {
            squares,
            shift: if offset > 0 { offset as u32 } else { 0 },
            first: DIAGONAL[4 - offset.unsigned_abs() as usize],
        };
        i += 1;
    }
    diagonals
};

/// Exchanges rows and columns.
#[inline]
fn transposed(mut set: Set) -> Set {
    let mut swap = |shift: u32, mask: Set| {
        let changed = (set ^ (set >> shift)) & mask;
        set ^= changed ^ (changed << shift);
    };
    swap(7, 0x00aa_00aa_00aa_00aa);
    swap(14, 0x0000_cccc_0000_cccc);
    swap(28, 0x0000_0000_f0f0_f0f0);
    set
}

/// Exchanges left and right.
#[inline]
fn mirrored(set: Set) -> Set {
    set.reverse_bits().swap_bytes()
}

/// The configurations on a board.
#[inline]
pub(crate) fn features(own: Set, opponent: Set) -> [usize; FEATURES] {
    let mut all = [0; FEATURES];
    let mut n = 0;
    let mut push = |configuration: usize| {
        all[n] = configuration;
        n += 1;
    };
    let across = [own, opponent];
    for board in [across, across.map(transposed)] {
        for row in 0..8 {
            let kind = if row < 4 { row } else { 7 - row };
            let [own, opponent] = board.map(|set| set >> (8 * row));
            push(kind * ROW + configuration(own, opponent, 0xff));
        }
    }
    let upside_down = across.map(Set::swap_bytes);
    for board in [across, upside_down] {
        for diagonal in &FALLING {
            let [own, opponent] = board.map(|set| {
                let columns = (set & diagonal.squares).wrapping_mul(0x0101_0101_0101_0101) >> 56;
                columns >> diagonal.shift
            });
            push(diagonal.first + configuration(own, opponent, 0xff));
        }
    }
    for board in [across, upside_down] {
        for board in [board, board.map(mirrored)] {
            let block = board.map(|set| set & 7 | set >> 5 & 0o70 | set >> 10 & 0o700);
            push(BLOCK + configuration(block[0], block[1], 511));
            for board in [board, board.map(transposed)] {
                let corner = board.map(|set| set & 15 | set >> 4 & 0xf0);
                push(CORNER + configuration(corner[0], corner[1], 0xff));
            }
        }
    }
    push(PARITY + odd_quadrants(!(own | opponent)));
    all
}

/// The number of quadrants with an odd number of squares of a set.
#[inline(always)]
pub(super) fn odd_quadrants(set: Set) -> usize {
    // The exclusive or of the squares of each quadrant, in its first square.
    let mut odd = set ^ (set >> 1);
    odd ^= odd >> 2;
    odd ^= odd >> 8;
    odd ^= odd >> 16;
    (odd & 0x0000_0011_0000_0011).count_ones() as usize
}

/// The configuration that shares its weight with this one: itself or its mirror image.
pub(crate) fn canonical(kind: Kind, configuration: usize) -> usize {
    let digits = |mut number: usize| {
        let mut digits = [0; 9];
        for digit in &mut digits {
            *digit = number % 3;
            number /= 3;
        }
        digits
    };
    let n = kind.squares as usize;
    let own = digits(configuration);
    let mirror = |i: usize| match kind.shape {
        Shape::Line => n - 1 - i,
        Shape::Block => i % 3 * 3 + i / 3,
        Shape::Corner | Shape::Parity => i,
    };
    let mirrored = (0..n)
        .rev()
        .fold(0, |number, i| 3 * number + own[mirror(i)]);
    match kind.shape {
        Shape::Parity => configuration,
        _ => configuration.min(mirrored),
    }
}

/// For each configuration the number of its weight, counted over the configurations with an own
/// weight; and the number of weights.
pub(crate) fn numbering() -> (Vec<u16>, usize) {
    let mut numbers = vec![0; CONFIGURATIONS];
    let mut count = 0;
    for kind in KINDS {
        for configuration in 0..kind.size() {
            let canonical = canonical(kind, configuration);
            numbers[kind.first + configuration] = if canonical == configuration {
                count += 1;
                count - 1
            } else {
                // Smaller, so it has its number already.
                numbers[kind.first + canonical]
            };
        }
    }
    (numbers, usize::from(count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei_game::Key;

    #[test]
    fn mirror_images_have_the_same_weights() {
        let (numbers, count) = numbering();
        assert_eq!(
            count,
            numbers.iter().copied().max().map_or(0, usize::from) + 1
        );
        let weights = |own, opponent| {
            let mut weights = features(own, opponent).map(|f| numbers[f]);
            weights.sort_unstable();
            weights
        };
        for seed in 0..2_000 {
            let (a, b) = (Key::of(seed).0, Key::of(seed + 10_000).0);
            let (own, opponent) = (a & b, a & !b);
            let all = weights(own, opponent);
            for image in [transposed, mirrored, Set::swap_bytes, Set::reverse_bits] {
                assert_eq!(weights(image(own), image(opponent)), all);
            }
        }
    }

    #[test]
    fn configurations_are_read_square_by_square() {
        // a1 own, b1 and a2 the opponent's.
        let all = features(1, 1 << 1 | 1 << 8);
        assert_eq!(all[0], 1 + 2 * 3);
        assert_eq!(all[8], 1 + 2 * 3);
        assert!(all.contains(&(BLOCK + 1 + 2 * 3 + 2 * 27)));
        assert!(all.contains(&(CORNER + 1 + 2 * 3 + 2 * 81)));
        assert!(all.contains(&(DIAGONAL[4] + 1)));
        // Three squares of the first quadrant are occupied.
        assert_eq!(all[FEATURES - 1], PARITY + 1);
        // h1 and the diagonal from d1 to h5.
        let all = features(1 << 3, 1 << 39);
        assert!(all.contains(&(DIAGONAL[1] + 1 + 2 * 81)));
    }
}
