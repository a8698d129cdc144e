//! Estimates and ranks of moves.

use shomei_game::{Estimate, Role, Scored};

use crate::bitboard::neighbours;
use crate::{Loa, Move, Position, Size, Square};

/// Mobility, weighted by the evaluation: each 64 points in favour of the attacker halve the proof
/// number and double the disproof number, and the reverse.
///
/// The idea is that of evaluation-function based proof-number search (EF-PN; M. Winands and M.
/// Schadd 2010, in `docs/references.md [18]`), which adds a step or a sigmoid of the evaluation to
/// the numbers. Multiplying by an exponential was better. The table shows the expanded nodes of
/// df-pn relative to mobility alone, in the geometric mean over 30 positions from published games,
/// over the 12 of them that take more than 5,000 nodes, and over 80 from self-play that take 1,000
/// to 200,000:
///
/// ```text
/// added: a sigmoid up to 8            0.98   0.67
/// added: a step of 5                  0.84   0.59
/// multiplied: a sigmoid, 1 to 5       0.71   0.49
/// multiplied: an exponential          0.63   0.32   0.35
/// the same with pn                    0.65   0.32
/// ```
///
/// The unit is a sixteenth of a leaf: with whole leaves the number 1 could not become smaller, and
/// most of the gain would be lost (0.93 and 0.70).
///
/// `moves` is the number of moves of the side with `role`, including the pass; `standing` is the
/// [`Position::evaluation`].
#[inline]
pub(crate) fn estimate(role: Role, moves: u32, standing: i32) -> Estimate {
    let (least, most) = (weighted(1, -standing), weighted(moves, standing));
    match role {
        Role::Attacker => Estimate {
            proof: least,
            disproof: most,
        },
        Role::Defender => Estimate {
            proof: most,
            disproof: least,
        },
    }
}

/// This number of leaves, in sixteenths, doubled for every 64 points; at least 1.
#[inline]
fn weighted(leaves: u32, points: i32) -> u32 {
    /// 16 times the powers of two with exponents 0, 1/8, ..., 7/8.
    const POWERS: [u32; 8] = [16, 17, 19, 21, 23, 25, 27, 29];
    /// The evaluation is not reliable beyond this.
    const MOST: i32 = 640;
    let points = points.clamp(-MOST, MOST);
    let number = leaves * POWERS[(points >> 3 & 7) as usize];
    let doublings = points >> 6;
    if doublings >= 0 {
        number << doublings
    } else {
        (number >> -doublings).max(1)
    }
}

impl Loa {
    /// Twice the number of gained own neighbours, plus the steps towards the centre, plus one for a
    /// capture. The goal is to connect the pieces, which is easiest in the centre. A capture leaves
    /// the opponent one piece fewer to connect, so it only breaks ties. The weights were chosen by
    /// hand.
    #[inline]
    pub(crate) fn rank(&self, position: &Position, mv: Move) -> i32 {
        let Some((from, to)) = mv.squares() else {
            return 0;
        };
        let others = position.pieces(position.to_move()) & !from.bit();
        let enemy = position.pieces(position.to_move().opponent());
        let beside = |square: Square| (neighbours(square.bit()) & others).count_ones() as i32;
        let captures = i32::from(enemy & to.bit() != 0);
        let centrality = |square| centrality(square, position.size());
        2 * (beside(to) - beside(from)) + centrality(to) - centrality(from) + captures
    }
}

/// The class of a move: origin and destination. The pass, which is never one of several moves,
/// shares the class of a1.
#[inline]
pub(crate) fn class(mv: Move) -> u32 {
    (mv.from().index() | mv.to().index() << 6) as u32
}

/// From 0 on the edge to 3 on the four central squares, or less on a smaller board.
fn centrality(square: Square, size: Size) -> i32 {
    let last = size.edge() - 1;
    let inwards = |line: u8| i32::from(line.min(last - line));
    inwards(square.file()).min(inwards(square.rank()))
}

impl Scored for Loa {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Rules;
    use shomei_game::{Game, Goal, Init, Side};

    #[test]
    fn numbers_double_with_64_points_and_stay_above_zero() {
        assert_eq!(weighted(1, 0), 16);
        assert_eq!(weighted(3, 64), 96);
        assert_eq!(weighted(3, -64), 24);
        assert_eq!(weighted(1, -128), 4);
        assert_eq!(weighted(1, -10_000), 1);
        let points: Vec<u32> = (-700..700).map(|points| weighted(30, points)).collect();
        assert!(points.is_sorted());
        assert_eq!(points.last(), Some(&((30 * 16) << 10)));
    }

    #[test]
    fn the_estimate_follows_mobility_and_standing() {
        let estimate = |attacker, black, white, to_move| {
            let game = Loa::new(Rules::OLYMPIAD, Goal::win(attacker));
            let position = Position::new(black, white, to_move).unwrap();
            game.estimate(&position, Init::Eval)
        };
        // Black is in the centre, White in the corners.
        let (middle, corners) = (0x0000_0020_1018_0000, 0x8100_0000_0000_0081);
        for to_move in Side::BOTH {
            let black = estimate(Side::First, middle, corners, to_move);
            let white = estimate(Side::Second, middle, corners, to_move);
            assert!(black.proof < black.disproof, "{black:?}");
            assert!(white.proof > white.disproof, "{white:?}");
            // The other side's win is the question with exchanged roles.
            assert_eq!((black.proof, black.disproof), (white.disproof, white.proof));
        }
        // The start position is balanced: mobility alone, in sixteenths.
        let start = Position::start();
        let game = Loa::new(Rules::OLYMPIAD, Goal::win(Side::First));
        let expected = Estimate {
            proof: 16,
            disproof: 36 * 16,
        };
        assert_eq!(game.estimate(&start, Init::Eval), expected);
    }
}
