//! Othello: squares from a1 at the top, each `X`, `O` or `-`, and the side to move.

use shomei_game::Lang;

use crate::grid::{Disc, RowOne, Style, index, to_move};
use crate::svg::{Area, Paint};
use crate::{Drawn, Piece};

const STYLE: Style = Style {
    row_one: RowOne::Top,
    letters: ["X", "O", "-"],
    ground: "#3f8a68",
    lines: "#12382a",
    radius: 16.0,
    name: ["Othello", "オセロ"],
};

pub(crate) fn draw(position: &str, last_move: &str, lang: Lang) -> Option<Drawn> {
    let board = STYLE.parse(position)?;
    let mut picture = STYLE.picture();
    let (first, last) = (STYLE.area(0), STYLE.area(63));
    let (end_x, end_y) = (last.x + last.width, last.y + last.height);
    for at in 1..8 {
        let Area { x, y, .. } = STYLE.area(9 * at);
        picture.line((x, first.y), (x, end_y), STYLE.lines, 1.0);
        picture.line((first.x, y), (end_x, y), STYLE.lines, 1.0);
    }
    for square in ["c3", "g3", "c7", "g7"].into_iter().filter_map(index) {
        let Area { x, y, .. } = STYLE.area(square);
        picture.circle((x, y), 3.0, Paint::fill(STYLE.lines));
    }
    if let Some(square) = index(&last_move.to_ascii_lowercase()) {
        let Area { x, y, width, .. } = STYLE.area(square);
        let frame = Area::square(x + 2.0, y + 2.0, width - 4.0);
        picture.rect(frame, Paint::line("#ffe9a8", 3.0));
    }
    let count = |disc| board.squares.iter().filter(|&&d| d == Some(disc)).count();
    let (black, white) = (count(Disc::Black), count(Disc::White));
    let is_full = black + white == 64;
    let mover = match is_full {
        true => lang.pick("No empty square", "空きマスなし"),
        false => to_move(board.mover, lang),
    };
    let caption = match lang {
        Lang::En => format!("{mover} ({black} to {white})"),
        Lang::Ja => format!("{mover}（{black} 対 {white}）"),
    };
    Some(STYLE.finish(picture, &board, &caption, is_full, lang))
}

pub(crate) fn pieces() -> Vec<Piece> {
    STYLE.pieces()
}

pub(crate) fn edit(position: &str, square: &str, piece: Option<&str>) -> Option<String> {
    STYLE.edit(position, square, piece)
}
