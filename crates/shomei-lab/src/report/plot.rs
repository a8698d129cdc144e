//! The figure of an experiment, as SVG.

use std::fmt::Display;
use std::ops::Range;

use plotters::coord::combinators::{IntoLogRange, LogCoord};
use plotters::prelude::*;

use crate::LabError;
use crate::experiment::PlotKind;
use crate::results::Results;

/// A line of the figure.
#[derive(Debug, PartialEq)]
struct Curve {
    name: String,
    points: Vec<(f64, f64)>,
}

const SIZE: (u32, u32) = (900, 560);

/// Colours that can be told apart without red and green (Okabe and Ito).
const COLOURS: [RGBColor; 8] = [
    RGBColor(0, 114, 178),
    RGBColor(213, 94, 0),
    RGBColor(0, 158, 115),
    RGBColor(204, 121, 167),
    RGBColor(230, 159, 0),
    RGBColor(86, 180, 233),
    RGBColor(0, 0, 0),
    RGBColor(128, 128, 128),
];

/// The figure, if the experiment has one.
pub(crate) fn draw(results: &Results<'_>) -> Result<Option<String>, LabError> {
    let Some(plot) = &results.experiment.plot else {
        return Ok(None);
    };
    let curves = match plot.kind {
        PlotKind::SolvedOverSize => over_size(results),
        PlotKind::SolvedOverNodes => over_nodes(results),
    };
    let title = format!("{}: {}", results.experiment.name, results.experiment.title);
    let solved_at_most = results.problems.len() as f64;
    svg(&title, &plot.axis, &curves, solved_at_most)
        .map(Some)
        .map_err(LabError::Plot)
}

/// Solved positions of each run of a group over its size.
fn over_size(results: &Results<'_>) -> Vec<Curve> {
    let mut curves: Vec<Curve> = Vec::new();
    for (place, run) in results.experiment.runs.iter().enumerate() {
        let Some((group, size)) = &run.point else {
            continue;
        };
        let point = (*size as f64, results.common(&[place]).len() as f64);
        match curves.iter_mut().find(|curve| curve.name == *group) {
            Some(curve) => curve.points.push(point),
            None => curves.push(Curve {
                name: group.clone(),
                points: vec![point],
            }),
        }
    }
    for curve in &mut curves {
        curve.points.sort_by(|a, b| a.0.total_cmp(&b.0));
    }
    curves
}

/// How many positions each run solves with at most so many nodes.
fn over_nodes(results: &Results<'_>) -> Vec<Curve> {
    let runs = results.experiment.runs.iter().enumerate();
    let curve = |(place, run): (usize, &crate::experiment::Run)| {
        let measure = crate::experiment::Measure::Nodes;
        let solved = results.common(&[place]);
        let nodes = solved
            .iter()
            .map(|&at| results.total(place, measure, &[at]));
        let mut nodes: Vec<f64> = nodes.map(|nodes| nodes.max(1.0)).collect();
        nodes.sort_by(f64::total_cmp);
        Curve {
            name: run.label.clone(),
            points: nodes.into_iter().zip((1..).map(f64::from)).collect(),
        }
    };
    runs.map(curve).collect()
}

fn svg(title: &str, axis: &str, curves: &[Curve], most: f64) -> Result<String, String> {
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        root.fill(&WHITE).map_err(said)?;
        let mut chart = ChartBuilder::on(&root)
            .caption(title, ("sans-serif", 18))
            .margin(16)
            .x_label_area_size(44)
            .y_label_area_size(60)
            .build_cartesian_2d(logarithmic(curves), 0.0..(most * 1.02).max(10.0))
            .map_err(said)?;
        chart
            .configure_mesh()
            .x_desc(axis)
            .y_desc("positions solved")
            .x_label_formatter(&|x| crate::units::grouped(*x as u64))
            .y_label_formatter(&|y| format!("{y:.0}"))
            .light_line_style(WHITE)
            .draw()
            .map_err(said)?;
        for (place, curve) in curves.iter().enumerate() {
            let style = style(place);
            chart
                .draw_series(LineSeries::new(curve.points.iter().copied(), style))
                .map_err(said)?
                .label(&curve.name)
                .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], style));
        }
        chart
            .configure_series_labels()
            .position(SeriesLabelPosition::LowerRight)
            .background_style(WHITE)
            .border_style(BLACK)
            .draw()
            .map_err(said)?;
        root.present().map_err(said)?;
    }
    Ok(text)
}

/// What tells a curve apart: the colour, and the width where colours repeat.
fn style(place: usize) -> ShapeStyle {
    const WIDTHS: [u32; 3] = [2, 4, 1];
    let width = WIDTHS[place / COLOURS.len() % WIDTHS.len()];
    COLOURS[place % COLOURS.len()].stroke_width(width)
}

/// The horizontal axis: all points, and something to see where there are few.
fn logarithmic(curves: &[Curve]) -> LogCoord<f64> {
    let places = || {
        curves
            .iter()
            .flat_map(|curve| &curve.points)
            .map(|point| point.0)
    };
    let least = places().fold(f64::INFINITY, f64::min).min(1e9);
    let most = places().fold(1.0, f64::max);
    let range: Range<f64> = least * 0.8..(most * 1.25).max(least * 10.0);
    let coordinates: LogCoord<f64> = range.log_scale().into();
    coordinates
}

fn said(error: impl Display) -> String {
    error.to_string()
}
