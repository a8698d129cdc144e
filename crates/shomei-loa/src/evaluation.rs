//! How well a side stands, without any search.
//!
//! The side's features, less its opponent's:
//!
//! ```text
//! spread    the distances of the pieces, in king's steps, to the square
//!           nearest to their centre of mass, beyond the least that so many
//!           pieces can have: eight lie around one, the next ones two steps off
//! groups    the number of units
//! pairs     the number of own pieces side by side
//! mobility  the number of moves
//! ```
//!
//! All are old in Lines of Action: they are features of M. Winands' program,
//! described in his master's thesis (2000). The weights are ours.
//!
//! About 100 ns a position: mobility is carried along, the rest is a few dozen
//! operations on the boards of the two sides.

use shomei_game::Side;

use crate::Position;
use crate::bitboard::{FILE_A, FILE_H, grown, neighbours};

/// The weights. With about half of each, df-pn without one of them expands
/// 1.28 (spread), 1.13 (groups), 1.03 (pairs) and 1.01 (mobility) times as
/// many nodes in the geometric mean over 80 positions from self-play that take
/// 1,000 to 200,000 nodes.
const SPREAD: i32 = 20;
const GROUPS: i32 = 26;
const PAIRS: i32 = 4;
const MOBILITY: i32 = 4;

impl Position {
    /// How well the side to move stands: positive where better than its
    /// opponent. 64 are about twice the chances.
    ///
    /// ```
    /// use shomei_loa::Position;
    ///
    /// assert_eq!(Position::start().evaluation(), 0);
    /// ```
    #[must_use]
    pub fn evaluation(&self) -> i32 {
        let side = self.to_move();
        self.standing(side) - self.standing(side.opponent())
    }

    fn standing(&self, side: Side) -> i32 {
        let pieces = self.pieces(side);
        MOBILITY * self.mobility(side) as i32 + PAIRS * pairs(pieces)
            - GROUPS * groups(pieces)
            - SPREAD * spread(pieces)
    }
}

/// How many pairs of pieces stand side by side, diagonals included.
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

/// How many units the pieces form.
fn groups(pieces: u64) -> i32 {
    // Most units are single pieces, which need no flood.
    let alone = pieces & !neighbours(pieces);
    let mut left = pieces & !alone;
    let mut count = alone.count_ones() as i32;
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
        count += 1;
    }
    count
}

/// The distances to the centre of mass beyond the least possible.
fn spread(pieces: u64) -> i32 {
    let count = pieces.count_ones();
    let mut within = centre(pieces);
    let mut total = 0;
    loop {
        // Whoever is outside of so many steps needs one more.
        let outside = (pieces & !within).count_ones();
        if outside == 0 {
            break;
        }
        total += outside;
        within = grown(within);
    }
    // None for the first piece, one step for eight, two steps for the next 16.
    let least = (count - 1) + count.saturating_sub(9) + count.saturating_sub(25);
    total as i32 - least as i32
}

/// The square nearest to the centre of mass.
fn centre(pieces: u64) -> u64 {
    // The squares whose file, or rank, has bit 0, 1, 2.
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
    let count = pieces.count_ones();
    let mean = |bits: [u64; 3]| {
        let [ones, twos, fours] = bits.map(|bit| (pieces & bit).count_ones());
        (2 * (ones + 2 * twos + 4 * fours) + count) / (2 * count)
    };
    1 << (8 * mean(RANKS) + mean(FILES))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Square;

    fn board(names: &str) -> u64 {
        let squares = names.split(' ').map(|name| Square::parse(name).unwrap());
        squares.fold(0, |set, square| set | square.bit())
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
        assert_eq!(spread(board("h8")), 0);
        assert_eq!(spread(board("a1 b1 c1 a2 b2 c2 a3 b3 c3")), 0);
        // A tenth piece must be two steps away; in d2 it leaves the centre in b2.
        assert_eq!(spread(board("a1 b1 c1 a2 b2 c2 a3 b3 c3 d2")), 0);
        // The centre of mass is d1 rounded up to e1: four and three steps.
        assert_eq!(centre(board("a1 h1")), board("e1"));
        assert_eq!(spread(board("a1 h1")), 4 + 3 - 1);
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

    #[test]
    fn the_better_side_is_seen_from_both_chairs() {
        let gathered = board("d4 d5 e4 f6");
        let scattered = board("a1 h8 a8 h1");
        let black = Position::new(gathered, scattered, Side::First).unwrap();
        let white = Position::new(gathered, scattered, Side::Second).unwrap();
        assert!(black.evaluation() > 0);
        assert_eq!(white.evaluation(), -black.evaluation());
    }
}
