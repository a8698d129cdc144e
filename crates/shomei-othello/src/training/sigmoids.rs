//! B and C of the initial numbers, from the work of df-pn on positions: equations 7 and 8 of Nagai
//! and Imai 1999.
//!
//! ```text
//! minimise over B and C   sum over i (B / e_i + 1 - y_i)^2,   e_i = 1 + exp(-x_i / C)
//!
//! B = sum((y_i - 1) / e_i) / sum(1 / e_i^2)                               (7)
//! sum(x_i (e_i - 1) ((1 - y_i) / e_i^2 + B / e_i^3)) = 0                  (8)
//! ```
//!
//! x is the evaluation, y the threshold that sufficed. With (7) the sum is a function of C alone.
//! Its minimum, a zero of (8), is found by trying a row of values and bisecting around the best. B
//! and C are smoothed over the numbers of discs to F exp(-D n) in the same way.

use crate::evaluation::sigmoid::{DISCS, Regression, STAGES, Sigmoid, Sigmoids};

/// The work of df-pn on a position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Needed {
    /// The discs on the board.
    pub discs: u32,
    /// The evaluation for the side to move.
    pub evaluation: f32,
    /// Whether the side to move can win.
    pub proved: bool,
    /// The sufficient threshold at the root: of phi for a proof, of delta for a disproof.
    pub threshold: f32,
}

/// A point of a regression, for a rising sigmoid: x and y.
type Point = (f64, f64);

/// The sigmoids of every regression.
pub(super) fn fit(needed: &[Needed]) -> [[Sigmoids; STAGES]; 4] {
    Regression::ALL.map(|regression| {
        let doubles = matches!(regression, Regression::Double | Regression::Both);
        // phi falls with the evaluation; with negated evaluation it rises like delta.
        let mut phi = curve(needed, regression, |n| {
            (n.proved || doubles).then(|| turned(n))
        });
        let delta = curve(needed, regression, |n| {
            (!n.proved || doubles).then(|| turned(n))
        });
        for sigmoid in &mut phi {
            sigmoid.c = -sigmoid.c;
        }
        std::array::from_fn(|i| Sigmoids {
            phi: phi[i],
            delta: delta[i],
        })
    })
}

/// The point of a position. Both curves rise with the difficulty of the answer: a proof is harder
/// with a low evaluation of the side to move, a disproof with a high one.
fn turned(needed: &Needed) -> Point {
    let x = f64::from(needed.evaluation);
    let harder = if needed.proved { -x } else { x };
    (harder, f64::from(needed.threshold))
}

/// The sigmoids for each number of discs.
fn curve(
    needed: &[Needed],
    regression: Regression,
    point: impl Fn(&Needed) -> Option<Point>,
) -> [Sigmoid; STAGES] {
    let first = *DISCS.start();
    let mut fitted: [Option<(f64, f64)>; STAGES] = std::array::from_fn(|i| {
        let of_discs = needed.iter().filter(|n| n.discs == first + i as u32);
        sigmoid(&of_discs.filter_map(&point).collect::<Vec<_>>())
    });
    if matches!(regression, Regression::Smooth | Regression::Both) {
        smooth(&mut fitted);
    }
    // If nothing was solved, the nearest number of discs is used.
    let known = |i: usize| {
        (0..STAGES)
            .filter_map(|j| fitted[j].map(|bc| (i.abs_diff(j), bc)))
            .min_by_key(|&(distance, _)| distance)
    };
    std::array::from_fn(|i| match known(i) {
        Some((_, (b, c))) => Sigmoid {
            b: b as f32,
            c: c as f32,
        },
        None => Sigmoid::default(),
    })
}

/// The narrowest and the widest sigmoid that are tried.
const C_RANGE: (f64, f64) = (0.5, 200.0);

/// B and C of the sigmoid closest to the points.
fn sigmoid(points: &[Point]) -> Option<(f64, f64)> {
    if points.is_empty() {
        return None;
    }
    let b_of = |c: f64| {
        let (mut above, mut below) = (0.0, 0.0);
        for &(x, y) in points {
            let e = 1.0 + (-x / c).exp();
            above += (y - 1.0) / e;
            below += 1.0 / (e * e);
        }
        above / below
    };
    let error = |c: f64| {
        let b = b_of(c);
        let off = |&(x, y): &Point| (b / (1.0 + (-x / c).exp()) + 1.0 - y).powi(2);
        points.iter().map(off).sum::<f64>()
    };
    let c = least(error, C_RANGE);
    Some((b_of(c), c))
}

