//! Pictures that games draw themselves.

use shomei_game::{GridCell, Picture as OwnPicture};

use crate::Lang;
use crate::svg::{Area, INK, Letters, Paint, Picture, TEXT};

/// The side of a cell.
const CELL: f64 = 40.0;
/// The margin around the cells.
const EDGE: f64 = 6.0;
/// The font size of one or two characters.
const FONT: f64 = 20.0;

/// The words of a picture, for screen readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AltText<'a> {
    /// The game and the side to move.
    pub title: &'a str,
    /// The board as text.
    pub text: &'a str,
    /// The language of both.
    pub lang: Lang,
}

/// The SVG, for a page, of a picture that a game draws itself. A grid is at most `size` CSS pixels
/// wide. `None` for a grid without cells.
///
/// An SVG from the game is returned unchanged: the caller must not trust it.
#[must_use]
pub fn own(picture: &OwnPicture, words: &AltText<'_>, size: u32) -> Option<String> {
    match picture {
        OwnPicture::Svg(svg) => Some(svg.clone()),
        OwnPicture::Grid(rows) => {
            grid(rows).map(|(picture, most)| picture.svg(size.min(most), words))
        }
        _ => None,
    }
}

/// The same picture as a file of its own.
#[must_use]
pub fn own_file(picture: &OwnPicture, words: &AltText<'_>, size: u32) -> Option<String> {
    match picture {
        OwnPicture::Svg(svg) => Some(svg.clone()),
        OwnPicture::Grid(rows) => {
            grid(rows).map(|(picture, most)| picture.file(size.min(most), words))
        }
        _ => None,
    }
}

/// A grid, and its maximum width in CSS pixels: few cells are not enlarged to a whole page.
fn grid(rows: &[Vec<GridCell>]) -> Option<(Picture, u32)> {
    let columns = rows.iter().map(Vec::len).max().filter(|&most| most > 0)?;
    let mut picture = Picture::new(cells(columns) + 2.0 * EDGE, cells(rows.len()) + 2.0 * EDGE);
    for (row, across) in rows.iter().enumerate() {
        for (column, cell) in across.iter().enumerate() {
            let area = Area::square(EDGE + cells(column), EDGE + cells(row), CELL);
            draw_cell(&mut picture, area, cell);
        }
    }
    let most = u32::try_from(columns)
        .unwrap_or(u32::MAX)
        .saturating_mul(48);
    Some((picture, most.saturating_add(12)))
}

fn draw_cell(picture: &mut Picture, area: Area, cell: &GridCell) {
    let fill = cell
        .colour
        .map(|[red, green, blue]| format!("#{red:02x}{green:02x}{blue:02x}"));
    let paint = Paint::fill(fill.as_deref().unwrap_or("none")).outlined("#8d897e", 1.0);
    picture.rect(area, paint);
    if cell.text.is_empty() {
        return;
    }
    // Kanji are twice as wide as Latin letters.
    let halves = cell
        .text
        .chars()
        .map(|letter| if letter.is_ascii() { 1 } else { 2 });
    let halves = halves.sum::<usize>().max(2) as f64;
    let letters = Letters {
        fill: cell.colour.map_or(TEXT, ink_on),
        ..Letters::of(FONT * 2.0 / halves)
    };
    let middle = (
        area.x + CELL / 2.0,
        area.y + CELL / 2.0 + 0.35 * letters.size,
    );
    picture.text(middle, &cell.text, letters);
}

/// Black or white, whichever has more contrast on a colour.
fn ink_on([red, green, blue]: [u8; 3]) -> &'static str {
    let light = 299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue);
    if light < 128_000 { "#ffffff" } else { INK }
}

/// The length of this number of cells.
fn cells(count: usize) -> f64 {
    // A grid has far fewer cells than the largest exact integer of a float.
    count as f64 * CELL
}
