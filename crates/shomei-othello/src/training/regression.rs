//! Weights for one number of discs: least squares by conjugate gradients, scaled by the diagonal of
//! the normal equations.
//!
//! ```text
//! minimise  sum over samples (sum of weights - score)^2 + RIDGE * sum of weights^2
//! ```

use crate::evaluation::patterns::features;

use super::Sample;
use super::reduction::Parts;

/// The penalty on the square of a weight: keeps the weights of rare configurations near zero.
const RIDGE: f64 = 8.0;

/// The number of steps; further ones fit the noise.
const STEPS: usize = 24;

/// The weights for one number of discs.
#[derive(Debug)]
pub(super) struct Fitted {
    /// The weights.
    pub(super) weights: Vec<f64>,
    /// The number of samples with each weight.
    pub(super) seen: Vec<f64>,
}

/// The weights that occur in each sample, one sample after the other.
struct SampleRows {
    ends: Vec<usize>,
    columns: Vec<u16>,
}

impl SampleRows {
    fn of(samples: &[Sample], parts: &Parts) -> SampleRows {
        let mut rows = SampleRows {
            ends: Vec::with_capacity(samples.len()),
            columns: Vec::new(),
        };
        for sample in samples {
            for feature in features(sample.own, sample.opponent) {
                rows.columns.extend(parts.of(feature));
            }
            rows.ends.push(rows.columns.len());
        }
        rows
    }

    fn iter(&self) -> impl Iterator<Item = &[u16]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let row = &self.columns[start..end];
            start = end;
            row
        })
    }

    /// The sum of the weights of every sample.
    fn sums(&self, weights: &[f64]) -> Vec<f64> {
        let sum = |row: &[u16]| row.iter().map(|&column| weights[usize::from(column)]).sum();
        self.iter().map(sum).collect()
    }

    /// For every weight, the sum over the samples in which it occurs.
    fn spread(&self, values: &[f64], into: &mut [f64]) {
        into.fill(0.0);
        for (row, value) in self.iter().zip(values) {
            for &column in row {
                into[usize::from(column)] += value;
            }
        }
    }
}

/// Fits the weights.
pub(super) fn fit(samples: &[Sample], parts: &Parts) -> Fitted {
    let n = parts.len();
    let rows = SampleRows::of(samples, parts);
    let mut seen = vec![0.0; n];
    rows.spread(&vec![1.0; samples.len()], &mut seen);
    let scale = |gradient: &[f64]| -> Vec<f64> {
        let scaled = gradient
            .iter()
            .zip(&seen)
            .map(|(g, seen)| g / (seen + RIDGE));
        scaled.collect()
    };
    let mut weights = vec![0.0; n];
    let mut left: Vec<f64> = samples.iter().map(|s| f64::from(s.score)).collect();
    let mut gradient = vec![0.0; n];
    rows.spread(&left, &mut gradient);
    let mut scaled = scale(&gradient);
    let mut direction = scaled.clone();
    let mut size = dot(&gradient, &scaled);
    for _ in 0..STEPS {
        if size <= 1e-9 {
            break;
        }
        let change = rows.sums(&direction);
        let step = size / (dot(&change, &change) + RIDGE * dot(&direction, &direction));
        add(&mut weights, step, &direction);
        add(&mut left, -step, &change);
        rows.spread(&left, &mut gradient);
        add(&mut gradient, -RIDGE, &weights);
        scaled = scale(&gradient);
        let next = dot(&gradient, &scaled);
        let keep = next / size;
        size = next;
        for (direction, scaled) in direction.iter_mut().zip(&scaled) {
            *direction = scaled + keep * *direction;
        }
    }
    Fitted { weights, seen }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn add(to: &mut [f64], times: f64, what: &[f64]) {
    for (to, what) in to.iter_mut().zip(what) {
        *to += times * what;
    }
}
