//! Sets of squares as 64 bits: bit 0 is a1, bit 7 is h1, bit 63 is h8.

use crate::Square;

/// File a.
pub(crate) const FILE_A: u64 = 0x0101_0101_0101_0101;
/// File h.
pub(crate) const FILE_H: u64 = FILE_A << 7;
/// Rank 1.
pub(crate) const RANK_1: u64 = 0xff;

/// The squares of a set, ascending.
pub(crate) fn squares(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let square = Square::from_low_bits(set.trailing_zeros());
        set &= set - 1;
        Some(square)
    })
}

/// The set and its neighbours on the same rank.
const fn widened(set: u64) -> u64 {
    set | (set & !FILE_H) << 1 | (set & !FILE_A) >> 1
}

/// The set and its neighbours in the eight directions.
pub(crate) const fn grown(set: u64) -> u64 {
    let row = widened(set);
    row | row << 8 | row >> 8
}

/// The squares that have a neighbour in the set; a square of the set counts only if another one is
/// next to it.
pub(crate) const fn neighbours(set: u64) -> u64 {
    let row = widened(set);
    let beside = (set & !FILE_H) << 1 | (set & !FILE_A) >> 1;
    beside | row << 8 | row >> 8
}

/// The neighbours of each square.
pub(crate) static NEIGHBOURS: [u64; 64] = {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        table[square] = neighbours(1 << square);
        square += 1;
    }
    table
};

/// Whether the pieces form one unit; a single piece does.
///
/// Most positions of a search contain a piece without any neighbour. That is tested first, because
/// it needs no loop.
pub(crate) const fn is_connected(pieces: u64) -> bool {
    let several = pieces & pieces.wrapping_sub(1) != 0;
    if several && pieces & !neighbours(pieces) != 0 {
        return false;
    }
    // Flood fill from the lowest piece.
    let mut unit = pieces & pieces.wrapping_neg();
    loop {
        let next = grown(unit) & pieces;
        if next == unit {
            return unit == pieces;
        }
        unit = next;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_board_does_not_wrap_around() {
        let h1_and_a2 = 1 << 7 | 1 << 8;
        assert!(!is_connected(h1_and_a2));
        let h1_and_g2 = 1 << 7 | 1 << 14;
        assert!(is_connected(h1_and_g2));
    }

    #[test]
    fn one_piece_is_connected_and_two_pairs_are_not() {
        assert!(is_connected(1 << 27));
        assert!(!is_connected(0b11 | 0b11 << 40));
        assert!(is_connected(FILE_A | RANK_1 | FILE_H));
    }
}
