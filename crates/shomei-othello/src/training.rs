//! Training of the evaluation without external data.
//!
//! ```text
//! self-play     games with noise, the last empty squares solved exactly
//! reduction     which configurations are too rare to have a weight
//! regression    for each number of discs, by conjugate gradients
//! smoothing     each weight as a polynomial in the number of discs
//! sigmoids      B and C from the work of df-pn on positions
//! costs         from the work of alpha-beta: a separate file
//! ```
//!
//! The method follows Nagai and Imai 1999. The same plan gives the same weights on any number of
//! threads.

mod collect;
pub mod costs;
mod equations;
mod reduction;
mod regression;
mod report;
mod selfplay;
mod sigmoids;
mod smoothing;

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::Position;
use crate::bits::{Set, count};
use crate::evaluation::weights::{PHASES, Trained, Weights, phase};

pub use collect::ScoredGames;
pub use report::{PhaseReport, TrainingReport};
pub use selfplay::positions;
pub use sigmoids::Needed;

/// The parameters of a training.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The seed of all random choices in the games.
    pub seed: u64,
    /// The number of games of self-play. Every tenth is held back to measure the result.
    pub games: usize,
    /// Positions with at most this number of empty squares have their exact score.
    pub exact: u32,
    /// The threads to use, and a flag to stop early.
    pub work: Work,
}

/// How the work is done.
#[derive(Clone, Debug)]
pub struct Work {
    /// The number of threads to use.
    pub threads: NonZeroUsize,
    /// If set, all work ends soon, and its result must not be used.
    pub stop: Arc<AtomicBool>,
}

impl Default for Work {
    fn default() -> Work {
        Work {
            threads: NonZeroUsize::MIN,
            stop: Arc::default(),
        }
    }
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            seed: 1,
            games: 100_000,
            exact: 14,
            work: Work::default(),
        }
    }
}

/// A position and the score that the side to move had at the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sample {
    pub(crate) own: Set,
    pub(crate) opponent: Set,
    pub(crate) score: i8,
}

impl Sample {
    fn of(position: &Position, score: i32) -> Sample {
        Sample {
            own: position.own(),
            opponent: position.opponent(),
            score: score as i8,
        }
    }

    fn phase(&self) -> usize {
        phase(count(self.own | self.opponent))
    }
}

/// An evaluation during its training.
#[derive(Debug)]
pub struct Training {
    trained: Trained,
    weights: Weights,
    report: TrainingReport,
}

impl Training {
    /// Fits the weights to games, of which every tenth is held back.
    #[must_use]
    pub fn fit(games: &ScoredGames, work: &Work) -> Training {
        let (samples, held_back) = games.split();
        let parts = reduction::reduce(&samples);
        let by_phase = by_phase(&samples);
        let fitted = collect::each(PHASES, work, |phase| {
            regression::fit(&by_phase[phase], &parts)
        });
        let trained = Trained {
            coefficients: smoothing::smooth(&fitted, &parts),
            sigmoids: Default::default(),
        };
        let weights = Weights::of(&trained);
        let report = report::report(&weights, samples.len(), &held_back);
        Training {
            trained,
            weights,
            report,
        }
    }

    /// The accuracy of the weights on the games that were held back.
    #[must_use]
    pub fn report(&self) -> &TrainingReport {
        &self.report
    }

    /// The expected final lead of the side to move, in discs.
    #[must_use]
    pub fn evaluate(&self, position: &Position) -> f32 {
        self.weights.evaluate(position.own(), position.opponent())
    }

    /// Fits the sigmoids of the initial numbers to the work of df-pn.
    pub fn fit_sigmoids(&mut self, needed: &[Needed]) {
        self.trained.sigmoids = sigmoids::fit(needed);
    }

    /// The file of weights.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.trained.write()
    }
}

/// The samples of each number of discs.
fn by_phase(samples: &[Sample]) -> Vec<Vec<Sample>> {
    let mut by_phase = vec![Vec::new(); PHASES];
    for &sample in samples {
        by_phase[sample.phase()].push(sample);
    }
    by_phase
}
