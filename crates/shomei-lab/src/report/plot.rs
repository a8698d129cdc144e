//! The figure of an experiment, as SVG.

use std::fmt::Display;
use std::ops::Range;

use plotters::coord::Shift;
use plotters::coord::combinators::{IntoLogRange, LogCoord};
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;

use super::curves::{Corner, Figure, Point, Scale, figure};
use crate::LabError;
use crate::results::Results;

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

/// The words around the lines.
pub(crate) struct Words<'a> {
    pub(crate) title: &'a str,
    pub(crate) across: &'a str,
    pub(crate) up: &'a str,
}

/// The figure, if the experiment has one.
pub(crate) fn draw(results: &Results<'_>) -> Result<Option<String>, LabError> {
    let (Some(plot), Some(figure)) = (&results.experiment.plot, figure(results)) else {
        return Ok(None);
    };
    let title = format!("{}: {}", results.experiment.name, results.experiment.title);
    let words = Words {
        title: &title,
        across: &plot.axis,
        up: &figure.up_title,
    };
    svg(&words, &figure).map(Some).map_err(LabError::Plot)
}

/// Draws a figure.
pub(crate) fn svg(words: &Words<'_>, figure: &Figure) -> Result<String, String> {
    let mut text = String::new();
    {
        let root = SVGBackend::with_string(&mut text, SIZE).into_drawing_area();
        root.fill(&WHITE).map_err(said)?;
        let places = || figure.curves.iter().flat_map(|curve| &curve.points);
        let x = |point: &Point| point.x;
        let y = |point: &Point| point.y;
        let top = places().map(y).fold(figure.top, f64::max);
        let up = 0.0..top * 1.02;
        match (figure.across, figure.up) {
            (Scale::Logarithmic, Scale::Linear) => {
                chart(&root, words, figure, logarithmic(places().map(x)), up)?;
            }
            (Scale::Logarithmic, Scale::Logarithmic) => {
                let up = logarithmic(places().map(y));
                chart(&root, words, figure, logarithmic(places().map(x)), up)?;
            }
            (Scale::Linear, Scale::Linear) => {
                chart(&root, words, figure, linear(places().map(x)), up)?;
            }
            (Scale::Linear, Scale::Logarithmic) => {
                let up = logarithmic(places().map(y));
                chart(&root, words, figure, linear(places().map(x)), up)?;
            }
        }
        root.present().map_err(said)?;
    }
    Ok(text)
}

/// Draws the lines between two axes.
fn chart<X, Y>(
    root: &DrawingArea<SVGBackend<'_>, Shift>,
    words: &Words<'_>,
    figure: &Figure,
    across: X,
    up: Y,
) -> Result<(), String>
where
    X: AsRangedCoord<Value = f64, CoordDescType: ValueFormatter<f64>>,
    Y: AsRangedCoord<Value = f64, CoordDescType: ValueFormatter<f64>>,
{
    let mut chart = ChartBuilder::on(root)
        .caption(words.title, ("sans-serif", 18))
        .margin(16)
        .x_label_area_size(44)
        .y_label_area_size(60)
        .build_cartesian_2d(across, up)
        .map_err(said)?;
    chart
        .configure_mesh()
        .x_desc(words.across)
        .y_desc(words.up)
        .x_label_formatter(&|x| label(*x))
        .y_label_formatter(&|y| label(*y))
        .light_line_style(WHITE)
        .draw()
        .map_err(said)?;
    for (place, curve) in figure.curves.iter().enumerate() {
        let style = style(place);
        let points = curve.points.iter().map(|point| (point.x, point.y));
        let line = LineSeries::new(points, style).point_size(if figure.marks { 3 } else { 0 });
        chart
            .draw_series(line)
            .map_err(said)?
            .label(&curve.name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], style));
    }
    chart
        .configure_series_labels()
        .position(legend_place(figure.legend))
        .background_style(WHITE)
        .border_style(BLACK)
        .draw()
        .map_err(said)
}

fn legend_place(corner: Corner) -> SeriesLabelPosition {
    match corner {
        Corner::LowerRight => SeriesLabelPosition::LowerRight,
        Corner::UpperLeft => SeriesLabelPosition::UpperLeft,
        Corner::UpperRight => SeriesLabelPosition::UpperRight,
    }
}

/// What tells a curve apart: the colour, and the width where colours repeat.
fn style(place: usize) -> ShapeStyle {
    const WIDTHS: [u32; 3] = [2, 4, 1];
    let width = WIDTHS[place / COLOURS.len() % WIDTHS.len()];
    COLOURS[place % COLOURS.len()].stroke_width(width)
}

/// A number beside an axis: whole, unless it lies between whole ones.
fn label(number: f64) -> String {
    let whole = number.round();
    match number {
        // Steps of an axis add up to nearly 1.
        _ if (number - whole).abs() > 1e-9 => format!("{number:.1}"),
        _ if whole >= 0.0 => shomei::words::grouped(whole as u64),
        _ => format!("{whole:.0}"),
    }
}

/// An axis for all points, with room at both ends.
fn linear(places: impl Iterator<Item = f64>) -> Range<f64> {
    let (least, most) = ends(places);
    if most < least {
        return 0.0..1.0;
    }
    let room = ((most - least) * 0.03).max(0.5);
    least - room..most + room
}

/// The same, and something to see where there are few.
fn logarithmic(places: impl Iterator<Item = f64>) -> LogCoord<f64> {
    let (least, most) = ends(places);
    let (least, most) = (least.min(1e9), most.max(1.0));
    let range: Range<f64> = least * 0.8..(most * 1.25).max(least * 10.0);
    let coordinates: LogCoord<f64> = range.log_scale().into();
    coordinates
}

/// The least and the largest; of nothing, crossed.
fn ends(places: impl Iterator<Item = f64>) -> (f64, f64) {
    let none = (f64::INFINITY, f64::NEG_INFINITY);
    places.fold(none, |(least, most), x| (least.min(x), most.max(x)))
}

fn said(error: impl Display) -> String {
    error.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_whole_where_numbers_are() {
        let labels = [
            0.0,
            0.1 * 3.0 + 0.7,
            0.999_999_999_999,
            12_000.0,
            -8.0,
            0.25,
        ]
        .map(label);
        assert_eq!(labels, ["0", "1", "1", "12,000", "-8", "0.2"]);
    }

    #[test]
    fn axes_have_room() {
        assert_eq!(linear([48.0, 62.0].into_iter()), 47.5..62.5);
        assert_eq!(linear([7.0].into_iter()), 6.5..7.5);
        assert_eq!(linear(std::iter::empty()), 0.0..1.0);
    }
}
