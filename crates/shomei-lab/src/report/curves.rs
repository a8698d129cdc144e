//! The lines of an experiment's figure, as numbers and as a table.

mod means;

use shomei::messages::grouped;

use super::{Table, number};
use crate::experiment::{Mean, Measure, Plot, PlotKind};
use crate::results::Results;
use crate::shape::{Ratio, digits};

/// The limit of positions that are printed individually: `runs.csv` has all.
const MOST_ROWS: usize = 100;

/// A figure before drawing.
#[derive(Debug)]
pub(crate) struct Figure {
    pub(crate) title: String,
    pub(crate) curves: Vec<Curve>,
    /// The scale and the title of the horizontal axis.
    pub(crate) across: Scale,
    pub(crate) across_title: String,
    /// The scale and the title of the vertical axis.
    pub(crate) up: Scale,
    pub(crate) up_title: String,
    /// The minimum upper end of the vertical axis.
    pub(crate) top: f64,
    /// Whether points are marked.
    pub(crate) marks: bool,
    /// A height of reference, drawn as a horizontal line.
    pub(crate) level: Option<f64>,
}

/// The scale of an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    Linear,
    Logarithmic,
}

/// A line of the figure.
#[derive(Debug, PartialEq)]
pub(crate) struct Curve {
    pub(crate) name: String,
    /// The family of the line: lines of a family share a hue.
    pub(crate) family: String,
    pub(crate) points: Vec<Point>,
}

/// A point of a line, and the number of its positions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) positions: u64,
}

impl Figure {
    /// A figure with linear axes and without marks.
    pub(crate) fn new(up_title: impl Into<String>, curves: Vec<Curve>) -> Figure {
        Figure {
            title: String::new(),
            curves,
            across: Scale::Linear,
            across_title: String::new(),
            up: Scale::Linear,
            up_title: up_title.into(),
            top: 1.0,
            marks: false,
            level: None,
        }
    }

    /// A figure of the number of solved positions, of `positions`.
    pub(crate) fn solved(positions: usize, curves: Vec<Curve>) -> Figure {
        Figure {
            across: Scale::Logarithmic,
            top: positions as f64,
            ..Figure::new("positions solved", curves)
        }
    }
}

/// The figure of the experiment, if it has one.
pub(super) fn figure(results: &Results<'_>) -> Option<Figure> {
    let plot = results.experiment.plot.as_ref()?;
    let figure = match plot.kind {
        PlotKind::SolvedOverSize | PlotKind::SolvedOverNodes => {
            let positions = results.positions.len().max(10);
            Figure::solved(positions, curves(results, plot, Mean::Total))
        }
        PlotKind::MeanOverSet => means::figure(results, plot.of),
        PlotKind::MeanRatioOverSet | PlotKind::MeanRatioOverSize => ratios(results, plot),
        PlotKind::ByPosition => Figure {
            up: Scale::Logarithmic,
            top: 10.0,
            ..Figure::new(plot.of.name(), curves(results, plot, Mean::Total))
        },
    };
    Some(Figure {
        title: results.title(),
        across_title: plot.axis.clone(),
        ..figure
    })
}

/// The lines of a figure. Means are of this kind.
fn curves(results: &Results<'_>, plot: &Plot, mean: Mean) -> Vec<Curve> {
    match plot.kind {
        PlotKind::SolvedOverSize => solved_over_size(results),
        PlotKind::SolvedOverNodes => by_run(results, |run| results.solved_over_nodes(run)),
        PlotKind::MeanOverSet => means::over_set(results, plot.of, mean),
        PlotKind::MeanRatioOverSet => ratio_over_set(results, plot, mean),
        PlotKind::MeanRatioOverSize => ratio_over_size(results, plot, mean),
        PlotKind::ByPosition => by_position(results, plot.of),
    }
}

