//! Initial proof and disproof numbers of a position, learned from solved positions.
//!
//! ```text
//! pn = 2^(sum of the weights of its features for pn),    dn alike
//! ```
//!
//! The units are such that a typical number is 4 or more, because numbers are integers and must be
//! able to differ by less than a factor of 2. A position has one feature of each group of
//! [`features`]. Weights are integers, [`ONE`] for a factor of 2, and the power is read from a
//! table, so that a search is the same on every machine. The weights come from `shomei-lab train
//! shogi`; [`training`](crate::training) describes how they are fitted.

pub(crate) mod features;
pub(crate) mod file;

use std::sync::{Mutex, OnceLock, PoisonError};

use shomei_game::{Estimate, Evaluation, NotationError};

use crate::{Move, Position, Shogi};
use features::FEATURES;

/// The default weights.
static SHIPPED: &str = include_str!("../weights/shogi.numbers");

/// The weight that doubles a number.
pub(crate) const ONE: i32 = 256;

/// The largest number, as a power of 2.
const MOST: i32 = 10;

/// The weights of each feature: its contributions to the logarithms of proof and disproof number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Numbers {
    weights: Vec<[i16; 2]>,
    /// The two weights of a feature in one number (see [`apart`]), padded to `ROOM` features.
    both: Box<[i64; ROOM]>,
}

/// A power of two that is at least the number of features.
const ROOM: usize = FEATURES.next_power_of_two();

/// Splits two sums that were added as one number: the first in the upper half, the second in the
/// lower half, which borrows from the first if it is negative.
#[inline]
fn apart(both: i64) -> [i32; 2] {
    let second = both as i32;
    [((both - i64::from(second)) >> 32) as i32, second]
}

impl Numbers {
    /// The default weights, parsed at the first call.
    pub(crate) fn shipped() -> &'static Numbers {
        static NUMBERS: OnceLock<Numbers> = OnceLock::new();
        NUMBERS.get_or_init(|| {
            Numbers::parse(SHIPPED).unwrap_or_else(|_| Numbers::of(vec![[0; 2]; FEATURES]))
        })
    }

    /// Initial numbers with these weights, one pair for each feature.
    pub(crate) fn of(weights: Vec<[i16; 2]>) -> Numbers {
        debug_assert_eq!(weights.len(), FEATURES);
        let mut both = Box::new([0; ROOM]);
        for (both, [first, second]) in both.iter_mut().zip(&weights) {
            *both = (i64::from(*first) << 32) + i64::from(*second);
        }
        Numbers { weights, both }
    }

    /// Reads a file of weights.
    ///
    /// # Errors
    ///
    /// If it is damaged or of another version; the error has the place.
    pub(crate) fn parse(text: &str) -> Result<Numbers, NotationError> {
        file::parse(text).map(Numbers::of)
    }

    /// The same weights with a static lifetime; equal weights are stored once.
    pub(crate) fn kept(self) -> &'static Numbers {
        static KEPT: Mutex<Vec<&Numbers>> = Mutex::new(Vec::new());
        // No holder of the lock can panic half-way.
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(same) = kept.iter().find(|one| ***one == self) {
            return same;
        }
        let numbers: &'static Numbers = Box::leak(Box::new(self));
        kept.push(numbers);
        numbers
    }

    /// The file of weights; `comment` describes how it was made.
    #[must_use]
    pub fn text(&self, comment: &str) -> String {
        file::text(&self.weights, comment)
    }

    /// The evaluation of the position after a move: its status and its initial numbers.
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

/// 2 to the power of `weight` / [`ONE`], rounded, between 1 and 2 to the power of [`MOST`].
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
