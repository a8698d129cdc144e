//! The figure of an experiment, as SVG.
//!
//! Lines are named at their ends, in a margin of their own, so that no name lies on a line. Lines
//! of a family share a hue and differ in their dashes. More than eight lines are more than an eye
//! can follow: then there are several figures, each of whole families, with the same axes.
//! Colours follow the reader's choice of a light or a dark page.

mod axis;

use std::fmt::Write;

use super::curves::{Curve, Figure, Point, Scale, figure};
use crate::results::Results;
use axis::Axis;

/// The most lines of a figure.
pub(crate) const MOST_LINES: usize = 8;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 560.0;
const LEFT: f64 = 76.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = HEIGHT - 58.0;
/// The height of a name.
const ROW: f64 = 17.0;
/// About the width of a letter of a name.
const LETTER: f64 = 7.0;

/// Colours on a light page and on a dark one that can be told apart without red and green (after
/// Okabe and Ito).
const HUES: [(&str, &str); MOST_LINES] = [
    ("#0072b2", "#4aa8e0"),
    ("#c04f00", "#f0823c"),
    ("#00805c", "#2fc49a"),
    ("#b04f8c", "#e08fc0"),
    ("#a87400", "#e6b422"),
    ("#4b4bb8", "#9a9af0"),
    ("#222222", "#eeeeee"),
    ("#707070", "#a8a8a8"),
];

/// The dashes of the lines of a family.
const DASHES: [&str; MOST_LINES] = [
    "",
    "8 4",
    "2 3",
    "10 3 2 3",
    "14 4",
    "5 2",
    "1 4",
    "12 3 2 3 2 3",
];

/// The words around the lines.
pub(crate) struct Words<'a> {
    pub(crate) title: &'a str,
    pub(crate) across: &'a str,
    pub(crate) up: &'a str,
}

/// The figures of an experiment; none if it asks for none.
pub(crate) fn draw(results: &Results<'_>) -> Vec<String> {
    let (Some(plot), Some(figure)) = (&results.experiment.plot, figure(results)) else {
        return Vec::new();
    };
    let title = format!("{}: {}", results.experiment.name, results.experiment.title);
    let words = Words {
        title: &title,
        across: &plot.axis,
        up: &figure.up_title,
    };
    svgs(&words, &figure)
}

/// What a reader is told who does not see the figure.
pub(crate) fn alternative(results: &Results<'_>) -> String {
    let (Some(plot), Some(figure)) = (&results.experiment.plot, figure(results)) else {
        return String::new();
    };
    let title = &figure.up_title;
    let first: String = title.chars().take(1).flat_map(char::to_uppercase).collect();
    let rest: String = title.chars().skip(1).collect();
    format!("{first}{rest} over {}", plot.axis)
}

/// The name of a figure's file, counted from 0.
pub(crate) fn file_name(place: usize) -> String {
    match place {
        0 => "plot.svg".into(),
        _ => format!("plot-{}.svg", place + 1),
    }
}

/// Draws a figure, as several where it has too many lines.
pub(crate) fn svgs(words: &Words<'_>, figure: &Figure) -> Vec<String> {
    let parts = parts(&figure.curves);
    let draw = |(place, part): (usize, &Vec<&Curve>)| {
        let title = match parts.len() {
            1 => words.title.to_string(),
            of => format!("{} ({} of {of})", words.title, place + 1),
        };
        let words = Words {
            title: &title,
            ..*words
        };
        drawn(&words, figure, part)
    };
    parts.iter().enumerate().map(draw).collect()
}

/// The lines of each figure: families stay together as far as they fit.
fn parts(curves: &[Curve]) -> Vec<Vec<&Curve>> {
    if curves.len() <= MOST_LINES {
        return vec![curves.iter().collect()];
    }
    let mut families: Vec<Vec<&Curve>> = Vec::new();
    for curve in curves {
        let same = |family: &&mut Vec<&Curve>| family[0].family == curve.family;
        match families.iter_mut().find(same) {
            Some(family) => family.push(curve),
            None => families.push(vec![curve]),
        }
    }
    let mut parts: Vec<Vec<&Curve>> = Vec::new();
    for some in families.iter().flat_map(|family| family.chunks(MOST_LINES)) {
        match parts.last_mut() {
            Some(part) if part.len() + some.len() <= MOST_LINES => part.extend(some),
            _ => parts.push(some.to_vec()),
        }
    }
    parts
}

