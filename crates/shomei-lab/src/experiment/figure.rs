//! The figure of an experiment: what it can show, and how that is read.

use shomei_game::corpus::LineFault;

use super::file::{self, ExperimentFile};
use super::setups::{label, measure};
use super::{Measure, NamedSet};
use crate::source::Source;

/// A figure.
#[derive(Clone, Debug)]
pub struct Plot {
    /// What it shows.
    pub kind: PlotKind,
    /// What stands below the horizontal axis.
    pub axis: String,
}

/// What a figure shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PlotKind {
    /// Solved positions over the size of each run, a line a group.
    SolvedOverSize,
    /// Solved positions over the nodes that each takes at most, a line a run.
    SolvedOverNodes,
    /// The mean of what each run needs over the size of the sets, a line a run.
    MeanOverSet(Measure),
    /// The mean of ratios over the size of the sets, a line a run.
    MeanRatioOverSet(Against),
    /// The mean of ratios over the size of each run, a line a group.
    MeanRatioOverSize(Against),
    /// What each run needs on each position, those first on which the first
    /// run needs least.
    ByPosition(Measure),
}

/// What each run is divided by, position by position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Against {
    /// The run.
    pub base: usize,
    /// What is compared.
    pub of: Measure,
}

/// The kinds, and the fields that each takes beside `kind` and `axis`.
const KINDS: [(&str, &[&str]); 6] = [
    ("solved-over-size", &[]),
    ("solved-over-nodes", &[]),
    ("mean-over-set", &["of"]),
    ("mean-ratio-over-set", &["base", "of"]),
    ("mean-ratio-over-size", &["base", "of"]),
    ("nodes-by-position", &["of"]),
];

/// The figure.
pub(super) fn plot(
    source: Source<'_>,
    raw: &ExperimentFile,
    sets: &[NamedSet],
) -> Result<Option<Plot>, LineFault> {
    let Some(plot) = &raw.plot else {
        return Ok(None);
    };
    let fault = |message: String| source.fault(plot.kind.span(), message);
    let Some((name, fields)) = KINDS.iter().find(|(name, _)| name == plot.kind.get_ref()) else {
        let known = KINDS.map(|(name, _)| name);
        return Err(source.unknown("plot", &plot.kind, known));
    };
    let given = [("base", plot.base.is_some()), ("of", plot.of.is_some())];
    if let Some((field, _)) = given
        .iter()
        .find(|(field, is)| *is && !fields.contains(field))
    {
        return Err(fault(format!("{name} takes no {field}")));
    }
    let kind = match *name {
        "solved-over-size" => {
            need_points(source, raw, plot)?;
            if let Some(run) = not_above_0(raw) {
                let message = "the axis is logarithmic: a size must be above 0";
                return Err(source.fault(run.label.span(), message));
            }
            PlotKind::SolvedOverSize
        }
        "solved-over-nodes" => PlotKind::SolvedOverNodes,
        "mean-over-set" => {
            need_sizes(sets)?;
            PlotKind::MeanOverSet(of(source, plot)?)
        }
        "mean-ratio-over-set" => {
            need_sizes(sets)?;
            PlotKind::MeanRatioOverSet(against(source, raw, plot)?)
        }
        "mean-ratio-over-size" => {
            need_points(source, raw, plot)?;
            PlotKind::MeanRatioOverSize(against(source, raw, plot)?)
        }
        _ => PlotKind::ByPosition(of(source, plot)?),
    };
    Ok(Some(Plot {
        kind,
        axis: plot.axis.clone(),
    }))
}

fn need_sizes(sets: &[NamedSet]) -> Result<(), LineFault> {
    match sets.iter().find(|set| set.size.is_none()) {
        Some(set) => Err(set
            .at
            .fault("a set without a size has no place in the plot")),
        None => Ok(()),
    }
}

fn need_points(
    source: Source<'_>,
    raw: &ExperimentFile,
    plot: &file::PlotEntry,
) -> Result<(), LineFault> {
    let mut runs = raw.run.get_ref().iter();
    if runs.all(|run| run.group.is_none()) {
        let message = "no run has a group and a size to draw";
        return Err(source.fault(plot.kind.span(), message));
    }
    Ok(())
}

fn not_above_0(raw: &ExperimentFile) -> Option<&file::RunEntry> {
    let mut runs = raw.run.get_ref().iter();
    runs.find(|run| run.size.is_some_and(|size| size <= 0))
}

fn against(
    source: Source<'_>,
    raw: &ExperimentFile,
    plot: &file::PlotEntry,
) -> Result<Against, LineFault> {
    let missing = || source.fault(plot.kind.span(), "base is missing: the run to divide by");
    Ok(Against {
        base: label(source, raw, plot.base.as_ref().ok_or_else(missing)?)?,
        of: of(source, plot)?,
    })
}

/// What is compared; left out, nodes.
fn of(source: Source<'_>, plot: &file::PlotEntry) -> Result<Measure, LineFault> {
    match &plot.of {
        Some(word) => measure(source, word),
        None => Ok(Measure::Nodes),
    }
}
