//! How shapes and texts look, and where they stand.

use super::INK;

/// How a shape is painted.
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

    /// With an outline of this width.
    pub(crate) const fn outlined(self, stroke: &'a str, width: f64) -> Paint<'a> {
        Paint {
            stroke: Some((stroke, width)),
            ..self
        }
    }

    /// With other attributes, whose values stay as they are.
    pub(crate) const fn with(self, extra: &'a [(&'a str, &'a str)]) -> Paint<'a> {
        Paint { extra, ..self }
    }
}

/// How a text is written.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Letters {
    pub(crate) size: f64,
    pub(crate) fill: &'static str,
    pub(crate) bold: bool,
    /// From its beginning on, and not centred.
    pub(crate) from_start: bool,
    /// As the kanji of a piece; those of White stand on their heads.
    pub(crate) piece: Option<Stands>,
}

/// Which way a piece of shogi points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stands {
    Up,
    OnItsHead,
}

impl Letters {
    /// Centred text of this size.
    pub(crate) const fn of(size: f64) -> Letters {
        Letters {
            size,
            fill: INK,
            bold: false,
            from_start: false,
            piece: None,
        }
    }
}

/// A rectangle by its upper left corner.
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

    /// The rectangle that lies so far inside of this one.
    pub(super) const fn inside(self, by: f64) -> Area {
        Area {
            x: self.x + by,
            y: self.y + by,
            width: self.width - 2.0 * by,
            height: self.height - 2.0 * by,
        }
    }
}
