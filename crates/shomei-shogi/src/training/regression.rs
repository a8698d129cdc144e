//! Ridge regressions on binary features.

/// The penalty on the square of an unknown, in samples.
const COST: f64 = 20.0;

/// The number of steps of the logistic regression; further steps change nothing relevant.
const STEPS: usize = 8;

/// The normal equations of one regression.
pub(super) struct Ridge {
    unknowns: usize,
    /// The lower half, row by row.
    matrix: Vec<f64>,
    right: Vec<f64>,
}

impl Ridge {
    pub(super) fn new(unknowns: usize) -> Ridge {
        let mut matrix = vec![0.0; unknowns * unknowns];
        for i in 0..unknowns {
            matrix[i * unknowns + i] = COST;
        }
        Ridge {
            unknowns,
            matrix,
            right: vec![0.0; unknowns],
        }
    }

    /// Adds a sample with the weight `times`.
    pub(super) fn add(&mut self, features: &[u16], value: f64, times: f64) {
        for &i in features {
            let i = usize::from(i);
            self.right[i] += times * value;
            for &j in features.iter().filter(|&&j| usize::from(j) <= i) {
                self.matrix[i * self.unknowns + usize::from(j)] += times;
            }
        }
    }

    /// Solves for the unknowns by Cholesky's decomposition.
    pub(super) fn solve(mut self) -> Vec<f64> {
        let n = self.unknowns;
        for i in 0..n {
            let (above, from) = self.matrix.split_at_mut(i * n);
            let row = &mut from[..=i];
            for j in 0..i {
                let other = &above[j * n..=j * n + j];
                let known: f64 = row[..j].iter().zip(other).map(|(a, b)| a * b).sum();
                row[j] = (row[j] - known) / other[j];
            }
            let known: f64 = row[..i].iter().map(|a| a * a).sum();
            row[i] = (row[i] - known).sqrt();
            let known: f64 = row[..i].iter().zip(&self.right).map(|(a, b)| a * b).sum();
            self.right[i] = (self.right[i] - known) / row[i];
        }
        for i in (0..n).rev() {
            self.right[i] /= self.matrix[i * n + i];
            let value = self.right[i];
            let row = &self.matrix[i * n..i * n + i];
            for (right, factor) in self.right.iter_mut().zip(row) {
                *right -= factor * value;
            }
        }
        self.right
    }
}

/// Logistic regression: the weights of the logarithm of the odds of `true`, by Newton's method.
pub(super) fn logit(unknowns: usize, samples: &[(&[u16], bool)]) -> Vec<f64> {
    let mut weights = vec![0.0; unknowns];
    for _ in 0..STEPS {
        let mut ridge = Ridge::new(unknowns);
        for &(features, outcome) in samples {
            let estimate = super::sum(&weights, features);
            let chance = 1.0 / (1.0 + (-estimate).exp());
            let times = (chance * (1.0 - chance)).max(1e-3);
            let wanted = f64::from(u8::from(outcome));
            ridge.add(features, estimate + (wanted - chance) / times, times);
        }
        weights = ridge.solve();
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 40,000 samples of two features each.
    fn samples() -> impl Iterator<Item = [u16; 2]> {
        (0..40_000_u16).map(|i| [i % 4, 4 + i / 4 % 5])
    }

    #[test]
    fn values_are_found_again() {
        let value = |[a, b]: [u16; 2]| f64::from(a) - 0.5 * f64::from(b);
        let mut ridge = Ridge::new(9);
        samples().for_each(|sample| ridge.add(&sample, value(sample), 1.0));
        let weights = ridge.solve();
        for sample in samples().take(20) {
            assert!((super::super::sum(&weights, &sample) - value(sample)).abs() < 0.05);
        }
    }

    #[test]
    fn chances_are_found_again() {
        let owned: Vec<([u16; 2], bool)> = samples()
            .enumerate()
            .map(|(i, sample)| (sample, i / 20 % 4 < usize::from(sample[0]).max(1)))
            .collect();
        let all: Vec<(&[u16], bool)> = owned.iter().map(|(s, o)| (&s[..], *o)).collect();
        let weights = logit(9, &all);
        for (feature, chance) in [(1, 0.25), (2, 0.5), (3, 0.75_f64)] {
            let estimate = super::super::sum(&weights, &[feature, 5]);
            assert!(
                (estimate - (chance / (1.0 - chance)).ln()).abs() < 0.1,
                "{estimate}"
            );
        }
    }
}