/// Where numbers lie on the page.
struct Frame {
    across: Axis,
    up: Axis,
    right: f64,
}

impl Frame {
    fn of(figure: &Figure, curves: &[&Curve]) -> Frame {
        let places = || figure.curves.iter().flat_map(|curve| &curve.points);
        let x = places().map(|point| point.x);
        let y = places().map(|point| point.y);
        let up = match figure.up {
            Scale::Linear => Axis::from_zero(y.fold(figure.top, f64::max)),
            Scale::Logarithmic => Axis::logarithmic(y.chain(figure.level)),
        };
        let across = match figure.across {
            Scale::Linear => Axis::linear(x),
            Scale::Logarithmic => Axis::logarithmic(x),
        };
        let letters = curves.iter().map(|curve| curve.name.chars().count()).max();
        let names = letters.unwrap_or(0) as f64 * LETTER + 30.0;
        Frame {
            across,
            up,
            right: WIDTH - names.min(WIDTH / 2.0),
        }
    }

    fn x(&self, number: f64) -> f64 {
        LEFT + self.across.part(number) * (self.right - LEFT)
    }

    fn y(&self, number: f64) -> f64 {
        BOTTOM - self.up.part(number) * (BOTTOM - TOP)
    }
}

fn drawn(words: &Words<'_>, figure: &Figure, curves: &[&Curve]) -> String {
    let frame = Frame::of(figure, curves);
    let mut text = head(words);
    grid(&mut text, words, &frame);
    if let Some(level) = figure.level {
        let y = frame.y(level);
        let right = frame.right;
        put(
            &mut text,
            format_args!(
                "<line class=\"level\" x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right:.1}\" y2=\"{y:.1}\"/>"
            ),
        );
    }
    let styles = styles(curves);
    for (curve, &(hue, dash)) in curves.iter().zip(&styles) {
        line(&mut text, &frame, curve, (hue, dash), figure);
    }
    names(&mut text, &frame, curves, &styles);
    text + "</svg>\n"
}

/// Writing to a string cannot fail.
fn put(text: &mut String, line: std::fmt::Arguments<'_>) {
    let _ = writeln!(text, "{line}");
}

fn head(words: &Words<'_>) -> String {
    let mut text = String::new();
    let title = escaped(words.title);
    put(
        &mut text,
        format_args!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" aria-label=\"{title}\" \
         font-family=\"sans-serif\" font-size=\"13\">"
        ),
    );
    let hues = |dark: bool| -> String {
        let hue = |(place, (light, night)): (usize, &(&str, &str))| {
            let colour = if dark { night } else { light };
            format!(".l{place}{{stroke:{colour}}}.t{place}{{fill:{colour}}}")
        };
        HUES.iter().enumerate().map(hue).collect()
    };
    put(
        &mut text,
        format_args!(
            "<style>.page{{fill:#ffffff}}.ink{{fill:#222222}}.grid{{stroke:#dddddd}}\
         .level{{stroke:#555555;stroke-dasharray:3 3}}.line{{fill:none;stroke-width:2.2}}\
         .lead{{stroke-width:1;stroke-dasharray:1 3}}{}\
         @media(prefers-color-scheme:dark){{.page{{fill:#14181d}}.ink{{fill:#dddddd}}\
         .grid{{stroke:#333a42}}.level{{stroke:#aaaaaa}}{}}}</style>",
            hues(false),
            hues(true)
        ),
    );
    put(
        &mut text,
        format_args!(
            "<rect class=\"page\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\n\
         <text class=\"ink\" x=\"{:.1}\" y=\"28\" font-size=\"16\" text-anchor=\"middle\">{title}</text>",
            WIDTH / 2.0
        ),
    );
    text
}

