//! What can be claimed about the figures of an experiment.

use shomei_search::Stop;

use super::Measure;

/// A claim about the figures.
#[derive(Clone, Debug)]
pub struct Check {
    /// In words.
    pub claim: String,
    /// What the paper has, where its figures do not say.
    pub paper: Option<String>,
    /// What must hold.
    pub shape: Shape,
}

/// What can be claimed. Runs are places in the list of runs.
#[derive(Clone, Debug)]
pub enum Shape {
    /// The total of one run divided by that of another.
    Ratio(Comparison),
    /// The geometric mean of the ratios, position by position.
    MeanRatio(Comparison),
    /// The arithmetic mean of the ratios, position by position, on the sets of
    /// one size.
    MeanRatioAt {
        /// The size.
        size: i64,
        /// The runs.
        comparison: Comparison,
    },
    /// On how many positions the one run needs less than the other.
    Wins(Comparison),
    /// Positions that one run solves less those that another solves.
    Difference {
        /// The one.
        left: usize,
        /// The other.
        right: usize,
        /// What the difference is to be.
        bound: Bound,
    },
    /// Each of `runs` solves fewer than each of `others`.
    Fewest {
        /// The weak.
        runs: Vec<usize>,
        /// The strong.
        others: Vec<usize>,
    },
    /// Each of `runs` solves more than each of `others`.
    Most {
        /// The strong.
        runs: Vec<usize>,
        /// The weak.
        others: Vec<usize>,
    },
    /// Between the run that solves most and the one that solves fewest lie at
    /// most so many positions.
    Level {
        /// The runs.
        runs: Vec<usize>,
        /// So many.
        within: u64,
    },
    /// The part of the unsolved positions at which a run hit this limit.
    StoppedBy {
        /// The run.
        run: usize,
        /// The limit.
        limit: Stop,
        /// What the part is to be, 0 to 1.
        bound: Bound,
    },
    /// Every answer has a certificate that was accepted.
    Certified {
        /// The runs.
        runs: Vec<usize>,
    },
}

/// Two runs on common ground.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// Above the line.
    pub left: usize,
    /// Below.
    pub right: usize,
    /// What is compared.
    pub of: Measure,
    /// On the positions of this column; else on those that both solve.
    pub column: Option<usize>,
    /// What the ratio, or the number of positions, is to be.
    pub bound: Bound,
}

/// An interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// Its lower end.
    pub at_least: Option<f64>,
    /// Its upper end.
    pub at_most: Option<f64>,
}

impl Bound {
    /// Whether a value lies within.
    #[must_use]
    pub fn holds(self, value: f64) -> bool {
        self.at_least.is_none_or(|least| value >= least)
            && self.at_most.is_none_or(|most| value <= most)
    }
}
