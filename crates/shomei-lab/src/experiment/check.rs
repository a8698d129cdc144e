//! Claims about the figures of an experiment.

use super::Measure;

/// A claim: a figure of some rows, and its bounds.
#[derive(Clone, Debug, Default)]
pub(crate) struct Check {
    /// The claim as text.
    pub(crate) claim: String,
    /// The paper's statement, if its figures do not contain it.
    pub(crate) paper: Option<String>,
    pub(crate) kind: CheckKind,
    /// The rows of the claim: indices in the list of runs or of clusters.
    pub(crate) left: Vec<usize>,
    /// The rows with which these are compared.
    pub(crate) right: Vec<usize>,
    /// The compared measure.
    pub(crate) of: Measure,
    /// The column whose positions are used; if `None`, the positions that both solve.
    pub(crate) column: Option<usize>,
    /// The size of the sets that are used.
    pub(crate) size: i64,
    /// The mean of the ratios.
    pub(crate) mean: Mean,
    /// The group of positions that is used; if `None`, all groups with equal weights.
    pub(crate) group: Option<usize>,
    /// The limit that ended the searches.
    pub(crate) limit: String,
    /// The minimum number of problems.
    pub(crate) problems: u64,
    /// The bounds of the figure.
    pub(crate) bound: Bound,
}

/// The kind of a claim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum CheckKind {
    /// The total of the left run divided by that of the right run.
    #[default]
    Ratio,
    /// The geometric mean of the ratios of single positions.
    MeanRatio,
    /// A mean of the ratios on the sets of one size.
    MeanRatioAt,
    /// Like [`MeanRatio`](Self::MeanRatio), with groups of equal weight.
    GroupRatio,
    /// The number of positions on which the left run needs less than the right run.
    Wins,
    /// The number of positions solved by the left run minus that of the right run.
    Difference,
    /// The number of positions that each left run solves less than each right run.
    Fewest,
    /// The number of positions that each left run solves more than each right run.
    Most,
    /// The difference between the most and the fewest positions solved by a run.
    Level,
    /// The part of the unsolved positions, 0 to 1, on which a run reached a limit.
    StoppedBy,
    /// The number of answers without an accepted certificate of the same claim.
    Certified,
    /// The geometric mean of a cluster's speed-ups.
    SpeedUp,
}

impl Check {
    /// The two compared runs.
    pub(crate) fn pair(&self) -> [usize; 2] {
        [self.left[0], self.right[0]]
    }
}

/// The kind of a mean of ratios.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Mean {
    /// The arithmetic mean of the ratios of single positions: a few positions on which the left run
    /// is slow can outweigh all others.
    #[default]
    Arithmetic,
    /// The geometric mean of the ratios of single positions.
    Geometric,
    /// The ratio of the totals, which large positions dominate.
    Total,
}

impl Mean {
    /// All kinds, with their names.
    pub(crate) const NAMES: [(&'static str, Mean); 3] = [
        ("arithmetic", Mean::Arithmetic),
        ("geometric", Mean::Geometric),
        ("total", Mean::Total),
    ];
}

/// An interval.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Bound {
    pub(crate) at_least: Option<f64>,
    pub(crate) at_most: Option<f64>,
}

impl Bound {
    /// Whether a value is in the interval.
    pub(crate) fn holds(self, value: f64) -> bool {
        self.at_least.is_none_or(|least| value >= least)
            && self.at_most.is_none_or(|most| value <= most)
    }

    /// Scales bounds on numbers of positions, which are given for the whole set, to a part of it. 1
    /// ("more") and 0 ("not fewer") do not change.
    pub(crate) fn of_part(self, part: f64) -> Bound {
        let of_part = |positions: f64| match positions.abs() <= 1.0 {
            true => positions,
            false => (positions.abs() * part).ceil().copysign(positions),
        };
        Bound {
            at_least: self.at_least.map(of_part),
            at_most: self.at_most.map(of_part),
        }
    }
}
