//! The numbers that a new position starts with, learned from positions that were solved.
//!
//! ```text
//! pn = 2^(sum of the weights of its features for pn),    dn alike
//! ```
//!
//! in such units that a typical number is 4 or more, since numbers are whole and have to differ by
//! less than a factor of 2. A position has one feature of each group of [`features`]; weights are
//! whole numbers, [`ONE`] for a factor of 2, and the power is read from a table, so that a search is
//! the same on every machine. The weights come from
//! `shomei-lab train shogi` ([`training`](crate::training)), which says how they are fitted.

pub(crate) mod features;
pub(crate) mod file;

use std::sync::{Mutex, OnceLock, PoisonError};

use shomei_game::{Estimate, Evaluation, NotationError};

use crate::{Move, Position, Shogi};
use features::FEATURES;

/// The weights that come with the program.
static SHIPPED: &str = include_str!("../weights/shogi.numbers");

/// A weight that doubles a number.
pub(crate) const ONE: i32 = 256;

/// The largest number, as a power of 2.
const MOST: i32 = 10;

/// What each feature adds to the logarithms of proof and disproof number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    weights: Vec<[i16; 2]>,
    /// The two weights of a feature in one number (see [`apart`]), with room for more features.
    both: Box<[i64; ROOM]>,
}

/// A power of two that is not below the number of features.
const ROOM: usize = FEATURES.next_power_of_two();

/// Two sums that were made as one: the first in the upper half, the second in the lower, which
/// borrows from the first where it is negative.
#[inline]
fn apart(both: i64) -> [i32; 2] {
    let second = both as i32;
    [((both - i64::from(second)) >> 32) as i32, second]
}

impl Numbers {
    /// The weights that come with the program; they are read when they are first asked for.
    pub(crate) fn shipped() -> &'static Numbers {
        static NUMBERS: OnceLock<Numbers> = OnceLock::new();
        NUMBERS.get_or_init(|| {
            Numbers::parse(SHIPPED).unwrap_or_else(|_| Numbers::of(vec![[0; 2]; FEATURES]))
        })
    }

    /// With these weights, one for each feature.
    pub(crate) fn of(weights: Vec<[i16; 2]>) -> Numbers {
        debug_assert_eq!(weights.len(), FEATURES);
        let mut both = Box::new([0; ROOM]);
        for (both, [first, second]) in both.iter_mut().zip(&weights) {
            *both = (i64::from(*first) << 32) + i64::from(*second);
        }
        Numbers { weights, both }
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// When it is damaged or of another version, with the place.
    pub(crate) fn parse(text: &str) -> Result<Numbers, NotationError> {
        file::parse(text).map(Numbers::of)
    }

    /// The same weights for as long as the program runs; equal ones are kept once, however often
    /// they are read.
    pub(crate) fn kept(self) -> &'static Numbers {
        static KEPT: Mutex<Vec<&Numbers>> = Mutex::new(Vec::new());
        // Nothing that holds the lock can fail half-way.
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(same) = kept.iter().find(|one| ***one == self) {
            return same;
        }
        let numbers: &'static Numbers = Box::leak(Box::new(self));
        kept.push(numbers);
        numbers
    }

    /// The file; `comment` says how it was made.
    #[must_use]
    pub fn text(&self, comment: &str) -> String {
        file::text(&self.weights, comment)
    }

    /// What is known of the position that a move leads to: its status and its first numbers.
    #[inline]
    pub(crate) fn evaluate(&self, game: &Shogi, before: &Position, mv: Move) -> Evaluation {
        let mut child = *before;
        child.make(mv);
        let (status, freedom) = game.freedom(&child);
        Evaluation::of(status, || {
            let mut both = 0;
            features::visit(game, before, mv, &child, freedom, &mut |feature| {
                both += self.both[feature % ROOM];
            });
            let [proof, disproof] = apart(both);
            Estimate {
                proof: power(proof),
                disproof: power(disproof),
            }
        })
    }
}

/// 2 to the power of `weight` / [`ONE`], rounded, from 1 to 2 to the power of [`MOST`].
#[inline]
fn power(weight: i32) -> u32 {
    /// 2^(i / 16), in 4096ths.
    const PARTS: [u32; 16] = [
        4096, 4277, 4467, 4664, 4871, 5087, 5312, 5547, 5793, 6049, 6317, 6597, 6889, 7194, 7512,
        7845,
    ];
    let sixteenths = weight.clamp(0, MOST * ONE) * 16 / ONE;
    let power = PARTS[sixteenths as usize & 15] << (sixteenths >> 4);
    (power + 2048) >> 12
}

#[cfg(test)]
mod tests {
    use shomei_game::{Game, Goal, Notation, Side};

    use super::*;

    #[test]
    fn sums_that_were_made_as_one_come_apart() {
        let weights = vec![[-7, 3], [i16::MIN, i16::MIN], [5, i16::MAX], [0, -4]];
        let numbers = Numbers::of([weights, vec![[0; 2]; FEATURES - 4]].concat());
        for chosen in 0..16_usize {
            let chosen: Vec<usize> = (0..4).filter(|i| chosen >> i & 1 == 1).collect();
            let mut sums = [0; 2];
            for &i in &chosen {
                let [first, second] = numbers.weights[i].map(i32::from);
                sums = [sums[0] + first, sums[1] + second];
            }
            let both = chosen.iter().map(|&i| numbers.both[i]).sum();
            assert_eq!(apart(both), sums);
        }
    }

    #[test]
    fn powers_begin_at_one_and_end() {
        let of = |factor: f64| power((factor.log2() * f64::from(ONE)).round() as i32);
        for (factor, expected) in [
            (0.1, 1),
            (1.0, 1),
            (2.0, 2),
            (3.1, 3),
            (16.0, 16),
            (1e9, 1024),
        ] {
            assert_eq!(of(factor), expected, "{factor}");
        }
    }

    #[test]
    fn status_is_that_of_the_rules_and_numbers_are_above_0() {
        let game = Shogi::new(crate::Rules::Tsume, Goal::win(Side::First));
        let root = "7nl/7k1/9/7P1/9/9/9/9/9 b GSL 1";
        let mut open = vec![game.parse_position(root).unwrap()];
        for _ in 0..4 {
            for position in std::mem::take(&mut open) {
                let mut moves = Vec::new();
                game.moves(&position, &mut moves);
                for mv in moves {
                    let evaluation = game.numbers().evaluate(&game, &position, mv);
                    let child = game.play(&position, mv);
                    assert_eq!(evaluation.status(), Some(game.status(&child)), "{child:?}");
                    if let Some(estimate) = evaluation.estimate() {
                        assert!(estimate.proof >= 1 && estimate.disproof >= 1);
                        open.push(child);
                    }
                }
            }
        }
        assert!(!open.is_empty());
    }

    #[test]
    fn equal_weights_are_kept_once() {
        let [first, again] = [3, 3].map(|weight| Numbers::of(vec![[weight; 2]; FEATURES]).kept());
        assert!(std::ptr::eq(first, again));
        let other = Numbers::of(vec![[4; 2]; FEATURES]).kept();
        assert!(!std::ptr::eq(first, other));
        assert_eq!(other.weights[0], [4; 2]);
    }

    #[test]
    fn shipped_weights_are_read_and_written_alike() {
        let numbers = Numbers::parse(SHIPPED).unwrap();
        assert_eq!(&numbers, Numbers::shipped());
        assert_eq!(Numbers::parse(&numbers.text("any")).unwrap(), numbers);
    }
}