/// The numbers of the figure as a table; empty if other tables contain them.
pub(super) fn table(results: &Results<'_>) -> String {
    let Some(plot) = &results.experiment.plot else {
        return String::new();
    };
    match plot.kind {
        PlotKind::SolvedOverSize | PlotKind::SolvedOverNodes => String::new(),
        PlotKind::MeanOverSet => means::tables(results, plot.of, &plot.axis),
        PlotKind::MeanRatioOverSet | PlotKind::MeanRatioOverSize => ratio_tables(results, plot),
        PlotKind::ByPosition if results.positions.len() > MOST_ROWS => String::new(),
        PlotKind::ByPosition => format!(
            "## The figure\n\n{} on each position, one per point; empty if a run does not solve \
             it.\n\n{}\n",
            plot.of.name(),
            position_table(results, plot.of)
        ),
    }
}

/// The tables of the means that are drawn and of the other kinds: the weight of positions on which
/// both runs need few nodes differs between the kinds.
fn ratio_tables(results: &Results<'_>, plot: &Plot) -> String {
    let cell = |point: &Point| format!("{} ({})", digits(point.y), grouped(point.positions));
    let table = |mean| places(&curves(results, plot, mean), &plot.axis, cell);
    format!(
        "## The figure\n\n{}: the arithmetic mean over the positions that both solve; their \
         number is in parentheses.\n\n{}\n\
         The same as geometric means:\n\n{}\n\
         The same as ratios of the totals:\n\n{}\n",
        ratio_title(results, plot),
        table(Mean::Arithmetic),
        table(Mean::Geometric),
        table(Mean::Total)
    )
}

/// The dividend and the divisor.
fn ratio_title(results: &Results<'_>, plot: &Plot) -> String {
    let measure = plot.of.name();
    format!("{measure} / {measure} of {}", results.label(plot.base))
}

/// Ratios above this are drawn on a logarithmic axis.
const HIGH: f64 = 5.0;

fn ratios(results: &Results<'_>, plot: &Plot) -> Figure {
    let curves = curves(results, plot, Mean::Arithmetic);
    let heights = curves.iter().flat_map(|curve| &curve.points).map(|p| p.y);
    // On a linear axis one high line would compress all others.
    let up = match heights.fold(0.0, f64::max) {
        highest if highest > HIGH => Scale::Logarithmic,
        _ => Scale::Linear,
    };
    Figure {
        up,
        marks: true,
        level: Some(1.0),
        ..Figure::new(ratio_title(results, plot), curves)
    }
}

/// A line for each name, with its points from left to right.
pub(crate) fn by_name<'n>(points: impl Iterator<Item = (&'n str, Point)>) -> Vec<Curve> {
    let mut curves: Vec<Curve> = Vec::new();
    for (name, point) in points {
        match curves.iter_mut().find(|curve| curve.name == name) {
            Some(curve) => curve.points.push(point),
            None => curves.push(Curve {
                name: name.into(),
                family: name.into(),
                points: vec![point],
            }),
        }
    }
    for curve in &mut curves {
        curve.points.sort_by(|a, b| a.x.total_cmp(&b.x));
    }
    curves
}

/// A line for each group, with the points of its runs.
fn by_group(results: &Results<'_>, point: impl Fn(usize, f64) -> Option<Point>) -> Vec<Curve> {
    let runs = results.experiment.runs.iter().enumerate();
    by_name(runs.filter_map(|(place, run)| {
        let (group, size) = run.point.as_ref()?;
        Some((&**group, point(place, *size as f64)?))
    }))
}

/// A line for each run.
fn by_run(results: &Results<'_>, points: impl Fn(usize) -> Vec<Point>) -> Vec<Curve> {
    let runs = 0..results.experiment.runs.len();
    runs.map(|run| results.curve(run, points(run))).collect()
}

impl Results<'_> {
    /// The title of a figure.
    pub(crate) fn title(&self) -> String {
        format!("{}: {}", self.experiment.name, self.experiment.title)
    }

    /// The line of a run. The lines of an algorithm are a family.
    pub(crate) fn curve(&self, run: usize, points: Vec<Point>) -> Curve {
        Curve {
            name: self.label(run).into(),
            family: self.experiment.runs[run].algorithm.name.into(),
            points,
        }
    }

    /// The number of solved positions of a run over the limit of nodes.
    pub(crate) fn solved_over_nodes(&self, run: usize) -> Vec<Point> {
        let solved = self.common(&[run]);
        let nodes = solved.iter().map(|&at| self.value(run, Measure::Nodes, at));
        let mut nodes: Vec<f64> = nodes.map(|nodes| nodes.max(1.0)).collect();
        nodes.sort_by(f64::total_cmp);
        let point = |(x, positions)| Point {
            x,
            y: positions as f64,
            positions,
        };
        nodes.into_iter().zip(1..).map(point).collect()
    }
}

