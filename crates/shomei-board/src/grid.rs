//! What the square boards of Lines of Action and Othello share: eight by eight squares, or as many
//! as the game allows, with letters and numbers around them, and discs.

use shomei_game::Lang;

use crate::svg::{Area, Letters, Paint, Picture};
use crate::{Drawn, Piece};

/// The side of a square.
const CELL: f64 = 40.0;
/// The room for coordinates around the board.
const EDGE: f64 = 24.0;
/// The room below for who moves.
const CAPTION: f64 = 18.0;

/// The two colours of discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Disc {
    Black,
    White,
}

/// Where the numbers of the rows begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RowOne {
    Top,
    Bottom,
}

/// How a game writes and shows its board.
pub(crate) struct Style {
    pub(crate) row_one: RowOne,
    /// How many squares a side of the board may have, at most eight.
    pub(crate) edges: &'static [usize],
    /// The letters for black, white and empty squares.
    pub(crate) letters: [&'static str; 3],
    pub(crate) ground: &'static str,
    pub(crate) lines: &'static str,
    pub(crate) radius: f64,
    pub(crate) name: [&'static str; 2],
}

/// A board as its canonical text says it: the squares from a1, row by row, and the side to
/// move.
pub(crate) struct DiscBoard {
    /// How many squares a side has.
    pub(crate) edge: usize,
    pub(crate) squares: Vec<Option<Disc>>,
    pub(crate) mover: Disc,
}

impl Style {
    fn letter(&self, disc: Option<Disc>) -> &'static str {
        match disc {
            Some(Disc::Black) => self.letters[0],
            Some(Disc::White) => self.letters[1],
            None => self.letters[2],
        }
    }

    /// What a letter says of a square; `None` when it says nothing.
    fn meaning(&self, letter: &str) -> Option<Option<Disc>> {
        [Some(Disc::Black), Some(Disc::White), None]
            .into_iter()
            .find(|&disc| self.letter(disc) == letter)
    }

    fn disc(&self, letter: &str) -> Option<Disc> {
        self.meaning(letter).flatten()
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
            board.mover = match piece? {
                "black" => Disc::Black,
                "white" => Disc::White,
                letter => self.disc(letter)?,
            };
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
        let piece = |disc, name_en: &str, name_ja: &str| {
            let mut picture = Picture::bare(CELL, CELL);
            draw_disc(&mut picture, (CELL / 2.0, CELL / 2.0), self.radius, disc);
            Piece {
                id: self.letter(Some(disc)),
                name_en: name_en.into(),
                name_ja: name_ja.into(),
                svg: picture.ornament(40),
            }
        };
        vec![
            piece(Disc::Black, "black piece", "黒"),
            piece(Disc::White, "white piece", "白"),
        ]
    }

    /// The row of a square as it is drawn, from the top.
    fn drawn_row(&self, board: &DiscBoard, row: usize) -> usize {
        match self.row_one {
            RowOne::Top => row,
            RowOne::Bottom => board.edge - 1 - row,
        }
    }

    /// Where a square lies in the picture.
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
        let paint = Paint::fill(self.ground).outlined(self.lines, 1.5);
        picture.rect(Area::square(EDGE, EDGE, side), paint);
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

    /// Draws the discs, the caption and what takes clicks on a picture of the empty board,
    /// and gives the board as text. `mover`: the side to move, if the game goes on.
    pub(crate) fn finish(
        &self,
        mut picture: Picture,
        board: &DiscBoard,
        caption: &str,
        mover: Option<Disc>,
        lang: Lang,
    ) -> Drawn {
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
            name: lang.pick(self.name[0], self.name[1]),
            mover: caption.to_string(),
            text: self.text(board, caption, lang),
        }
    }

    /// The board as text, drawn the same way up.
    fn text(&self, board: &DiscBoard, caption: &str, lang: Lang) -> String {
        let files: Vec<String> = (0..board.edge).map(file_name).collect();
        let row = |from_top: usize| {
            let row = self.drawn_row(board, from_top);
            let squares = board.squares.iter().skip(board.edge * row).take(board.edge);
            let letters: Vec<&str> = squares.map(|&disc| self.letter(disc)).collect();
            format!("{} {}", row + 1, letters.join(" "))
        };
        let [black, white, _] = self.letters;
        let legend = match lang {
            Lang::En => format!("{black} is Black, {white} is White"),
            Lang::Ja => format!("{black}は黒、{white}は白"),
        };
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

    /// The place of a square such as `e4` in the canonical text.
    pub(crate) fn index(&self, square: &str) -> Option<usize> {
        let &[file, row] = square.as_bytes() else {
            return None;
        };
        let file = usize::from(file.checked_sub(b'a')?);
        let row = usize::from(row.checked_sub(b'1')?);
        (file < self.edge && row < self.edge).then_some(row * self.edge + file)
    }
}

/// The length of so many squares.
fn at_cell(count: usize) -> f64 {
    // At most eight.
    count as f64 * CELL
}

fn file_name(file: usize) -> String {
    "abcdefgh".chars().skip(file).take(1).collect()
}

/// Who moves, in words.
pub(crate) fn to_move(mover: Disc, lang: Lang) -> &'static str {
    match mover {
        Disc::Black => lang.pick("Black to move", "黒の番"),
        Disc::White => lang.pick("White to move", "白の番"),
    }
}

/// A black disc, or a white one with a ring on it, so that no colour is needed to tell them.
fn draw_disc(picture: &mut Picture, centre: (f64, f64), radius: f64, disc: Disc) {
    match disc {
        Disc::Black => {
            let paint = Paint::fill("#1b1a18").outlined("#000000", 1.0);
            picture.circle(centre, radius, paint);
        }
        Disc::White => {
            let paint = Paint::fill("#ffffff").outlined("#3a3833", 1.5);
            picture.circle(centre, radius, paint);
            if radius > 8.0 {
                picture.circle(centre, radius * 0.62, Paint::line("#8d897e", 1.5));
            }
        }
    }
}

/// The line at the foot of the picture, behind the piece of the side to move.
fn draw_caption(picture: &mut Picture, text: &str, mover: Option<Disc>) {
    const SIZE: f64 = 14.0;
    let (middle, y) = (picture.width / 2.0, picture.height - 9.0);
    let Some(disc) = mover else {
        picture.text((middle, y), text, Letters::of(SIZE));
        return;
    };
    // The width of the text is not known; an estimate moves both together and never over each
    // other. Kanji are twice as wide as Latin letters.
    let halves: usize = text.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
    let left = middle - 0.27 * SIZE * halves as f64;
    draw_disc(picture, (left - 4.0, y - 5.0), 6.0, disc);
    let letters = Letters {
        from_start: true,
        ..Letters::of(SIZE)
    };
    picture.text((left + 8.0, y), text, letters);
}
