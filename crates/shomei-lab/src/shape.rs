//! Evaluates claims, with the same arithmetic for the paper's figures and for ours.

use shomei::messages::counted;

use crate::experiment::{Check, CheckKind, Experiment};
use crate::results::Results;

/// A ratio and its number of positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ratio {
    pub(crate) value: f64,
    pub(crate) positions: Option<u64>,
}

/// The figures of a claim and the verdict.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Finding {
    /// The figures.
    pub(crate) text: String,
    /// Whether the figures support the claim.
    pub(crate) holds: bool,
}

/// Evaluates a claim with our figures; `None` if they are unknown.
pub(crate) fn look(check: &Check, results: &Results<'_>) -> Option<Finding> {
    if results.positions.is_empty() {
        return None;
    }
    let (text, value) = match check.kind {
        CheckKind::Ratio => ratio_text(results.ratio(check)?),
        CheckKind::MeanRatio => ratio_text(results.mean_ratio(check)?),
        CheckKind::MeanRatioAt => ratio_text(results.mean_ratio_at(check)?),
        CheckKind::GroupRatio => ratio_text(results.group_ratio(check)?),
        CheckKind::SpeedUp => {
            let row = results.experiment.runs.len() + check.left[0];
            let mean = results.mean_speed_up(row, |_| true)?;
            ratio_text(Some(mean).filter(|mean| mean.positions >= Some(check.problems))?)
        }
        CheckKind::Wins => {
            let (wins, of) = results.wins(check)?;
            (format!("{wins} of {of}"), wins as f64)
        }
        CheckKind::StoppedBy => {
            let part = results.stopped_by(check.left[0], &check.limit)?;
            (format!("{:.0} % of the unsolved", part * 100.0), part)
        }
        CheckKind::Certified => {
            let (sound, known) = results.certified(&check.left);
            (known > 0).then_some(())?;
            (format!("{sound} of {known}"), (known - sound) as f64)
        }
        _ => solved(check, |run| Some(results.common(&[run]).len() as u64))?,
    };
    let bound = match check.kind {
        CheckKind::Wins | CheckKind::Difference | CheckKind::Level => {
            check.bound.of_part(results.part())
        }
        _ => check.bound,
    };
    let holds = bound.holds(value);
    Some(Finding { text, holds })
}

/// Evaluates a claim with the paper's figures; `None` if the experiment does not contain them.
pub(crate) fn in_paper(check: &Check, experiment: &Experiment) -> Option<Finding> {
    let paper = |run: usize| &experiment.runs[run].paper;
    let (text, value) = match check.kind {
        CheckKind::Ratio => {
            let column = check.column?;
            let [left, right] = check.pair();
            let total = |run| paper(run).total(column, check.of);
            ratio_text(Ratio {
                value: total(left)? / total(right)?,
                positions: experiment.columns[column].paper_positions,
            })
        }
        _ => solved(check, |run| paper(run).solved)?,
    };
    let holds = check.bound.holds(value);
    Some(Finding { text, holds })
}

/// The figure of a claim about numbers of solved positions.
fn solved(check: &Check, solved: impl Fn(usize) -> Option<u64>) -> Option<(String, f64)> {
    let of = |runs: &[usize]| -> Option<Vec<u64>> { runs.iter().map(|&run| solved(run)).collect() };
    let (left, right) = (of(&check.left)?, of(&check.right)?);
    let ends = |numbers: &[u64]| {
        let (least, most) = (numbers.iter().min()?, numbers.iter().max()?);
        Some((*least as f64, *most as f64))
    };
    let (fewest, most) = ends(&left)?;
    let against = || format!("{} against {}", listed(&left), listed(&right));
    Some(match check.kind {
        CheckKind::Difference => {
            let text = format!("{} and {}", listed(&left), listed(&right));
            (text, most - ends(&right)?.1)
        }
        CheckKind::Fewest => (against(), ends(&right)?.0 - most),
        CheckKind::Most => (against(), fewest - ends(&right)?.1),
        CheckKind::Level => (listed(&left), most - fewest),
        _ => return None,
    })
}

/// The text of a ratio, and the ratio.
fn ratio_text(ratio: Ratio) -> (String, f64) {
    let positions = ratio
        .positions
        .map(|positions| counted(positions, "position"));
    let positions = positions.map_or(String::new(), |positions| format!(" ({positions})"));
    (digits(ratio.value) + &positions, ratio.value)
}

/// A ratio with its significant digits.
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
