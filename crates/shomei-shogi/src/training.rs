//! Learning of initial numbers.
//!
//! 1. Problems are modified: pieces move from hand to hand, and in half of the problems the pieces
//!    far from the king go into the defender's hand ([`changed`]).
//! 2. df-pn searches each problem for a while, and the children that it visits are recorded
//!    ([`Noting`]).
//! 3. A random sample of them is solved, each alone within a limit of nodes ([`Measured`]).
//! 4. Three ridge regressions on the features of the children follow ([`Fit`]): the logarithms of
//!    the work E of proofs and D of disproofs, and the logit L of the outcome.
//!
//! ```text
//! ln pn = work E - outcome L + constant        ln dn = work D + outcome L
//! ```
//!
//! with the factors of [`Shape`]. With both factors 1, numbers differ by so large factors that a
//! search goes deep where it should go broad.

mod change;
mod noting;
mod regression;

use shomei_game::Role;

use crate::numbers::features::{self, FEATURES, GROUPS};
use crate::numbers::{Numbers, ONE, file};
use crate::{Move, Position, Shogi};
pub use change::changed;
pub use noting::{Noted, Noting};
use regression::Ridge;

/// The outcome of a position that was solved alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is a mate.
    Proved,
    /// It is not a mate.
    Disproved,
    /// The limit was reached.
    Unknown,
}

/// A sample for the regressions: a position that was solved alone.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    features: Vec<u16>,
    outcome: Outcome,
    /// The number of expanded nodes.
    nodes: u64,
}

impl Measured {
    /// The sample for the position after a move, solved with this outcome.
    #[must_use]
    pub fn of(game: &Shogi, noted: &Noted, outcome: Outcome, nodes: u64) -> Measured {
        let &Noted { before, mv } = noted;
        Measured {
            features: features_of(game, &before, mv),
            outcome,
            nodes: nodes.max(1),
        }
    }
}

fn features_of(game: &Shogi, before: &Position, mv: Move) -> Vec<u16> {
    let child = before.play(mv);
    let (_, freedom) = game.freedom(&child);
    let mut found = Vec::with_capacity(GROUPS.len());
    features::visit(game, before, mv, &child, freedom, &mut |feature| {
        found.push(feature as u16);
    });
    found
}

/// The coefficients that turn the fitted values into numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// The factor of the logarithms of work.
    pub work: f64,
    /// The factor of the logit.
    pub outcome: f64,
    /// The constant of ln pn if the defender is to move.
    pub check: f64,
    /// The constant of ln pn if the attacker is to move.
    pub reply: f64,
    /// The constant of ln dn.
    pub disproof: f64,
}

impl Default for Shape {
    fn default() -> Shape {
        Shape {
            work: 0.3,
            outcome: 0.15,
            check: 1.5,
            reply: 0.5,
            disproof: 0.0,
        }
    }
}

/// The accuracy of the regressions on held-back samples.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Quality {
    /// The number of held-back positions.
    pub positions: usize,
    /// The number of mates among them.
    pub proved: usize,
    /// The number of refuted positions among them.
    pub disproved: usize,
    /// The explained fraction of the variance of ln(nodes) of mates.
    pub proofs: f64,
    /// The explained fraction of the variance of ln(nodes) of refuted positions.
    pub disproofs: f64,
    /// The fraction of solved positions whose outcome was predicted as the likelier one.
    pub outcomes: f64,
}

/// Three regressions.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    proofs: Vec<f64>,
    disproofs: Vec<f64>,
    outcomes: Vec<f64>,
}

impl Fit {
    /// Fits the regressions to the samples.
    #[must_use]
    pub fn of(measured: &[&Measured]) -> Fit {
        let log_nodes = |outcome| {
            let mut ridge = Ridge::new(FEATURES);
            for one in measured.iter().filter(|one| one.outcome == outcome) {
                ridge.add(&one.features, (one.nodes as f64).ln(), 1.0);
            }
            ridge.solve()
        };
        let solved: Vec<(&[u16], bool)> = measured
            .iter()
            .filter(|one| one.outcome != Outcome::Unknown)
            .map(|one| (&one.features[..], one.outcome == Outcome::Proved))
            .collect();
        Fit {
            proofs: log_nodes(Outcome::Proved),
            disproofs: log_nodes(Outcome::Disproved),
            outcomes: regression::logit(FEATURES, &solved),
        }
    }

    /// The accuracy on samples that were not used for the fit, with this side to move.
    #[must_use]
    pub fn quality(&self, held_back: &[&Measured], role: Role) -> Quality {
        let samples = || {
            let of_role = |one: &&&Measured| features::role_of(one.features[0]) == role;
            held_back.iter().filter(of_role)
        };
        let mut quality = Quality {
            positions: samples().count(),
            ..Quality::default()
        };
        let explained = |outcome, weights: &[f64]| {
            let of = samples().filter(|one| one.outcome == outcome);
            let pairs: Vec<(f64, f64)> = of
                .map(|one| ((one.nodes as f64).ln(), sum(weights, &one.features)))
                .collect();
            let n = pairs.len().max(1) as f64;
            let mean = pairs.iter().map(|(value, _)| value).sum::<f64>() / n;
            let all: f64 = pairs.iter().map(|(value, _)| (value - mean).powi(2)).sum();
            let left: f64 = pairs
                .iter()
                .map(|(value, estimate)| (value - estimate).powi(2))
                .sum();
            (pairs.len(), 1.0 - left / all.max(1e-9))
        };
        (quality.proved, quality.proofs) = explained(Outcome::Proved, &self.proofs);
        (quality.disproved, quality.disproofs) = explained(Outcome::Disproved, &self.disproofs);
        let right = samples().filter(|one| {
            let estimate = sum(&self.outcomes, &one.features) > 0.0;
            one.outcome
                == if estimate {
                    Outcome::Proved
                } else {
                    Outcome::Disproved
                }
        });
        let solved = (quality.proved + quality.disproved).max(1);
        quality.outcomes = right.count() as f64 / solved as f64;
        quality
    }

    /// The initial numbers from the fit.
    #[must_use]
    pub fn numbers(&self, shape: Shape) -> Numbers {
        let whole = |ln: f64| {
            let weight = (ln / std::f64::consts::LN_2 * f64::from(ONE)).round();
            weight.clamp(-f64::from(file::MOST), f64::from(file::MOST)) as i16
        };
        let weights = (0..FEATURES).map(|i| {
            let (pn, dn) = match features::constant(i) {
                None => (0.0, 0.0),
                Some(Role::Defender) => (shape.check, shape.disproof),
                Some(Role::Attacker) => (shape.reply, shape.disproof),
            };
            let leans = shape.outcome * self.outcomes[i];
            let pn = pn + shape.work * self.proofs[i] - leans;
            let dn = dn + shape.work * self.disproofs[i] + leans;
            [whole(pn), whole(dn)]
        });
        Numbers::of(weights.collect())
    }
}

/// The sum of the weights of features.
fn sum(weights: &[f64], features: &[u16]) -> f64 {
    features.iter().map(|&i| weights[usize::from(i)]).sum()
}
