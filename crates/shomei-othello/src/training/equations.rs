//! Least squares with few unknowns: the normal equations.

/// The sums of `N` normal equations.
#[derive(Clone, Debug)]
pub(super) struct Normal<const N: usize> {
    matrix: [[f64; N]; N],
    right: [f64; N],
}

impl<const N: usize> Normal<N> {
    /// Equations without a sample; `costs` are the penalties on the square of each unknown, in
    /// samples.
    pub(super) fn new(costs: [f64; N]) -> Normal<N> {
        let mut matrix = [[0.0; N]; N];
        for (i, cost) in costs.into_iter().enumerate() {
            matrix[i][i] = cost;
        }
        Normal {
            matrix,
            right: [0.0; N],
        }
    }

    /// Adds a sample with the weight `times`: the sum of the unknowns times `row` should be
    /// `value`.
    pub(super) fn add(&mut self, row: &[f64; N], value: f64, times: f64) {
        for (i, cells) in self.matrix.iter_mut().enumerate() {
            self.right[i] += times * row[i] * value;
            for (cell, other) in cells.iter_mut().zip(row) {
                *cell += times * row[i] * other;
            }
        }
    }

    /// Solves for the unknowns by elimination.
    pub(super) fn solve(self) -> [f64; N] {
        let Normal {
            mut matrix,
            mut right,
        } = self;
        for i in 0..N {
            let above = matrix[i];
            for j in i + 1..N {
                let factor = matrix[j][i] / above[i];
                for (cell, above) in matrix[j].iter_mut().zip(above).skip(i) {
                    *cell -= factor * above;
                }
                right[j] -= factor * right[i];
            }
        }
        for i in (0..N).rev() {
            let known: f64 = (i + 1..N).map(|k| matrix[i][k] * right[k]).sum();
            right[i] = (right[i] - known) / matrix[i][i];
        }
        right
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknowns_are_found_again() {
        let unknowns = [1.0, -2.0, 3.0, 0.5, 4.0];
        let mut normal = Normal::new([0.0; 5]);
        for i in 0..20 {
            let row = std::array::from_fn(|j| 1.0 / (1.0 + f64::from(i * (j as i32 + 1) % 7)));
            let value = row.iter().zip(unknowns).map(|(r, u): (&f64, f64)| r * u);
            normal.add(&row, value.sum(), 1.0 + f64::from(i));
        }
        for (found, expected) in normal.solve().iter().zip(unknowns) {
            assert!((found - expected).abs() < 1e-6, "{found} {expected}");
        }
    }
}