/// The argument at which a function is least: the best of a row of values, then bisection between
/// its neighbours. Equation 8 can have zeros other than that of the least error, which this finds.
fn least(error: impl Fn(f64) -> f64, (low, high): (f64, f64)) -> f64 {
    const VALUES: usize = 48;
    let at = |place: f64| low * (high / low).powf(place / VALUES as f64);
    let best = (0..=VALUES)
        .map(|i| (i, error(at(i as f64))))
        .min_by(|a, b| a.1.total_cmp(&b.1))
        .map_or(0, |(i, _)| i) as f64;
    let (mut from, mut to) = ((best - 1.0).max(0.0), (best + 1.0).min(VALUES as f64));
    while to - from > 1e-4 {
        let (a, b) = (from + (to - from) / 3.0, to - (to - from) / 3.0);
        if error(at(a)) < error(at(b)) {
            to = b;
        } else {
            from = a;
        }
    }
    at((from + to) / 2.0)
}

/// Fits B and C of all numbers of discs to curves F exp(-D n).
fn smooth(fitted: &mut [Option<(f64, f64)>; STAGES]) {
    let known: Vec<(f64, f64, f64)> = (0..STAGES)
        .filter_map(|i| fitted[i].map(|(b, c)| (i as f64, b, c)))
        .collect();
    if known.len() < 2 {
        return;
    }
    let b = exponential(&known.iter().map(|&(n, b, _)| (n, b)).collect::<Vec<_>>());
    let c = exponential(&known.iter().map(|&(n, _, c)| (n, c)).collect::<Vec<_>>());
    for (i, fitted) in fitted.iter_mut().enumerate() {
        let at = |(f, d): (f64, f64)| f * (-d * i as f64).exp();
        *fitted = Some((at(b), at(c)));
    }
}

/// F and D of the curve F exp(-D n) closest to the points.
fn exponential(points: &[Point]) -> (f64, f64) {
    // For a given D the best F is a quotient of sums, as in (7).
    let f_of = |d: f64| {
        let (mut above, mut below) = (0.0, 0.0);
        for &(n, y) in points {
            let e = (-d * n).exp();
            above += y * e;
            below += e * e;
        }
        above / below
    };
    let error = |d: f64| {
        let f = f_of(d);
        let off = |&(n, y): &Point| (f * (-d * n).exp() - y).powi(2);
        points.iter().map(off).sum::<f64>()
    };
    // D from -1 to 3, on a scale that `least` can halve.
    let scale = |s: f64| s - 2.0;
    let d = scale(least(|s| error(scale(s)), (1.0, 5.0)));
    (f_of(d), d)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn needed(b: f64, c: f64) -> Vec<Needed> {
        let mut all = Vec::new();
        for discs in DISCS {
            let falls = (-0.25 * f64::from(discs - DISCS.start())).exp();
            for x in -30..=30 {
                let x = f64::from(x);
                for proved in [false, true] {
                    let harder = if proved { -x } else { x };
                    let y = b * falls / (1.0 + (-harder / c).exp()) + 1.0;
                    all.push(Needed {
                        discs,
                        evaluation: x as f32,
                        proved,
                        threshold: y as f32,
                    });
                }
            }
        }
        all
    }

    #[test]
    fn sigmoids_are_found_again() {
        for regression in fit(&needed(900.0, 7.0)) {
            for (i, sigmoids) in regression.iter().enumerate() {
                let b = 900.0 * (-0.25 * i as f32).exp();
                for (sigmoid, c) in [(sigmoids.phi, -7.0), (sigmoids.delta, 7.0)] {
                    assert!((sigmoid.b / b - 1.0).abs() < 0.02, "{sigmoid:?} {b}");
                    assert!((sigmoid.c / c - 1.0_f32).abs() < 0.02, "{sigmoid:?}");
                }
            }
        }
    }

    #[test]
    fn numbers_of_discs_without_positions_have_the_nearest() {
        let some: Vec<Needed> = needed(50.0, 4.0)
            .into_iter()
            .filter(|n| n.discs == 50)
            .collect();
        let naive = fit(&some)[Regression::Naive as usize];
        assert!(naive.iter().all(|s| *s == naive[0]));
        assert!(naive[0].phi.b > 10.0);
        assert_eq!(fit(&[])[0], [Sigmoids::default(); STAGES]);
    }
}
