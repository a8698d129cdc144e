//! The accuracy of weights on games that were not used for the fit.

use crate::evaluation::weights::{FIRST_DISCS, PHASES, Weights};

use super::{Sample, by_phase};

/// The result of a training.
#[derive(Clone, Debug, PartialEq)]
pub struct TrainingReport {
    /// The number of positions used for the fit.
    pub fitted: usize,
    /// The number of positions that were held back.
    pub held_back: usize,
    /// The accuracy on held-back positions, for each number of discs.
    pub phases: Vec<PhaseReport>,
}

/// The accuracy of the evaluation at one number of discs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PhaseReport {
    /// The discs on the board: the least number of the phase.
    pub discs: u32,
    /// The number of held-back positions.
    pub positions: usize,
    /// The correlation of evaluation and score.
    pub correlation: f64,
    /// The mean absolute error, in discs.
    pub error: f64,
    /// The mean absolute score: the error of an evaluation that is always 0.
    pub spread: f64,
}

pub(super) fn report(weights: &Weights, fitted: usize, held_back: &[Sample]) -> TrainingReport {
    let samples = by_phase(held_back);
    TrainingReport {
        fitted,
        held_back: held_back.len(),
        phases: (0..PHASES)
            .map(|phase| of_phase(phase, weights, &samples[phase]))
            .collect(),
    }
}

fn of_phase(phase: usize, weights: &Weights, samples: &[Sample]) -> PhaseReport {
    let pairs: Vec<(f64, f64)> = samples
        .iter()
        .map(|s| {
            (
                f64::from(weights.evaluate(s.own, s.opponent)),
                f64::from(s.score),
            )
        })
        .collect();
    let n = pairs.len().max(1) as f64;
    let mean = |of: &dyn Fn(&(f64, f64)) -> f64| pairs.iter().map(of).sum::<f64>() / n;
    let (x, y) = (mean(&|p| p.0), mean(&|p| p.1));
    let common = mean(&|p| (p.0 - x) * (p.1 - y));
    let spreads = mean(&|p| (p.0 - x).powi(2)) * mean(&|p| (p.1 - y).powi(2));
    PhaseReport {
        discs: FIRST_DISCS + phase as u32,
        positions: pairs.len(),
        correlation: if spreads > 0.0 {
            common / spreads.sqrt()
        } else {
            0.0
        },
        error: mean(&|p| (p.0 - p.1).abs()),
        spread: mean(&|p| p.1.abs()),
    }
}