/// Solved positions of each run of a group over its size.
fn solved_over_size(results: &Results<'_>) -> Vec<Curve> {
    by_group(results, |run, x| {
        let positions = results.common(&[run]).len() as u64;
        let y = positions as f64;
        Some(Point { x, y, positions })
    })
}

/// The sizes of the sets in ascending order.
fn sizes(results: &Results<'_>) -> Vec<i64> {
    let sizes = results.experiment.sets.iter().filter_map(|set| set.size);
    let mut sizes: Vec<i64> = sizes.collect();
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

fn ratio_over_set(results: &Results<'_>, plot: &Plot, mean: Mean) -> Vec<Curve> {
    by_run(results, |run| {
        let point = |size: i64| {
            let of_size = |at| results.size_of(at) == Some(size);
            let mean = results.average_ratio([run, plot.base], plot.of, mean, of_size)?;
            Some(at(size as f64, mean))
        };
        sizes(results).into_iter().filter_map(point).collect()
    })
}

fn ratio_over_size(results: &Results<'_>, plot: &Plot, mean: Mean) -> Vec<Curve> {
    by_group(results, |run, x| {
        let mean = results.average_ratio([run, plot.base], plot.of, mean, |_| true)?;
        Some(at(x, mean))
    })
}

fn at(x: f64, mean: Ratio) -> Point {
    Point {
        x,
        y: mean.value,
        positions: mean.positions.unwrap_or_default(),
    }
}

/// The positions in ascending order of the first run's measure. Those that it does not solve are
/// last.
fn in_order(results: &Results<'_>, measure: Measure) -> Vec<usize> {
    let key = |&at: &usize| match results.solves(0, at) {
        true => results.value(0, measure, at),
        false => f64::INFINITY,
    };
    let mut order: Vec<usize> = (0..results.positions.len()).collect();
    order.sort_by(|a, b| key(a).total_cmp(&key(b)));
    order
}

fn by_position(results: &Results<'_>, measure: Measure) -> Vec<Curve> {
    let order = in_order(results, measure);
    by_run(results, |run| {
        let solved = (1_u32..)
            .zip(&order)
            .filter(|&(_, &at)| results.solves(run, at));
        let point = |(place, &at): (u32, &usize)| Point {
            x: f64::from(place),
            y: results.value(run, measure, at).max(measure.least()),
            positions: 1,
        };
        solved.map(point).collect()
    })
}

/// A table with a row for each place on the horizontal axis and a column for each line.
fn places(curves: &[Curve], axis: &str, text: impl Fn(&Point) -> String) -> String {
    let points = curves.iter().flat_map(|curve| &curve.points);
    let mut places: Vec<f64> = points.map(|point| point.x).collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    let mut table = Table::new(axis, places, f64::to_string);
    for curve in curves {
        table.column(&curve.name, |x| {
            let point = curve.points.iter().find(|point| point.x == *x);
            point.map_or(String::new(), &text)
        });
    }
    table.numbers()
}

/// A table with a row for each position and a column for each run.
fn position_table(results: &Results<'_>, measure: Measure) -> String {
    let order = (1..).zip(in_order(results, measure));
    let mut table = Table::new("position", order, |&(place, at)| {
        format!("{place}: {}", results.problem(at).case.name)
    });
    for run in 0..results.experiment.runs.len() {
        table.column(results.label(run), |&(_, at)| {
            let value = results.value(run, measure, at);
            number(results.solves(run, at).then_some(value), measure)
        });
    }
    table.numbers()
}

#[cfg(test)]
mod tests;
