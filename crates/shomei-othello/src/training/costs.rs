//! Measures the work of alpha-beta on positions, and fits the prediction.
//!
//! ```text
//! position i:  dice of (seed, i)
//!   1  a game as for the training, down to N + 1 empty squares; then a random
//!      move, since df-pn examines all of them
//!   2  "at least 2?" and "at least 0?" in turn, by alpha-beta with an empty table
//! over all positions, separately for proved and disproved ones:
//!   3  least squares of ln(nodes) on 1, ln(moves + 2) and evaluation - target; the
//!      factors are polynomials in the number of empty squares
//! ```
//!
//! The same seed gives the same file on any number of threads.

use std::ops::RangeInclusive;

use crate::endgame::Solver;
use crate::evaluation::costs::{Cost, Costs, EMPTIES, Leaf, OfSize};
use crate::evaluation::{Evaluation, shipped};

use super::Work;
use super::collect::each;
use super::equations::Normal;
use super::selfplay::{Policy, any_move, position};
use shomei_game::Dice;

/// The numbers of empty squares that are measured.
pub const SIZES: RangeInclusive<u32> = 8..=20;

/// The table of the solver, as large as that for leaves: 512 KiB.
const TABLE_BITS: u32 = 13;

/// The measurement of a position.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    leaf: Leaf,
    /// Whether the side to move reaches its target.
    reached: bool,
    nodes: u64,
}

/// The results of the prediction for a number of empty squares.
#[derive(Clone, Copy, Debug)]
pub struct SizeReport {
    /// The number of empty squares.
    pub empties: u32,
    /// The positions in which the side to move reaches the target, and those in which it does not.
    pub outcomes: [OutcomeReport; 2],
}

/// The results for one outcome.
#[derive(Clone, Copy, Debug)]
pub struct OutcomeReport {
    /// The number of solved positions.
    pub positions: usize,
    /// The mean of ln(nodes).
    pub mean: f64,
    /// a, b and c fitted to this number of empty squares alone.
    pub alone: [f64; 3],
    /// The standard deviation of ln(nodes) from this fit.
    pub residual: f64,
    /// The standard deviation of ln(nodes) from the fit in the file.
    pub predicted: f64,
}

/// Fitted predictions of the work on positions.
#[derive(Clone, Debug)]
pub struct Fit {
    sizes: [OfSize; crate::evaluation::costs::SIZES],
    report: Vec<SizeReport>,
}

/// Solves `n` positions with a number of empty squares.
#[must_use]
pub fn measure(seed: u64, empties: u32, n: usize, work: &Work) -> Vec<Measured> {
    // Positions of other sizes come from other games.
    let seed = seed.wrapping_add(u64::from(empties) << 32);
    let measured = each(n, work, |i| measured(seed, empties, i));
    measured.into_iter().flatten().collect()
}

/// Measures one position, if the game reaches this size and continues there.
fn measured(seed: u64, empties: u32, i: usize) -> Option<Measured> {
    let mut dice = Dice::of(seed, i as u64);
    let before = position(&mut dice, 63 - empties, Policy::Weights(shipped()))?;
    let position = before.play(any_move(&before, &mut dice));
    if position.is_over() {
        return None;
    }
    let target = if i.is_multiple_of(2) { 2 } else { 0 };
    let mut solver = Solver::with_table(TABLE_BITS).evaluating();
    let reached = solver.reaches(&position, target);
    Some(Measured {
        leaf: Evaluation::default().leaf(&position, target),
        reached,
        nodes: solver.nodes(),
    })
}

impl Measured {
    /// The relevant number of moves: the opponent's if the target is reached, since all replies
    /// would be tried; otherwise the own.
    fn moves(&self) -> u32 {
        if self.reached {
            self.leaf.opponent_moves
        } else {
            self.leaf.own_moves
        }
    }

    fn log_nodes(&self) -> f64 {
        (self.nodes as f64).ln()
    }

    /// The factors of a, b and c.
    fn row(&self) -> [f64; 3] {
        let moves = f64::from(self.moves());
        [1.0, (moves + 2.0).ln(), f64::from(self.leaf.ahead)]
    }
}

/// The penalty on the square of an unknown; very small, so that few positions suffice.
const RIDGE: f64 = 1e-3;

/// The unknowns of the common fit: three of a, two of b, two of c.
const UNKNOWNS: usize = 7;

/// A number of empty squares on a scale around 0.
fn scaled(empties: u32) -> f64 {
    (f64::from(empties) - 14.0) / 6.0
}

/// The row of the common fit.
fn common_row(measured: &Measured) -> [f64; UNKNOWNS] {
    let x = scaled(measured.leaf.empties);
    let [one, log, ahead] = measured.row();
    [one, x, x * x, log, log * x, ahead, ahead * x]
}

/// a, b and c for a number of empty squares. Beyond the measured sizes a continues along a straight
/// line.
fn at(unknowns: &[f64; UNKNOWNS], empties: u32) -> [f64; 3] {
    let x = scaled(empties);
    let last = scaled(*SIZES.end());
    let square = if x > last {
        last * (2.0 * x - last)
    } else {
        x * x
    };
    let [a, a1, a2, b, b1, c, c1] = unknowns;
    [a + a1 * x + a2 * square, b + b1 * x, c + c1 * x]
}

