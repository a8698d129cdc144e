//! What the figure of an experiment shows: its lines, as numbers and as a
//! table.

mod means;

use crate::experiment::{Against, Mean, Measure, PlotKind, Run};
use crate::results::Results;
use crate::shape::{Ratio, digits};
use shomei::words::grouped;

use super::{Printed, markdown, number};

/// More positions are not printed one by one: `runs.csv` has them.
const MOST_ROWS: usize = 100;

/// A figure before it is drawn.
#[derive(Debug)]
pub(crate) struct Figure {
    pub(crate) curves: Vec<Curve>,
    /// The horizontal axis.
    pub(crate) across: Scale,
    /// The vertical axis, and what stands beside it.
    pub(crate) up: Scale,
    pub(crate) up_title: String,
    /// The least that the vertical axis reaches to.
    pub(crate) top: f64,
    /// Whether points are few enough to be marked.
    pub(crate) marks: bool,
    /// A height that lines lie above or below, drawn across.
    pub(crate) level: Option<f64>,
}

/// How numbers lie on an axis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    Linear,
    Logarithmic,
}

/// A line of the figure.
#[derive(Debug, PartialEq)]
pub(crate) struct Curve {
    pub(crate) name: String,
    /// Lines of a family share a hue.
    pub(crate) family: String,
    pub(crate) points: Vec<Point>,
}

/// A point of a line, and how many positions it stands for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) positions: u64,
}

/// The figure, if the experiment has one.
pub(super) fn figure(results: &Results<'_>) -> Option<Figure> {
    let plot = results.experiment.plot.as_ref()?;
    Some(match plot.kind {
        PlotKind::SolvedOverSize => solved(results, solved_over_size(results)),
        PlotKind::SolvedOverNodes => solved(results, solved_over_nodes(results)),
        PlotKind::MeanOverSet(measure) => means::figure(results, measure),
        PlotKind::MeanRatioOverSet(against) => ratios(
            results,
            against,
            ratio_over_set(results, against, Mean::Arithmetic),
        ),
        PlotKind::MeanRatioOverSize(against) => ratios(
            results,
            against,
            ratio_over_size(results, against, Mean::Arithmetic),
        ),
        PlotKind::ByPosition(measure) => Figure {
            curves: by_position(results, measure),
            across: Scale::Linear,
            up: Scale::Logarithmic,
            up_title: measure.name().into(),
            top: 10.0,
            marks: false,
            level: None,
        },
    })
}

/// The numbers of the figure; nothing where the other tables have them.
pub(super) fn table(results: &Results<'_>) -> String {
    let (Some(plot), Some(figure)) = (&results.experiment.plot, figure(results)) else {
        return String::new();
    };
    let (said, columns) = match plot.kind {
        PlotKind::SolvedOverSize | PlotKind::SolvedOverNodes => return String::new(),
        PlotKind::MeanOverSet(measure) => return means::tables(results, measure, &plot.axis),
        PlotKind::MeanRatioOverSet(against) => {
            let curves = |mean| ratio_over_set(results, against, mean);
            return ratio_tables(&figure.up_title, &plot.axis, curves);
        }
        PlotKind::MeanRatioOverSize(against) => {
            let curves = |mean| ratio_over_size(results, against, mean);
            return ratio_tables(&figure.up_title, &plot.axis, curves);
        }
        PlotKind::ByPosition(_) if results.problems.len() > MOST_ROWS => return String::new(),
        PlotKind::ByPosition(measure) => (
            format!(
                "{} on each position, one a point; empty where a run does not solve it.",
                measure.name()
            ),
            position_columns(results, measure),
        ),
    };
    format!("## The figure\n\n{said}\n\n{}\n", markdown(&columns))
}

/// The means that are drawn, and the others: positions on which both runs need
/// next to nothing weigh very differently in them.
fn ratio_tables(what: &str, axis: &str, curves: impl Fn(Mean) -> Vec<Curve>) -> String {
    let cell = |point: &Point| format!("{} ({})", digits(point.y), grouped(point.positions));
    let table = |mean| markdown(&columns(&curves(mean), axis, cell));
    format!(
        "## The figure\n\n{what}: the arithmetic mean over the positions that both solve; how many \
         stands in parentheses.\n\n{}\n\
         The same as geometric means:\n\n{}\n\
         The same as ratios of the totals:\n\n{}\n",
        table(Mean::Arithmetic),
        table(Mean::Geometric),
        table(Mean::Total)
    )
}

fn solved(results: &Results<'_>, curves: Vec<Curve>) -> Figure {
    Figure {
        curves,
        across: Scale::Logarithmic,
        up: Scale::Linear,
        up_title: "positions solved".into(),
        top: (results.problems.len() as f64).max(10.0),
        marks: false,
        level: None,
    }
}

/// Ratios above this are drawn on a logarithmic axis.
const HIGH: f64 = 5.0;

fn ratios(results: &Results<'_>, against: Against, curves: Vec<Curve>) -> Figure {
    let base = &results.experiment.runs[against.base].label;
    let measure = against.of.name();
    let heights = curves.iter().flat_map(|curve| &curve.points).map(|p| p.y);
    // One line that leaves the figure would press all others together.
    let up = match heights.fold(0.0, f64::max) {
        highest if highest > HIGH => Scale::Logarithmic,
        _ => Scale::Linear,
    };
    Figure {
        curves,
        across: Scale::Linear,
        up,
        up_title: format!("{measure} / {measure} of {base}"),
        top: 1.0,
        marks: true,
        level: Some(1.0),
    }
}

