//! The square boards of Lines of Action and Othello: up to eight by eight squares with coordinates
//! and discs.

use shomei_game::{Lang, Side};
use shomei_messages::{self as msg, Message};

use crate::svg::{Area, Letters, Paint, Picture, TEXT};
use crate::{Drawn, Piece, names};

/// The side of a square.
const CELL: f64 = 40.0;
/// The margin for coordinates around the board.
const EDGE: f64 = 24.0;
/// The height of the caption below the board.
const CAPTION: f64 = 18.0;

/// The side of the picture at which row 1 is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowOne {
    Top,
    Bottom,
}

/// The notation and the look of a game's board.
pub(crate) struct Style {
    pub(crate) row_one: RowOne,
    /// The possible numbers of squares on a side of the board, at most eight.
    pub(crate) edges: &'static [usize],
    /// The letters of black and white discs.
    pub(crate) letters: [&'static str; 2],
    /// The letter of an empty square.
    pub(crate) empty: &'static str,
    pub(crate) background: &'static str,
    pub(crate) lines: &'static str,
    pub(crate) radius: f64,
    pub(crate) game: &'static str,
}

/// A board read from its canonical text: the squares from a1, row by row, and the side to move.
pub(crate) struct DiscBoard {
    /// The number of squares on a side.
    pub(crate) edge: usize,
    pub(crate) squares: Vec<Option<Side>>,
    pub(crate) mover: Side,
}

impl Style {
    fn letter(&self, disc: Option<Side>) -> &'static str {
        disc.map_or(self.empty, |side| self.letters[side.index()])
    }

    /// The content of a square by its letter; `None` for an unknown letter.
    fn meaning(&self, letter: &str) -> Option<Option<Side>> {
        match letter == self.empty {
            true => Some(None),
            false => self.disc(letter).map(Some),
        }
    }

    fn disc(&self, letter: &str) -> Option<Side> {
        Side::named(letter, self.letters)
    }

    pub(crate) fn parse(&self, position: &str) -> Option<DiscBoard> {
        let (squares, mover) = position.split_once(' ')?;
        let count = squares.len();
        let edge = self
            .edges
            .iter()
            .copied()
            .find(|edge| edge * edge == count)?;
        let one = |at| self.meaning(squares.get(at..=at)?);
        Some(DiscBoard {
            edge,
            squares: (0..count).map(one).collect::<Option<_>>()?,
            mover: self.disc(mover)?,
        })
    }

    fn write(&self, board: &DiscBoard) -> String {
        let squares: String = board.squares.iter().map(|&d| self.letter(d)).collect();
        format!("{squares} {}", self.letter(Some(board.mover)))
    }

    /// See [`crate::edit`].
    pub(crate) fn edit(&self, position: &str, square: &str, piece: Option<&str>) -> Option<String> {
        let mut board = self.parse(position)?;
        if square == "mover" {
            let name = piece?;
            let named = Side::named(name, ["black", "white"]);
            board.mover = named.or_else(|| self.disc(name))?;
        } else {
            let disc = match piece {
                Some(letter) => Some(self.disc(letter)?),
                None => None,
            };
            let at = board.index(square)?;
            *board.squares.get_mut(at)? = disc;
        }
        Some(self.write(&board))
    }

    /// See [`crate::pieces`].
    pub(crate) fn pieces(&self) -> Vec<Piece> {
        let piece = |disc, name: fn(Lang) -> String| {
            let mut picture = Picture::new(CELL, CELL);
            draw_disc(&mut picture, (CELL / 2.0, CELL / 2.0), self.radius, disc);
            Piece {
                id: self.letter(Some(disc)),
                names: names(name),
                svg: picture.ornament(40),
            }
        };
        vec![
            piece(Side::First, |lang| msg::BlackPiece.text(lang)),
            piece(Side::Second, |lang| msg::WhitePiece.text(lang)),
        ]
    }

    /// The row of a square in the picture, counted from the top.
    fn drawn_row(&self, board: &DiscBoard, row: usize) -> usize {
        match self.row_one {
            RowOne::Top => row,
            RowOne::Bottom => board.edge - 1 - row,
        }
    }

    /// The area of a square in the picture.
    pub(crate) fn area(&self, board: &DiscBoard, at: usize) -> Area {
        let row = self.drawn_row(board, at / board.edge);
        let file = at % board.edge;
        Area::square(EDGE + at_cell(file), EDGE + at_cell(row), CELL)
    }

    /// The empty board with its coordinates.
    pub(crate) fn picture(&self, board: &DiscBoard) -> Picture {
        let side = at_cell(board.edge);
        let width = side + 2.0 * EDGE;
        let mut picture = Picture::new(width, width + CAPTION);
        picture.rect(Area::square(EDGE, EDGE, side), Paint::fill(self.background));
        let letters = Letters::of(13.0);
        for at in 0..board.edge {
            let middle = EDGE + at_cell(at) + CELL / 2.0;
            let (file, row) = (file_name(at), (self.drawn_row(board, at) + 1).to_string());
            picture.text((middle, EDGE - 7.0), &file, letters);
            picture.text((middle, EDGE + side + 16.0), &file, letters);
            picture.text((EDGE / 2.0, middle + 4.5), &row, letters);
            picture.text((width - EDGE / 2.0, middle + 4.5), &row, letters);
        }
        picture
    }

