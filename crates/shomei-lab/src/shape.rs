//! Whether the figures have the shape that is claimed: the same arithmetic on
//! the paper's and on ours.

use crate::experiment::{Bound, Comparison, Experiment, Mean, Measure, Shape};
use shomei::words::grouped;

/// Where figures come from; `None` where they are not known.
pub(crate) trait Figures {
    /// The part of the set's positions that the figures are about, 0 to 1.
    fn part(&self) -> f64;

    /// Positions that a run solves.
    fn solved(&self, run: usize) -> Option<u64>;

    /// The ratio of two totals.
    fn ratio(&self, comparison: &Comparison) -> Option<Ratio>;

    /// The geometric mean of ratios.
    fn mean_ratio(&self, comparison: &Comparison) -> Option<Ratio>;

    /// A mean of ratios on the sets of a size.
    fn mean_ratio_at(&self, size: i64, mean: Mean, comparison: &Comparison) -> Option<Ratio>;

    /// The positions on which the left run needs less, or which it alone solves,
    /// and all that are compared.
    fn wins(&self, comparison: &Comparison) -> Option<(u64, u64)>;

    /// The part of a run's unsolved positions at which it hit this limit.
    fn stopped_by(&self, run: usize, limit: &str) -> Option<f64>;

    /// Answers with a sound certificate, and answers.
    fn certified(&self, runs: &[usize]) -> Option<(u64, u64)>;
}

/// A ratio, and over how many positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ratio {
    pub(crate) value: f64,
    pub(crate) positions: Option<u64>,
}

/// What the figures say about a claim.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Finding {
    /// The figures.
    pub(crate) text: String,
    /// Whether they bear the claim out.
    pub(crate) holds: bool,
}

/// What the figures say about a claim; nothing where they are not known.
pub(crate) fn look(shape: &Shape, figures: &dyn Figures) -> Option<Finding> {
    let solved = |runs: &[usize]| -> Option<Vec<u64>> {
        runs.iter().map(|&run| figures.solved(run)).collect()
    };
    match shape {
        Shape::Ratio(comparison) => Some(within(figures.ratio(comparison)?, comparison.bound)),
        Shape::MeanRatio(comparison) => {
            Some(within(figures.mean_ratio(comparison)?, comparison.bound))
        }
        Shape::MeanRatioAt {
            size,
            mean,
            comparison,
        } => Some(within(
            figures.mean_ratio_at(*size, *mean, comparison)?,
            comparison.bound,
        )),
        Shape::Wins(comparison) => {
            let (wins, of) = figures.wins(comparison)?;
            Some(Finding {
                text: format!("{wins} of {of}"),
                holds: comparison.bound.of_part(figures.part()).holds(wins as f64),
            })
        }
        Shape::Difference { left, right, bound } => {
            let (left, right) = (figures.solved(*left)?, figures.solved(*right)?);
            Some(Finding {
                text: format!("{left} and {right}"),
                holds: bound
                    .of_part(figures.part())
                    .holds(left as f64 - right as f64),
            })
        }
        Shape::Fewest { runs, others } => {
            let (few, many) = (solved(runs)?, solved(others)?);
            Some(Finding {
                text: format!("{} against {}", listed(&few), listed(&many)),
                holds: few.iter().max() < many.iter().min(),
            })
        }
        Shape::Most { runs, others } => {
            let (many, few) = (solved(runs)?, solved(others)?);
            Some(Finding {
                text: format!("{} against {}", listed(&many), listed(&few)),
                holds: many.iter().min() > few.iter().max(),
            })
        }
        Shape::Level { runs, within } => {
            let solved = solved(runs)?;
            let (most, fewest) = (solved.iter().max()?, solved.iter().min()?);
            Some(Finding {
                text: listed(&solved),
                holds: (most - fewest) as f64 <= of_part(*within as f64, figures.part()),
            })
        }
        Shape::StoppedBy { run, limit, bound } => {
            let part = figures.stopped_by(*run, &limit.to_string())?;
            Some(Finding {
                text: format!("{:.0} % of the unsolved", part * 100.0),
                holds: bound.holds(part),
            })
        }
        Shape::Certified { runs } => {
            let (sound, known) = figures.certified(runs)?;
            Some(Finding {
                text: format!("{sound} of {known}"),
                holds: sound == known,
            })
        }
    }
}

impl Bound {
    /// Bounds on numbers of positions stand for the whole set; for a part of it
    /// they are as much smaller. 1, "more", and 0, "not fewer", stay.
    fn of_part(self, part: f64) -> Bound {
        Bound {
            at_least: self.at_least.map(|bound| of_part(bound, part)),
            at_most: self.at_most.map(|bound| of_part(bound, part)),
        }
    }
}

fn of_part(positions: f64, part: f64) -> f64 {
    if positions.abs() <= 1.0 {
        positions
    } else {
        (positions.abs() * part).ceil().copysign(positions)
    }
}

fn within(ratio: Ratio, bound: Bound) -> Finding {
    let value = ratio.value;
    let mut text = digits(value);
    if let Some(positions) = ratio.positions {
        let s = if positions == 1 { "" } else { "s" };
        text += &format!(" ({} position{s})", grouped(positions));
    }
    let holds = bound.holds(value);
    Finding { text, holds }
}

/// A ratio with as many digits as say something.
pub(crate) fn digits(value: f64) -> String {
    match value {
        _ if value >= 100.0 => format!("{value:.0}"),
        _ if value >= 10.0 => format!("{value:.1}"),
        _ if value >= 0.1 => format!("{value:.2}"),
        _ => format!("{value:.4}"),
    }
}

fn listed(numbers: &[u64]) -> String {
    let texts: Vec<String> = numbers.iter().map(u64::to_string).collect();
    texts.join(", ")
}

/// The figures of the paper, as far as the experiment has them.
pub(crate) struct InPaper<'a>(pub(crate) &'a Experiment);

impl InPaper<'_> {
    /// The total of a run in a column.
    pub(crate) fn total(&self, run: usize, column: usize, measure: Measure) -> Option<f64> {
        let paper = &self.0.runs[run].paper;
        match measure {
            Measure::Nodes => paper.nodes[column].map(|nodes| nodes as f64),
            Measure::Seconds => paper.seconds[column],
            Measure::Counter(_) | Measure::Stored => None,
        }
    }
}

impl Figures for InPaper<'_> {
    fn part(&self) -> f64 {
        1.0
    }

    fn solved(&self, run: usize) -> Option<u64> {
        self.0.runs[run].paper.solved
    }

    fn ratio(&self, comparison: &Comparison) -> Option<Ratio> {
        let column = comparison.column?;
        let total = |run| self.total(run, column, comparison.of);
        let value = total(comparison.left)? / total(comparison.right)?;
        let positions = self.0.columns[column].paper_positions;
        Some(Ratio { value, positions })
    }

    fn mean_ratio(&self, _comparison: &Comparison) -> Option<Ratio> {
        None
    }

    fn mean_ratio_at(&self, _size: i64, _mean: Mean, _comparison: &Comparison) -> Option<Ratio> {
        None
    }

    fn wins(&self, _comparison: &Comparison) -> Option<(u64, u64)> {
        None
    }

    fn stopped_by(&self, _run: usize, _limit: &str) -> Option<f64> {
        None
    }

    fn certified(&self, _runs: &[usize]) -> Option<(u64, u64)> {
        None
    }
}
