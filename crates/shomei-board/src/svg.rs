//! Drawing in SVG without anything outside the picture: no style sheet, script, font file or id.
//!
//! A page can contain several pictures, so no element has an id: equal ids would clash. Every
//! attribute is therefore written at its element.

mod paint;

use std::fmt::Write;

use crate::AltText;

pub(crate) use paint::{Area, Direction, Letters, Paint};

/// The elements of a picture in a page.
pub const ELEMENTS: &[&str] = &[
    "svg", "title", "desc", "circle", "line", "path", "polygon", "rect", "text",
];

/// The attributes of a picture in a page.
pub const ATTRIBUTES: &[&str] = &[
    "xmlns",
    "role",
    "aria-label",
    "aria-hidden",
    "lang",
    "width",
    "height",
    "viewBox",
    "x",
    "y",
    "rx",
    "cx",
    "cy",
    "r",
    "x1",
    "y1",
    "x2",
    "y2",
    "d",
    "points",
    "fill",
    "fill-opacity",
    "stroke",
    "stroke-width",
    "stroke-dasharray",
    "stroke-linecap",
    "font-family",
    "font-size",
    "font-weight",
    "text-anchor",
    "transform",
    "data-square",
    "data-hand",
    "data-piece",
];

/// The colour of lines and letters on boards and pieces, and of texts on a light background.
pub(crate) const INK: &str = "#22201c";
/// The colour of the text around a picture in a page.
pub(crate) const TEXT: &str = "currentColor";
const PAPER: &str = "#f8f5ee";
/// The colours of a picture file if the reader prefers dark ones. These rules change no other
/// picture of a page that embeds the file.
const DARK: &str = "<style>@media(prefers-color-scheme:dark){.shomei-picture{color:#eae7e0}\
    .shomei-paper{fill:#222423}}</style>";
const LAST: &str = "#b3261e";

const SANS: &str = "Helvetica, Arial, 'Noto Sans CJK JP', 'Hiragino Sans', 'Yu Gothic', sans-serif";
const MINCHO: &str =
    "'Noto Serif CJK JP', 'Noto Serif JP', 'Hiragino Mincho ProN', 'Yu Mincho', 'MS Mincho', serif";

/// A picture, built element by element; lengths are in the units of its width and height.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub(crate) width: f64,
    pub(crate) height: f64,
    parts: String,
    /// The click targets, above all other elements.
    targets: String,
}

impl Picture {
    /// An empty picture with a transparent background.
    pub(crate) fn new(width: f64, height: f64) -> Picture {
        Picture {
            width,
            height,
            parts: String::new(),
            targets: String::new(),
        }
    }

    fn shape(&mut self, element: &str, numbers: &[(&str, f64)], paint: Paint<'_>) {
        self.parts.push('<');
        self.parts.push_str(element);
        for &(name, value) in numbers {
            attribute(&mut self.parts, name, &number(value));
        }
        self.paint(paint);
        self.parts.push_str("/>");
    }

    fn paint(&mut self, paint: Paint<'_>) {
        attribute(&mut self.parts, "fill", paint.fill);
        if let Some((stroke, width)) = paint.stroke {
            attribute(&mut self.parts, "stroke", stroke);
            attribute(&mut self.parts, "stroke-width", &number(width));
        }
        for &(name, value) in paint.extra {
            attribute(&mut self.parts, name, value);
        }
    }

    pub(crate) fn rect(&mut self, area: Area, paint: Paint<'_>) {
        let numbers = [
            ("x", area.x),
            ("y", area.y),
            ("width", area.width),
            ("height", area.height),
        ];
        self.shape("rect", &numbers, paint);
    }

    pub(crate) fn circle(&mut self, (x, y): (f64, f64), radius: f64, paint: Paint<'_>) {
        self.shape("circle", &[("cx", x), ("cy", y), ("r", radius)], paint);
    }