    /// Draws the frame, the discs, the caption and the click targets on a picture of the board, and
    /// returns it with the board as text. `mover`: the side to move, unless the game is over.
    pub(crate) fn finish(
        &self,
        mut picture: Picture,
        board: &DiscBoard,
        caption: &str,
        mover: Option<Side>,
        lang: Lang,
    ) -> Drawn {
        let frame = Area::square(EDGE, EDGE, at_cell(board.edge));
        picture.rect(frame, Paint::line(self.lines, 1.5));
        for (at, &disc) in board.squares.iter().enumerate() {
            let area = self.area(board, at);
            if let Some(disc) = disc {
                let centre = (area.x + CELL / 2.0, area.y + CELL / 2.0);
                draw_disc(&mut picture, centre, self.radius, disc);
            }
            let piece = disc.map(|disc| self.letter(Some(disc)));
            picture.square(&board.square_name(at), piece, area);
        }
        draw_caption(&mut picture, caption, mover);
        Drawn {
            picture,
            name: match self.game {
                "loa" => msg::GameLoa.text(lang),
                _ => msg::GameOthello.text(lang),
            },
            mover: caption.to_string(),
            text: self.text(board, caption, lang),
        }
    }

    /// The board as text, with the same row at the top as the picture.
    fn text(&self, board: &DiscBoard, caption: &str, lang: Lang) -> String {
        let files: Vec<String> = (0..board.edge).map(file_name).collect();
        let row = |from_top: usize| {
            let row = self.drawn_row(board, from_top);
            let squares = board.squares.iter().skip(board.edge * row).take(board.edge);
            let letters: Vec<&str> = squares.map(|&disc| self.letter(disc)).collect();
            format!("{} {}", row + 1, letters.join(" "))
        };
        let [black, white] = self.letters;
        let legend = msg::BoardColours { black, white }.text(lang);
        let mut lines = vec![format!("  {}", files.join(" "))];
        lines.extend((0..board.edge).map(row));
        lines.extend([legend, caption.to_string()]);
        lines.join("\n")
    }
}

impl DiscBoard {
    fn square_name(&self, at: usize) -> String {
        format!("{}{}", file_name(at % self.edge), at / self.edge + 1)
    }

    /// The index of a square such as `e4` in the canonical text.
    pub(crate) fn index(&self, square: &str) -> Option<usize> {
        let &[file, row] = square.as_bytes() else {
            return None;
        };
        let file = usize::from(file.checked_sub(b'a')?);
        let row = usize::from(row.checked_sub(b'1')?);
        (file < self.edge && row < self.edge).then_some(row * self.edge + file)
    }
}

/// The length of this number of squares.
fn at_cell(count: usize) -> f64 {
    // At most eight.
    count as f64 * CELL
}

fn file_name(file: usize) -> String {
    "abcdefgh".chars().skip(file).take(1).collect()
}

/// The side to move, in words.
pub(crate) fn to_move(mover: Side, lang: Lang) -> String {
    let side = match mover {
        Side::First => msg::SideBlack.text(lang),
        Side::Second => msg::SideWhite.text(lang),
    };
    msg::BoardToMove { side }.text(lang)
}

/// A black disc, or a white disc with a ring, so that the two differ without their colours.
fn draw_disc(picture: &mut Picture, centre: (f64, f64), radius: f64, disc: Side) {
    match disc {
        Side::First => {
            let paint = Paint::fill("#1b1a18").outlined("#000000", 1.0);
            picture.circle(centre, radius, paint);
        }
        Side::Second => {
            let paint = Paint::fill("#ffffff").outlined("#3a3833", 1.5);
            picture.circle(centre, radius, paint);
            if radius > 8.0 {
                picture.circle(centre, radius * 0.62, Paint::line("#8d897e", 1.5));
            }
        }
    }
}

/// The line at the foot of the picture, after a disc of the side to move.
fn draw_caption(picture: &mut Picture, text: &str, mover: Option<Side>) {
    const SIZE: f64 = 14.0;
    let (middle, y) = (picture.width / 2.0, picture.height - 9.0);
    let Some(disc) = mover else {
        picture.text((middle, y), text, Letters::of(SIZE));
        return;
    };
    // The width of the text is estimated: an error moves disc and text together, so they never
    // overlap. Kanji are twice as wide as Latin letters.
    let halves: usize = text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
    let left = middle - 0.27 * SIZE * halves as f64;
    let centre = (left - 4.0, y - 5.0);
    draw_disc(picture, centre, 6.0, disc);
    // An outline for a black disc on a dark page.
    picture.circle(centre, 6.0, Paint::line(TEXT, 1.0));
    let letters = Letters {
        from_start: true,
        ..Letters::of(SIZE)
    };
    picture.text((left + 8.0, y), text, letters);
}