/// The standard deviation of ln(nodes) from the prediction by a, b and c.
fn deviation<'m>(measured: impl Iterator<Item = &'m Measured>, [a, b, c]: [f64; 3]) -> f64 {
    let (mut n, mut sum) = (0.0_f64, 0.0);
    for one in measured {
        let [_, log, ahead] = one.row();
        n += 1.0;
        sum += (one.log_nodes() - a - b * log - c * ahead).powi(2);
    }
    (sum / n.max(1.0)).sqrt()
}

impl Fit {
    /// Fits the predictions to measurements.
    #[must_use]
    pub fn of(measured: &[Measured]) -> Fit {
        let mut sizes = [OfSize::default(); crate::evaluation::costs::SIZES];
        let empty = OutcomeReport {
            positions: 0,
            mean: 0.0,
            alone: [0.0; 3],
            residual: 0.0,
            predicted: 0.0,
        };
        let size = |empties| SizeReport {
            empties,
            outcomes: [empty; 2],
        };
        let mut report: Vec<SizeReport> = SIZES.map(size).collect();
        for (outcome, reached) in [true, false].into_iter().enumerate() {
            let of_outcome = || measured.iter().filter(|m| m.reached == reached);
            let mut normal = Normal::new([RIDGE; UNKNOWNS]);
            for one in of_outcome() {
                normal.add(&common_row(one), one.log_nodes(), 1.0);
            }
            let unknowns = normal.solve();
            for size in &mut report {
                let of_size: Vec<&Measured> = of_outcome()
                    .filter(|m| m.leaf.empties == size.empties)
                    .collect();
                size.outcomes[outcome] = report_of(&of_size, at(&unknowns, size.empties));
            }
            for (empties, size) in EMPTIES.zip(&mut sizes) {
                let [a, b, c] = at(&unknowns, empties).map(|number| number as f32);
                let known = report.iter().find(|size| size.empties == empties);
                let residual = known.map(|size| size.outcomes[outcome].predicted as f32);
                let cost = Cost { a, b, c, residual };
                match reached {
                    true => size.phi = cost,
                    false => size.delta = cost,
                }
            }
        }
        Fit { sizes, report }
    }

    /// The results of the predictions for each number of empty squares.
    #[must_use]
    pub fn report(&self) -> &[SizeReport] {
        &self.report
    }

    /// The file of costs; `command` is the command that regenerates it.
    #[must_use]
    pub fn text(&self, command: &str) -> String {
        Costs::text(&self.sizes, command)
    }
}

fn report_of(measured: &[&Measured], common: [f64; 3]) -> OutcomeReport {
    let mut normal = Normal::new([RIDGE; 3]);
    for one in measured {
        normal.add(&one.row(), one.log_nodes(), 1.0);
    }
    let alone = normal.solve();
    let sum: f64 = measured.iter().map(|one| one.log_nodes()).sum();
    OutcomeReport {
        positions: measured.len(),
        mean: sum / measured.len().max(1) as f64,
        alone,
        residual: deviation(measured.iter().copied(), alone),
        predicted: deviation(measured.iter().copied(), common),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions whose nodes are given exactly by a formula.
    fn exact(formula: impl Fn(&Measured) -> f64) -> Vec<Measured> {
        let mut all = Vec::new();
        for empties in SIZES {
            for i in 0..80 {
                let leaf = Leaf {
                    empties,
                    own_moves: i % 9,
                    opponent_moves: i % 7,
                    ahead: (i % 21) as f32 - 10.0,
                };
                let mut one = Measured {
                    leaf,
                    reached: i % 2 == 0,
                    nodes: 1,
                };
                one.nodes = (1e6 * formula(&one).exp()).round() as u64;
                all.push(one);
            }
        }
        all
    }

    #[test]
    fn formulas_are_found_again() {
        let formula = |one: &Measured| {
            let sign = if one.reached { -1.0 } else { 1.0 };
            let empties = f64::from(one.leaf.empties);
            let [_, log, ahead] = one.row();
            0.5 * empties + 0.1 * empties * log + sign * 0.01 * empties * ahead
        };
        let fit = Fit::of(&exact(formula));
        let million = 1e6_f32.ln();
        for (empties, size) in EMPTIES.zip(fit.sizes) {
            let expected = |sign: f32| [0.5, 0.1, sign * 0.01].map(|each| each * empties as f32);
            for (cost, [a, b, c]) in [(size.phi, expected(-1.0)), (size.delta, expected(1.0))] {
                assert!((cost.a - million - a).abs() < 0.02, "{empties}: {cost:?}");
                assert!((cost.b - b).abs() < 0.01, "{empties}: {cost:?}");
                assert!((cost.c - c).abs() < 0.001, "{empties}: {cost:?}");
                assert_eq!(cost.residual.is_some(), SIZES.contains(&empties));
            }
        }
        for size in fit.report() {
            for outcome in size.outcomes {
                assert!(outcome.positions == 40 && outcome.predicted < 0.01);
            }
        }
    }

    #[test]
    fn without_positions_everything_costs_one() {
        let fit = Fit::of(&[]);
        assert_eq!(fit.sizes[3].phi.a, 0.0);
        assert!(Costs::parse(&fit.text("")).is_ok());
    }

    #[test]
    fn positions_are_measured() {
        let found = measure(3, 9, 60, &Work::default());
        assert!(found.len() > 40, "{}", found.len());
        assert!(found.iter().any(|one| one.reached) && found.iter().any(|one| !one.reached));
        assert!(
            found
                .iter()
                .all(|one| one.leaf.empties == 9 && one.nodes > 0)
        );
    }
}