    /// A straight line from one point to another.
    pub(crate) fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: &str, width: f64) {
        let numbers = [("x1", from.0), ("y1", from.1), ("x2", to.0), ("y2", to.1)];
        self.shape("line", &numbers, Paint::line(stroke, width));
    }

    /// The letter X, as two strokes.
    pub(crate) fn cross(&mut self, (x, y): (f64, f64), radius: f64, stroke: &str, width: f64) {
        let [left, right] = [x - radius, x + radius].map(number);
        let [top, bottom] = [y - radius, y + radius].map(number);
        self.parts.push_str("<path");
        let way = format!("M{left} {top}L{right} {bottom}M{right} {top}L{left} {bottom}");
        attribute(&mut self.parts, "d", &way);
        self.paint(Paint::line(stroke, width).with(&[("stroke-linecap", "round")]));
        self.parts.push_str("/>");
    }

    /// A polygon around a centre, upright or turned by half a circle.
    pub(crate) fn polygon(
        &mut self,
        (x, y): (f64, f64),
        points: &[(f64, f64)],
        direction: Direction,
        paint: Paint<'_>,
    ) {
        let sign = if direction == Direction::Up {
            1.0
        } else {
            -1.0
        };
        let corners: Vec<String> = points
            .iter()
            .map(|(dx, dy)| format!("{},{}", number(x + sign * dx), number(y + sign * dy)))
            .collect();
        self.parts.push_str("<polygon");
        attribute(&mut self.parts, "points", &corners.join(" "));
        self.paint(paint);
        self.parts.push_str("/>");
    }

    /// Text on the baseline `y`, centred at `x` or beginning there. The kanji of an upside-down
    /// piece is rotated around the point.
    pub(crate) fn text(&mut self, (x, y): (f64, f64), content: &str, letters: Letters) {
        let [x, y] = [x, y].map(number);
        let parts = &mut self.parts;
        parts.push_str("<text");
        attribute(parts, "x", &x);
        attribute(parts, "y", &y);
        attribute(parts, "font-size", &number(letters.size));
        let font = letters.piece.map_or(SANS, |_| MINCHO);
        attribute(parts, "font-family", font);
        if letters.bold {
            attribute(parts, "font-weight", "bold");
        }
        let anchor = if letters.from_start {
            "start"
        } else {
            "middle"
        };
        attribute(parts, "text-anchor", anchor);
        attribute(parts, "fill", letters.fill);
        if letters.piece == Some(Direction::Down) {
            attribute(parts, "transform", &format!("rotate(180 {x} {y})"));
        }
        parts.push('>');
        escape(parts, content);
        parts.push_str("</text>");
    }

    /// Marks the origin of the last move: a dashed frame.
    pub(crate) fn came_from(&mut self, square: Area) {
        let dashed = Paint::line(LAST, 2.0).with(&[("stroke-dasharray", "4 3")]);
        self.rect(square.inside(2.0), dashed);
    }

    /// Marks the destination of the last move: a solid frame.
    pub(crate) fn went_to(&mut self, square: Area, fill: &str) {
        self.rect(square.inside(1.5), Paint::fill(fill).outlined(LAST, 3.0));
    }

    /// The click target of a square of the board: its name, and the piece on it.
    pub(crate) fn square(&mut self, name: &str, piece: Option<&str>, area: Area) {
        self.target("data-square", name, piece, area);
    }

    /// The click target of a hand, or of a kind of pieces in it.
    pub(crate) fn hand(&mut self, name: &str, area: Area) {
        self.target("data-hand", name, None, area);
    }

    fn target(&mut self, what: &str, name: &str, piece: Option<&str>, area: Area) {
        let out = &mut self.targets;
        out.push_str("<rect");
        for (name, value) in [
            ("x", area.x),
            ("y", area.y),
            ("width", area.width),
            ("height", area.height),
        ] {
            attribute(out, name, &number(value));
        }
        attribute(out, "fill", "#000000");
        attribute(out, "fill-opacity", "0");
        attribute(out, what, name);
        if let Some(piece) = piece {
            attribute(out, "data-piece", piece);
        }
        out.push_str("/>");
    }

    /// Removes the click targets.
    pub(crate) fn remove_targets(&mut self) {
        self.targets.clear();
    }

    /// The height in CSS pixels when the picture is `size` pixels wide.
    pub(crate) fn height_for(&self, size: u32) -> u32 {
        // A picture is at most twice as high as wide, and a float holds every u32 exactly.
        (f64::from(size) * self.height / self.width).round() as u32
    }

    /// The picture for a page, `size` CSS pixels wide. Its texts have the colour of the text
    /// around it.
    pub(crate) fn svg(&self, size: u32, words: &AltText<'_>) -> String {
        let out = self.head(size) + &described(words);
        out + &self.parts + &self.targets + "</svg>"
    }

    /// The picture as a file of its own, `size` CSS pixels wide, on a background that is dark if
    /// the reader prefers that.
    pub(crate) fn file(&self, size: u32, words: &AltText<'_>) -> String {
        let mut out = self.head(size);
        attribute(&mut out, "class", "shomei-picture");
        attribute(&mut out, "color", INK);
        out += &described(words);
        out += DARK;
        let mut paper = Picture::new(self.width, self.height);
        let whole = Area::new(0.0, 0.0, self.width, self.height);
        let rounded = [("rx", "6"), ("class", "shomei-paper")];
        paper.rect(whole, Paint::fill(PAPER).with(&rounded));
        out + &paper.parts + &self.parts + "</svg>"
    }

    /// The picture, `size` CSS pixels wide, hidden from screen readers: the page names it.
    pub(crate) fn ornament(&self, size: u32) -> String {
        let mut out = self.head(size);
        attribute(&mut out, "aria-hidden", "true");
        out.push('>');
        out + &self.parts + "</svg>"
    }

    fn head(&self, size: u32) -> String {
        let mut out = String::from("<svg");
        attribute(&mut out, "xmlns", "http://www.w3.org/2000/svg");
        attribute(&mut out, "width", &size.to_string());
        attribute(&mut out, "height", &self.height_for(size).to_string());
        let [width, height] = [self.width, self.height].map(number);
        attribute(&mut out, "viewBox", &format!("0 0 {width} {height}"));
        out
    }
}

