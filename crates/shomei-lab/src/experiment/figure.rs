//! The figure of an experiment: its kinds, and its entry in the file.

use shomei_game::corpus::LineFault;

use super::setups::{Reader, measure};
use super::{Measure, NamedSet};

/// The description of a figure.
#[derive(Clone, Debug)]
pub(crate) struct Plot {
    pub(crate) kind: PlotKind,
    /// The title of the horizontal axis.
    pub(crate) axis: String,
    /// The run by which each run is divided, position by position.
    pub(crate) base: usize,
    /// The compared measure.
    pub(crate) of: Measure,
}

/// The kind of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PlotKind {
    /// Solved positions over the size of each run, with one line per group.
    SolvedOverSize,
    /// Solved positions over the limit of nodes, with one line per run.
    SolvedOverNodes,
    /// The mean of each run over the size of the sets, with one line per run.
    MeanOverSet,
    /// The mean of ratios over the size of the sets, with one line per run.
    MeanRatioOverSet,
    /// The mean of ratios over the size of each run, with one line per group.
    MeanRatioOverSize,
    /// Each run on each position, in ascending order of the first run.
    ByPosition,
}

/// The kinds, and their fields besides `kind` and `axis`.
const KINDS: [(&str, PlotKind, &[&str]); 6] = [
    ("solved-over-size", PlotKind::SolvedOverSize, &[]),
    ("solved-over-nodes", PlotKind::SolvedOverNodes, &[]),
    ("mean-over-set", PlotKind::MeanOverSet, &["of"]),
    ("mean-ratio-over-set", PlotKind::MeanRatioOverSet, RATIO),
    ("mean-ratio-over-size", PlotKind::MeanRatioOverSize, RATIO),
    ("nodes-by-position", PlotKind::ByPosition, &["of"]),
];

const RATIO: &[&str] = &["base", "of"];

impl Reader<'_> {
    /// Reads the figure.
    pub(super) fn plot(&self, sets: &[NamedSet]) -> Result<Option<Plot>, LineFault> {
        let Some(plot) = &self.raw.plot else {
            return Ok(None);
        };
        let names = KINDS.iter().map(|(name, ..)| *name);
        let (name, kind, fields) = KINDS[self.source.place("plot", &plot.kind, names)?];
        let fault = |message: &str| Err(self.source.fault(plot.kind.span(), message));
        for (field, is_given) in [("base", plot.base.is_some()), ("of", plot.of.is_some())] {
            if is_given && !fields.contains(&field) {
                return fault(&format!("{name} takes no {field}"));
            }
        }
        let runs = self.raw.run.get_ref();
        match kind {
            PlotKind::MeanOverSet | PlotKind::MeanRatioOverSet => {
                if let Some(set) = sets.iter().find(|set| set.size.is_none()) {
                    let message = "a set without a size has no place in the plot";
                    return Err(set.at.fault(message));
                }
            }
            PlotKind::SolvedOverSize | PlotKind::MeanRatioOverSize => {
                if runs.iter().all(|run| run.group.is_none()) {
                    return fault("no run has a group and a size to draw");
                }
                let low = |size: i64| kind == PlotKind::SolvedOverSize && size <= 0;
                if let Some(run) = runs.iter().find(|run| run.size.is_some_and(low)) {
                    let message = "the axis is logarithmic: a size must be above 0";
                    return Err(self.source.fault(run.label.span(), message));
                }
            }
            PlotKind::SolvedOverNodes | PlotKind::ByPosition => {}
        }
        let base = match &plot.base {
            Some(base) => self.label(base)?,
            None if fields.contains(&"base") => {
                return fault("base is missing: the run to divide by");
            }
            None => 0,
        };
        Ok(Some(Plot {
            kind,
            axis: plot.axis.clone(),
            base,
            of: measure(self.source, plot.of.as_ref())?,
        }))
    }
}
