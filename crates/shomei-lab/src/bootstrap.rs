//! Confidence intervals of means by the bootstrap, with the percentile method.
//!
//! The sample is redrawn many times with replacement, each time with as many values as it has. The
//! interval contains the middle 95 % of the means of these samples (`docs/references.md [39]`,
//! chapter 13). The random numbers have a fixed seed, so equal samples have equal intervals. Groups
//! of values are redrawn separately, and each group has the same weight, regardless of its size.
//!
//! Values of one object (two questions about one board) are not independent: if they were drawn
//! separately, the interval would be too narrow. A [`Sample`] keeps them together.
//!
//! The accelerated method (`BCa`) is not used: its correction needs a jackknife and is of second
//! order, and the averaged logarithms of ratios are not very skewed.

use std::collections::HashMap;
use std::hash::Hash;

use shomei_game::{Dice, Key};

/// The number of redrawn samples.
pub(crate) const RESAMPLES: usize = 2_000;

/// The seed of the random numbers.
const SEED: u64 = 2012;

/// A mean with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Interval {
    pub(crate) mean: f64,
    pub(crate) low: f64,
    pub(crate) high: f64,
    pub(crate) values: usize,
}

/// The values of a group. Those in one inner list are drawn together.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Sample(Vec<Vec<f64>>);

impl Sample {
    /// Values, each with the key of its object. Values with equal keys are drawn together.
    pub(crate) fn tied<K: Eq + Hash>(values: impl IntoIterator<Item = (K, f64)>) -> Sample {
        let mut places: HashMap<K, usize> = HashMap::new();
        let mut together: Vec<Vec<f64>> = Vec::new();
        for (name, value) in values {
            let place = *places.entry(name).or_insert(together.len());
            match together.get_mut(place) {
                Some(others) => others.push(value),
                None => together.push(vec![value]),
            }
        }
        Sample(together)
    }