/// The remaining attributes of an `svg` element, its title and its description for screen readers.
fn described(words: &AltText<'_>) -> String {
    let mut out = String::new();
    attribute(&mut out, "role", "img");
    attribute(&mut out, "aria-label", words.title);
    attribute(&mut out, "lang", words.lang.code());
    out.push_str("><title>");
    escape(&mut out, words.title);
    out.push_str("</title><desc>");
    escape(&mut out, words.text);
    out.push_str("</desc>");
    out
}

/// A coordinate with at most two decimals, always in the same form.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    String::from(if text == "-0" { "0" } else { text })
}

fn attribute(out: &mut String, name: &str, value: &str) {
    // Writing to a string cannot fail.
    let _ = write!(out, " {name}=\"");
    escape(out, value);
    out.push('"');
}

/// Adds text with XML escapes, for content and attributes.
fn escape(out: &mut String, text: &str) {
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#x27;"),
            _ => out.push(letter),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shomei_game::Lang;

    #[test]
    fn coordinates_are_short() {
        for (value, text) in [
            (24.0, "24"),
            (0.5, "0.5"),
            (9.304, "9.3"),
            (100.0, "100"),
            (-0.001, "0"),
        ] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn texts_are_escaped_in_attributes_and_content() {
        let hostile = "</title>&\"'<script>";
        let words = AltText {
            title: hostile,
            text: hostile,
            lang: Lang::EN,
        };
        let svg = Picture::new(10.0, 20.0).svg(30, &words);
        let tree = roxmltree::Document::parse(&svg).unwrap();
        let root = tree.root_element();
        assert_eq!(root.attribute("aria-label"), Some(hostile));
        for child in ["title", "desc"] {
            let found = root.children().find(|node| node.has_tag_name(child));
            assert_eq!(found.unwrap().text(), Some(hostile));
        }
        assert_eq!(root.attribute("height"), Some("60"));
    }
}
