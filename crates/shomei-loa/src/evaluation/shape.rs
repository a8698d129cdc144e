//! The features of a side that depend on the squares of its pieces, for a board and for each move
//! of a piece on it.

use crate::Square;
use crate::bitboard::{FILE_A, FILE_H, NEIGHBOURS, grown, neighbours, squares};

/// The weights. Without one of the features, df-pn expands 1.28 (spread), 1.13 (groups), 1.03
/// (pairs) and 1.01 (mobility) times as many nodes, measured with about half of each weight, in the
/// geometric mean over 80 positions from self-play that take 1,000 to 200,000 nodes.
const SPREAD: i32 = 20;
const GROUPS: i32 = 26;
const PAIRS: i32 = 4;

/// The value of the features that depend only on the pieces of a side.
pub(super) fn shape(pieces: u64) -> i32 {
    Shape::of(pieces).counts(&mut Steps::of(pieces), None)
}

#[inline]
fn weighted(pairs: i32, groups: i32, spread: i32) -> i32 {
    PAIRS * pairs - GROUPS * groups - SPREAD * spread
}

/// The pieces of a side, with intermediate results of their features.
pub(super) struct Shape {
    pieces: u64,
    count: u32,
    pairs: i32,
    sums: Sums,
    /// Pieces without a neighbour of their own side.
    alone: u64,
    units: Units,
}

impl Shape {
    pub(super) const NONE: Shape = Shape {
        pieces: 0,
        count: 0,
        pairs: 0,
        sums: Sums { files: 0, ranks: 0 },
        alone: 0,
        units: Units::NONE,
    };

    pub(super) fn of(pieces: u64) -> Shape {
        let alone = pieces & !neighbours(pieces);
        let mut units = Units::NONE;
        // Most units are single pieces, which need no flood fill.
        units.extend(pieces & !alone);
        Shape {
            pieces,
            count: pieces.count_ones(),
            pairs: pairs(pieces),
            sums: sums(pieces),
            alone,
            units,
        }
    }

    #[inline]
    pub(super) fn has(&self, square: Square) -> bool {
        self.pieces & square.bit() != 0
    }

    /// Sets `rest` to the shape without the piece on a square.
    pub(super) fn without(&self, from: Square, rest: &mut Shape) {
        let beside = NEIGHBOURS[from.index()] & self.pieces;
        rest.pieces = self.pieces & !from.bit();
        rest.count = self.count - 1;
        rest.pairs = self.pairs - beside.count_ones() as i32;
        rest.sums = self.sums.without(from);
        rest.alone = self.alone & !from.bit();
        rest.units.count = 0;
        for &unit in self.units.iter() {
            if unit & from.bit() == 0 {
                rest.units.push(unit);
            } else {
                let unit = unit & rest.pieces;
                let alone = unit & !neighbours(unit);
                rest.alone |= alone;
                rest.units.extend(unit & !alone);
            }
        }
    }

    /// The value of the shape. `steps` are the steps of its pieces and of the piece on the square
    /// `lost`.
    pub(super) fn counts(&self, steps: &mut Steps, lost: Option<Square>) -> i32 {
        let groups = self.alone.count_ones() as i32 + self.units.iter().len() as i32;
        let centre = self.sums.centre(self.count);
        let mut total = steps.to(centre);
        if let Some(lost) = lost {
            total -= i32::from(STEPS[centre][lost.index()]);
        }
        weighted(self.pairs, groups, total - least_steps(self.count))
    }

    /// The value of the shape with one more piece. `steps` are the steps of its pieces and of the
    /// piece that came from the square `from`.
    #[inline]
    pub(super) fn with(&self, steps: &mut Steps, from: Square, to: Square) -> i32 {
        let near = NEIGHBOURS[to.index()];
        let apart = (self.alone & !near).count_ones() as i32;
        let units = self.units.iter().map(|unit| i32::from(unit & near == 0));
        let groups = apart + units.sum::<i32>() + 1;
        let pairs = self.pairs + (self.pieces & near).count_ones() as i32;
        let centre = self.sums.with(to).centre(self.count + 1);
        let of_one = |square: Square| i32::from(STEPS[centre][square.index()]);
        let total = steps.to(centre) - of_one(from) + of_one(to);
        weighted(pairs, groups, total - least_steps(self.count + 1))
    }
}

/// The sum of king's steps from all pieces to a square, computed on demand for few squares.
pub(super) struct Steps {
    pieces: u64,
    known: [i16; 64],
}

impl Steps {
    const UNKNOWN: i16 = -1;

    pub(super) fn of(pieces: u64) -> Steps {
        Steps {
            pieces,
            known: [Self::UNKNOWN; 64],
        }
    }

