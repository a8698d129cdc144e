//! Each weight as a polynomial of the fourth degree in the number of discs: least
//! squares, each number of discs weighted by how often the configuration was
//! seen there.

use crate::evaluation::weights::{ORDERS, PHASES, legendre};

use super::reduction::Parts;
use super::regression::Fitted;

/// What each coefficient costs, in times that a configuration was seen: one that
/// is known for a few numbers of discs only shall not go astray elsewhere.
const COSTS: [f64; ORDERS] = [0.5, 5.0, 20.0, 40.0, 60.0];

/// The coefficients of every weight, as they stand in the file: where a
/// configuration was reduced, the sums for what it was reduced to.
pub(super) fn smooth(fitted: &[Fitted], parts: &Parts) -> Vec<[f32; ORDERS]> {
    let basis: Vec<[f64; ORDERS]> = (0..PHASES).map(|p| legendre(p).map(f64::from)).collect();
    let own: Vec<[f64; ORDERS]> = (0..parts.len())
        .map(|weight| polynomial(fitted, weight, &basis))
        .collect();
    let combined = |i: usize| {
        let mut sum = [0.0; ORDERS];
        for part in parts.of(parts.configuration(i)) {
            for (sum, coefficient) in sum.iter_mut().zip(own[usize::from(part)]) {
                *sum += coefficient as f32;
            }
        }
        sum
    };
    (0..parts.len()).map(combined).collect()
}

/// The polynomial through the values of one weight.
fn polynomial(fitted: &[Fitted], weight: usize, basis: &[[f64; ORDERS]]) -> [f64; ORDERS] {
    let mut matrix = [[0.0; ORDERS]; ORDERS];
    let mut right = [0.0; ORDERS];
    for (order, cost) in COSTS.iter().enumerate() {
        matrix[order][order] = *cost;
    }
    for (of_phase, at) in fitted.iter().zip(basis) {
        let seen = of_phase.seen[weight];
        if seen == 0.0 {
            continue;
        }
        let value = of_phase.weights[weight];
        for (i, row) in matrix.iter_mut().enumerate() {
            right[i] += seen * at[i] * value;
            for (cell, other) in row.iter_mut().zip(at) {
                *cell += seen * at[i] * other;
            }
        }
    }
    solve(matrix, right)
}

/// The solution of a system with a symmetric positive matrix, by elimination.
fn solve(mut matrix: [[f64; ORDERS]; ORDERS], mut right: [f64; ORDERS]) -> [f64; ORDERS] {
    for i in 0..ORDERS {
        let above = matrix[i];
        for j in i + 1..ORDERS {
            let factor = matrix[j][i] / above[i];
            for (cell, above) in matrix[j].iter_mut().zip(above).skip(i) {
                *cell -= factor * above;
            }
            right[j] -= factor * right[i];
        }
    }
    for i in (0..ORDERS).rev() {
        let known: f64 = (i + 1..ORDERS).map(|k| matrix[i][k] * right[k]).sum();
        right[i] = (right[i] - known) / matrix[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn systems_are_solved() {
        let mut matrix = [[0.0; ORDERS]; ORDERS];
        for (i, row) in matrix.iter_mut().enumerate() {
            for (j, cell) in row.iter_mut().enumerate() {
                *cell = 1.0 / (1.0 + i as f64 + j as f64);
            }
        }
        let solution = [1.0, -2.0, 3.0, 0.5, 4.0];
        let right = std::array::from_fn(|i| (0..ORDERS).map(|j| matrix[i][j] * solution[j]).sum());
        for (found, expected) in solve(matrix, right).iter().zip(solution) {
            assert!((found - expected).abs() < 1e-6);
        }
    }

    #[test]
    fn a_polynomial_is_found_again() {
        let wanted = [3.0, -2.0, 1.0, 0.5, -0.25];
        let basis: Vec<[f64; ORDERS]> = (0..PHASES).map(|p| legendre(p).map(f64::from)).collect();
        let at = |b: &[f64; ORDERS]| b.iter().zip(wanted).map(|(b, c)| b * c).sum();
        let fitted: Vec<Fitted> = basis
            .iter()
            .map(|b| Fitted {
                weights: vec![at(b)],
                seen: vec![1e9],
            })
            .collect();
        for (found, wanted) in polynomial(&fitted, 0, &basis).iter().zip(wanted) {
            assert!((found - wanted).abs() < 1e-3, "{found} {wanted}");
        }
    }
}