/// A line for each group, of the points of its runs.
fn by_group(results: &Results<'_>, point: impl Fn(usize, f64) -> Option<Point>) -> Vec<Curve> {
    let mut curves: Vec<Curve> = Vec::new();
    for (place, run) in results.experiment.runs.iter().enumerate() {
        let Some((group, size)) = &run.point else {
            continue;
        };
        let points = point(place, *size as f64).into_iter();
        match curves.iter_mut().find(|curve| curve.name == *group) {
            Some(curve) => curve.points.extend(points),
            None => curves.push(Curve {
                name: group.clone(),
                family: group.clone(),
                points: points.collect(),
            }),
        }
    }
    for curve in &mut curves {
        curve.points.sort_by(|a, b| a.x.total_cmp(&b.x));
    }
    curves
}

/// A line for each run.
fn by_run(results: &Results<'_>, points: impl Fn(usize) -> Vec<Point>) -> Vec<Curve> {
    let runs = results.experiment.runs.iter().enumerate();
    let curve = |(place, run): (usize, &Run)| Curve {
        name: run.label.clone(),
        family: run.algorithm.name.into(),
        points: points(place),
    };
    runs.map(curve).collect()
}

/// Solved positions of each run of a group over its size.
fn solved_over_size(results: &Results<'_>) -> Vec<Curve> {
    by_group(results, |run, x| {
        let positions = results.common(&[run]).len() as u64;
        let y = positions as f64;
        Some(Point { x, y, positions })
    })
}

/// How many positions each run solves with at most so many nodes.
fn solved_over_nodes(results: &Results<'_>) -> Vec<Curve> {
    by_run(results, |run| {
        let solved = results.common(&[run]);
        let nodes = solved
            .iter()
            .map(|&at| results.value(run, Measure::Nodes, at));
        let mut nodes: Vec<f64> = nodes.map(|nodes| nodes.max(1.0)).collect();
        nodes.sort_by(f64::total_cmp);
        let point = |(x, positions)| Point {
            x,
            y: positions as f64,
            positions,
        };
        nodes.into_iter().zip(1..).map(point).collect()
    })
}

/// The sizes of the sets, the smallest first.
fn sizes(results: &Results<'_>) -> Vec<i64> {
    let sizes = results.experiment.sets.iter().filter_map(|set| set.size);
    let mut sizes: Vec<i64> = sizes.collect();
    sizes.sort_unstable();
    sizes.dedup();
    sizes
}

fn ratio_over_set(results: &Results<'_>, against: Against, mean: Mean) -> Vec<Curve> {
    let sizes = sizes(results);
    by_run(results, |run| {
        let point = |&size: &i64| {
            let of_size = |at| results.size_of(at) == Some(size);
            let runs = [run, against.base];
            let mean = results.average_ratio(runs, against.of, mean, of_size)?;
            Some(at(size as f64, mean))
        };
        sizes.iter().filter_map(point).collect()
    })
}

fn ratio_over_size(results: &Results<'_>, against: Against, mean: Mean) -> Vec<Curve> {
    by_group(results, |run, x| {
        let runs = [run, against.base];
        let mean = results.average_ratio(runs, against.of, mean, |_| true)?;
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

/// The positions, those first on which the first run needs least; those that
/// it does not solve last.
fn in_order(results: &Results<'_>, measure: Measure) -> Vec<usize> {
    let key = |&at: &usize| match results.solves(0, at) {
        true => results.value(0, measure, at),
        false => f64::INFINITY,
    };
    let mut order: Vec<usize> = (0..results.problems.len()).collect();
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

/// A row for each place on the horizontal axis, a column for each line.
fn columns(curves: &[Curve], axis: &str, text: impl Fn(&Point) -> String) -> Vec<Printed> {
    let mut places: Vec<f64> = curves
        .iter()
        .flat_map(|curve| curve.points.iter().map(|point| point.x))
        .collect();
    places.sort_by(f64::total_cmp);
    places.dedup();
    let first = Printed {
        head: axis.into(),
        cells: places.iter().map(f64::to_string).collect(),
    };
    let cell = |curve: &Curve, x: f64| {
        let point = curve.points.iter().find(|point| point.x == x);
        point.map_or(String::new(), &text)
    };
    let column = |curve: &Curve| Printed {
        head: curve.name.clone(),
        cells: places.iter().map(|&x| cell(curve, x)).collect(),
    };
    [first]
        .into_iter()
        .chain(curves.iter().map(column))
        .collect()
}

/// A row for each position, a column for each run.
fn position_columns(results: &Results<'_>, measure: Measure) -> Vec<Printed> {
    let order = in_order(results, measure);
    let places = (1..).zip(&order);
    let first = Printed {
        head: "position".into(),
        cells: places
            .map(|(place, &at)| format!("{place}: {}", results.problems[at].name))
            .collect(),
    };
    let column = |(place, run): (usize, &Run)| Printed {
        head: run.label.clone(),
        cells: order
            .iter()
            .map(|&at| {
                let value = results.value(place, measure, at);
                number(results.solves(place, at).then_some(value), measure)
            })
            .collect(),
    };
    let runs = results.experiment.runs.iter().enumerate();
    [first].into_iter().chain(runs.map(column)).collect()
}

#[cfg(test)]
mod tests;