    fn values(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    fn logarithms(&self) -> Sample {
        let logarithms = |values: &Vec<f64>| values.iter().map(|value| value.ln()).collect();
        Sample(self.0.iter().map(logarithms).collect())
    }

    /// The mean of a redrawn sample; `part` chooses the index of each drawn part.
    fn mean(&self, mut part: impl FnMut(usize) -> usize) -> f64 {
        let (mut sum, mut values) = (0.0, 0);
        for place in 0..self.0.len() {
            let drawn = &self.0[part(place)];
            sum += drawn.iter().sum::<f64>();
            values += drawn.len();
        }
        sum / values as f64
    }
}

/// Independent values.
impl From<Vec<f64>> for Sample {
    fn from(values: Vec<f64>) -> Sample {
        Sample(values.into_iter().map(|value| vec![value]).collect())
    }
}

/// The geometric mean of ratios over groups of equal weight; `None` without values. Empty groups
/// are left out.
pub(crate) fn geometric(groups: &[Sample]) -> Option<Interval> {
    let groups: Vec<Sample> = groups.iter().map(Sample::logarithms).collect();
    let found = arithmetic(&groups)?;
    Some(Interval {
        mean: found.mean.exp(),
        low: found.low.exp(),
        high: found.high.exp(),
        values: found.values,
    })
}

/// The arithmetic mean of values over groups of equal weight; `None` without values.
pub(crate) fn arithmetic(groups: &[Sample]) -> Option<Interval> {
    let groups: Vec<&Sample> = groups.iter().filter(|group| !group.0.is_empty()).collect();
    if groups.is_empty() {
        return None;
    }
    let mean_of = |of: &mut dyn FnMut(&Sample) -> f64| {
        groups.iter().map(|group| of(group)).sum::<f64>() / groups.len() as f64
    };
    let mean = mean_of(&mut |group| group.mean(|place| place));
    let mut dice = Dice::new(Key::of(SEED).0);
    let mut again = |group: &Sample| {
        let parts = group.0.len();
        group.mean(|_| dice.below(parts))
    };
    let mut means: Vec<f64> = (0..RESAMPLES).map(|_| mean_of(&mut again)).collect();
    means.sort_by(f64::total_cmp);
    // The 2.5th and the 97.5th percentile.
    let end = RESAMPLES / 40;
    Some(Interval {
        mean,
        low: means[end - 1],
        high: means[RESAMPLES - end],
        values: groups.iter().map(|group| group.values()).sum(),
    })
}

/// Spearman's rank correlation of pairs; equal values have the mean of their ranks. `None` if one
/// side does not vary.
pub(crate) fn rank_correlation(pairs: &[(f64, f64)]) -> Option<f64> {
    let left = ranks(&pairs.iter().map(|pair| pair.0).collect::<Vec<_>>());
    let right = ranks(&pairs.iter().map(|pair| pair.1).collect::<Vec<_>>());
    let middle = (pairs.len() as f64 - 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| -> f64 {
        let both = a.iter().zip(b);
        both.map(|(a, b)| (a - middle) * (b - middle)).sum()
    };
    let spread = (product(&left, &left) * product(&right, &right)).sqrt();
    (spread > 0.0).then(|| product(&left, &right) / spread)
}

/// The ranks from 0; those of equal values are their mean.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let below = values.iter().filter(|other| *other < value).count();
        let equal = values.iter().filter(|other| *other == value).count();
        below as f64 + (equal as f64 - 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_are_certain() {
        let found = arithmetic(&[vec![3.0; 7].into()]).unwrap();
        assert_eq!((found.mean, found.low, found.high), (3.0, 3.0, 3.0));
        assert_eq!(found.values, 7);
        assert_eq!(arithmetic(&[]), None);
        assert_eq!(geometric(&[Sample::default()]), None);
    }

    /// The redrawn mean of n values of 0 and 1 is binomial: for 100 values, half of them 1, the
    /// standard error is 0.05, and 95 % of the means are between 0.40 and 0.60.
    #[test]
    fn the_interval_is_that_of_the_binomial_distribution() {
        let values: Vec<f64> = (0..100).map(|i| f64::from(i % 2)).collect();
        let found = arithmetic(&[values.into()]).unwrap();
        assert_eq!(found.mean, 0.5);
        assert!((found.low - 0.40).abs() <= 0.015, "{found:?}");
        assert!((found.high - 0.60).abs() <= 0.015, "{found:?}");
    }

    #[test]
    fn the_seed_repeats() {
        let groups = [vec![1.0, 2.0, 4.0], vec![8.0, 0.5]].map(Sample::from);
        assert_eq!(geometric(&groups), geometric(&groups));
    }

    #[test]
    fn a_mean_of_ratios_is_geometric_and_groups_weigh_the_same() {
        let found = geometric(&[vec![2.0, 8.0], vec![1.0; 50]].map(Sample::from)).unwrap();
        // 4 of the first group, 1 of the second.
        assert!((found.mean - 2.0).abs() < 1e-12, "{found:?}");
        assert_eq!(found.values, 52);
        assert!(found.low >= 2.0_f64.sqrt() - 1e-12 && found.high <= 8.0_f64.sqrt() + 1e-12);
        assert!(found.low < found.mean && found.mean < found.high);
    }

    /// Repeated values add no information: 100 values in equal pairs have the interval of 50
    /// values, while 100 independent values have a narrower one.
    #[test]
    fn values_of_one_object_are_drawn_together() {
        let once: Vec<f64> = (0..50).map(|i| f64::from(i % 7)).collect();
        let twice = || (0..100).map(|i| (i % 50, once[i % 50]));
        let tied = arithmetic(&[Sample::tied(twice())]).unwrap();
        let single = arithmetic(&[once.clone().into()]).unwrap();
        assert_eq!((tied.low, tied.high), (single.low, single.high));
        assert_eq!((tied.values, single.values), (100, 50));
        let free: Vec<f64> = twice().map(|(_, value)| value).collect();
        let free = arithmetic(&[free.into()]).unwrap();
        assert!(free.high - free.low < 0.8 * (tied.high - tied.low));
    }

    #[test]
    fn ranks_tell_how_two_columns_go_together() {
        let pairs = [(1.0, 10.0), (2.0, 100.0), (5.0, 1_000.0)];
        assert_eq!(rank_correlation(&pairs), Some(1.0));
        let falling = pairs.map(|(a, b)| (a, -b));
        assert_eq!(rank_correlation(&falling), Some(-1.0));
        assert_eq!(rank_correlation(&[(1.0, 2.0), (1.0, 3.0)]), None);
        // Ranks 0, 1.5, 1.5, 3 against 0, 1, 2, 3: 4.5 / sqrt(4.5 * 5).
        let tied = [(1.0, 1.0), (2.0, 2.0), (2.0, 3.0), (9.0, 4.0)];
        let found = rank_correlation(&tied).unwrap();
        assert!((found - 0.9_f64.sqrt()).abs() < 1e-12, "{found}");
    }
}
