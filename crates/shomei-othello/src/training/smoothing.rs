//! Each weight as a polynomial of the fourth degree in the number of discs: least squares, with
//! each number of discs weighted by the frequency of the configuration there.

use crate::evaluation::weights::{ORDERS, PHASES, legendre};

use super::equations::Normal;
use super::reduction::Parts;
use super::regression::Fitted;

/// The penalty on the square of each coefficient, in samples of a configuration: a weight known
/// only for a few numbers of discs should not diverge elsewhere.
const COSTS: [f64; ORDERS] = [0.5, 5.0, 20.0, 40.0, 60.0];

/// The coefficients of every weight, as in the file. If a configuration was reduced, they are the
/// sums for its replacements.
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

/// The polynomial that fits the values of one weight.
fn polynomial(fitted: &[Fitted], weight: usize, basis: &[[f64; ORDERS]]) -> [f64; ORDERS] {
    let mut normal = Normal::new(COSTS);
    for (of_phase, at) in fitted.iter().zip(basis) {
        let seen = of_phase.seen[weight];
        if seen != 0.0 {
            normal.add(at, of_phase.weights[weight], seen);
        }
    }
    normal.solve()
}

#[cfg(test)]
mod tests {
    use super::*;

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