    #[inline]
    fn to(&mut self, square: usize) -> i32 {
        let known = &mut self.known[square & 63];
        if *known == Self::UNKNOWN {
            let steps = |piece: Square| i16::from(STEPS[square & 63][piece.index()]);
            *known = squares(self.pieces).map(steps).sum();
        }
        i32::from(*known)
    }
}

/// The least sum of steps for this number of pieces: none for the first piece, one step each for
/// the next eight, two steps each for the next 16.
#[inline]
fn least_steps(count: u32) -> i32 {
    let least = (count - 1) + count.saturating_sub(9) + count.saturating_sub(25);
    least as i32
}

/// The king's steps between each two squares.
static STEPS: [[u8; 64]; 64] = {
    let mut table = [[0; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut to = 0;
        while to < 64 {
            let files = usize::abs_diff(from % 8, to % 8);
            let ranks = usize::abs_diff(from / 8, to / 8);
            table[from][to] = if files > ranks { files } else { ranks } as u8;
            to += 1;
        }
        from += 1;
    }
    table
};

/// Units of more than one piece. Each of the 16 blocks of two by two squares contains pieces of at
/// most one of them, so there are at most sixteen.
struct Units {
    units: [u64; 16],
    count: usize,
}

impl Units {
    const NONE: Units = Units {
        units: [0; 16],
        count: 0,
    };

    fn iter(&self) -> std::slice::Iter<'_, u64> {
        self.units[..self.count.min(16)].iter()
    }

    fn push(&mut self, unit: u64) {
        self.units[self.count & 15] = unit;
        self.count += 1;
    }

    /// Appends the units of pieces that each have a neighbour among them.
    fn extend(&mut self, pieces: u64) {
        for_each_unit(pieces, |unit| self.push(unit));
    }
}

/// Calls `see` with each unit of the pieces, the one with the lowest square first.
#[inline]
fn for_each_unit(mut left: u64, mut see: impl FnMut(u64)) {
    while left != 0 {
        let mut unit = left & left.wrapping_neg();
        loop {
            let next = grown(unit) & left;
            if next == unit {
                break;
            }
            unit = next;
        }
        left &= !unit;
        see(unit);
    }
}

/// The number of pairs of neighbouring pieces, including diagonal neighbours.
fn pairs(pieces: u64) -> i32 {
    let right = pieces & (pieces & !FILE_H) << 1;
    let up = pieces & pieces << 8;
    let up_right = pieces & (pieces & !FILE_H) << 9;
    let up_left = pieces & (pieces & !FILE_A) << 7;
    [right, up, up_right, up_left]
        .map(|pairs| pairs.count_ones() as i32)
        .iter()
        .sum()
}

/// The sums of the files and of the ranks of pieces; the first file and rank count 0.
#[derive(Clone, Copy)]
struct Sums {
    files: u32,
    ranks: u32,
}

impl Sums {
    fn with(self, square: Square) -> Sums {
        Sums {
            files: self.files + u32::from(square.file()),
            ranks: self.ranks + u32::from(square.rank()),
        }
    }

    fn without(self, square: Square) -> Sums {
        Sums {
            files: self.files - u32::from(square.file()),
            ranks: self.ranks - u32::from(square.rank()),
        }
    }

    /// The square nearest to the centre of mass of `count` pieces.
    #[inline]
    fn centre(self, count: u32) -> usize {
        // Replaces a division by twice the count; exact for sums of up to 64 pieces.
        let [files, ranks] = [self.files, self.ranks]
            .map(|sum| (u64::from(2 * sum + count) * RECIPROCALS[count as usize & 127]) >> 20);
        (8 * ranks + files) as usize & 63
    }
}

/// 2^20 divided by twice each number of pieces, rounded up.
static RECIPROCALS: [u64; 128] = {
    let mut table = [0; 128];
    let mut count = 1;
    while count < table.len() {
        table[count] = (1u64 << 20).div_ceil(2 * count as u64);
        count += 1;
    }
    table
};

