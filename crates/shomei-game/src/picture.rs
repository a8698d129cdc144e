//! Pictures of positions that a game draws itself.

/// A picture of a position. Browser pages and notebooks show it as the board.
///
/// A game without pictures is shown as its [diagram](crate::Notation::diagram).
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Picture {
    /// An `svg` element with its namespace, its size and its `viewBox`.
    ///
    /// The page copies shapes and texts with their attributes. It omits scripts, styles, links,
    /// images and references to other elements.
    Svg(String),
    /// Cells in rows, the top row first. Rows may differ in length.
    Grid(Vec<Vec<GridCell>>),
}

/// A cell of a [`Picture::Grid`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GridCell {
    /// The text in the cell, a few characters.
    pub text: String,
    /// The colour of the cell as red, green and blue; `None` for the colour of the page.
    pub colour: Option<[u8; 3]>,
}

impl GridCell {
    /// A cell with this text and the colour of the page.
    pub fn new(text: impl Into<String>) -> GridCell {
        GridCell {
            text: text.into(),
            colour: None,
        }
    }

    /// The same cell in a colour, given as red, green and blue.
    #[must_use]
    pub fn coloured(self, colour: [u8; 3]) -> GridCell {
        GridCell {
            colour: Some(colour),
            ..self
        }
    }
}

impl From<char> for GridCell {
    fn from(letter: char) -> GridCell {
        GridCell::new(letter)
    }
}
