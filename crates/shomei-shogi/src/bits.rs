//! Sets of squares, and tables indexed by square.
//!
//! A set is a number of 128 bits; bit 9 (f - 1) + r - 1 is file f, rank r:
//!
//! ```text
//! file    9 ...  2   1
//!        72      9   0   a     Black's forwards: up, one bit down
//!        73     10   1   b
//!        ...                   to the left: nine bits up
//!        80     17   8   i
//! ```

use shomei_game::Side;

use crate::{Kind, Square};

/// A set of squares.
pub(crate) type Bits = u128;

/// All squares.
pub(crate) const BOARD: Bits = (1 << 81) - 1;
/// The lowest square of each file, 1a to 9a.
const RANK_A: Bits = {
    let (mut bits, mut file) = (0, 0);
    while file < 9 {
        bits |= 1 << (9 * file);
        file += 1;
    }
    bits
};
const RANK_I: Bits = RANK_A << 8;

/// The first `n` ranks from a side's far edge: 1 and 2 for dead pieces, 3 for promotion.
pub(crate) static FAR: [[Bits; 4]; 2] = {
    let (a, i) = (RANK_A, RANK_I);
    [
        [0, a, a | a << 1, a | a << 1 | a << 2],
        [0, i, i | i >> 1, i | i >> 1 | i >> 2],
    ]
};

/// File and rank steps of the directions. Directions below 4 lead to higher squares, and `d ^ 4` is
/// opposite to `d`.
const STEPS: [(i8, i8); 8] = [
    (0, 1),
    (1, 0),
    (1, 1),
    (1, -1),
    (0, -1),
    (-1, 0),
    (-1, -1),
    (-1, 1),
];

/// The direction that is forwards for a side.
const FORWARDS: [usize; 2] = [4, 0];
/// Means that no direction leads from one square to the other.
const NOWHERE: u8 = 8;

const fn neighbour(square: usize, file: i8, rank: i8) -> Option<usize> {
    let file = (square / 9) as i8 + file;
    let rank = (square % 9) as i8 + rank;
    if file >= 0 && file < 9 && rank >= 0 && rank < 9 {
        Some((9 * file + rank) as usize)
    } else {
        None
    }
}

/// The squares in a direction from a square to the edge. Empty for index 81 and above, the result
/// of a search that finds no piece.
static RAYS: [[Bits; 128]; 9] = {
    let mut rays = [[0; 128]; 9];
    let mut direction = 0;
    while direction < 8 {
        let (file, rank) = STEPS[direction];
        let mut from = 0;
        while from < 81 {
            let mut at = from;
            while let Some(next) = neighbour(at, file, rank) {
                rays[direction][from] |= 1 << next;
                at = next;
            }
            from += 1;
        }
        direction += 1;
    }
    rays
};

/// The rays of bishops and of rooks together.
static LINES: [[Bits; 81]; 2] = {
    let (rays, mut lines) = (&RAYS, [[0; 81]; 2]);
    let mut from = 0;
    while from < 81 {
        lines[0][from] = rays[2][from] | rays[3][from] | rays[6][from] | rays[7][from];
        lines[1][from] = rays[0][from] | rays[1][from] | rays[4][from] | rays[5][from];
        from += 1;
    }
    lines
};

static DIRECTIONS: [[u8; 81]; 81] = {
    let mut directions = [[NOWHERE; 81]; 81];
    let mut direction = 0;
    while direction < 8 {
        let (file, rank) = STEPS[direction];
        let mut from = 0;
        while from < 81 {
            let mut at = from;
            while let Some(next) = neighbour(at, file, rank) {
                directions[from][next] = direction as u8;
                at = next;
            }
            from += 1;
        }
        direction += 1;
    }
    directions
};

/// The single steps of each kind for each side, without the slides.
static KIND_STEPS: [[[Bits; 81]; 16]; 2] = {
    let mut table = [[[0; 81]; 16]; 2];
    let mut side = 0;
    while side < 2 {
        let mut kind = 0;
        while kind < 16 {
            let mut from = 0;
            while from < 81 {
                table[side][kind][from] = steps_of(side, kind, from);
                from += 1;
            }
            kind += 1;
        }
        side += 1;
    }
    table
};

/// Computed for the side that plays towards rank a, and mirrored for the other side.
const fn steps_of(side: usize, kind: usize, from: usize) -> Bits {
    let list: &[(i8, i8)] = match kind {
        0 => &[(0, -1)],
        2 => &[(1, -2), (-1, -2)],
        3 => &[(0, -1), (1, -1), (-1, -1), (1, 1), (-1, 1)],
        4 | 8..=12 => &[(0, -1), (1, -1), (-1, -1), (1, 0), (-1, 0), (0, 1)],
        7 | 13 | 14 => &STEPS,
        _ => &[],
    };
    let (mut bits, mut i) = (0, 0);
    while i < list.len() {
        let (file, rank) = list[i];
        let rank = if side == 0 { rank } else { -rank };
        if let Some(to) = neighbour(from, file, rank) {
            bits |= 1 << to;
        }
        i += 1;
    }
    bits
}