/// The numbers beside the axes and the lines from them.
fn grid(text: &mut String, words: &Words<'_>, frame: &Frame) {
    let right = frame.right;
    for tick in frame.up.ticks() {
        let y = frame.y(tick);
        put(
            text,
            format_args!(
                "<line class=\"grid\" x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right:.1}\" y2=\"{y:.1}\"/>\
             <text class=\"ink\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                LEFT - 8.0,
                y + 4.5,
                axis::label(tick)
            ),
        );
    }
    for tick in frame.across.ticks() {
        let x = frame.x(tick);
        put(
            text,
            format_args!(
                "<line class=\"grid\" x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{BOTTOM}\"/>\
             <text class=\"ink\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
                BOTTOM + 18.0,
                axis::label(tick)
            ),
        );
    }
    let (middle, centre) = ((LEFT + right) / 2.0, (TOP + BOTTOM) / 2.0);
    put(
        text,
        format_args!(
            "<text class=\"ink\" x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n\
         <text class=\"ink\" transform=\"translate(18 {centre:.1}) rotate(-90)\" \
         text-anchor=\"middle\">{}</text>",
            HEIGHT - 16.0,
            escaped(words.across),
            escaped(words.up)
        ),
    );
}

/// Hue and dashes of each line: a hue for each family, or for each line where there is one family
/// only.
fn styles(curves: &[&Curve]) -> Vec<(usize, usize)> {
    let mut families: Vec<(&str, usize)> = Vec::new();
    let mut styles = Vec::new();
    for curve in curves {
        let place = families
            .iter()
            .position(|(family, _)| *family == curve.family);
        let place = place.unwrap_or_else(|| {
            families.push((&curve.family, 0));
            families.len() - 1
        });
        styles.push((place % HUES.len(), families[place].1 % DASHES.len()));
        families[place].1 += 1;
    }
    if families.len() == 1 {
        return (0..curves.len())
            .map(|place| (place % HUES.len(), 0))
            .collect();
    }
    styles
}

fn line(
    text: &mut String,
    frame: &Frame,
    curve: &Curve,
    (hue, dash): (usize, usize),
    figure: &Figure,
) {
    let place = |point: &Point| format!("{:.1},{:.1}", frame.x(point.x), frame.y(point.y));
    let places: Vec<String> = curve.points.iter().map(place).collect();
    put(
        text,
        format_args!(
            "<polyline class=\"line l{hue}\" stroke-dasharray=\"{}\" points=\"{}\"/>",
            DASHES[dash],
            places.join(" ")
        ),
    );
    for point in curve
        .points
        .iter()
        .filter(|_| figure.marks || curve.points.len() == 1)
    {
        put(
            text,
            format_args!(
                "<circle class=\"t{hue}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.2\"/>",
                frame.x(point.x),
                frame.y(point.y)
            ),
        );
    }
}

/// The names, each beside the end of its line and led to it by dots.
fn names(text: &mut String, frame: &Frame, curves: &[&Curve], styles: &[(usize, usize)]) {
    let ends: Vec<(usize, f64, f64)> = curves
        .iter()
        .enumerate()
        .filter_map(|(at, curve)| {
            let last = curve.points.last()?;
            Some((at, frame.x(last.x), frame.y(last.y)))
        })
        .collect();
    let rows = spread(&ends.iter().map(|&(_, _, y)| y).collect::<Vec<_>>());
    for (&(at, x, y), row) in ends.iter().zip(rows) {
        let (hue, _) = styles[at];
        let right = frame.right + 14.0;
        put(
            text,
            format_args!(
                "<line class=\"lead l{hue}\" x1=\"{x:.1}\" y1=\"{y:.1}\" x2=\"{:.1}\" y2=\"{row:.1}\"/>\
             <text class=\"t{hue}\" x=\"{right:.1}\" y=\"{:.1}\">{}</text>",
                right - 4.0,
                row + 4.5,
                escaped(&curves[at].name)
            ),
        );
    }
}

/// Heights near these at which rows do not overlap.
fn spread(heights: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..heights.len()).collect();
    order.sort_by(|&a, &b| heights[a].total_cmp(&heights[b]));
    let mut rows = heights.to_vec();
    let mut least = TOP;
    for &at in &order {
        rows[at] = rows[at].max(least);
        least = rows[at] + ROW;
    }
    // Those that were pushed below the axis go up again.
    let mut most = BOTTOM;
    for &at in order.iter().rev() {
        rows[at] = rows[at].min(most);
        most = rows[at] - ROW;
    }
    rows
}

fn escaped(text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests;