fn sums(pieces: u64) -> Sums {
    // The squares whose file, or rank, has bit 0, 1 or 2 set.
    const FILES: [u64; 3] = [
        0xaaaa_aaaa_aaaa_aaaa,
        0xcccc_cccc_cccc_cccc,
        0xf0f0_f0f0_f0f0_f0f0,
    ];
    const RANKS: [u64; 3] = [
        0xff00_ff00_ff00_ff00,
        0xffff_0000_ffff_0000,
        0xffff_ffff_0000_0000,
    ];
    let sum = |bits: [u64; 3]| {
        let [ones, twos, fours] = bits.map(|bit| (pieces & bit).count_ones());
        ones + 2 * twos + 4 * fours
    };
    Sums {
        files: sum(FILES),
        ranks: sum(RANKS),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(names: &str) -> u64 {
        let squares = names.split(' ').map(|name| Square::parse(name).unwrap());
        squares.fold(0, |set, square| set | square.bit())
    }

    fn spread_of(names: &str) -> i32 {
        spread(board(names))
    }

    fn spread(pieces: u64) -> i32 {
        let count = pieces.count_ones();
        let total = Steps::of(pieces).to(sums(pieces).centre(count));
        total - least_steps(count)
    }

    fn groups(pieces: u64) -> i32 {
        let shape = Shape::of(pieces);
        (shape.alone.count_ones() as usize + shape.units.iter().len()) as i32
    }

    #[test]
    fn pairs_and_groups() {
        let three_units = board("a1 b2 c2 h1 a8");
        assert_eq!(pairs(three_units), 2);
        assert_eq!(groups(three_units), 3);
        assert_eq!(pairs(board("h1 a2")), 0);
        assert_eq!(pairs(board("h1 a3")), 0);
        assert_eq!(pairs(board("b1 a2")), 1);
        assert_eq!(groups(board("b1 a2")), 1);
        assert_eq!(pairs(board("d4 e4 d5 e5")), 6);
    }

    #[test]
    fn spread_is_zero_where_pieces_lie_closest() {
        assert_eq!(spread_of("h8"), 0);
        assert_eq!(spread_of("a1 b1 c1 a2 b2 c2 a3 b3 c3"), 0);
        // A tenth piece is at least two steps away; on d2 it leaves the centre on b2.
        assert_eq!(spread_of("a1 b1 c1 a2 b2 c2 a3 b3 c3 d2"), 0);
        // The centre of mass is d1 rounded up to e1: four and three steps.
        assert_eq!(sums(board("a1 h1")).centre(2), 4);
        assert_eq!(spread_of("a1 h1"), 4 + 3 - 1);
    }

    #[test]
    fn spread_agrees_with_a_plain_sum() {
        let mut keys = shomei_game::KeyStream::new(5);
        for _ in 0..200 {
            let pieces = keys.next_key().0 & keys.next_key().0 & keys.next_key().0;
            if pieces == 0 {
                continue;
            }
            let squares: Vec<Square> = Square::all().filter(|s| pieces & s.bit() != 0).collect();
            let n = squares.len() as f64;
            let mean = |axis: fn(Square) -> u8| {
                let sum: u32 = squares.iter().map(|&s| u32::from(axis(s))).sum();
                (f64::from(sum) / n + 0.5).floor() as i32
            };
            let (file, rank) = (mean(Square::file), mean(Square::rank));
            let steps = |s: &Square| {
                let across = (i32::from(s.file()) - file).abs();
                across.max((i32::from(s.rank()) - rank).abs())
            };
            let total: i32 = squares.iter().map(steps).sum();
            let least: i32 = (0..squares.len())
                .map(|i| match i {
                    0 => 0,
                    1..9 => 1,
                    9..25 => 2,
                    _ => 3,
                })
                .sum();
            assert_eq!(spread(pieces), total - least);
        }
    }

    /// After lifting and placing a piece, and after losing one.
    #[test]
    fn shapes_follow_the_pieces() {
        let mut keys = shomei_game::KeyStream::new(6);
        let mut random = || keys.next_key().0;
        let mut boards: Vec<u64> = (0..200).map(|_| random() & random() & random()).collect();
        boards.extend((0..50).map(|_| random() & random()));
        boards.extend((0..20).map(|_| random()));
        boards.extend((0..20).map(|_| random() | random()));
        // Twelve pairs without contact.
        boards.push(0x00db_00db_00db_00db);
        for pieces in boards.into_iter().filter(|pieces| pieces.count_ones() > 1) {
            let (all, mut steps) = (Shape::of(pieces), Steps::of(pieces));
            for from in Square::all().filter(|&from| all.has(from)) {
                let (mut rest, left) = (Shape::NONE, pieces & !from.bit());
                all.without(from, &mut rest);
                assert_eq!(rest.counts(&mut steps, Some(from)), shape(left));
                for to in Square::all().filter(|to| left & to.bit() == 0) {
                    let after = shape(left | to.bit());
                    assert_eq!(
                        rest.with(&mut steps, from, to),
                        after,
                        "{pieces:x} {from} {to}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_centre_is_a_division_rounded() {
        for count in 1..=64 {
            for sum in 0..=7 * count {
                let sums = Sums {
                    files: sum,
                    ranks: 0,
                };
                assert_eq!(
                    sums.centre(count),
                    ((2 * sum + count) / (2 * count)) as usize
                );
            }
        }
    }
}
