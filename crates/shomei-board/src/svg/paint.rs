//! The styles and the places of shapes and texts.

use super::TEXT;

/// The paint of a shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint<'a> {
    pub(super) fill: &'a str,
    pub(super) stroke: Option<(&'a str, f64)>,
    pub(super) extra: &'a [(&'a str, &'a str)],
}

impl<'a> Paint<'a> {
    pub(crate) const fn fill(fill: &'a str) -> Paint<'a> {
        Paint {
            fill,
            stroke: None,
            extra: &[],
        }
    }

    /// An outline of this width, not filled.
    pub(crate) const fn line(stroke: &'a str, width: f64) -> Paint<'a> {
        Paint {
            fill: "none",
            stroke: Some((stroke, width)),
            extra: &[],
        }
    }

    /// Adds an outline of this width.
    pub(crate) const fn outlined(self, stroke: &'a str, width: f64) -> Paint<'a> {
        Paint {
            stroke: Some((stroke, width)),
            ..self
        }
    }

    /// Adds other attributes, whose values are written unchanged.
    pub(crate) const fn with(self, extra: &'a [(&'a str, &'a str)]) -> Paint<'a> {
        Paint { extra, ..self }
    }
}

/// The style of a text.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Letters {
    pub(crate) size: f64,
    pub(crate) fill: &'static str,
    pub(crate) bold: bool,
    /// Whether the text begins at the point instead of being centred.
    pub(crate) from_start: bool,
    /// The direction, if the text is the kanji of a piece: those of White are upside down.
    pub(crate) piece: Option<Direction>,
}

/// The direction of a shogi piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Direction {
    Up,
    Down,
}

impl Letters {
    /// Centred text of this size.
    pub(crate) const fn of(size: f64) -> Letters {
        Letters {
            size,
            fill: TEXT,
            bold: false,
            from_start: false,
            piece: None,
        }
    }
}

/// A rectangle, given by its upper left corner and its size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Area {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Area {
    pub(crate) const fn new(x: f64, y: f64, width: f64, height: f64) -> Area {
        Area {
            x,
            y,
            width,
            height,
        }
    }

    pub(crate) const fn square(x: f64, y: f64, side: f64) -> Area {
        Area::new(x, y, side, side)
    }

    /// The rectangle inset by this distance.
    pub(super) const fn inside(self, by: f64) -> Area {
        Area {
            x: self.x + by,
            y: self.y + by,
            width: self.width - 2.0 * by,
            height: self.height - 2.0 * by,
        }
    }
}