#[inline]
pub(crate) const fn bit(square: Square) -> Bits {
    1 << square.index()
}

/// The squares of a set, the lowest first.
#[derive(Clone, Copy)]
pub(crate) struct Squares(pub(crate) Bits);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 == 0 {
            return None;
        }
        let square = lowest(self.0);
        self.0 &= self.0 - 1;
        Some(square)
    }
}

/// The lowest square of a set that is not empty.
#[inline]
pub(crate) const fn lowest(bits: Bits) -> Square {
    Square::from_index(bits.trailing_zeros() as usize)
}

/// The highest one.
#[inline]
pub(crate) const fn highest(bits: Bits) -> Square {
    Square::from_index(127 - bits.leading_zeros() as usize)
}

#[inline]
pub(crate) const fn is_single(bits: Bits) -> bool {
    bits != 0 && bits & (bits - 1) == 0
}

/// The squares to which a kind of a side steps; with the other side, the squares from which it
/// steps.
#[inline]
pub(crate) fn steps(side: Side, kind: Kind, square: Square) -> Bits {
    KIND_STEPS[side.index()][kind as usize & 15][square.index()]
}

/// The squares in a direction up to and including the first piece.
#[inline]
fn ray(direction: usize, from: Square, occupied: Bits) -> Bits {
    let rays = &RAYS[direction];
    let whole = rays[from.index()];
    let met = whole & occupied;
    // A guard bit marks the case of no piece; no square lies beyond it.
    let first = if direction < 4 {
        (met | 1 << 127).trailing_zeros()
    } else {
        127 - (met | 1).leading_zeros()
    };
    whole ^ rays[first as usize & 127]
}

/// The squares to which a lance of this side moves.
#[inline]
pub(crate) fn forwards(side: Side, from: Square, occupied: Bits) -> Bits {
    ray(FORWARDS[side.index()], from, occupied)
}

/// The squares of an empty board from which a lance of this side reaches a square.
#[inline]
pub(crate) fn lance_origins(side: Side, square: Square) -> Bits {
    RAYS[FORWARDS[side.opponent().index()]][square.index()]
}

/// The squares of a bishop's lines on an empty board.
#[inline]
pub(crate) fn diagonal_lines(from: Square) -> Bits {
    LINES[0][from.index()]
}

/// The squares of a rook's lines on an empty board.
#[inline]
pub(crate) fn straight_lines(from: Square) -> Bits {
    LINES[1][from.index()]
}

/// The squares to which a bishop moves.
#[inline]
pub(crate) fn diagonals(from: Square, occupied: Bits) -> Bits {
    ray(2, from, occupied)
        | ray(3, from, occupied)
        | ray(6, from, occupied)
        | ray(7, from, occupied)
}

/// The squares to which a rook moves.
#[inline]
pub(crate) fn straights(from: Square, occupied: Bits) -> Bits {
    ray(0, from, occupied)
        | ray(1, from, occupied)
        | ray(4, from, occupied)
        | ray(5, from, occupied)
}

/// The squares between two squares on a line; empty if there is no line.
#[inline]
pub(crate) fn between(a: Square, b: Square) -> Bits {
    let direction = DIRECTIONS[a.index()][b.index()] as usize;
    RAYS[direction][a.index()] & !RAYS[direction][b.index()] & !bit(b)
}

/// The squares from `a` through `b` to the edge; empty if there is no line.
#[inline]
pub(crate) fn line_through(a: Square, b: Square) -> Bits {
    RAYS[DIRECTIONS[a.index()][b.index()] as usize][a.index()]
}

/// The set moved one square forwards for a side.
#[inline]
pub(crate) const fn ahead(side: Side, bits: Bits) -> Bits {
    match side {
        Side::First => (bits & !RANK_A) >> 1,
        Side::Second => (bits & !RANK_I) << 1,
    }
}

/// The set moved one square to the left, and one to the right.
#[inline]
pub(crate) const fn aside(bits: Bits) -> Bits {
    (bits << 9 | bits >> 9) & BOARD
}

/// The files without any square of the set, which has at most one square on each file.
#[inline]
pub(crate) const fn open_files(bits: Bits) -> Bits {
    // The nine bits of a file are 256 - x, where x is the file's part of the set: the highest bit
    // remains only if x = 0.
    let open = (RANK_I - bits) & RANK_I;
    (open - (open >> 8)) | open
}
