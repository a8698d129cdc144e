//! Configurations that are too rare to have a weight of their own.
//!
//! On an edge with three or more empty squares in a row, the squares to the left of them and those
//! to the right become two configurations. In a corner the squares farthest from the corner square
//! count as empty, until the rest is frequent. Nagai and Imai's figure 1 shows one example of each;
//! the paper does not specify further which squares are omitted.

use crate::evaluation::patterns::{
    CONFIGURATIONS, KINDS, Kind, Shape, canonical, features, numbering,
};

use super::Sample;

/// Configurations seen less often than this in all games together are reduced if possible.
const RARE: u32 = 100;

/// The weights whose sum each configuration has.
#[derive(Debug)]
pub(super) struct Parts {
    /// One weight, or two.
    of: Vec<[Option<u16>; 2]>,
    /// The configuration of each weight, as in the file.
    first: Vec<usize>,
}

impl Parts {
    /// The weights of a configuration.
    #[inline]
    pub(super) fn of(&self, configuration: usize) -> impl Iterator<Item = u16> + '_ {
        self.of[configuration].iter().flatten().copied()
    }

    /// The number of weights.
    pub(super) fn len(&self) -> usize {
        self.first.len()
    }

    /// The configuration to which the weight `i` belongs.
    pub(super) fn configuration(&self, i: usize) -> usize {
        self.first[i]
    }
}

/// Decides which configurations have weights, by their frequency.
pub(super) fn reduce(samples: &[Sample]) -> Parts {
    let (numbers, weights) = numbering();
    let mut seen = vec![0_u32; weights];
    for sample in samples {
        for feature in features(sample.own, sample.opponent) {
            seen[usize::from(numbers[feature])] += 1;
        }
    }
    let mut of = vec![[None; 2]; CONFIGURATIONS];
    let mut first = vec![0; weights];
    for kind in KINDS {
        let number = |configuration| numbers[kind.first + canonical(kind, configuration)];
        for configuration in 0..kind.size() {
            let own = number(configuration);
            let at = kind.first + configuration;
            if canonical(kind, configuration) == configuration {
                first[usize::from(own)] = at;
            }
            let is_rare = |configuration| seen[usize::from(number(configuration))] < RARE;
            let reduced = if is_rare(configuration) {
                smaller(kind, configuration, is_rare)
            } else {
                None
            };
            of[at] = match reduced {
                None => [Some(own), None],
                Some((one, other)) => [Some(number(one)), other.map(number)],
            };
        }
    }
    Parts { of, first }
}

/// The one or two configurations that replace a rare one.
fn smaller(
    kind: Kind,
    configuration: usize,
    is_rare: impl Fn(usize) -> bool,
) -> Option<(usize, Option<usize>)> {
    match kind.shape {
        Shape::Line if kind == KINDS[EDGE] => divided(configuration),
        Shape::Block => Some((without(configuration, &BLOCK_OUTSIDE, is_rare), None)),
        Shape::Corner => Some((without(configuration, &CORNER_OUTSIDE, is_rare), None)),
        Shape::Line | Shape::Parity => None,
    }
}

/// The index of edges among the kinds of patterns.
const EDGE: usize = 0;

/// The squares of the corner of three by three that are omitted, in this order: c3, then b3 and c2,
/// then a3 and c1.
const BLOCK_OUTSIDE: [&[u32]; 3] = [&[8], &[5, 7], &[2, 6]];

/// The squares of the corner of two by four that are omitted: its columns from the outside.
const CORNER_OUTSIDE: [&[u32]; 3] = [&[3, 7], &[2, 6], &[5]];

/// An edge divided at the longest row of at least three empty squares.
fn divided(configuration: usize) -> Option<(usize, Option<usize>)> {
    let digit = |i: u32| configuration / 3_usize.pow(i) % 3;
    let (mut longest, mut run) = (0..0, 0..0);
    for i in 0..8 {
        run = if digit(i) == 0 {
            run.start..i + 1
        } else {
            i + 1..i + 1
        };
        if run.len() > longest.len() {
            longest = run.clone();
        }
    }
    if longest.len() < 3 {
        return None;
    }
    let left = configuration % 3_usize.pow(longest.start);
    let right = configuration - configuration % 3_usize.pow(longest.end);
    match (left, right) {
        (0, _) | (_, 0) => None,
        _ => Some((left, Some(right))),
    }
}

/// A corner without its outer squares; as few as necessary are omitted to make it frequent.
fn without(configuration: usize, outside: &[&[u32]], is_rare: impl Fn(usize) -> bool) -> usize {
    let mut rest = configuration;
    for squares in outside {
        for &square in *squares {
            let power = 3_usize.pow(square);
            rest -= rest / power % 3 * power;
        }
        if !is_rare(rest) {
            break;
        }
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of a configuration, first square first.
    fn number(squares: &str) -> usize {
        let digit = |c| match c {
            'x' => 1,
            'o' => 2,
            _ => 0,
        };
        squares.chars().rev().fold(0, |sum, c| 3 * sum + digit(c))
    }

    #[test]
    fn edges_are_cut_at_three_empty_squares() {
        let cut = divided(number("xo---ox-"));
        assert_eq!(cut, Some((number("xo------"), Some(number("-----ox-")))));
        assert_eq!(divided(number("xo--oox-")), None);
        // One side would be empty.
        assert_eq!(divided(number("---xoox-")), None);
    }

    #[test]
    fn corners_lose_what_is_outside() {
        let rare = |_| true;
        let block = without(number("xoxoxoxox"), &BLOCK_OUTSIDE, rare);
        assert_eq!(block, number("xo-ox----"));
        let corner = without(number("xoxoxoxo"), &CORNER_OUTSIDE, |_| false);
        assert_eq!(corner, number("xox-xox-"));
    }
}
