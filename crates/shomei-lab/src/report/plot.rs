//! The figure of an experiment as SVG.
//!
//! The names of lines are at their ends, in a separate margin, so that names and lines do not
//! overlap. Lines of a family share a hue and differ in their dashes. More than eight lines are
//! hard to read: then there are several figures with the same axes, each with whole families.
//! Colours follow the reader's choice of a light or a dark page.

mod axis;

use super::curves::{Curve, Figure, Point, Scale, figure};
use crate::results::Results;
use axis::Axis;

/// The limit of lines of a figure.
pub(crate) const MOST_LINES: usize = 8;

const WIDTH: f64 = 900.0;
const HEIGHT: f64 = 560.0;
/// The minimum width of the left margin.
const LEFT: f64 = 76.0;
const TOP: f64 = 48.0;
const BOTTOM: f64 = HEIGHT - 58.0;
/// The height of a name.
const ROW: f64 = 17.0;
/// The approximate width of a letter of a name.
const LETTER: f64 = 7.0;
/// The widths of a digit and of other characters in a label beside the vertical axis.
const DIGIT: f64 = 8.3;
const COMMA: f64 = 4.2;
/// The distance between a label and the axis.
const GAP: f64 = 8.0;
/// The width of the vertical axis's title with its distance from the labels.
const TITLE: f64 = 30.0;

/// Colours on a light page and on a dark one that are distinguishable without red and green (after
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

/// The figures of an experiment.
pub(crate) fn draw(results: &Results<'_>) -> Vec<String> {
    figure(results).map_or(Vec::new(), |figure| svgs(&figure))
}

/// The alternative text of the figure.
pub(crate) fn alternative(results: &Results<'_>) -> String {
    let Some(figure) = figure(results) else {
        return String::new();
    };
    let mut title = figure.up_title.chars();
    let first: String = title
        .by_ref()
        .take(1)
        .flat_map(char::to_uppercase)
        .collect();
    format!("{first}{} over {}", title.as_str(), figure.across_title)
}

/// The name of a figure's file, counted from 0.
pub(crate) fn file_name(place: usize) -> String {
    match place {
        0 => "plot.svg".into(),
        _ => format!("plot-{}.svg", place + 1),
    }
}

/// Draws a figure, or several if it has too many lines.
pub(crate) fn svgs(figure: &Figure) -> Vec<String> {
    let parts = parts(&figure.curves);
    let draw = |(place, part): (usize, &Vec<&Curve>)| {
        let title = match parts.len() {
            1 => figure.title.clone(),
            of => format!("{} ({} of {of})", figure.title, place + 1),
        };
        drawn(&title, figure, part)
    };
    parts.iter().enumerate().map(draw).collect()
}

/// Distributes the lines over figures. Families stay together if they fit.
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

/// The mapping of numbers to coordinates.
struct Frame {
    across: Axis,
    up: Axis,
    left: f64,
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
        let labels = up.ticks().into_iter().map(|tick| width(&axis::label(tick)));
        Frame {
            left: labels.fold(LEFT, |left, width| left.max(TITLE + width + GAP)),
            across,
            up,
            right: WIDTH - names.min(WIDTH / 2.0),
        }
    }

    fn x(&self, number: f64) -> f64 {
        self.left + self.across.part(number) * (self.right - self.left)
    }

    fn y(&self, number: f64) -> f64 {
        BOTTOM - self.up.part(number) * (BOTTOM - TOP)
    }
}

/// The width of a number beside an axis.
fn width(label: &str) -> f64 {
    let letters = label.chars();
    letters
        .map(|c| if c.is_ascii_digit() { DIGIT } else { COMMA })
        .sum()
}

fn drawn(title: &str, figure: &Figure, curves: &[&Curve]) -> String {
    let frame = Frame::of(figure, curves);
    let mut text = head(title);
    grid(&mut text, figure, &frame);
    if let Some(level) = figure.level {
        let y = frame.y(level);
        let (left, right) = (frame.left, frame.right);
        text += &format!(
            "<line class=\"level\" x1=\"{left}\" y1=\"{y:.1}\" x2=\"{right:.1}\" y2=\"{y:.1}\"/>\n"
        );
    }
    let styles = styles(curves);
    for (curve, &(hue, dash)) in curves.iter().zip(&styles) {
        line(&mut text, &frame, curve, (hue, dash), figure);
    }
    names(&mut text, &frame, curves, &styles);
    text + "</svg>\n"
}

