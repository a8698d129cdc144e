//! How sure a mean is: intervals by the bootstrap, the percentile method.
//!
//! The sample is drawn anew many times, as many values as it has, each as likely as any other and
//! put back; the interval holds the middle 95 of 100 of the means that come of that
//! (`docs/references.md [39]`, chapter 13). Luck comes from a seed, so equal samples have
//! equal intervals. Where values come in groups, each group is drawn anew by itself and weighs as
//! much as any other, however many values it has.
//!
//! Not the accelerated method (`BCa`): its correction needs a jackknife and is of second order,
//! and the logarithms of ratios that are averaged here are not skewed much.

use shomei_game::{Key, KeyStream};

/// How often a sample is drawn anew.
pub(crate) const RESAMPLES: usize = 2_000;

/// The seed of the luck.
const SEED: u64 = 2012;

/// A mean with its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Interval {
    /// The mean of the sample.
    pub(crate) mean: f64,
    /// The lower end.
    pub(crate) low: f64,
    /// The upper end.
    pub(crate) high: f64,
    /// How many values there are.
    pub(crate) values: usize,
}

/// The geometric mean of ratios, over groups that weigh the same; nothing where there is no value.
/// Groups without values are left out.
pub(crate) fn geometric(groups: &[Vec<f64>]) -> Option<Interval> {
    let logarithms = |group: &Vec<f64>| group.iter().map(|ratio| ratio.ln()).collect();
    let groups: Vec<Vec<f64>> = groups.iter().map(logarithms).collect();
    let found = arithmetic(&groups)?;
    Some(Interval {
        mean: found.mean.exp(),
        low: found.low.exp(),
        high: found.high.exp(),
        values: found.values,
    })
}

/// The same of the values as they are.
pub(crate) fn arithmetic(groups: &[Vec<f64>]) -> Option<Interval> {
    let groups: Vec<&Vec<f64>> = groups.iter().filter(|group| !group.is_empty()).collect();
    if groups.is_empty() {
        return None;
    }
    let mean_of = |drawn: &mut dyn FnMut(&[f64]) -> f64| {
        groups.iter().map(|group| drawn(group)).sum::<f64>() / groups.len() as f64
    };
    let mean = mean_of(&mut |group| group.iter().sum::<f64>() / group.len() as f64);
    let mut luck = KeyStream::new(Key::of(SEED).0);
    let mut again = |group: &[f64]| {
        let mut draw = || group[(luck.next_key().0 % group.len() as u64) as usize];
        (0..group.len()).map(|_| draw()).sum::<f64>() / group.len() as f64
    };
    let mut means: Vec<f64> = (0..RESAMPLES).map(|_| mean_of(&mut again)).collect();
    means.sort_by(f64::total_cmp);
    // The 2.5th and the 97.5th percentile.
    let end = RESAMPLES / 40;
    Some(Interval {
        mean,
        low: means[end - 1],
        high: means[RESAMPLES - end],
        values: groups.iter().map(|group| group.len()).sum(),
    })
}

/// Spearman's rank correlation of pairs, equal values sharing their rank; nothing where one side
/// does not vary.
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
        let found = arithmetic(&[vec![3.0; 7]]).unwrap();
        assert_eq!((found.mean, found.low, found.high), (3.0, 3.0, 3.0));
        assert_eq!(found.values, 7);
        assert_eq!(arithmetic(&[]), None);
        assert_eq!(geometric(&[Vec::new()]), None);
    }

    /// Of n values of 0 and 1 a mean drawn anew is binomial: for 100 values, half of them 1, the
    /// standard error is 0.05, and 95 of 100 means lie within 0.40 and 0.60.
    #[test]
    fn the_interval_is_that_of_the_binomial_distribution() {
        let values: Vec<f64> = (0..100).map(|i| f64::from(i % 2)).collect();
        let found = arithmetic(&[values]).unwrap();
        assert_eq!(found.mean, 0.5);
        assert!((found.low - 0.40).abs() <= 0.015, "{found:?}");
        assert!((found.high - 0.60).abs() <= 0.015, "{found:?}");
    }

    #[test]
    fn the_seed_repeats() {
        let groups = [vec![1.0, 2.0, 4.0], vec![8.0, 0.5]];
        assert_eq!(geometric(&groups), geometric(&groups));
    }

    #[test]
    fn a_mean_of_ratios_is_geometric_and_groups_weigh_the_same() {
        let found = geometric(&[vec![2.0, 8.0], vec![1.0; 50]]).unwrap();
        // 4 of the first group, 1 of the second.
        assert!((found.mean - 2.0).abs() < 1e-12, "{found:?}");
        assert_eq!(found.values, 52);
        assert!(found.low >= 2.0_f64.sqrt() - 1e-12 && found.high <= 8.0_f64.sqrt() + 1e-12);
        assert!(found.low < found.mean && found.mean < found.high);
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