fn head(title: &str) -> String {
    let mut text = String::new();
    let title = escaped(title);
    text += &format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         width=\"{WIDTH}\" height=\"{HEIGHT}\" role=\"img\" aria-label=\"{title}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n"
    );
    let hues = |dark: bool| -> String {
        let hue = |(place, (light, night)): (usize, &(&str, &str))| {
            let colour = if dark { night } else { light };
            format!(".l{place}{{stroke:{colour}}}.t{place}{{fill:{colour}}}")
        };
        HUES.iter().enumerate().map(hue).collect()
    };
    text += &format!(
        "<style>.page{{fill:#ffffff}}.ink{{fill:#222222}}.grid{{stroke:#dddddd}}\
         .level{{stroke:#555555;stroke-dasharray:3 3}}.line{{fill:none;stroke-width:2.2}}\
         .lead{{stroke-width:1;stroke-dasharray:1 3}}{}\
         @media(prefers-color-scheme:dark){{.page{{fill:#14181d}}.ink{{fill:#dddddd}}\
         .grid{{stroke:#333a42}}.level{{stroke:#aaaaaa}}{}}}</style>\n",
        hues(false),
        hues(true)
    );
    text += &format!(
        "<rect class=\"page\" width=\"{WIDTH}\" height=\"{HEIGHT}\"/>\n\
         <text class=\"ink\" x=\"{:.1}\" y=\"28\" font-size=\"16\" text-anchor=\"middle\">{title}</text>\n",
        WIDTH / 2.0
    );
    text
}

/// The numbers beside the axes and the lines of the grid.
fn grid(text: &mut String, figure: &Figure, frame: &Frame) {
    let (left, right) = (frame.left, frame.right);
    for tick in frame.up.ticks() {
        let y = frame.y(tick);
        *text += &format!(
            "<line class=\"grid\" x1=\"{left}\" y1=\"{y:.1}\" x2=\"{right:.1}\" y2=\"{y:.1}\"/>\
             <text class=\"ink\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>\n",
            left - GAP,
            y + 4.5,
            axis::label(tick)
        );
    }
    for tick in frame.across.ticks() {
        let x = frame.x(tick);
        *text += &format!(
            "<line class=\"grid\" x1=\"{x:.1}\" y1=\"{TOP}\" x2=\"{x:.1}\" y2=\"{BOTTOM}\"/>\
             <text class=\"ink\" x=\"{x:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n",
            BOTTOM + 18.0,
            axis::label(tick)
        );
    }
    let (middle, centre) = ((left + right) / 2.0, (TOP + BOTTOM) / 2.0);
    *text += &format!(
        "<text class=\"ink\" x=\"{middle:.1}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>\n\
         <text class=\"ink\" transform=\"translate(18 {centre:.1}) rotate(-90)\" \
         text-anchor=\"middle\">{}</text>\n",
        HEIGHT - 16.0,
        escaped(&figure.across_title),
        escaped(&figure.up_title)
    );
}

/// Hue and dashes of each line: a hue for each family, or for each line if there is only one
/// family.
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
    *text += &format!(
        "<polyline class=\"line l{hue}\" stroke-dasharray=\"{}\" points=\"{}\"/>\n",
        DASHES[dash],
        places.join(" ")
    );
    for point in curve
        .points
        .iter()
        .filter(|_| figure.marks || curve.points.len() == 1)
    {
        *text += &format!(
            "<circle class=\"t{hue}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"3.2\"/>\n",
            frame.x(point.x),
            frame.y(point.y)
        );
    }
}

/// The names, each connected to the end of its line by dots.
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
        *text += &format!(
            "<line class=\"lead l{hue}\" x1=\"{x:.1}\" y1=\"{y:.1}\" x2=\"{:.1}\" y2=\"{row:.1}\"/>\
             <text class=\"t{hue}\" x=\"{right:.1}\" y=\"{:.1}\">{}</text>\n",
            right - 4.0,
            row + 4.5,
            escaped(&curves[at].name)
        );
    }
}

/// Heights near the given ones at which rows do not overlap.
fn spread(heights: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..heights.len()).collect();
    order.sort_by(|&a, &b| heights[a].total_cmp(&heights[b]));
    let mut rows = heights.to_vec();
    let mut least = TOP;
    for &at in &order {
        rows[at] = rows[at].max(least);
        least = rows[at] + ROW;
    }
    // Moves rows below the axis up again.
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
